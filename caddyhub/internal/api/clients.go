package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/clients"
	"github.com/progresshub/progresshub/caddyhub/internal/problem"
	"github.com/progresshub/progresshub/store"
)

// ClientBody is a program that has used the hub, or tried to, on the wire.
type ClientBody struct {
	Name          string      `json:"name" doc:"What it calls itself" example:"claude-code"`
	Kind          string      `json:"kind" enum:"rest,mcp" doc:"How it called last"`
	Authenticated bool        `json:"authenticated" doc:"False: it reached the MCP endpoint without the access token and was refused" example:"true"`
	Calls         int         `json:"calls" doc:"Since the hub started" example:"12"`
	MCPCalls      int         `json:"mcp_calls" doc:"Those of them that came over MCP and succeeded: above 0, it is connected as an agent" example:"9"`
	LastCall      string      `json:"last_call" doc:"The route, the tool or the MCP method" example:"session_digest"`
	LastAt        store.Time  `json:"last_at" format:"date-time"`
	LastError     *string     `json:"last_error" doc:"Why its last failing call failed" example:"project \"alhpa\" not found; closest: alpha"`
	LastErrorAt   *store.Time `json:"last_error_at" format:"date-time" doc:"When that call failed"`
}

var listClients = operation{id: "list-clients", summary: "The programs that have used the hub since it started", result: []ClientBody{}}

// listClients shows which programs have used the hub, and which were refused. It is never
// cached: most requests change it without a change of the store.
func (a *API) listClients(ctx context.Context, _ *struct{}) (*answer, error) {
	list := []ClientBody{}
	for _, c := range a.Clients.List() {
		body := ClientBody{
			Name: c.Name, Kind: c.Kind, Authenticated: !c.Refused, Calls: c.Calls, MCPCalls: c.MCPCalls,
			LastCall: c.LastCall, LastAt: store.At(c.LastAt),
		}
		if c.LastError != "" {
			body.LastError, body.LastErrorAt = &c.LastError, new(store.At(c.LastErrorAt))
		}
		list = append(list, body)
	}
	return page{total: len(list)}.answer(ctx, a, encode(list)), nil
}

// agent is the program behind a request: the name its changes are signed with.
type agent struct{ name string }

type agentKey struct{}

// serve answers an authenticated request. That of an agent is counted: it is called by the
// first word of its User-Agent, unless the request names a tool.
func (a *API) serve(w http.ResponseWriter, r *http.Request) {
	if auth.Actor(r.Context()) == store.Owner {
		a.answer(w, r)
		return
	}
	// Without its version, which a program changes and stays the same.
	name, _, _ := strings.Cut(r.UserAgent(), " ")
	name, _, _ = strings.Cut(name, "/")
	who, seen := &agent{name}, &outcome{ResponseWriter: w}
	if !isRead(r) { // only changes are signed
		r = r.WithContext(context.WithValue(r.Context(), agentKey{}, who))
	}
	a.answer(seen, r)
	a.count(who.name, r.Pattern, seen.status)
}

// outcome remembers the status of an answer.
type outcome struct {
	http.ResponseWriter
	status int // 0: 200
}

func (o *outcome) WriteHeader(status int) {
	o.status = status
	o.ResponseWriter.WriteHeader(status)
}

// Unwrap is for [http.ResponseController].
func (o *outcome) Unwrap() http.ResponseWriter { return o.ResponseWriter }

// count remembers an agent's request. An error is told by its status alone: what else the
// answer said may hold words of the request.
func (a *API) count(name, pattern string, status int) {
	call := clients.Call{Client: name, Kind: clients.REST, What: pattern}
	if status >= http.StatusBadRequest {
		call.Failed = fmt.Sprintf("%d %s", status, problem.New(status, "").Title)
	}
	a.Clients.Record(call)
}
