package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// A board shows who holds what, who only called, and nobody who was refused.
func TestAgentsToday(t *testing.T) {
	h := newHub(t)
	made := h.do(request{method: http.MethodPost, path: "/api/threads", body: `{"summary":"Held","source_tool":"codex"}`})
	made.wantStatus(http.StatusCreated)
	h.do(request{method: http.MethodPost, path: made.Header.Get("Location") + "/claim", body: `{"holder":"codex"}`, headers: map[string]string{"User-Agent": "codex"}}).wantStatus(http.StatusOK)
	h.api.Clients.Record(inbound.Call{Client: "reader", Kind: inbound.MCP, What: "session_digest"})
	h.api.Clients.Record(inbound.Call{Client: "forge", Kind: inbound.MCP, What: "session_digest"}) // as the hub calls itself
	h.api.Clients.Record(inbound.Call{Client: "script", Kind: inbound.REST, What: "GET /api/threads"})
	h.api.Clients.Refuse(inbound.Call{Client: "stranger", Kind: inbound.MCP, What: "initialize", Failed: "no token"})
	var body AgentsBody
	r := h.get("/api/agents")
	if err := json.Unmarshal([]byte(r.Body), &body); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range body.Agents {
		got = append(got, fmt.Sprintf("%s: %d changes, %d shown, holds %d, heard of %t", a.Name, a.Changes, len(a.Latest), len(a.Held), a.LastAt != nil))
	}
	const want = "codex: 2 changes, 2 shown, holds 1, heard of true; forge (client): 0 changes, 0 shown, holds 0, heard of true; reader: 0 changes, 0 shown, holds 0, heard of true"
	if strings.Join(got, "; ") != want {
		t.Errorf("%s; want %s", strings.Join(got, "; "), want)
	}
	if body.DayBegan.IsZero() || r.Header.Get("ETag") == "" {
		t.Errorf("day began %s, headers %v", body.DayBegan, r.Header)
	}
}
