package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
)

func TestAnExchangeCanBeCancelled(t *testing.T) {
	t.Parallel()
	s := gitserver.New(t)
	s.Write("main", map[string]string{"a.md": "x"})
	for method, begins := range map[string]string{
		http.MethodGet:  "001e# service=git-upload-pack\n",
		http.MethodPost: "0008NAK\n",
	} {
		ctx, cancel := context.WithCancel(t.Context())
		hanging := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != method {
				s.Handler.ServeHTTP(w, r)
				return
			}
			_, _ = io.Copy(io.Discard, r.Body) // else the server does not see that the client went
			_, _ = io.WriteString(w, begins)   // and no more: the client is waiting when it is told to leave
			w.(http.Flusher).Flush()
			cancel()
			<-r.Context().Done()
		}))
		t.Cleanup(hanging.Close)
		if _, err := must(t, options(t, hanging.URL+"/notes.git")).Fetch(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", method, err)
		}
	}
}

// The client of the options has the last word on where a connection goes, and how long it
// may take.
func TestTheClientDecides(t *testing.T) {
	t.Parallel()
	s := gitserver.New(t)
	o := options(t, s.URL)
	o.Client = outbound.NewClientWithin(func(netip.AddrPort) bool { return true }, Deadline)
	if _, err := must(t, o).Fetch(t.Context()); err == nil || !strings.Contains(err.Error(), "the hub's own") {
		t.Errorf("%v", err)
	}
	hanging := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	t.Cleanup(hanging.Close)
	o = options(t, hanging.URL+"/notes.git")
	o.Client.Timeout = 10 * time.Millisecond
	if _, err := must(t, o).Fetch(t.Context()); err == nil || !strings.Contains(err.Error(), "takes too long") {
		t.Errorf("%v", err)
	}
}

// A server that lists its branches and then says nothing more, or only begins to answer, holds up no
// exchange.
func TestAStuckServerIsLeft(t *testing.T) {
	t.Parallel()
	s := gitserver.New(t)
	s.Write("main", map[string]string{"a.md": "w"})
	first := s.Tip("main")
	s.Write("main", map[string]string{"a.md": "v"})
	s.Write("main", map[string]string{"a.md": "x"})
	var stuck, history atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !stuck.Load() || r.Method == http.MethodGet {
			s.Handler.ServeHTTP(w, r)
			return
		}
		_, _ = io.Copy(io.Discard, r.Body)
		if history.Load() {
			_, _ = fmt.Fprintf(w, "0031ACK %s\n", first)
			w.(http.Flusher).Flush()
		}
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	known, fresh := must(t, options(t, server.URL+"/notes.git")), must(t, options(t, server.URL+"/notes.git"))
	tree := fetch(t, known)
	stuck.Store(true)
	known.client.Timeout, fresh.client.Timeout = time.Second, time.Second
	if _, err := fresh.Fetch(t.Context()); err == nil || !strings.Contains(err.Error(), "takes too long") {
		t.Errorf("fetch: %v", err)
	}
	history.Store(true)
	if _, _, err := known.Since(t.Context(), tree, first); err == nil || !strings.Contains(err.Error(), "takes too long") {
		t.Errorf("history: %v", err)
	}
	history.Store(false)
	if _, err := commitAndPush(t, known, tree, []Change{write("a.md", "y")}, hub()); err == nil || !strings.Contains(err.Error(), "takes too long") {
		t.Errorf("push: %v", err)
	}
}

// heard keeps the contexts of all requests.
type heard struct {
	http.RoundTripper
	mu       sync.Mutex
	contexts []context.Context
}

func (h *heard) RoundTrip(r *http.Request) (*http.Response, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.contexts = append(h.contexts, r.Context())
	return h.RoundTripper.RoundTrip(r)
}

// A hub that syncs every few seconds holds nothing of what is over: neither connections nor timers.
func TestNothingOutlivesItsExchange(t *testing.T) {
	t.Parallel()
	o := options(t, gitserver.New(t).URL)
	all := &heard{RoundTripper: o.Client.Transport}
	o.Client.Transport = all
	r := must(t, o)
	push(t, r, fetch(t, r), write("a.md", "first"))
	if _, err := r.Check(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	o.Dir = t.TempDir() // of another machine, which has to download it
	fetch(t, must(t, o))
	if len(all.contexts) < 8 {
		t.Fatalf("%d requests", len(all.contexts))
	}
	for i, ctx := range all.contexts {
		if ctx.Err() == nil {
			t.Errorf("request %d of %d is still under way", i+1, len(all.contexts))
		}
	}
}
