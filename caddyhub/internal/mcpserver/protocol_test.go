package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

var update = flag.Bool("update", false, "write the golden files anew")

// maxToolList is what the list of tools may take of every session's context, in bytes, and
// spareToolList what of it is kept for parameters to come.
const (
	maxToolList   = 8192
	spareToolList = 10
)

func TestToolList(t *testing.T) {
	h := newHub(t)
	got := h.rpc("tools/list", map[string]any{}).Result
	if len(got) > maxToolList-spareToolList {
		t.Errorf("tools/list has %d bytes, more than %d: shorten descriptions, or give something up (docs/architecture.md, an MCP tool)", len(got), maxToolList-spareToolList)
	}
	if figure := fmt.Sprintf("%d,%03d B", len(got)/1000, len(got)%1000); !strings.Contains(repoFile(t, filepath.FromSlash("../../../docs/quality.md")), figure) {
		t.Errorf("docs/quality.md does not say that tools/list has %s", figure)
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, got, "", "  "); err != nil {
		t.Fatal(err)
	}
	pretty.WriteByte('\n')
	golden := filepath.Join("testdata", "tools.golden.json")
	if *update {
		if err := os.WriteFile(golden, pretty.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(pretty.Bytes(), want) {
		t.Errorf("tools/list differs from %s; see with -update", golden)
	}
	if again := h.rpc("tools/list", map[string]any{}).Result; !bytes.Equal(got, again) {
		t.Error("tools/list changes from call to call")
	}
	list := decodeTo[struct{ Tools []map[string]any }](h, got)
	for _, tool := range list.Tools {
		hints, _ := tool["annotations"].(map[string]any)
		for _, hint := range []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"} {
			if _, ok := hints[hint].(bool); !ok {
				t.Errorf("%s has no %s", tool["name"], hint)
			}
		}
		if tool["title"] == nil || tool["description"] == nil {
			t.Errorf("%s has no title or description", tool["name"])
		}
	}
}

// announced are the capabilities: nothing that needs a stream or a session.
const announced = "map[completions:map[] prompts:map[] resources:map[] tools:map[]]"

func TestInitializeEra(t *testing.T) {
	h := newHub(t)
	for asked, want := range map[string]string{"2025-11-25": "2025-11-25", "2025-03-26": "2025-03-26", "2099-01-01": "2025-11-25"} {
		got := h.rpc("initialize", map[string]any{"protocolVersion": asked, "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "x", "version": "1"}})
		r := decodeTo[struct {
			ProtocolVersion string                    `json:"protocolVersion"`
			Capabilities    map[string]map[string]any `json:"capabilities"`
			Instructions    string                    `json:"instructions"`
			ServerInfo      mcp.Implementation        `json:"serverInfo"`
		}](h, got.Result)
		if r.ProtocolVersion != want {
			t.Errorf("asked for %s, got %s", asked, r.ProtocolVersion)
		}
		if got := fmt.Sprint(r.Capabilities); got != announced {
			t.Errorf("capabilities %s, want %s", got, announced)
		}
		if r.ServerInfo.Name != "progress-hub" || r.ServerInfo.Version != "1.2.3" {
			t.Errorf("server %+v", r.ServerInfo)
		}
		contains(t, r.Instructions, "session_digest", "start_work", "check_overlap", "thread_id", "pause_thread", "finish_thread", "no ritual notes")
	}
}

// modern sends a request of the 2026-07-28 era.
func (h *hub) modern(method, name string, params map[string]any, header map[string]string) reply {
	h.Helper()
	params["_meta"] = map[string]any{
		mcp.MetaKeyProtocolVersion:    mcp.ProtocolVersion20260728,
		mcp.MetaKeyClientCapabilities: map[string]any{},
		mcp.MetaKeyClientInfo:         map[string]any{"name": "modern-client", "version": "9"},
	}
	all := map[string]string{mcp.HeaderProtocolVersion: mcp.ProtocolVersion20260728, mcp.HeaderMethod: method}
	if name != "" {
		all[mcp.HeaderName] = name
	}
	for k, v := range header {
		all[k] = v
	}
	return h.send(http.MethodPost, "/mcp", h.encode(map[string]any{"jsonrpc": "2.0", "id": 7, "method": method, "params": params}), all)
}

func TestModernEra(t *testing.T) {
	h := newHub(t)
	alpha := h.thread("alpha", "Fix the login redirect")
	for _, c := range []struct {
		name, method, tool string
		params             map[string]any
		header             map[string]string
		status             int
		says               string
	}{
		{"discover", "server/discover", "", map[string]any{}, nil, 200, "session_digest"},
		{"capabilities", "server/discover", "", map[string]any{}, nil, 200, `"capabilities":{"prompts":{},"resources":{},"tools":{},"completions":{}}`},
		{"list", "tools/list", "", map[string]any{}, nil, 200, "check_overlap"},
		{"call", "tools/call", "list_threads", map[string]any{"name": "list_threads"}, nil, 200, alpha.ID},
		{"refusal", "tools/call", "read", map[string]any{"name": "read", "arguments": map[string]any{}}, nil, 200, `"isError":true`},
		{"unknown tool", "tools/call", "drop", map[string]any{"name": "drop"}, nil, 400, "-32602"},
		{"resources", "resources/list", "", map[string]any{}, nil, 200, "hub://projects"},
		{"a resource", "resources/read", "hub://threads/" + alpha.ID, map[string]any{"uri": "hub://threads/" + alpha.ID}, nil, 200, "# Fix the login redirect"},
		{"no resource", "resources/read", "hub://threads/x", map[string]any{"uri": "hub://threads/x"}, nil, 400, `"code":-32602,"message":"thread \"x\" not found; list_threads`},
		{"no address", "resources/read", "file:///etc", map[string]any{"uri": "file:///etc"}, nil, 400, `"code":-32602,"message":"no resource has the address`},
		{"prompts", "prompts/list", "", map[string]any{}, nil, 200, "wrap_up"},
		{"a prompt", "prompts/get", "resume_work", map[string]any{"name": "resume_work", "arguments": map[string]any{"project": "alpha"}}, nil, 200, alpha.ID},
		{"no prompt", "prompts/get", "resume", map[string]any{"name": "resume"}, nil, 400, `"code":-32602,"message":"prompt \"resume\" not found`},
		{"completion", "completion/complete", "", map[string]any{"ref": map[string]any{"type": "ref/prompt", "name": "wrap_up"}, "argument": map[string]any{"name": "project", "value": "al"}}, nil, 200, `"values":["alpha"]`},
		{"subscribing is gone", "resources/subscribe", "", map[string]any{"uri": "hub://projects"}, nil, 404, "-32601"},
		{"ping is gone", "ping", "", map[string]any{}, nil, 404, "-32601"},
		{"header says another method", "tools/list", "", map[string]any{}, map[string]string{mcp.HeaderMethod: "tools/call"}, 400, "Mcp-Method"},
		{"no version header", "tools/list", "", map[string]any{}, map[string]string{mcp.HeaderProtocolVersion: ""}, 400, "required"},
		{"an old session id is ignored", "tools/list", "", map[string]any{}, map[string]string{mcp.HeaderSessionID: "gone"}, 200, "check_overlap"},
		{"nothing to listen to", "subscriptions/listen", "", map[string]any{"notifications": map[string]any{"toolsListChanged": true}}, nil, 404, "-32601"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := h.modern(c.method, c.tool, c.params, c.header)
			if got.status != c.status || got.header.Get("Content-Type") != "application/json" {
				t.Errorf("status %d, want %d, type %q: %s", got.status, c.status, got.header.Get("Content-Type"), got.body)
			}
			contains(t, string(got.body), c.says)
		})
	}
}

// The library's own client finds its way in both eras.
func TestClients(t *testing.T) {
	for name, options := range map[string][]client.ClientOption{
		"modern": nil,
		"legacy": {client.WithProtocolVersion(mcp.ProtocolVersion20251125)},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHub(t)
			channel, err := transport.NewStreamableHTTP(h.url+"/mcp/", transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer " + testToken}))
			if err != nil {
				t.Fatal(err)
			}
			c := client.NewClient(channel, options...)
			defer c.Close()
			if err := c.Start(t.Context()); err != nil {
				t.Fatal(err)
			}
			var request mcp.InitializeRequest
			request.Params.ProtocolVersion = mcp.ProtocolVersion20251125
			request.Params.ClientInfo = mcp.Implementation{Name: "go-client", Version: "1"}
			if _, err := c.Initialize(t.Context(), request); err != nil {
				t.Fatal(err)
			}
			list, err := c.ListTools(t.Context(), mcp.ListToolsRequest{})
			if err != nil || len(list.Tools) != len((&server{}).tools()) {
				t.Fatalf("%d tools, %v", len(list.Tools), err)
			}
			var call mcp.CallToolRequest
			call.Params.Name = "save_thread"
			call.Params.Arguments = map[string]any{"summary": "Fix the login redirect", "source_tool": "go-client"}
			got, err := c.CallTool(t.Context(), call)
			if err != nil || got.IsError {
				t.Fatalf("%+v, %v", got, err)
			}
			call.Params.Name, call.Params.Arguments = "read", map[string]any{"uri": "hub://threads/none"}
			if got, err = c.CallTool(t.Context(), call); err != nil || !got.IsError {
				t.Fatalf("%+v, %v", got, err)
			}
			if h.count() != 1 {
				t.Errorf("%d threads", h.count())
			}
		})
	}
}

// A session store would keep about 10 KB for each of these.
func TestInitializesLeaveNothing(t *testing.T) {
	h := newHub(t)
	handler, err := New(Config{Store: h.store, Authorize: allow, Clients: inbound.NewClients(time.Now)})
	if err != nil {
		t.Fatal(err)
	}
	flood := func(n int) {
		for i := range n {
			r := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(initialize))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("User-Agent", fmt.Sprintf("client-%d", i%500))
			w := httptest.NewRecorder()
			if handler.ServeHTTP(w, r); w.Code != http.StatusOK {
				t.Fatalf("status %d", w.Code)
			}
		}
	}
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	flood(200) // pools and caches fill
	routines, before := runtime.NumGoroutine(), heap()
	flood(5000)
	for left := 1_000_000; runtime.NumGoroutine() > routines && left > 0; left-- {
		runtime.Gosched() // the last request's goroutine may still be on its way out
	}
	if now := runtime.NumGoroutine(); now > routines {
		t.Errorf("%d goroutines are left over", now-routines)
	}
	if grown := heap() - before; grown > 1<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
}

// A client that goes away takes its request along, whichever kind it is.
func TestClientsThatLeaveLeaveNothing(t *testing.T) {
	started := make(chan struct{})
	h := withTool(t, func(ctx context.Context, _ call) (toolResult, error) {
		started <- struct{}{}
		<-ctx.Done()
		return toolResult{}, ctx.Err()
	})
	h.rpc("ping", map[string]any{})
	h.http.CloseIdleConnections()
	settle := func(most int) int {
		for left := 1_000_000; runtime.NumGoroutine() > most && left > 0; left-- {
			runtime.Gosched()
		}
		return runtime.NumGoroutine()
	}
	before := settle(0)
	var wg sync.WaitGroup
	for range 30 {
		ctx, leave := context.WithCancel(t.Context())
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url+"/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"probe"}}`))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		wg.Go(func() {
			if resp, err := h.http.Do(request); err == nil {
				resp.Body.Close()
				t.Error("the client has an answer")
			}
		})
		<-started
		leave()
	}
	wg.Wait()
	h.http.CloseIdleConnections()
	if now := settle(before); now > before {
		t.Errorf("%d goroutines are left over", now-before)
	}
}

// Cancellations of one client must not reach the calls of another with the same id, and
// simultaneous creates of the same work make one thread.
func TestConcurrentClients(t *testing.T) {
	h := newHub(t)
	for i := range 20 {
		h.thread("alpha", strings.Repeat("x", i)+" some seed thread")
	}
	const workers = 8
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			h.call("session_digest", map[string]any{"project": "alpha"})
			h.send(http.MethodPost, "/mcp", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, nil)
			h.call("save_thread", map[string]any{"summary": "Move the invoices to the new printer", "source_tool": "a", "project": "alpha"})
			h.call("check_overlap", map[string]any{"query": "invoices printer"})
			h.call("list_threads", nil)
		})
	}
	wg.Wait()
	if got := h.count(); got != 21 {
		t.Errorf("%d threads, want 21", got)
	}
}

func TestConcurrentCheckpointsKeepAllAttempts(t *testing.T) {
	h := newHub(t)
	id := h.thread("alpha", "Find the leak").ID
	var wg sync.WaitGroup
	names := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	for _, what := range names {
		wg.Go(func() {
			h.call("save_thread", map[string]any{"thread_id": id, "tried": []store.Attempt{{What: what}}})
		})
	}
	wg.Wait()
	if got := h.read(id).Tried; len(got) != len(names) {
		t.Errorf("%d attempts are left of %d", len(got), len(names))
	}
}
