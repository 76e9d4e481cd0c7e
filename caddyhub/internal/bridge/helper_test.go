package bridge

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/caddyhub/internal/indexer"
	"github.com/progresshub/progresshub/caddyhub/internal/mcpserver"
	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

const testToken = "a-token-for-tests"

// hubHandler is the hub's own MCP server, over a store of its own.
func hubHandler(t testing.TB, clients *inbound.Clients) http.Handler {
	t.Helper()
	s, err := store.Open(t.Context(), storetest.Dir(t), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	handler, err := mcpserver.New(mcpserver.Config{
		Store: s, Version: "1.2.3", Clients: clients,
		Authorize: func(r *http.Request) (inbound.Credential, *inbound.Problem) {
			if r.Header.Get("Authorization") == "Bearer "+testToken {
				return inbound.Credential{Class: inbound.Owner}, nil
			}
			return inbound.Credential{}, inbound.NewProblem(http.StatusUnauthorized, "the Authorization header does not hold this hub's access token")
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return handler
}

// pipe is a client of a running bridge.
type pipe struct {
	testing.TB
	in    *io.PipeWriter
	lines *bufio.Reader
	ended chan error
	stop  context.CancelFunc

	mu    sync.Mutex
	way   indexer.Way   // that the bridge finds
	later time.Duration // than it is, by the bridge's clock
	slept []time.Duration
}

// change has the bridge find another way.
func (p *pipe) change(f func(*indexer.Way)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f(&p.way)
}

// wait has the bridge's clock go on.
func (p *pipe) wait(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.later += d
}

// wayTo is the way to a hub of the tests.
func wayTo(t testing.TB, address string) indexer.Way {
	t.Helper()
	base, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return indexer.Way{Base: base, Token: testToken, File: "config.toml"}
}

// open starts a bridge to an address.
func open(t testing.TB, address, state string, change ...func(*indexer.Way)) *pipe {
	t.Helper()
	p := &pipe{TB: t, way: wayTo(t, address), ended: make(chan error, 1)}
	for _, f := range change {
		f(&p.way)
	}
	inRead, in := io.Pipe()
	outRead, out := io.Pipe()
	p.in, p.lines = in, bufio.NewReaderSize(outRead, 2<<20)
	client := outbound.NewKeepingClient(20 * time.Second)
	var ctx context.Context
	ctx, p.stop = context.WithCancel(t.Context())
	go func() {
		p.ended <- Run(ctx, inRead, out, Options{
			Find: func() (indexer.Way, error) {
				p.mu.Lock()
				defer p.mu.Unlock()
				if p.way.Base == nil {
					return indexer.Way{}, indexer.ErrNoConfig
				}
				return p.way, nil
			},
			StateDir: func(*url.URL) string { return state },
			Folder:   "/src",
			Client:   client, Agent: "hub-mcp/1.0",
			Now: func() time.Time {
				p.mu.Lock()
				defer p.mu.Unlock()
				return time.Now().Add(p.later)
			},
			Sleep: func(_ context.Context, d time.Duration) error {
				p.mu.Lock()
				defer p.mu.Unlock()
				p.slept = append(p.slept, d)
				return nil
			},
		})
		out.Close()
	}()
	t.Cleanup(func() {
		p.stop()
		in.Close()
		outRead.Close()
		client.CloseIdleConnections()
	})
	return p
}

func (p *pipe) send(line string) {
	p.Helper()
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		p.Fatal(err)
	}
}

// answer is a line of the bridge's.
type answer struct {
	ID     json.RawMessage `json:"id"`
	Result struct {
		Protocol string `json:"protocolVersion"`
		IsError  bool   `json:"isError"`
		Type     string `json:"resultType"`
		Tools    []any  `json:"tools"`
		Content  []struct {
			Text string `json:"text"`
		} `json:"content"`
		Data struct {
			Thread struct {
				ID string `json:"id"`
			} `json:"thread"`
			Lease struct {
				ID string `json:"id"`
			} `json:"lease"`
		} `json:"structuredContent"`
	} `json:"result"`
	Error *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

func (a answer) text() string {
	if a.Error != nil {
		return a.Error.Message
	}
	if len(a.Result.Content) == 0 {
		return ""
	}
	return a.Result.Content[0].Text
}

func (p *pipe) next() answer {
	p.Helper()
	line, err := p.lines.ReadString('\n')
	if err != nil {
		p.Fatalf("the bridge has no answer: %v", err)
	}
	var a answer
	if err := json.Unmarshal([]byte(line), &a); err != nil {
		p.Fatalf("%q: %v", line, err)
	}
	return a
}

func (p *pipe) ask(line string) answer {
	p.Helper()
	p.send(line)
	return p.next()
}

const (
	hello   = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test-client","version":"1"}}}`
	list    = `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`
	call    = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"list_threads","arguments":{}}}`
	ping    = `{"jsonrpc":"2.0","id":4,"method":"ping"}`
	meta    = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"modern","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	modern  = `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"list_threads","arguments":{},` + meta + `}}`
	readOne = `{"jsonrpc":"2.0","id":6,"method":"resources/read","params":{"uri":"hub://wiki/ü",` + meta + `}}`
)
