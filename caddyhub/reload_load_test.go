package caddyhub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/caddyserver/caddy/v2"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

// again sends a request until an answer comes back, and counts how often the connection was
// lost before one. Caddy opens a second socket for the new configuration and closes the
// first: connections still in the first one's queue are reset by the system, and those whose
// request net/http has not read yet are closed. A plain respond loses them as well, so a
// client must try again; what it may never see is an error of the hub's or half an answer.
func again(t *testing.T, lost *atomic.Int64, send func() (int, string, error)) (int, string) {
	for range 100 {
		status, body, err := send()
		var network *net.OpError
		switch {
		case err == nil:
			return status, body
		case errors.As(err, &network), errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
			lost.Add(1)
		default:
			t.Errorf("half an answer: %v", err)
			return 0, ""
		}
	}
	t.Error("no answer in 100 attempts")
	return 0, ""
}

func TestReloadUnderLoad(t *testing.T) {
	dir, port := storetest.Dir(t), freePort(t)
	config := func(days int) []byte {
		return adapt(t, site(t, port, fmt.Sprintf("data_dir %s\nstale_days %d", dir, days), "hub"))
	}
	load(t, site(t, port, "data_dir "+dir, "hub"))
	before := running(t).runtime
	base := "http://127.0.0.1:" + port
	status, body, err := do(t.Context(), http.MethodPost, base+"/api/threads", strings.NewReader(`{"summary":"from before"}`))
	if err != nil || status != http.StatusCreated {
		t.Fatalf("%d %s %v", status, body, err)
	}

	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	var reads, writes, lost atomic.Int64
	for range 4 {
		wg.Go(func() {
			for ctx.Err() == nil && !t.Failed() {
				status, body := again(t, &lost, func() (int, string, error) { return get(t.Context(), base+"/api/threads") })
				if status != http.StatusOK {
					t.Errorf("read: %d %s", status, body)
				}
				reads.Add(1)
			}
		})
	}
	wg.Go(func() {
		for ctx.Err() == nil && !t.Failed() {
			n := writes.Add(1)
			thread := fmt.Sprintf(`{"summary":"number %d"}`, n)
			status, body := again(t, &lost, func() (int, string, error) {
				return do(t.Context(), http.MethodPost, base+"/api/threads", strings.NewReader(thread), "Idempotency-Key", fmt.Sprint(n))
			})
			if status != http.StatusCreated {
				t.Errorf("write: %d %s", status, body)
			}
		}
	})
	var calls atomic.Int64
	wg.Go(func() {
		const overlap = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_overlap","arguments":{"query":"from before"}}}`
		for ctx.Err() == nil && !t.Failed() {
			status, body := again(t, &lost, func() (int, string, error) {
				return do(t.Context(), http.MethodPost, base+"/mcp", strings.NewReader(overlap))
			})
			if status != http.StatusOK || !strings.Contains(body, "from before") || strings.Contains(body, `"isError":true`) {
				t.Errorf("call: %d %s", status, body)
			}
			calls.Add(1)
		}
	})
	const reloads = 25
	for i := range reloads {
		for seen, called := reads.Load(), calls.Load(); (reads.Load() < seen+8 || calls.Load() == called) && !t.Failed(); {
			runtime.Gosched() // each configuration serves some requests
		}
		if err := caddy.Load(config(1+i), true); err != nil {
			t.Fatalf("reload %d: %v", i, err)
		}
	}
	stop()
	wg.Wait()

	after := running(t)
	if after.runtime != before {
		t.Error("a reload made a new runtime")
	}
	if after.settings.StaleDays != reloads {
		t.Errorf("stale days %d: the last configuration does not run", after.settings.StaleDays)
	}
	if n := references(dir); n != 1 {
		t.Errorf("%d configurations hold the data folder, want 1", n)
	}
	page, err := after.runtime.store.Threads(t.Context(), store.ThreadFilter{}, store.Policy{})
	if err != nil {
		t.Fatal(err)
	}
	if want := writes.Load() + 1; int64(page.Total) != want {
		t.Errorf("%d threads, want %d", page.Total, want)
	}
	t.Logf("%d reloads, %d reads, %d writes, %d MCP calls, %d connections lost", reloads, reads.Load(), writes.Load(), calls.Load(), lost.Load())
}
