package api

import (
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/forge"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
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
		h.api.ServeHTTP(w, r.WithContext(inbound.With(r.Context(), inbound.Info{})))
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
			var j forge.Job
			if err := json.NewDecoder(answer.Body).Decode(&j); err != nil || answer.StatusCode != http.StatusAccepted || j.Kind != action {
				t.Errorf("%d %+v %v, want 202 with the job", answer.StatusCode, j, err)
			}
			if b := decode[ForgeBody](h.get("/api/forge")); b.Job == nil || b.Job.Kind != action || b.Job.StartedAt != j.StartedAt || (b.Import != nil) != (action == "import") {
				t.Errorf("the forge shows %+v and %+v, the answer %+v", b.Job, b.Import, j)
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
			h.api.ServeHTTP(w, r.WithContext(inbound.With(r.Context(), inbound.Info{})))
			if !w.read.IsZero() {
				t.Errorf("%s %s leaves a deadline in %v", method, target, time.Until(w.read))
			}
		}
	}
	if tried < 20 {
		t.Errorf("only %d routes take a body", tried)
	}
}

// An import may end between the end of the owner's patience and the answer.
func TestAnImportThatHasJustEndedIsShownAsAJob(t *testing.T) {
	h := newHub(t)
	if job := h.api.importUnderWay(); job.Kind != "import" || job.StartedAt != store.At(h.clock.Now()) {
		t.Errorf("the answer would be %+v", job)
	}
}
