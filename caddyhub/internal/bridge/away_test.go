package bridge

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/indexer"
)

// TestHubAway: what the agent hears when its calls don't reach the hub, and that the client's
// first questions are answered as they last were.
func TestHubAway(t *testing.T) {
	handler := hubHandler(t, nil)
	server := httptest.NewServer(handler)
	state := filepath.Join(t.TempDir(), "state")
	for _, line := range []string{hello, list} {
		p := open(t, server.URL, state)
		if a := p.ask(line); a.Error != nil {
			t.Fatalf("%+v", a)
		}
	}
	info, err := os.Stat(filepath.Join(state, cacheName))
	if err != nil || info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
		t.Errorf("the cache is %v, %v", info, err)
	}
	address := server.URL
	server.Close()

	for name, c := range map[string]struct {
		state string
		ask   string
		want  string // of the text; empty: an answer as if the hub were there
		tries int
	}{
		"the handshake":        {state, hello, "", 1},
		"the tools":            {state, list, "", 1},
		"a ping":               {state, ping, "", 4},
		"a call":               {state, call, "can't be reached", 4},
		"a modern call":        {state, modern, "can't be reached", 4},
		"never seen before":    {t.TempDir(), hello, "can't be reached", 4},
		"a resource":           {state, readOne, "can't be reached", 4},
		"another page of them": {state, `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"x"}}`, "can't be reached", 4},
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, address, c.state)
			a := p.ask(c.ask)
			if c.want == "" && a.Error != nil || !strings.Contains(a.text(), c.want) {
				t.Errorf("answered %+v", a)
			}
			if isCall := strings.Contains(c.ask, "tools/call"); isCall != a.Result.IsError || isCall && a.Error != nil {
				t.Errorf("answered %+v", a)
			}
			if (a.Result.Type == "complete") != (c.ask == modern) {
				t.Errorf("the result has the type %q", a.Result.Type)
			}
			if got := len(p.slept) + 1; got != c.tries {
				t.Errorf("%d tries, want %d", got, c.tries)
			}
		})
	}
	t.Run("of another hub", func(t *testing.T) {
		if c := openCache(state, "http://other.example"); c.get(message{id: []byte("1"), method: "tools/list"}.cacheKey()) != nil {
			t.Error("its answers are taken")
		}
	})
}

// TestKilled: the hub ends while it works on a call, which must not be sent again.
func TestKilled(t *testing.T) {
	var calls atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		conn, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			conn.Close()
		}
	}))
	t.Cleanup(server.Close)
	p := open(t, server.URL, t.TempDir())
	began := time.Now()
	if a := p.ask(call); !a.Result.IsError || !strings.Contains(a.text(), "may be done") {
		t.Errorf("answered %+v", a)
	}
	if took := time.Since(began); calls.Load() != 1 || took > 10*time.Second { // the client would wait for twenty
		t.Errorf("%d calls, %s", calls.Load(), took)
	}
}

// TestRefusedToken: the agent hears it, and a token that is renewed meanwhile is taken up.
func TestRefusedToken(t *testing.T) {
	server := httptest.NewServer(hubHandler(t, nil))
	t.Cleanup(server.Close)
	p := open(t, server.URL, t.TempDir(), func(way *indexer.Way) { way.Token = "old-one" })
	if a := p.ask(call); !a.Result.IsError || !strings.Contains(a.text(), "does not take the token in") || strings.Contains(a.text(), "old-one") {
		t.Errorf("with the old token: %+v", a)
	}
	p.change(func(way *indexer.Way) { way.Token = testToken })
	if a := p.ask(call); a.Result.IsError {
		t.Errorf("with the new token: %+v", a)
	}
}

// TestCallsWithAnOldToken: of several calls that are refused at once, each takes up the renewed token.
func TestCallsWithAnOldToken(t *testing.T) {
	const calls = 3
	hub, old := hubHandler(t, nil), make(chan struct{})
	var waiting atomic.Int32
	var p *pipe
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "Bearer old-one" {
			if waiting.Add(1) == calls {
				p.change(func(way *indexer.Way) { way.Token = testToken })
				close(old)
			}
			<-old
		}
		hub.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	p = open(t, server.URL, t.TempDir(), func(way *indexer.Way) { way.Token = "old-one" })
	for i := range calls {
		p.send(strings.Replace(call, `"id":3`, fmt.Sprintf(`"id":%d`, 100+i), 1))
	}
	for range calls {
		if a := p.next(); a.Result.IsError {
			t.Errorf("call %s: %s", a.ID, a.text())
		}
	}
}

// TestHubMoves: a session goes on at the hub that the configuration names by now, also where the one
// before still answers.
func TestHubMoves(t *testing.T) {
	for name, c := range map[string]struct {
		closed bool // the hub before
		later  time.Duration
		breaks bool // the configuration can't be read for a while
		want   string
	}{
		"it still answers":             {later: lookEvery, want: "new"},
		"it still answers, just now":   {want: "old"},
		"it is gone":                   {closed: true, want: "new"},
		"it answers, nothing is known": {later: lookEvery, breaks: true, want: "old"},
	} {
		t.Run(name, func(t *testing.T) {
			var asked string
			server := func(name string) *httptest.Server {
				hub := hubHandler(t, nil)
				s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					asked = name
					hub.ServeHTTP(w, r)
				}))
				t.Cleanup(s.Close)
				return s
			}
			old, moved := server("old"), server("new")
			p := open(t, old.URL, t.TempDir())
			first := call
			if c.closed {
				first = "nonsense" // a connection that is kept would tell that the hub had the next call
			}
			if a := p.ask(first); a.Result.IsError || !c.closed && asked != "old" {
				t.Fatalf("before: %s asked, %+v", asked, a)
			}
			asked = ""
			p.change(func(way *indexer.Way) {
				if *way = wayTo(t, moved.URL); c.breaks {
					*way = indexer.Way{}
				}
			})
			if c.closed {
				old.Close()
			}
			p.wait(c.later)
			if a := p.ask(call); a.Result.IsError || asked != c.want {
				t.Errorf("%q was asked, %+v", asked, a)
			}
		})
	}
}

// TestNoConfig: without a configuration agents are told so, and one that is written later is
// taken up.
func TestNoConfig(t *testing.T) {
	server := httptest.NewServer(hubHandler(t, nil))
	t.Cleanup(server.Close)
	p := open(t, server.URL, t.TempDir(), func(way *indexer.Way) { *way = indexer.Way{} })
	if a := p.ask(call); !a.Result.IsError || !strings.Contains(a.text(), "no configuration") {
		t.Errorf("without a file: %+v", a)
	}
	p.change(func(way *indexer.Way) { *way = wayTo(t, server.URL) })
	if a := p.ask(call); a.Result.IsError {
		t.Errorf("with a file: %+v", a)
	}
}

// TestConfigBreaks: a configuration that can't be read for a while ends nothing. Once it is repaired, the
// bridge goes on with it.
func TestConfigBreaks(t *testing.T) {
	for name, token := range map[string]string{"with a token": testToken, "of a hub without one": ""} {
		t.Run(name, func(t *testing.T) {
			hub, refuses := hubHandler(t, nil), atomic.Bool{}
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if refuses.Load() {
					w.WriteHeader(http.StatusUnauthorized)
					return
				}
				r.Header.Set("Authorization", "Bearer "+testToken)
				hub.ServeHTTP(w, r)
			}))
			t.Cleanup(server.Close)
			p := open(t, server.URL, t.TempDir(), func(way *indexer.Way) { way.Token = token })
			if a := p.ask(call); a.Result.IsError {
				t.Fatalf("before: %+v", a)
			}
			refuses.Store(true)
			p.change(func(way *indexer.Way) { *way = indexer.Way{} })
			if a := p.ask(call); !a.Result.IsError || !strings.Contains(a.text(), "no configuration") {
				t.Errorf("refused, and no file: %+v", a)
			}
			if a := p.ask(call); !a.Result.IsError || !strings.Contains(a.text(), "no configuration") {
				t.Errorf("without a file: %+v", a)
			}
			refuses.Store(false)
			p.change(func(way *indexer.Way) { *way = wayTo(t, server.URL) })
			if a := p.ask(call); a.Result.IsError {
				t.Errorf("with a file again: %+v", a)
			}
		})
	}
}

// TestAnswers: what is no JSON-RPC message is never passed on as one.
func TestAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		status     int
		kind, body string
		want       string
	}{
		"a page":       {200, "text/html", "<html>", "there is no Progress Hub"},
		"a login page": {302, "text/html", "", "leads to"},
		"gone":         {404, "text/html", "gone", "there is no Progress Hub"},
		"out of order": {502, "text/html", "<h1>502", "out of order"},
		"forbidden":    {403, "application/problem+json", `{"detail":"the host is not allowed"}`, "the host is not allowed"},
		"no token":     {401, "application/problem+json", `{"detail":"no"}`, "does not take the token in"},
		"too long":     {200, "application/json", `{"jsonrpc":"2.0","id":3,"result":"` + strings.Repeat("x", maxAnswer) + `"}`, "ask for less"},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", c.kind)
				w.Header().Set("Location", "https://login.example/")
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body)
			}))
			t.Cleanup(server.Close)
			p := open(t, server.URL, t.TempDir())
			if a := p.ask(call); !a.Result.IsError || !strings.Contains(a.text(), c.want) || strings.Contains(a.text(), testToken) {
				t.Errorf("answered %+v", a)
			}
		})
	}
}
