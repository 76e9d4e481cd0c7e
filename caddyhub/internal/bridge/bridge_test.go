package bridge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/caddyhub/internal/indexer"
	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
)

func TestBridge(t *testing.T) {
	clients := inbound.NewClients(time.Now)
	handler := hubHandler(t, clients)
	var heads sync.Map // by method, the headers of its request
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var m struct {
			Method string `json:"method"`
		}
		_ = json.Unmarshal(body, &m)
		heads.Store(m.Method, r.Header.Clone())
		r.Body = io.NopCloser(bytes.NewReader(body))
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	p := open(t, server.URL, t.TempDir())

	if a := p.ask(hello); string(a.ID) != `"hello"` || a.Result.Protocol != "2025-11-25" {
		t.Errorf("the handshake is answered %+v", a)
	}
	p.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`) // has no answer
	p.send(`{"jsonrpc":"2.0","id":9,"result":{}}`)                   // neither has an answer
	p.send("")
	if a := p.ask(list); string(a.ID) != "2" || len(a.Result.Tools) == 0 {
		t.Errorf("the list of tools is %+v", a)
	}
	if a := p.ask(call); a.Result.IsError || a.text() == "" {
		t.Errorf("the call is answered %+v", a)
	}
	if a := p.ask(modern); a.Result.IsError || a.Result.Type != "complete" {
		t.Errorf("the modern call is answered %+v", a)
	}
	head := func(method string) http.Header {
		h, _ := heads.Load(method)
		return h.(http.Header)
	}
	if h := head("tools/list"); h.Get("Mcp-Protocol-Version") != "2025-11-25" || h.Get("User-Agent") != "hub-mcp/1.0 (test-client)" || h.Get("Mcp-Method") != "" {
		t.Errorf("the headers of an old message are %v", h)
	}
	if h := head("tools/call"); h.Get("Mcp-Protocol-Version") != "2026-07-28" || h.Get("Mcp-Method") != "tools/call" || h.Get("Mcp-Name") != "list_threads" || h.Get("User-Agent") != "hub-mcp/1.0 (modern)" {
		t.Errorf("the headers of a modern message are %v", h)
	}
	// There is no handshake in the modern protocol, and the hub has to see that it is meant.
	modernHello := strings.Replace(modern, `"tools/call"`, `"initialize"`, 1)
	if a := p.ask(modernHello); a.Error == nil || a.Error.Code != mcp.METHOD_NOT_FOUND {
		t.Errorf("a modern handshake is answered %q", a.text())
	}
	if a := p.ask(readOne); a.Error == nil || strings.Contains(a.text(), "eader") {
		t.Errorf("a name that is no ASCII: %+v", a)
	}
	var names []string
	for _, c := range clients.List() {
		names = append(names, c.Name)
	}
	if got := strings.Join(names, " "); !strings.Contains(got, "test-client") || !strings.Contains(got, "modern") {
		t.Errorf("the hub knows the clients %q", got)
	}

	for name, c := range map[string]struct{ line, want string }{
		"no JSON":       {`{"jsonrpc":`, "no JSON-RPC message"},
		"no object":     {`5`, "no JSON-RPC message"},
		"a batch":       {`[` + ping + `]`, "not a batch"},
		"too long":      {`{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":"` + strings.Repeat("x", maxLine) + `"}}`, "more than 1048576 bytes"},
		"no such thing": {`{"jsonrpc":"2.0","id":7,"method":"nothing"}`, "nothing"},
		"two methods":   {`{"jsonrpc":"2.0","id":7,"method":"ping","Method":"tools/list"}`, "upper and lower case"},
		"half a letter": {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"\ud800"}}`, "lone surrogate"},
		"odd method":    {`{"jsonrpc":"2.0","id":7,"method":7}`, "message"},
	} {
		t.Run(name, func(t *testing.T) {
			if a := p.ask(c.line); a.Error == nil || !strings.Contains(a.text(), c.want) {
				t.Errorf("answered %+v", a)
			}
			if a := p.ask(ping); string(a.ID) != "4" || a.Error != nil {
				t.Errorf("and then %+v", a)
			}
		})
	}
	p.in.Close()
	if err := <-p.ended; err != nil {
		t.Errorf("ended with %v", err)
	}
}

// TestManyCalls: of 10,000 calls at once none is lost and none answered twice, and no more than
// maxRunning are at the hub.
func TestManyCalls(t *testing.T) {
	const calls = 10_000
	handler := hubHandler(t, nil)
	var at, most atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		now := at.Add(1)
		defer at.Add(-1)
		for seen := most.Load(); now > seen && !most.CompareAndSwap(seen, now); seen = most.Load() {
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	p := open(t, server.URL, t.TempDir())
	p.ask(hello)
	go func() {
		for i := range calls {
			if _, err := fmt.Fprintf(p.in, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"list_projects","arguments":{}}}`+"\n", i); err != nil {
				return
			}
		}
	}()
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	seen := make([]bool, calls)
	var first uint64
	for i := range calls {
		a := p.next()
		var id int
		if err := json.Unmarshal(a.ID, &id); err != nil || seen[id] || a.Error != nil || a.Result.IsError {
			t.Fatalf("answer %d is %+v", i, a)
		}
		seen[id] = true
		if i == calls/10 {
			first = heap()
		}
	}
	if last := heap(); last > first+2<<20 {
		t.Errorf("the heap grew from %d to %d bytes", first, last)
	}
	if n := most.Load(); n > maxRunning {
		t.Errorf("%d requests were at the hub at once", n)
	}
}

// TestCancel: a cancelled request ends at the hub and is not answered.
func TestCancel(t *testing.T) {
	begun, ended := make(chan struct{}), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if body, _ := io.ReadAll(r.Body); strings.Contains(string(body), "ping") {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, "{\n\"jsonrpc\": \"2.0\",\n\"id\": 4, \"result\": {}}")
			return
		}
		close(begun)
		<-r.Context().Done()
		close(ended)
	}))
	t.Cleanup(server.Close)
	p := open(t, server.URL, t.TempDir())
	p.send(call)
	<-begun
	p.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}`)
	<-ended
	if a := p.ask(ping); string(a.ID) != "4" {
		t.Errorf("the next answer is %+v", a)
	}
}

// TestEnd: the bridge ends with its input or its context, also while the hub does not answer.
func TestEnd(t *testing.T) {
	hang := make(chan struct{})
	reached := make(chan struct{}, 8)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.ReadAll(r.Body)
		reached <- struct{}{}
		select {
		case <-r.Context().Done():
		case <-hang:
		}
	}))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(hang) })
	for name, end := range map[string]func(*pipe){
		"input":   func(p *pipe) { p.in.Close() },
		"context": func(p *pipe) { p.stop() },
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, server.URL, t.TempDir())
			p.send(call)
			<-reached
			began := time.Now()
			end(p)
			if err := <-p.ended; err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took > 10*time.Second { // the client would wait for twenty
				t.Errorf("took %s", took)
			}
		})
	}
	t.Run("no reader", func(t *testing.T) {
		out, in := net.Pipe()
		out.Close()
		err := Run(t.Context(), strings.NewReader("nonsense\n"), in, Options{Find: func() (indexer.Way, error) { return indexer.Way{}, indexer.ErrNoConfig }})
		if err == nil || !strings.Contains(err.Error(), "write the answer") {
			t.Errorf("got %v", err)
		}
	})
}

func FuzzMessage(f *testing.F) {
	for _, line := range []string{hello, list, call, modern, readOne, `[]`, `{"id":{}}`, `{"method":null}`, `{"params":[1]}`, `{"ID":1}`} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			return
		}
		m, err := parse(line)
		if err != nil {
			return
		}
		b := &bridge{}
		h := http.Header{}
		b.head(h, indexer.Way{Base: &url.URL{}}, m)
		for name, values := range h {
			for _, v := range values {
				if strings.ContainsAny(v, "\r\n\x00") {
					t.Errorf("%s is %q", name, v)
				}
			}
		}
		if text := unable(m, "no"); text != nil && (!json.Valid(text) || bytes.ContainsAny(text, "\r\n")) {
			t.Errorf("answered %q", text)
		}
		_, _ = m.cacheKey(), m.cancelled()
	})
}

// BenchmarkCall compares a call through the bridge with one that is posted directly, in turns, so
// that what else the machine does is in both.
func BenchmarkCall(b *testing.B) {
	server := httptest.NewServer(hubHandler(b, nil))
	b.Cleanup(server.Close)
	p := open(b, server.URL, b.TempDir())
	client := outbound.NewKeepingClient(time.Minute)
	post := func() {
		req, err := http.NewRequestWithContext(b.Context(), http.MethodPost, server.URL+"/mcp", strings.NewReader(call))
		if err != nil {
			b.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+testToken)
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		res, err := client.Do(req)
		if err != nil {
			b.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, res.Body)
		res.Body.Close()
	}
	took := map[string][]time.Duration{}
	for b.Loop() {
		for name, do := range map[string]func(){"bridge": func() { p.ask(call) }, "direct": post} {
			began := time.Now()
			do()
			took[name] = append(took[name], time.Since(began))
		}
	}
	p50 := func(name string) float64 {
		slices.Sort(took[name])
		return float64(took[name][len(took[name])/2]) / float64(time.Microsecond)
	}
	b.ReportMetric(p50("bridge"), "bridge-p50-µs")
	b.ReportMetric(p50("direct"), "direct-p50-µs")
	b.ReportMetric(p50("bridge")-p50("direct"), "more-p50-µs")
}
