package api

import (
	"context"

	"github.com/progresshub/progresshub/store"
)

// ClientBody is a program that has used the hub, or tried to, on the wire.
type ClientBody struct {
	Name          string      `json:"name" doc:"What it calls itself" example:"claude-code"`
	Kind          string      `json:"kind" enum:"rest,mcp" doc:"How it called last"`
	Authenticated bool        `json:"authenticated" doc:"False: it reached the MCP endpoint without a valid token and was refused" example:"true"`
	Calls         int         `json:"calls" doc:"Since the hub started" example:"12"`
	MCPCalls      int         `json:"mcp_calls" doc:"Those of them that came over MCP and succeeded: above 0, it is connected as an agent" example:"9"`
	LastCall      string      `json:"last_call" doc:"The route, the tool or the MCP method" example:"session_digest"`
	LastAt        store.Time  `json:"last_at" format:"date-time"`
	LastError     *string     `json:"last_error" doc:"Why its last failing call failed" example:"project \"alhpa\" not found; closest: alpha"`
	LastErrorAt   *store.Time `json:"last_error_at" format:"date-time" doc:"When that call failed"`
}

var listClients = operation{id: "list-clients", summary: "The programs that have used the hub since it started"}

// listClients shows which programs have used the hub, and which were refused. It is never
// cached: most requests change it without a change of the store.
func (a *API) listClients(ctx context.Context, _ *struct{}) (*result[[]ClientBody], error) {
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
	return show(list).listed(len(list), ""), nil
}
