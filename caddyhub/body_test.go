package caddyhub

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"github.com/progresshub/progresshub/store/storetest"
)

func TestBodyTime(t *testing.T) {
	for _, tt := range []struct {
		name   string
		known  bool
		length int64
		want   time.Duration
	}{
		{"a stranger's", false, 100, 10 * time.Second},
		{"a stranger's large one", false, 16 << 20, 10 * time.Second},
		{"a small one", true, 1, time.Minute},
		{"a megabyte", true, 1 << 20, 76 * time.Second},
		{"the largest batch", true, 16 << 20, 316 * time.Second},
		{"of no said length", true, -1, 316 * time.Second},
		{"of a length no address takes", true, 1 << 40, 316 * time.Second},
	} {
		if got := bodyTime(tt.known, tt.length).Truncate(time.Second); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// hurried is a listener that keeps the last deadline for reading of its one connection, and
// makes each come a hundred times sooner.
type hurried struct {
	net.Listener
	mu      sync.Mutex
	last    time.Duration // 0: none
	pending time.Duration // the last that was not yet over when it was set
}

func (l *hurried) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	return &hurriedConn{conn, l}, err
}

type hurriedConn struct {
	net.Conn
	by *hurried
}

func (c *hurriedConn) SetReadDeadline(at time.Time) error {
	left := time.Until(at)
	c.by.mu.Lock()
	c.by.last = max(0, left)
	if left > 0 {
		c.by.pending = left
	}
	c.by.mu.Unlock()
	if left > 0 {
		at = time.Now().Add(left / 100)
	}
	return c.Conn.SetReadDeadline(at)
}

// deadline is the last one, rounded.
func (l *hurried) deadline() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last.Round(time.Second)
}

// awaited is the last deadline that something waited for, rounded.
func (l *hurried) awaited() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.pending.Round(time.Second)
}

// hurriedHub serves a handler of a hub over a hurried listener.
func hurriedHub(t *testing.T, handler http.HandlerFunc) (*hurried, *wire) {
	t.Helper()
	h, _ := bench(t, &settings{Token: privateToken}, handler)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := h.ServeHTTP(w, r, caddyhttp.HandlerFunc(func(http.ResponseWriter, *http.Request) error { return nil })); err != nil {
			t.Error(err)
		}
	}))
	listener := &hurried{Listener: server.Listener}
	server.Listener = listener
	server.Start()
	t.Cleanup(server.Close)
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return listener, newWire(conn)
}

func postHead(path, credential string, length int) string {
	return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\n\r\n", path, credential, length)
}

const asAgent = "Authorization: Bearer " + privateToken + "\r\n"

// TestABodyHasOneDeadline: bytes that go on coming do not put it off.
func TestABodyHasOneDeadline(t *testing.T) {
	for _, tt := range []struct {
		name, credential string
		want             time.Duration
	}{
		{"a stranger's", "", strangerBody},
		{"with a wrong token", "Authorization: Bearer wrong\r\n", strangerBody},
		{"with the token", asAgent, knownBody},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ended := make(chan error, 1)
			var hub *hurried
			hub, conn := hurriedHub(t, func(w http.ResponseWriter, r *http.Request) {
				if got := hub.deadline(); got != tt.want {
					t.Errorf("the deadline is in %s, want %s", got, tt.want)
				}
				_, err := io.Copy(io.Discard, r.Body)
				ended <- err
				w.WriteHeader(http.StatusRequestTimeout)
			})
			conn.send(t, postHead("/api/auth/login", tt.credential, 1000))
			var err error
			for over := false; !over; {
				_, _ = io.WriteString(conn, " ")
				select {
				case err = <-ended:
					over = true
				case <-time.After(time.Millisecond):
				}
			}
			if !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("the body ended with %v", err)
			}
			conn.await(t, "HTTP/1.1 408")
			conn.await(t, "Connection: close")
			if _, err := io.Copy(io.Discard, conn); err != nil {
				t.Logf("the connection was cut: %v", err) // unread bytes were under way
			}
		})
	}
}

// TestNoDeadlineIsLeftBehindABody: neither the work of a request nor the next one on the same
// connection are ended by the deadline of a body that has arrived.
func TestNoDeadlineIsLeftBehindABody(t *testing.T) {
	var hub *hurried
	hub, conn := hurriedHub(t, func(_ http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			t.Error(err)
		}
		if left := hub.deadline(); left != 0 {
			t.Errorf("a deadline is left in %s", left)
		}
		select {
		case <-r.Context().Done():
			t.Error("the request was ended")
		case <-time.After(2 * strangerBody / 100): // a hundred times faster here
		}
	})
	for range 2 {
		conn.send(t, postHead("/api/auth/login", "", 2)+"{}")
		conn.await(t, "HTTP/1.1 200")
	}
}

// TestAnAnswerDoesNotWaitForTheBody: what is known without the body is said at once, also to a
// client that stalls, and the connection ends soon after.
func TestAnAnswerDoesNotWaitForTheBody(t *testing.T) {
	port := freePort(t)
	t.Setenv("HUB_AUTH_TOKEN", privateToken)
	load(t, site(t, port, "data_dir "+storetest.Dir(t), "encode gzip\nhub"))
	for _, tt := range []struct {
		name, request string
		want          int
	}{
		{"no token", postHead("/api/threads", "", 1000), 401},
		{"wrong token", postHead("/api/threads", "Authorization: Bearer wrong\r\n", 1000), 401},
		{"no token, a batch", postHead("/api/sessions:batch", "", 16<<20), 401},
		{"no token, MCP", postHead("/mcp", "", 1000), 401},
		{"no token, no length", "POST /api/threads HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n", 401},
		{"no such address", postHead("/api/nowhere", "", 1000), 404},
		{"no OAuth", postHead("/register", "", 1000), 404},
		{"the wrong method", postHead("/ui/", "", 1000), 405},
		{"the dashboard, with a body", "GET /ui/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\n", 200},
		{"a batch that is too large", postHead("/api/sessions:batch", asAgent, 1<<30), 413},
		{"a thread that is too large", postHead("/api/threads", asAgent, 1<<20+1), 413},
		{"a change that is too large", strings.Replace(postHead("/api/preferences", asAgent, 1<<30), "POST", "PUT", 1), 413},
		{"a page that is too large, with a question", strings.Replace(postHead("/api/wiki/a", asAgent+"Expect: 100-continue\r\n", 1<<30), "POST", "PUT", 1), 413},
		{"a preview that is too large", postHead("/api/preview", asAgent, 1<<30), 413},
		{"a backup that is too large", postHead("/api/backup", asAgent, 1<<30), 413},
		{"a sign-in that is too large", postHead("/api/auth/login", "X-Hub-Request: 1\r\n", 1<<30), 413},
		{"a message that is too large", postHead("/mcp", asAgent, 1<<30), 413},
	} {
		t.Run(tt.name, func(t *testing.T) {
			conn, err := net.Dial("tcp", "127.0.0.1:"+port)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			w := newWire(conn)
			w.send(t, tt.request)
			began := time.Now()
			resp, err := http.ReadResponse(w.answer, nil)
			if err != nil {
				t.Fatal(err)
			}
			if took := time.Since(began); resp.StatusCode != tt.want || !resp.Close || took > strangerBody-time.Second {
				t.Errorf("status %d after %s, to be closed %v; want %d at once", resp.StatusCode, took, resp.Close, tt.want)
			}
		})
	}
}

// spaces is a body of a length.
func spaces(length int64) io.Reader {
	return io.LimitReader(readerFunc(func(p []byte) (int, error) {
		for i := range p {
			p[i] = ' '
		}
		return len(p), nil
	}), length)
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestTheAnswerToALargeBodyArrives, also at a client that sends the whole body before it reads,
// as most do: the connection is not reset under it.
func TestTheAnswerToALargeBodyArrives(t *testing.T) {
	port := freePort(t)
	t.Setenv("HUB_AUTH_TOKEN", privateToken)
	load(t, site(t, port, "data_dir "+storetest.Dir(t), "encode gzip\nhub"))
	embedded := startServe(t, []string{"HUB_AUTH_TOKEN=" + privateToken}, "--data", storetest.Dir(t))
	for name, address := range map[string]string{"Caddyfile": "127.0.0.1:" + port, "serve": strings.TrimPrefix(embedded.base, "http://")} {
		for _, tt := range []struct {
			name, path, credential string
			length                 int64
			want                   int
		}{
			{"a batch", "/api/sessions:batch", asAgent, 20 << 20, 413},
			{"a far too large batch", "/api/sessions:batch", asAgent, 60 << 20, 413},
			{"a thread", "/api/threads", asAgent, 20 << 20, 413},
			{"a message", "/mcp", asAgent, 20 << 20, 413},
			{"a form", "/api/auth/login", "X-Hub-Request: 1\r\n", 2 << 20, 413},
			{"without a token", "/api/sessions:batch", "", 2 << 20, 401},
			{"not JSON", "/api/sessions:batch", asAgent, 2 << 20, 400},
		} {
			for _, chunked := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%s/chunked %v", name, tt.name, chunked), func(t *testing.T) {
					conn, err := net.Dial("tcp", address)
					if err != nil {
						t.Fatal(err)
					}
					defer conn.Close()
					body := spaces(tt.length)
					if tt.want == 400 {
						body = io.MultiReader(strings.NewReader("?"), spaces(tt.length-1))
					}
					head := postHead(tt.path, tt.credential, int(tt.length))
					if chunked {
						head = strings.Replace(head, fmt.Sprintf("Content-Length: %d", tt.length), "Transfer-Encoding: chunked", 1)
						body = io.MultiReader(strings.NewReader(fmt.Sprintf("%x\r\n", tt.length)), body, strings.NewReader("\r\n0\r\n\r\n"))
					}
					if _, err := io.Copy(conn, io.MultiReader(strings.NewReader(head), body)); err != nil {
						t.Fatalf("while sending: %v", err)
					}
					resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
					if err != nil {
						t.Fatal(err)
					}
					text, err := io.ReadAll(resp.Body)
					if err != nil || resp.StatusCode != tt.want {
						t.Errorf("%d %s %v, want %d", resp.StatusCode, text, err, tt.want)
					}
				})
			}
		}
	}
}

// TestTheAnswerToALargeBodyArrivesOverHTTP2 alike. There the stream ends with the answer, and
// the other streams of the connection go on.
func TestTheAnswerToALargeBodyArrivesOverHTTP2(t *testing.T) {
	port := freePort(t)
	t.Setenv("HUB_AUTH_TOKEN", privateToken)
	loadSecure(t, port, secureSite(t, port, "data_dir "+storetest.Dir(t), "internal"))
	client := overTLS(t)
	for _, tt := range []struct {
		name, path, token string
		length            int64 // negative: not said
		want              int
	}{
		{"a batch", "/api/sessions:batch", privateToken, 20 << 20, 413},
		{"a batch of no said length", "/api/sessions:batch", privateToken, -20 << 20, 413},
		{"a thread", "/api/threads", privateToken, 20 << 20, 413},
		{"a message", "/mcp", privateToken, 20 << 20, 413},
		{"with a wrong token", "/api/sessions:batch", "wrong", 20 << 20, 401},
		{"and then a good one", "/api/threads", privateToken, 0, 201},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var body io.Reader = strings.NewReader(`{"summary":"fine"}`)
			if tt.length != 0 {
				body = spaces(max(tt.length, -tt.length))
			}
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "https://localhost:"+port+tt.path, body)
			if err != nil {
				t.Fatal(err)
			}
			if tt.length > 0 {
				req.ContentLength = tt.length
			}
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("Authorization", "Bearer "+tt.token)
			resp, err := client.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			if text, err := io.ReadAll(resp.Body); err != nil || resp.StatusCode != tt.want || resp.ProtoMajor != 2 {
				t.Errorf("%s %d %s %v, want %d", resp.Proto, resp.StatusCode, text, err, tt.want)
			}
		})
	}
}
