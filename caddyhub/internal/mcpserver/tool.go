package mcpserver

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	mcpgo "github.com/mark3labs/mcp-go/server"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// tool is one tool: what clients list, and what it does.
type tool struct {
	name, title, description string
	hints                    hints
	params                   []param
	run                      func(context.Context, call) (toolResult, error)
}

// hints tell a client what it may call without asking its user. No tool reaches outside
// the hub.
type hints struct{ readOnly, destructive, idempotent bool }

var (
	reads      = hints{readOnly: true, idempotent: true}
	writes     = hints{}
	writesOnce = hints{idempotent: true}
)

// class is what the tool asks of a credential.
func (h hints) class() inbound.Class {
	if h.readOnly {
		return inbound.Read
	}
	return inbound.Write
}

func (h hints) annotation() mcp.ToolAnnotation {
	return mcp.ToolAnnotation{
		ReadOnlyHint:    new(h.readOnly),
		DestructiveHint: new(h.destructive),
		IdempotentHint:  new(h.idempotent),
		OpenWorldHint:   new(false),
	}
}

// call is one call of a tool, its arguments checked.
type call struct {
	args
	by   store.By
	base string // in front of the path of a link
}

// handler is what stands around every tool. Whatever goes wrong becomes a result that
// says so: a protocol error would reach the client's program, but not its model.
func (s *server) handler(t tool) mcpgo.ToolHandlerFunc {
	return func(ctx context.Context, request mcp.CallToolRequest) (result *mcp.CallToolResult, _ error) {
		v := exchangeOf(ctx)
		// mcp-go's own recovery tells the client the text of the panic.
		defer func() {
			if reason := recover(); reason != nil {
				v.problem = s.panicked(ctx, t.name, reason)
				result = mcp.NewToolResultError(v.problem)
			}
		}()
		if refusal := v.credential.Refuse(t.hints.class()); refusal != nil {
			v.tool = t.name
			v.forbid(refusal)
			return mcp.NewToolResultError(refusal.Detail), nil
		}
		parsed, err := parse(t.params, request.Params.RawArguments)
		v.tool, v.agent = t.name, parsed.text("source_tool")
		var made toolResult
		if err == nil {
			made, err = t.run(ctx, call{args: parsed, by: caller(ctx, request, parsed), base: s.base(ctx)})
		}
		if err != nil {
			v.problem = s.explain(ctx, t.name, err)
			if wrong := new(store.InvalidError); !t.hints.readOnly && errors.As(err, &wrong) {
				v.problem += "; nothing was written"
			}
			return mcp.NewToolResultError(v.problem), nil
		}
		if made.data == nil {
			return mcp.NewToolResultText(made.text), nil
		}
		return mcp.NewToolResultStructured(made.data, made.text), nil
	}
}

// base is what the links of an answer begin with.
func (s *server) base(ctx context.Context) string {
	if s.PublicURL != "" {
		return s.PublicURL
	}
	return inbound.From(ctx).Prefix
}

// maxCaller is the longest name a caller is recorded under.
const maxCaller = 100

// caller says who makes the changes of a call: the name the agent gives itself, else its
// client's as far as the request carries it, else the client's program. Most tools don't ask for
// the first, so the others are its names as well.
func caller(ctx context.Context, request mcp.CallToolRequest, a args) store.By {
	v := exchangeOf(ctx)
	program := product(request.Header)
	return store.By{
		Actor: store.Agent, SourceTool: firstName(a.text("source_tool"), v.client, program), Also: []string{firstName(v.client), firstName(program)}, Token: v.credential.Token, Via: v.credential.Name,
	}
}

// firstName is the first of some names that is one.
func firstName(names ...string) string {
	for _, name := range names {
		if name = cutRunes(oneLine(name), maxCaller); name != "" {
			return name
		}
	}
	return ""
}

// Bridge is the product that the hub's own bridge calls itself in its User-Agent.
const Bridge = "hub-mcp"

// product is the name that begins a User-Agent, without its version. The bridge puts its client
// into the comment behind that: all clients of a machine come through one program.
func product(h http.Header) string {
	agent, comment, _ := strings.Cut(strings.TrimSpace(h.Get("User-Agent")), " ")
	name, _, _ := strings.Cut(agent, "/")
	if client := strings.Trim(comment, "()"); client != "" && name == Bridge {
		return client
	}
	return name
}
