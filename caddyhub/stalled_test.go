package caddyhub

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"go.uber.org/zap"
)

// idle is a server's answer to a request whose body may stall for a time of the server's.
type idle struct {
	http.ResponseWriter
	reader *caddyhttp.IdleTimeoutReader
}

func (w idle) Unwrap() http.ResponseWriter              { return w.ResponseWriter }
func (w idle) SetReadDeadline(deadline time.Time) error { return w.reader.SetReadDeadline(deadline) }

// TestAStalledBodyHasTheWholeTime: how long a server lets a body stall is for other handlers; a
// body of the hub's has the time that is its due, and not more.
func TestAStalledBodyHasTheWholeTime(t *testing.T) {
	const patience = 30 * time.Second // the server's
	for _, tt := range []struct {
		name, path, credential string
		alone                  bool
		want                   time.Duration
	}{
		{"with the token", "/api/threads", asAgent, false, knownBody},
		{"a stranger's", "/api/auth/login", "", false, strangerBody},
		{"another path", "/nosuch", "", false, patience},
		{"another path, with the token", "/nosuch", asAgent, false, patience},
		{"another path of a server of its own", "/nosuch", "", true, strangerBody},
		{"another path of a server of its own, with the token", "/", asAgent, true, knownBody},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ended := make(chan time.Duration, 1)
			var listener *hurried
			read := func(_ http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				ended <- listener.awaited()
			}
			h, _ := bench(t, &settings{Token: privateToken}, read)
			h.Alone = tt.alone
			server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				reader := &caddyhttp.IdleTimeoutReader{
					ReadCloser: r.Body, Ctrl: http.NewResponseController(w), Logger: zap.NewNop(),
					Deadline: caddyhttp.IdleDeadline{Timeout: patience},
				}
				defer reader.HandlerDone()
				r.Body = reader
				r = r.WithContext(caddyhttp.ContextWithIdleTimeouts(r.Context(), reader, nil))
				if err := h.ServeHTTP(idle{w, reader}, r, caddyhttp.HandlerFunc(func(w http.ResponseWriter, r *http.Request) error {
					read(w, r)
					return nil
				})); err != nil {
					t.Error(err)
				}
			}))
			listener = &hurried{Listener: server.Listener}
			server.Listener = listener
			server.Start()
			t.Cleanup(server.Close)
			conn, err := net.Dial("tcp", server.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			newWire(conn).send(t, postHead(tt.path, tt.credential, 1000)+"{")
			if got := <-ended; got != tt.want {
				t.Errorf("a stalled body had %s, want %s", got, tt.want)
			}
		})
	}
}
