package caddyhub

import (
	"bufio"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"

	"github.com/progresshub/progresshub/store/storetest"
)

// Two servers listen on one socket, as two configurations do, and the old one ends.
func TestHandover(t *testing.T) {
	const get, post = "GET / HTTP/1.1\r\nHost: h\r\n\r\n", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello"
	for name, tc := range map[string]struct {
		before string // sent before the old one ends
		after  string // sent when its end has begun
		alone  bool   // there is no new one
		force  bool   // it does not wait
		brief  bool   // it has little patience with a head
		want   string // what comes then; empty: the connection is closed
	}{
		"a request during the end":                 {after: get, want: "new GET "},
		"a request with a body":                    {after: post, want: "new POST hello"},
		"a request during the end, and nobody new": {after: get, alone: true},
		"half a request":                           {after: "GET / HT", brief: true},
		"more than is kept":                        {after: "GET / HTTP/1.1\r\nHost: h\r\nX: " + strings.Repeat("x", mostSeen) + "\r\n\r\n"},
		"a kept connection with an answer":         {before: get},
		"a handler at work":                        {before: "GET /wait HTTP/1.1\r\nHost: h\r\n\r\n", force: true},
		"a handler at work on a body":              {before: strings.Replace(post, "/", "/wait", 1), force: true},
		"a handler that has not read the body":     {before: strings.Replace(post, "/", "/unread", 1), force: true},
		"a handler that aborts":                    {before: strings.Replace(post, "/", "/abort", 1), force: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			socket, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer socket.Close()
			serve := func(server *http.Server) {
				file, err := socket.(*net.TCPListener).File()
				if err != nil {
					t.Fatal(err)
				}
				defer file.Close()
				ln, err := net.FileListener(file)
				if err != nil {
					t.Fatal(err)
				}
				ln = new(Handover).WrapListener(ln)
				go func() { _ = server.Serve(ln) }()
				t.Cleanup(func() { server.Close() })
			}
			accepted, begun, ending := make(chan struct{}, 1), make(chan struct{}), make(chan struct{})
			gone := make(chan struct{}) // the client
			defer close(gone)
			var calls, called atomic.Int64 // of the old one and the new one
			patience := time.Minute
			if tc.brief {
				patience = 200 * time.Millisecond
			}
			old := &http.Server{
				ReadHeaderTimeout: patience,
				ConnState: func(_ net.Conn, state http.ConnState) {
					if state == http.StateNew {
						accepted <- struct{}{}
					}
				},
				ConnContext: func(ctx context.Context, c net.Conn) context.Context {
					return context.WithValue(ctx, caddyhttp.ConnCtxKey, c) // as Caddy's has
				},
				Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					keep(r)
					calls.Add(1)
					switch r.URL.Path {
					case "/abort":
						defer close(begun)
						panic(http.ErrAbortHandler)
					case "/unread":
						close(begun)
						<-gone
						return
					}
					_, _ = io.Copy(io.Discard, r.Body)
					close(begun)
					if r.URL.Path == "/wait" {
						<-r.Context().Done()
					} else {
						_, _ = io.WriteString(w, "old")
					}
				}),
			}
			old.RegisterOnShutdown(func() { close(ending) })
			serve(old)
			c, err := net.Dial("tcp", socket.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			<-accepted
			answers := bufio.NewReader(c)
			read := func() (string, error) {
				r, err := http.ReadResponse(answers, nil)
				if err != nil {
					return "", err
				}
				body, err := io.ReadAll(r.Body)
				return string(body), err
			}
			if tc.before != "" {
				_, _ = io.WriteString(c, tc.before)
				<-begun
				if !tc.force {
					if got, err := read(); err != nil || got != "old" {
						t.Fatalf("before: %q, %v", got, err)
					}
				}
			}
			if !tc.alone {
				serve(&http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					called.Add(1)
					body, _ := io.ReadAll(r.Body)
					_, _ = io.WriteString(w, "new "+r.Method+" "+string(body))
				})})
			}
			if tc.force {
				_ = old.Close()
			} else {
				go func() { _ = old.Shutdown(context.Background()) }()
				<-ending
			}
			_, _ = io.WriteString(c, tc.after)
			got, err := read()
			if got != tc.want || (err == nil) != (tc.want != "") {
				t.Errorf("got %q, %v; want %q", got, err, tc.want)
			}
			if n := called.Load(); n > 0 != (tc.want != "") || calls.Load() > 1 {
				t.Errorf("the old one was called %d times, the new one %d", calls.Load(), n)
			}
		})
	}
}

// The hub does so with each request that it answers, and leaves those of others to them.
func TestAnswersStayWithTheirHandler(t *testing.T) {
	for path, want := range map[string]bool{"/api/threads": true, "/mcp": true, "/ui/": true, "/other": false} {
		for name, wrap := range map[string]func(net.Conn) net.Conn{
			"http":  func(c net.Conn) net.Conn { return c },
			"https": func(c net.Conn) net.Conn { return tls.Server(c, nil) },
		} {
			t.Run(name+" "+path, func(t *testing.T) {
				h, _ := bench(t, new(settings), ok)
				fresh := &freshConn{seen: []byte("GET")}
				r := httptest.NewRequest("GET", path, nil)
				answer(t, h, r.WithContext(context.WithValue(r.Context(), caddyhttp.ConnCtxKey, wrap(fresh))))
				if fresh.settled != want {
					t.Errorf("it stays: %t, want %t", fresh.settled, want)
				}
			})
		}
	}
}

// On one socket a reload loses nothing: no request, and no answer comes in half.
func TestReloadLosesNothing(t *testing.T) {
	dir, socket := storetest.Dir(t), filepath.Join(t.TempDir(), "s")
	config := func(days string) string {
		text := site(t, "8787", "data_dir "+dir+"\nstale_days "+days+"\ntoken "+privateToken, "hub")
		text = strings.Replace(text, "hub {", "servers {\nlistener_wrappers {\nhub\ntls\n}\n}\nhub {", 1)
		return strings.Replace(text, "bind 127.0.0.1", "bind unix/"+socket, 1)
	}
	load(t, config("1"))
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", socket)
	}}}
	var answered atomic.Int64
	ctx, stop := context.WithCancel(t.Context())
	var clients sync.WaitGroup
	for range 4 {
		clients.Go(func() {
			for ctx.Err() == nil && !t.Failed() {
				r, err := client.Get("http://127.0.0.1:8787/api/health")
				if err != nil {
					t.Errorf("lost: %v", err)
					return
				}
				if _, err := io.Copy(io.Discard, r.Body); err != nil || r.StatusCode != http.StatusOK {
					t.Errorf("%s, %v", r.Status, err)
				}
				r.Body.Close()
				answered.Add(1)
			}
		})
	}
	reloads := 25
	if longRun {
		reloads = 300
	}
	for i := range reloads {
		for before := answered.Load(); answered.Load() < before+8 && !t.Failed(); {
			runtime.Gosched() // each configuration serves some requests
		}
		if err := caddy.Load(adapt(t, config([]string{"2", "3"}[i%2])), true); err != nil {
			t.Fatalf("reload %d: %v", i, err)
		}
	}
	stop()
	clients.Wait()
	t.Logf("%d reloads, %d requests", reloads, answered.Load())
}

func TestHandoverTakesNothing(t *testing.T) {
	for _, text := range []string{"hub 1", "hub {\n1\n}"} {
		if err := new(Handover).UnmarshalCaddyfile(caddyfile.NewTestDispenser(text)); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
