package api

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/backup"
	"github.com/progresshub/progresshub/caddyhub/internal/forge"
	"github.com/progresshub/progresshub/caddyhub/internal/gateway"
	"github.com/progresshub/progresshub/caddyhub/internal/grant"
	"github.com/progresshub/progresshub/caddyhub/internal/health"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/caddyhub/internal/notify"
	"github.com/progresshub/progresshub/caddyhub/internal/replicate"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

const token = "a-private-token-of-the-test-suite-0123456789"

// hub is an API over a store of its own, with a clock that stands still until moved.
type hub struct {
	t     testing.TB
	api   *API
	store *store.Store
	clock *storetest.Clock
}

func newHub(t testing.TB) *hub {
	t.Helper()
	return openHub(t, storetest.Dir(t), storetest.NewClock(time.Date(2026, 5, 4, 9, 30, 0, 0, time.UTC)))
}

// openHub is newHub over a data folder.
func openHub(t testing.TB, dir string, c *storetest.Clock) *hub {
	t.Helper()
	s, err := store.Open(t.Context(), dir, store.Options{Now: c.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return &hub{t: t, api: New(newConfig(t, c, s)), store: s, clock: c}
}

// newConfig is a configuration that nothing is set up in.
func newConfig(t testing.TB, c *storetest.Clock, s *store.Store) Config {
	t.Helper()
	vault, err := setting.OpenVault(s.Dir())
	if err != nil {
		t.Fatal(err)
	}
	keeper, err := backup.OpenKeeper(s.Dir())
	if err != nil {
		t.Fatal(err)
	}
	policy := store.Policy{Zone: time.UTC}
	guard, began := newGuard(t, c), c.Now()
	clock := auth.Clock{Now: c.Now, Mono: func() time.Duration { return c.Now().Sub(began) }}
	grants := grant.NewState(guard.Tokens(), clock, http.DefaultClient, zap.NewNop, nil)
	return Config{
		Store: s, Version: "test", Policy: policy, Logger: zap.NewNop(), Auth: guard,
		Grants: grants,
		OAuth:  grant.New(grant.Config{State: grants, Issuer: "https://hub.example", AccessTTL: grant.DefaultAccessTTL, Registration: true}),
		Outside: grant.Outside{Resolve: func(context.Context, string) ([]netip.Addr, error) {
			return nil, errors.New("tests ask nobody")
		}},
		Gateway:     gateway.New(gateway.Config{Store: s, Secrets: vault, Policy: policy, Version: "test"}),
		Taps:        auth.NewThrottle(auth.SystemClock().Mono, TapLimit),
		Notify:      notify.New(notify.Config{Store: s, Secrets: vault, Policy: policy, Version: "test"}),
		Forge:       forge.New(forge.Config{Store: s, Secrets: vault, Policy: policy, Logger: zap.NewNop()}),
		Backup:      backup.NewService(backup.Config{Store: s, Keeper: keeper, Policy: policy, Version: "test"}),
		Replica:     noReplica{},
		Health:      health.NewBoard(c.Now, nil),
		Clients:     inbound.NewClients(c.Now),
		Started:     c.Now(),
		Certificate: func(string) *Certificate { return nil },
	}
}

// noReplica is that of a hub without one.
type noReplica struct{}

func (noReplica) Status() replicate.Status { return replicate.Status{State: replicate.Off} }

// request describes one call; the zero value of a field means the usual.
type request struct {
	method  string // GET
	path    string
	body    string
	headers map[string]string // an empty value removes the header
	more    http.Header       // such as they come, also empty ones and several of a name
	info    inbound.Info
}

// response is an answer with its body read.
type response struct {
	t      testing.TB
	Status int
	Header http.Header
	Body   string
}

func (h *hub) do(r request) response {
	h.t.Helper()
	if r.method == "" {
		r.method = http.MethodGet
	}
	req := httptest.NewRequest(r.method, r.path, strings.NewReader(r.body))
	if r.body == "" {
		req.Body = http.NoBody
	} else {
		req.Header.Set("Content-Type", "application/json")
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("User-Agent", "test-agent/1.0 (suite)")
	for name, value := range r.headers {
		if value == "" {
			req.Header.Del(name)
			continue
		}
		req.Header.Set(name, value)
	}
	maps.Copy(req.Header, r.more)
	w := httptest.NewRecorder()
	h.api.ServeHTTP(w, req.WithContext(inbound.With(req.Context(), r.info)))
	return response{h.t, w.Code, w.Header(), w.Body.String()}
}

func (h *hub) get(path string) response { h.t.Helper(); return h.do(request{path: path}) }

func (h *hub) post(path, body string) response {
	h.t.Helper()
	return h.do(request{method: http.MethodPost, path: path, body: body})
}

func (h *hub) put(path, body string) response {
	h.t.Helper()
	return h.do(request{method: http.MethodPut, path: path, body: body})
}

// asOwner signs a browser in and returns the headers it sends from then on.
func (h *hub) asOwner() map[string]string {
	h.t.Helper()
	headers := map[string]string{"Authorization": "", "X-Hub-Request": "1"}
	r := h.do(request{method: http.MethodPost, path: "/api/auth/login", body: `{"token":"` + token + `"}`, headers: headers})
	r.wantStatus(http.StatusOK)
	headers["Cookie"], _, _ = strings.Cut(r.Header.Get("Set-Cookie"), ";")
	return headers
}

// closed is a channel that says "over" to whoever listens.
func closed() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

// create makes a thread and returns it.
func (h *hub) create(body string) ThreadBody {
	h.t.Helper()
	r := h.post("/api/threads", body)
	r.wantStatus(http.StatusCreated)
	return decode[ThreadBody](r)
}

func (r response) wantStatus(status int) {
	r.t.Helper()
	if r.Status != status {
		r.t.Fatalf("status %d, want %d: %s", r.Status, status, r.Body)
	}
}

// wantProblem checks an error answer: its form, its type and, when given, the location of
// its first field error.
func (r response) wantProblem(status int, kind, location string) inbound.Problem {
	r.t.Helper()
	r.wantStatus(status)
	if got := r.Header.Get("Content-Type"); got != inbound.ProblemType {
		r.t.Errorf("content type %q", got)
	}
	p := decode[inbound.Problem](r)
	if p.Type != "/problems/"+kind || p.Status != status || p.Title == "" || p.Detail == "" {
		r.t.Errorf("problem %+v, want type %s with title, status and detail", p, kind)
	}
	if location != "" && (len(p.Errors) == 0 || p.Errors[0].Location != location || p.Errors[0].Message == "") {
		r.t.Errorf("errors %+v, want one at %s", p.Errors, location)
	}
	return p
}

func decode[T any](r response) T {
	r.t.Helper()
	var v T
	if err := json.Unmarshal([]byte(r.Body), &v); err != nil {
		r.t.Fatalf("decode %q: %v", r.Body, err)
	}
	return v
}

// develop takes the hub's token away.
func (h *hub) develop() {
	h.t.Helper()
	cfg := h.api.Config
	cfg.Auth = guardWith(h.t, h.clock, "")
	h.api = New(cfg)
}

// newGuard is a guard with a state of its own on the test's clock.
func newGuard(t testing.TB, c *storetest.Clock) *auth.Guard { return guardWith(t, c, token) }

func guardWith(t testing.TB, c *storetest.Clock, token string) *auth.Guard {
	began := c.Now()
	state := auth.NewState(t.TempDir(), auth.Clock{Now: c.Now, Mono: func() time.Duration { return c.Now().Sub(began) }}, zap.NewNop())
	return auth.NewGuard(state, auth.Config{Token: token, OwnOrigin: func(info inbound.Info, origin string) bool { return origin == info.Origin() }})
}
