package mcpserver

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

const (
	testToken = "a-token-for-tests"
	ownOrigin = "https://hub.example"
)

var byOwner = store.By{Actor: store.Owner}

// hub is an MCP server with a store of its own behind a real HTTP server.
type hub struct {
	testing.TB
	store *store.Store
	url   string
	http  *http.Client
	log   *observer.ObservedLogs
	core  zapcore.Core // what log observes
	clock *storetest.Clock
}

func newHub(t testing.TB, change ...func(*Config)) *hub {
	t.Helper()
	h := &hub{TB: t, clock: storetest.NewClock(time.Date(2026, 5, 4, 9, 30, 0, 0, time.UTC))}
	opened, err := store.Open(t.Context(), storetest.Dir(t), store.Options{Now: h.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	h.store = opened
	h.core, h.log = observer.New(zapcore.DebugLevel)
	cfg := Config{
		Store: opened, Version: "1.2.3", Logger: zap.New(h.core), PublicURL: ownOrigin,
		Authorize: authorize,
		OwnOrigin: func(_ *http.Request, origin string) bool { return origin == ownOrigin },
	}
	for _, f := range change {
		f(&cfg)
	}
	handler, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	h.serve(handler)
	t.Cleanup(func() {
		if err := opened.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// authorize lets in who has the token.
func authorize(r *http.Request) (inbound.Credential, *inbound.Problem) {
	if r.Header.Get("Authorization") == "Bearer "+testToken {
		return inbound.Credential{Class: inbound.Owner}, nil
	}
	return inbound.Credential{}, inbound.NewProblem(http.StatusUnauthorized, "send the access token as a bearer")
}

// serve puts a handler behind the hub's address.
func (h *hub) serve(handler http.Handler) {
	server := httptest.NewServer(handler)
	h.url, h.http = server.URL, &http.Client{Transport: &http.Transport{ExpectContinueTimeout: time.Minute}}
	h.Cleanup(h.http.CloseIdleConnections)
	h.Cleanup(server.Close)
}

// reply is one HTTP answer.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// send makes one HTTP request. The headers are those of a well-behaved client; an empty
// value in header takes one away.
func (h *hub) send(method, path, body string, header map[string]string) reply {
	h.Helper()
	return h.sendFrom(method, path, strings.NewReader(body), header)
}

func (h *hub) sendFrom(method, path string, body io.Reader, header map[string]string) reply {
	h.Helper()
	req, err := http.NewRequestWithContext(h.Context(), method, h.url+path, body)
	if err != nil {
		h.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+testToken)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("User-Agent", "test-client/0.1 (linux)")
	for name, value := range header {
		req.Header.Del(name)
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	resp, err := h.http.Do(req)
	if err != nil {
		h.Fatal(err)
	}
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	if err != nil {
		h.Fatal(err)
	}
	return reply{resp.StatusCode, resp.Header, got}
}

// rpcReply is a JSON-RPC answer.
type rpcReply struct {
	ID     any             `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// rpc sends one JSON-RPC request of the initialize era.
func (h *hub) rpc(method string, params any) rpcReply {
	h.Helper()
	body := h.encode(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	got := h.send(http.MethodPost, "/mcp", body, nil)
	if got.status != http.StatusOK || got.header.Get("Content-Type") != "application/json" {
		h.Fatalf("%s: status %d, %s: %s", method, got.status, got.header.Get("Content-Type"), got.body)
	}
	return decodeTo[rpcReply](h, got.body)
}

// result is what a tool answered.
type result struct {
	Content []struct {
		Type, Text string
	} `json:"content"`
	Structured map[string]any `json:"structuredContent"`
	IsError    bool           `json:"isError"`
	size       int
}

func (r result) text() string {
	if len(r.Content) != 1 {
		return ""
	}
	return r.Content[0].Text
}

// data decodes the structured content.
func data[T any](h *hub, r result) T {
	h.Helper()
	return decodeTo[T](h, []byte(h.encode(r.Structured)))
}

// try calls a tool and returns whatever it answers.
func (h *hub) try(tool string, args any) result {
	h.Helper()
	got := h.rpc("tools/call", map[string]any{"name": tool, "arguments": args})
	if got.Error != nil {
		h.Fatalf("%s: protocol error %d: %s", tool, got.Error.Code, got.Error.Message)
	}
	r := decodeTo[result](h, got.Result)
	r.size = len(got.Result)
	return r
}

// call calls a tool that must succeed.
func (h *hub) call(tool string, args any) result {
	h.Helper()
	r := h.try(tool, args)
	if r.IsError {
		h.Fatalf("%s: %s", tool, r.text())
	}
	return r
}

// refusal calls a tool that must refuse, and returns its sentence.
func (h *hub) refusal(tool string, args any) string {
	h.Helper()
	r := h.try(tool, args)
	if !r.IsError || r.Structured != nil {
		h.Fatalf("%s was not refused: %s", tool, r.text())
	}
	sentence := r.text()
	for _, dump := range []string{"json:", "sql", "unmarshal", "store.", "Go ", "panic", "\n"} {
		if strings.Contains(sentence, dump) {
			h.Errorf("%s: the refusal shows %q: %s", tool, dump, sentence)
		}
	}
	return sentence
}

// thread makes a thread through the store.
func (h *hub) thread(project, summary string, fields ...func(*store.ThreadInput)) store.Thread {
	h.Helper()
	in := store.ThreadInput{Summary: store.Some(summary), ProjectSlug: store.Some(project)}
	for _, f := range fields {
		f(&in)
	}
	w, err := h.store.CreateThread(h.Context(), byOwner, "seed", in, true)
	if err != nil {
		h.Fatal(err)
	}
	return w.Item
}

func (h *hub) project(in store.ProjectInput) {
	h.Helper()
	if _, err := h.store.CreateProject(h.Context(), byOwner, in); err != nil {
		h.Fatal(err)
	}
}

// session saves a session record and returns its id.
func (h *hub) session(project, title string) string {
	h.Helper()
	w, err := h.store.SaveSessions(h.Context(), byOwner, []store.SessionInput{{
		Tool: "codex", SessionRef: title, ProjectSlug: store.Some(project), Title: store.Some(title),
		Summary: store.Some(title), OpenItems: store.Some([]string{title}), WorkspacePath: store.Some("/w/" + project), Messages: store.Some(7),
	}})
	if err != nil {
		h.Fatal(err)
	}
	return w.Item[0].ID
}

// reminder makes one for noon and returns its id.
func (h *hub) reminder(text string) string {
	h.Helper()
	w, err := h.store.CreateReminder(h.Context(), byOwner, store.ReminderInput{Text: store.Some(text), DueAt: store.Some("2026-05-04T12:00:00Z")}, store.Policy{})
	if err != nil {
		h.Fatal(err)
	}
	return w.Item.ID
}

func (h *hub) finish(id string, outcome store.Status) {
	h.Helper()
	if _, err := h.store.Finish(h.Context(), byOwner, id, store.Guard{}, outcome, ""); err != nil {
		h.Fatal(err)
	}
}

func (h *hub) read(id string) store.Thread {
	h.Helper()
	t, err := h.store.Thread(h.Context(), id)
	if err != nil {
		h.Fatal(err)
	}
	return t
}

// count is the number of threads of every state.
func (h *hub) count() int {
	h.Helper()
	page, err := h.store.Threads(h.Context(), store.ThreadFilter{Statuses: store.Statuses, Limit: 1}, store.Policy{})
	if err != nil {
		h.Fatal(err)
	}
	return page.Total
}

func (h *hub) encode(v any) string {
	h.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		h.Fatal(err)
	}
	return string(b)
}

func decodeTo[T any](h *hub, b []byte) T {
	h.Helper()
	var v T
	if err := json.NewDecoder(bytes.NewReader(b)).Decode(&v); err != nil {
		h.Fatalf("decode %.200s: %v", b, err)
	}
	return v
}

func contains(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("%q is missing in:\n%s", p, text)
		}
	}
}

func absent(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if strings.Contains(text, p) {
			t.Errorf("%q stands in:\n%s", p, text)
		}
	}
}
