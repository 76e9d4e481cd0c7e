package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

func allow(*http.Request) (inbound.Credential, *inbound.Problem) {
	return inbound.Credential{Class: inbound.Owner}, nil
}

// withTool serves one made-up tool behind the real checks and handler.
func withTool(t *testing.T, run func(context.Context, call) (toolResult, error), change ...func(*Config)) *hub {
	h := newHub(t)
	cfg := Config{Store: h.store, Logger: zap.New(h.core), Authorize: allow}
	for _, f := range change {
		f(&cfg)
	}
	s := &server{Config: cfg}
	inner := &httpHandler{Config: cfg, next: s.transport([]tool{{name: "probe", params: []param{{name: "source_tool"}}, run: run}})}
	h.serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		info := inbound.Info{ID: "req-1", Prefix: "/hub"}
		inner.ServeHTTP(w, r.WithContext(inbound.With(r.Context(), info)))
	}))
	return h
}

func TestPanicStaysInside(t *testing.T) {
	h := withTool(t, func(context.Context, call) (toolResult, error) {
		panic("secret path /var/lib/hub")
	})
	sentence := h.refusal("probe", nil)
	contains(t, sentence, "went wrong", "req-1")
	if strings.Contains(sentence, "secret") {
		t.Errorf("the panic's text leaks: %s", sentence)
	}
	entries := h.log.FilterMessage("an MCP call panicked").All()
	if len(entries) != 1 {
		t.Fatalf("%d log entries", len(entries))
	}
	fields := entries[0].ContextMap()
	if strings.Contains(fmt.Sprint(fields), "secret") {
		t.Errorf("the panic's text is in the log: %v", fields)
	}
	if fields["type"] != "string" || fields["call"] != "probe" || !strings.Contains(fmt.Sprint(fields["stack"]), "tool_test.go") {
		t.Errorf("the log lacks what happened: %v", fields)
	}
}

func TestErrorsOfTools(t *testing.T) {
	until := store.Time{}
	for _, c := range []struct {
		name   string
		err    error
		says   []string
		logged bool
	}{
		{"own", refuse("do %s", "this"), []string{"do this"}, false},
		{"unknown project", &store.NotFoundError{Kind: "project", ID: "alhpa", Closest: "alpha"}, []string{`project "alhpa" not found; closest: alpha`}, false},
		{"unknown project, none near", &store.NotFoundError{Kind: "project", ID: "zzz"}, []string{`project "zzz" not found; list_projects`}, false},
		{"unknown thread", &store.NotFoundError{Kind: "thread", ID: "x\ny\u202e"}, []string{`thread "x\ny" not found; list_threads`}, false},
		{"invalid", &store.InvalidError{Fields: []store.FieldError{{Field: "project_slug", Message: "must be a slug"}, {Field: "goal", Message: "is too long"}}}, []string{"project must be a slug; goal is too long; nothing was written"}, false},
		{"cursor", &store.InvalidError{Fields: []store.FieldError{{Field: "cursor", Message: "take it from the Link header"}}}, []string{"next_cursor"}, false},
		{"state", &store.ConflictError{Message: "cannot pause a thread that is done"}, []string{"cannot pause a thread that is done"}, false},
		{"lease", &store.ConflictError{Message: "m", Lease: &store.Lease{Holder: "cursor\"\nobey", ExpiresAt: until}}, []string{`"cursor\"\nobey" works on this thread until`, "lease_id"}, false},
		{"version", &store.VersionError{Current: 7}, []string{"is now at revision 7", "nothing was written", "repeat with if_rev 7"}, false},
		{"wrapped", fmt.Errorf("op: %w", &store.NotFoundError{Kind: "thread", ID: "x"}), []string{`thread "x" not found`}, false},
		{"cancelled", context.Canceled, []string{"the call ended"}, false},
		{"closed", store.ErrClosed, []string{"shutting down"}, false},
		{"disk", fmt.Errorf("insert: %w: /data/hub.sqlite3: disk I/O error", store.ErrUnavailable), []string{"changed nothing"}, true},
		{"internal", errors.New("sql: no such column: lease"), []string{"went wrong", "req-1"}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := withTool(t, func(context.Context, call) (toolResult, error) { return toolResult{}, c.err })
			contains(t, h.refusal("probe", nil), c.says...)
			logged := h.log.FilterMessage("an MCP call failed").Len() == 1
			if logged != c.logged {
				t.Errorf("logged: %v, want %v", logged, c.logged)
			}
		})
	}
}

func TestCallerIsNamed(t *testing.T) {
	var got call
	h := withTool(t, func(_ context.Context, c call) (toolResult, error) {
		got = c
		return toolResult{text: "ok"}, nil
	})
	long := strings.Repeat("é", 300)
	for _, c := range []struct {
		name, agent string
		params      map[string]any
		want        string
	}{
		{"argument", "cli/1.0", map[string]any{"arguments": map[string]any{"source_tool": " codex "}}, "codex"},
		{"argument before client", "cli/1.0", map[string]any{"arguments": map[string]any{"source_tool": "codex"}, "_meta": clientMeta("zed")}, "codex"},
		{"client before user agent", "cli/1.0", map[string]any{"_meta": clientMeta("zed")}, "zed"},
		{"user agent", "claude-code/2.1 (cli; x)", nil, "claude-code"},
		{"blank argument", "cli/1.0", map[string]any{"arguments": map[string]any{"source_tool": " "}}, "cli"},
		{"malformed client", "cli/1.0", map[string]any{"_meta": map[string]any{"io.modelcontextprotocol/clientInfo": 5}}, "cli"},
		{"long and odd", "cli", map[string]any{"arguments": map[string]any{"source_tool": "a\u202e\n\x07b" + long}}, "a b" + long[:2*(maxCaller-4)] + "…"},
	} {
		t.Run(c.name, func(t *testing.T) {
			params := map[string]any{"name": "probe"}
			for k, v := range c.params {
				params[k] = v
			}
			r := h.send(http.MethodPost, "/mcp", h.encode(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}), map[string]string{"User-Agent": c.agent})
			if r.status != http.StatusOK || strings.Contains(string(r.body), "isError") {
				t.Fatalf("%d: %s", r.status, r.body)
			}
			if got.by.SourceTool != c.want || got.by.Actor != store.Agent {
				t.Errorf("by %+v, want %q", got.by, c.want)
			}
			if got.base != "/hub" {
				t.Errorf("links begin with %q", got.base)
			}
		})
	}
	t.Run("modern", func(t *testing.T) {
		h.modern("tools/call", "probe", map[string]any{"name": "probe"}, nil)
		if got.by.SourceTool != "modern-client" {
			t.Errorf("by %+v", got.by)
		}
	})
}

func clientMeta(name string) map[string]any {
	return map[string]any{"io.modelcontextprotocol/clientInfo": map[string]any{"name": name, "version": "1"}}
}

func TestArguments(t *testing.T) {
	h := newHub(t)
	h.thread("alpha", "Fix the login redirect")
	for _, c := range []struct {
		name, tool, arguments string
		says                  []string
	}{
		{"missing", "check_overlap", `{}`, []string{`argument "query" (a string) is missing: the work in a few words`}},
		{"missing without arguments", "read", `null`, []string{`argument "uri" (a string) is missing`, "hub://threads/{id}"}},
		{"null counts as missing", "read", `{"uri":null}`, []string{"is missing"}},
		{"blank", "check_overlap", `{"query":" \n"}`, []string{`argument "query" is empty`}},
		{"unknown with a near one", "list_threads", `{"projct":"alpha"}`, []string{`unknown argument "projct"; closest: project`}},
		{"unknown without", "list_threads", `{"wherever":1}`, []string{`unknown argument "wherever"; it takes project, status, stale, ready, limit, cursor`}},
		{"case matters", "list_threads", `{"Project":"alpha"}`, []string{`unknown argument "Project"; closest: project`}},
		{"text for a number", "list_threads", `{"limit":"5"}`, []string{`argument "limit" must be an integer, not a string`}},
		{"fraction", "list_threads", `{"limit":1.5}`, []string{"not a fraction"}},
		{"zero", "list_threads", `{"limit":0}`, []string{"between 1 and 200"}},
		{"negative", "session_digest", `{"budget":-1}`, []string{"at least 1"}},
		{"too large", "list_threads", `{"limit":99999999999999999999999999}`, []string{"between 1 and 200"}},
		{"number for a text", "check_overlap", `{"query":12345678901234567890}`, []string{`argument "query" must be a string, not a number`}},
		{"text for a flag", "list_threads", `{"stale":"yes"}`, []string{`argument "stale" must be true or false, not a string`}},
		{"not in the list", "list_threads", `{"status":"closed"}`, []string{`argument "status" must be one of open, blocked, done, dismissed`}},
		{"list for a text", "read", `{"uri":[]}`, []string{"not a list"}},
		{"wrong items", "save_thread", `{"thread_id":"x","next_steps":["a",2]}`, []string{"one of its items is something else"}},
		{"attempt as a text", "save_thread", `{"thread_id":"x","tried":["a"]}`, []string{`argument "tried"`, "{what, why_not}", "item 1"}},
		{"attempt without what", "save_thread", `{"thread_id":"x","tried":[{"what":"a"},{"why_not":"b"}]}`, []string{"item 2"}},
		{"attempt with more", "save_thread", `{"thread_id":"x","tried":[{"what":"a","because":"b"}]}`, []string{"item 1"}},
		{"attempts as an object", "save_thread", `{"thread_id":"x","tried":{}}`, []string{"not an object"}},
		{"arguments as a list", "list_threads", `[1]`, []string{"must be an object", "not a list"}},
		{"all that is wrong at once", "check_overlap", `{"limit":"x","limt":1}`, []string{"limit", "limt", "query"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			contains(t, h.refusal(c.tool, rawJSON(c.arguments)), c.says...)
		})
	}
	t.Run("whole floats and nulls pass", func(t *testing.T) {
		r := h.call("list_threads", rawJSON(`{"limit":5.0,"project":null,"cursor":""}`))
		if len(data[threadsData](h, r).Threads) != 1 {
			t.Error(r.text())
		}
	})
	if h.count() != 1 {
		t.Errorf("a refused call wrote: %d threads", h.count())
	}
}

type rawJSON string

func (r rawJSON) MarshalJSON() ([]byte, error) { return []byte(r), nil }
