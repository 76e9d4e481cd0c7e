package api

import (
	"cmp"
	"context"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// agent is the program behind a request: the name its changes are signed with.
type agent struct{ name string }

type agentKey struct{}

// author is who makes the present request.
func author(ctx context.Context) store.By {
	caller := auth.From(ctx)
	by := store.By{Actor: caller.Actor, Token: caller.Token, Via: caller.Name}
	if who, ok := ctx.Value(agentKey{}).(*agent); ok {
		by.SourceTool = who.name
	}
	return by
}

// isOwner reports whether the present request has the rights of the owner.
func isOwner(ctx context.Context) bool { return auth.From(ctx).Class >= inbound.Owner }

// sign gives the agent that makes the present request the name of its tool; without one, its
// User-Agent is its name.
func sign(ctx context.Context, tool string) {
	if who, ok := ctx.Value(agentKey{}).(*agent); ok {
		who.name = cmp.Or(tool, who.name)
	}
}
