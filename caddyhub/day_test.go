package caddyhub

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/api"
	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/health"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/caddyhub/internal/mcpserver"
	"github.com/progresshub/progresshub/store"
)

// day is a hub whose clock the test moves: REST and MCP, over one store.
type day struct {
	testing.TB
	api, mcp http.Handler
	now      atomic.Int64 // Unix milliseconds
}

func newDay(t *testing.T) *day {
	d := &day{TB: t}
	d.now.Store(time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC).UnixMilli())
	now := func() time.Time { return time.UnixMilli(d.now.Load()).UTC() }
	s, err := store.Open(t.Context(), t.TempDir(), store.Options{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	seen := inbound.NewClients(now)
	state := auth.NewState(t.TempDir(), auth.Clock{Now: now, Mono: func() time.Duration { return time.Duration(d.now.Load()) * time.Millisecond }}, zap.NewNop())
	guard := auth.NewGuard(state, auth.Config{Token: privateToken})
	d.api = api.New(api.Config{
		Store: s, Version: "test", Logger: zap.NewNop(), Auth: guard, Clients: seen, Health: health.NewBoard(now, nil),
	})
	allow := func(*http.Request) (inbound.Credential, *inbound.Problem) {
		return inbound.Credential{Class: inbound.Owner}, nil
	}
	if d.mcp, err = mcpserver.New(mcpserver.Config{Store: s, Version: "test", Clients: seen, Authorize: allow}); err != nil {
		t.Fatal(err)
	}
	return d
}

func (d *day) pass(length time.Duration) { d.now.Add(length.Milliseconds()) }

// agent is one agent on a machine of its own.
type agent struct {
	*day
	name string
}

// outcome is what the calls of this test look at, of whatever tool.
type outcome struct {
	Claimed, Created bool
	Thread           struct {
		ID, Status, Goal string
		ResumeStep       string `json:"resume_step"`
	}
	Lease  struct{ ID string }
	Holder string
	Free   []struct{ ID string }
	Text   string
}

// calls calls a tool that must succeed.
func (a agent) calls(tool string, args map[string]any) outcome {
	a.Helper()
	args["source_tool"] = a.name
	if tool != "start_work" && tool != "save_thread" {
		delete(args, "source_tool")
	}
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": args}})
	if err != nil {
		a.Fatal(err)
	}
	req := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(string(body)))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", a.name+"/1.0")
	w := httptest.NewRecorder()
	a.mcp.ServeHTTP(w, req)
	var answer struct {
		Result struct {
			Content           []struct{ Text string }
			StructuredContent outcome
			IsError           bool
		}
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || answer.Result.IsError || len(answer.Result.Content) != 1 {
		a.Fatalf("%s of %s: %d %s", tool, a.name, w.Code, w.Body)
	}
	out := answer.Result.StructuredContent
	out.Text = answer.Result.Content[0].Text
	return out
}

// owner sends a request as a script of the owner's would.
func (d *day) owner(method, path string, want int, into any) {
	d.Helper()
	req := httptest.NewRequest(method, path, http.NoBody)
	req.Header.Set("Authorization", "Bearer "+privateToken)
	w := httptest.NewRecorder()
	d.api.ServeHTTP(w, req)
	if w.Code != want {
		d.Fatalf("%s %s: %d %s", method, path, w.Code, w.Body)
	}
	if err := json.Unmarshal(w.Body.Bytes(), into); err != nil {
		d.Fatal(err)
	}
}

// Two agents on two machines: one starts, the other picks something else; the first dies,
// the second takes up its work where it was left and finishes it; the owner takes one
// change back.
func TestADayOfTwoAgents(t *testing.T) {
	d := newDay(t)
	laptop, desk := agent{d, "claude-code"}, agent{d, "codex"}
	const webhooks = "Move the billing webhooks to the queue"

	begun := laptop.calls("start_work", map[string]any{"intent": webhooks, "ttl_minutes": 60})
	if !begun.Claimed || !begun.Created {
		t.Fatalf("the first did not get the work: %+v", begun)
	}
	laptop.calls("save_thread", map[string]any{
		"thread_id": begun.Thread.ID, "lease_id": begun.Lease.ID, "goal": "no lost payments",
		"next_steps": []string{"switch the consumer"}, "tried": []map[string]string{{"what": "two consumers", "why_not": "they fight over acknowledgements"}},
	})
	other := desk.calls("save_thread", map[string]any{"summary": "Label the rack cables"})

	refused := desk.calls("start_work", map[string]any{"intent": "Move billing webhooks to the queue"})
	if refused.Claimed || refused.Holder != "claude-code" || refused.Thread.ID != begun.Thread.ID || len(refused.Free) != 1 || refused.Free[0].ID != other.Thread.ID {
		t.Fatalf("the second was not sent elsewhere: %+v", refused)
	}
	d.pass(10 * time.Minute)
	labels := desk.calls("start_work", map[string]any{"intent": "Label the rack cables", "thread_id": refused.Free[0].ID})
	if !labels.Claimed || labels.Created {
		t.Fatalf("the free work was not given out: %+v", labels)
	}
	if done := desk.calls("finish_thread", map[string]any{"thread_id": labels.Thread.ID, "lease_id": labels.Lease.ID, "note": "all of rack 2"}); done.Thread.Status != "done" {
		t.Fatalf("%+v", done)
	}

	d.pass(51 * time.Minute) // the first has died: its lease ran for an hour from its last word
	resumed := desk.calls("start_work", map[string]any{"intent": webhooks})
	if !resumed.Claimed || resumed.Created || resumed.Thread.ID != begun.Thread.ID || resumed.Thread.Goal != "no lost payments" {
		t.Fatalf("the work did not become free: %+v", resumed)
	}
	for _, left := range []string{"no lost payments", "switch the consumer", "two consumers"} {
		if !strings.Contains(resumed.Text, left) {
			t.Errorf("the brief does not tell %q:\n%s", left, resumed.Text)
		}
	}
	done := desk.calls("finish_thread", map[string]any{"thread_id": resumed.Thread.ID, "lease_id": resumed.Lease.ID})
	if done.Thread.Status != "done" {
		t.Fatalf("%+v", done)
	}

	var events []struct{ ID, Kind, Subject string }
	d.owner(http.MethodGet, fmt.Sprintf("/api/threads/%s/events", resumed.Thread.ID), http.StatusOK, &events)
	if len(events) == 0 || events[0].Kind != "thread.done" {
		t.Fatalf("%+v", events)
	}
	var undone struct{ Kind string }
	d.owner(http.MethodPost, "/api/events/"+events[0].ID+"/undo", http.StatusOK, &undone)
	var thread struct{ Status, Goal string }
	d.owner(http.MethodGet, "/api/threads/"+resumed.Thread.ID, http.StatusOK, &thread)
	if thread.Status != "open" || thread.Goal != "no lost payments" {
		t.Errorf("after the undo: %+v", thread)
	}
	var seen []struct{ Name string }
	d.owner(http.MethodGet, "/api/clients", http.StatusOK, &seen)
	if len(seen) < 2 {
		t.Errorf("clients seen: %+v", seen)
	}
}
