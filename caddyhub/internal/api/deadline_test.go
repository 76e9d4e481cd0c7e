package api

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/forge"
	"github.com/progresshub/progresshub/caddyhub/internal/reqinfo"
)

// hasty is a listener on whose connections a deadline comes a hundred times sooner.
type hasty struct{ net.Listener }

func (l hasty) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	return hastyConn{conn}, err
}

type hastyConn struct{ net.Conn }

func (c hastyConn) SetReadDeadline(at time.Time) error {
	if left := time.Until(at); !at.IsZero() && left > 0 {
		at = time.Now().Add(left / 100)
	}
	return c.Conn.SetReadDeadline(at)
}

// A request whose body has arrived waits for its answer as long as the work takes: no
// deadline for the body breaks it off.
func TestASlowImportIsAcceptedAfterTheOwnersPatience(t *testing.T) {
	h, _ := newForgeHub(t, func(c *forge.Config) { c.Patience = 300 * time.Millisecond })
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	t.Cleanup(silent.Close)
	h.put("/api/forge", `{"url":"`+silent.URL+`/notes.git"}`).wantStatus(http.StatusOK)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.api.ServeHTTP(w, r.WithContext(reqinfo.With(r.Context(), reqinfo.Info{})))
	}))
	server.Listener = hasty{server.Listener}
	server.Start()
	t.Cleanup(server.Close)
	for _, action := range []string{"import", "sync"} {
		t.Run(action, func(t *testing.T) {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/api/forge/"+action, strings.NewReader(`{}`))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Authorization", "Bearer "+token)
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			if answer.StatusCode != http.StatusAccepted {
				t.Errorf("status %d, want 202", answer.StatusCode)
			}
			h.post("/api/forge/cancel", `{}`).wantStatus(http.StatusOK)
		})
	}
}

// deadlined is an answer to a request on whose connection a deadline can be set.
type deadlined struct {
	*httptest.ResponseRecorder
	read time.Time // zero: none
}

func (d *deadlined) SetReadDeadline(at time.Time) error { d.read = at; return nil }

// Whichever route has taken a body, no deadline for reading is left on the connection.
func TestNoRouteLeavesADeadlineBehindABodyItHasRead(t *testing.T) {
	h := newHub(t)
	doc := decode[struct {
		Paths map[string]map[string]struct{ RequestBody *struct{} }
	}](h.get("/api/openapi.json"))
	tried := 0
	for path, methods := range doc.Paths {
		for method, op := range methods {
			if op.RequestBody == nil {
				continue
			}
			tried++
			target := strings.NewReplacer("{id}", "cxy99bbg25ng", "{slug}", "home", "{path}", "a").Replace(path)
			r := httptest.NewRequest(strings.ToUpper(method), target, strings.NewReader(`{}`))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Authorization", "Bearer "+token)
			w := &deadlined{ResponseRecorder: httptest.NewRecorder()}
			h.api.ServeHTTP(w, r.WithContext(reqinfo.With(r.Context(), reqinfo.Info{})))
			if !w.read.IsZero() {
				t.Errorf("%s %s leaves a deadline in %v", method, target, time.Until(w.read))
			}
		}
	}
	if tried < 20 {
		t.Errorf("only %d routes take a body", tried)
	}
}
