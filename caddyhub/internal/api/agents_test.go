package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

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
		if a.Via != nil {
			t.Errorf("%s stands there for the token %q", a.Name, *a.Via)
		}
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

// A program that works on two machines has a row for each, and a call tells of its own one only.
func TestAgentsTodayByToken(t *testing.T) {
	h := newHub(t)
	for _, machine := range []string{"laptop", "desk"} {
		_, token := h.newToken(machine, inbound.Write, 0)
		headers := bearer(token)
		headers["User-Agent"] = "codex"
		made := h.do(request{method: http.MethodPost, path: "/api/threads", body: `{"summary":"On the ` + machine + `"}`, headers: headers})
		made.wantStatus(http.StatusCreated)
		h.do(request{method: http.MethodPost, path: made.Header.Get("Location") + "/claim", body: `{"holder":"codex"}`, headers: headers}).wantStatus(http.StatusOK)
		h.clock.Advance(time.Minute)
	}
	began := h.clock.Now()
	h.clock.Advance(20 * time.Minute)
	h.api.Clients.Record(inbound.Call{Client: "codex", Kind: inbound.MCP, Token: "desk", What: "session_digest"})
	h.api.Clients.Record(inbound.Call{Client: "codex", Kind: inbound.MCP, Token: "server", What: "session_digest"})
	body := decode[AgentsBody](h.get("/api/agents"))
	var got []string
	for _, a := range body.Agents {
		line := fmt.Sprintf("%s (%s): %d changes, heard of after %s", a.Name, *a.Via, a.Changes, a.LastAt.Sub(began))
		for _, held := range a.Held {
			line += ", holds " + held.Summary
		}
		got = append(got, line)
	}
	want := []string{
		"codex (desk): 1 changes, heard of after 20m0s, holds On the desk",
		"codex (laptop): 2 changes, heard of after -2m0s, holds On the laptop",
		"codex (server): 0 changes, heard of after 20m0s",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}
