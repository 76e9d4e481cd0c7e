package remote

import (
	"bytes"
	"context"
	"crypto/sha1" //nolint:gosec // packs end with it
	"errors"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp/capability"
	"github.com/go-git/go-git/v5/plumbing/transport"
)

// Push reports whether the user may push to the branch.
type Push int

// What can be told of that without changing anything.
const (
	PushUnknown Push = iota
	PushAllowed
	PushRefused
)

// tryPush finds out whether the server would take a push to the branch, and in its words why
// not. It asks to create the branch, which is there, where it is: a server goes through its
// rules and hooks before it notices. Nothing can come of it, whatever it does.
func (r *Remote) tryPush(ctx context.Context, x exchange[transport.ReceivePackSession], refs *packp.AdvRefs) (Push, string) {
	tip := refs.References[r.branch.String()]
	if tip.IsZero() || !refs.Capabilities.Supports(capability.ReportStatus) {
		return PushUnknown, ""
	}
	said, err := r.command(ctx, x, refs, &packp.Command{Name: r.branch, Old: plumbing.ZeroHash, New: tip}, emptyPack())
	switch {
	case said.reason == "" && err != nil:
		if errors.Is(explain(ctx, "", x.guard, err), ErrAuth) {
			return PushRefused, ErrAuth.Error()
		}
		return PushUnknown, ""
	case said.reason != "" && !said.lostRace():
		return PushRefused, said.Error()
	case !asksHooksFirst(refs):
		return PushUnknown, ""
	}
	return PushAllowed, ""
}

// asksHooksFirst reports whether the server is git itself, which looks where a branch is
// only after its hooks had their say. GitHub's looks like it and is not known to.
func asksHooksFirst(refs *packp.AdvRefs) bool {
	agent := strings.Join(refs.Capabilities.Get(capability.Agent), " ")
	return strings.HasPrefix(agent, "git/") && !strings.HasPrefix(agent, "git/github")
}

// emptyPack is a pack without objects: the server has all that the command names.
func emptyPack() []byte {
	head := []byte("PACK\x00\x00\x00\x02\x00\x00\x00\x00")
	sum := sha1.Sum(head) //nolint:gosec // see above
	return bytes.Join([][]byte{head, sum[:]}, nil)
}
