package auth

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

const (
	theToken    = "Qk3vZ8-a_private_token_for_these_tests_0001"
	thePassword = "a password for these tests"
	newPassw    = "another password of the owner"
	theHost     = "hub.test:8787"
	theIP       = "192.0.2.1"
)

// clock is a time that only moves when a test says so. The wall clock may be set.
type clock struct {
	mono atomic.Int64
	step atomic.Int64 // how far the wall clock was set off
}

var epoch = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func (c *clock) pass(d time.Duration)    { c.mono.Add(int64(d)) }
func (c *clock) setWall(d time.Duration) { c.step.Store(int64(d)) }
func (c *clock) clock() Clock {
	mono := func() time.Duration { return time.Duration(c.mono.Load()) }
	return Clock{
		Mono: mono,
		Now:  func() time.Time { return epoch.Add(mono() + time.Duration(c.step.Load())) },
	}
}

// hub is the sign-in of a hub on a folder of its own, as its handlers use it.
type hub struct {
	t      *testing.T
	dir    string
	clock  *clock
	state  *State
	guard  *Guard
	log    *zap.Logger
	logs   *observer.ObservedLogs
	hashes atomic.Int64 // how often a password was hashed

	mu      sync.Mutex
	secrets map[string]bool // of requests and cookies: none may be logged
}

// newHub makes a hub with a private token, no password and a cheap hash.
func newHub(t *testing.T, changes ...func(*Config)) *hub {
	t.Helper()
	core, logs := observer.New(zap.DebugLevel)
	h := &hub{t: t, dir: t.TempDir(), clock: &clock{}, log: zap.New(core), logs: logs, secrets: map[string]bool{theToken: true}}
	h.restart(changes...)
	t.Cleanup(h.checkLogs)
	return h
}

// restart begins a new process on the same folder.
func (h *hub) restart(changes ...func(*Config)) {
	h.state = NewState(h.dir, h.clock.clock(), h.log)
	h.state.Password.hasher.derive = h.cheap
	h.reload(changes...)
}

// reload applies a configuration to the running process.
func (h *hub) reload(changes ...func(*Config)) {
	cfg := Config{Token: theToken, Logger: h.log}
	for _, change := range changes {
		change(&cfg)
	}
	cfg.OwnOrigin = ownOrigin(cfg.PublicURL)
	h.guard = NewGuard(h.state, cfg)
}

func token(s string) func(*Config)     { return func(c *Config) { c.Token = s } }
func publicURL(s string) func(*Config) { return func(c *Config) { c.PublicURL = s } }

// ownOrigin is the rule the hub's handler brings: the public URL's origin or the one the
// request was sent to.
func ownOrigin(publicURL string) func(inbound.Info, string) bool {
	public := ""
	if u, err := url.Parse(publicURL); err == nil && u.Host != "" {
		public = inbound.Origin(u.Scheme, u.Host)
	}
	return func(info inbound.Info, origin string) bool {
		u, err := url.Parse(origin)
		if err != nil || u.Host == "" || u.User != nil || u.Path != "" || u.RawQuery != "" || u.Fragment != "" {
			return false
		}
		given := inbound.Origin(u.Scheme, u.Host)
		return given == info.Origin() || given == public
	}
}

// cheap stands for scrypt where its cost is not the matter.
func (h *hub) cheap(password, salt []byte) ([]byte, error) {
	h.hashes.Add(1)
	sum := sha256.Sum256(slices.Concat(salt, password))
	return sum[:], nil
}

// withPassword configures thePassword without a request.
func (h *hub) withPassword() *hub {
	h.t.Helper()
	if err := h.state.Password.set(h.t.Context(), thePassword, nil, func() {}); err != nil {
		h.t.Fatal(err)
	}
	return h
}

func (h *hub) file() string { return filepath.Join(h.dir, PasswordFileName) }

func (h *hub) readFile() string {
	h.t.Helper()
	text, err := os.ReadFile(h.file())
	if err != nil {
		h.t.Fatal(err)
	}
	return string(text)
}

// send gives a request to the routes under /api/auth, or to a route behind
// [Guard.Require], which answers with who it thinks is there. Writes carry the mark of the
// dashboard unless a change takes it away.
func (h *hub) send(method, path, body string, changes ...func(*http.Request)) *httptest.ResponseRecorder {
	h.t.Helper()
	r := httptest.NewRequestWithContext(h.t.Context(), method, path, strings.NewReader(body))
	info := inbound.Info{ClientIP: netip.MustParseAddr(theIP), Scheme: "http", Host: theHost}
	r = r.WithContext(inbound.With(r.Context(), info))
	if isWrite(method) {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Hub-Request", "1")
	}
	for _, change := range changes {
		change(r)
	}
	w := httptest.NewRecorder()
	route, underAuth := h.guard.Routes()[method+" "+r.URL.Path]
	if !underAuth {
		h.guard.Require(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, string(From(r.Context()).Actor))
		})).ServeHTTP(w, r)
		return w
	}
	ForbidCaching(w.Header())
	route(w, r)
	h.checkAnswer(w, body)
	return w
}

// bearer is the status that MCP answers with to these Authorization headers.
func (h *hub) bearer(authorization []string, change func(*http.Request)) int {
	r := httptest.NewRequest(http.MethodPost, "/mcp", nil)
	change(r)
	r.Header["Authorization"] = authorization
	if _, refusal := h.guard.Bearer(r); refusal != nil {
		return refusal.Status
	}
	return http.StatusOK
}

// checkAnswer holds what is true of every answer under /api/auth, whatever is tested.
func (h *hub) checkAnswer(w *httptest.ResponseRecorder, body string) {
	h.t.Helper()
	for name, want := range map[string]string{"Cache-Control": "no-store", "Pragma": "no-cache", "Vary": "Cookie"} {
		if got := w.Header().Values(name); len(got) != 1 || got[0] != want {
			h.t.Errorf("status %d: %s is %q, want %q", w.Code, name, got, want)
		}
	}
	for name := range w.Header() {
		if strings.HasPrefix(name, "Access-Control-") {
			h.t.Errorf("an answer has %s", name)
		}
	}
	if w.Code == http.StatusInternalServerError {
		h.t.Errorf("status 500 for %.80q", body)
	}
	var fields map[string]any
	_ = json.Unmarshal([]byte(body), &fields)
	all := fmt.Sprint(w.Header(), w.Body)
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, value := range fields {
		if s, ok := value.(string); ok && len(s) > len("password") {
			h.secrets[s] = true
			if strings.Contains(all, s) {
				h.t.Errorf("an answer repeats %q", s)
			}
		}
	}
	for _, c := range w.Result().Cookies() {
		if c.Value != "" {
			h.secrets[c.Value] = true
		}
	}
}

// checkLogs looks for secrets in everything that was logged.
func (h *hub) checkLogs() {
	for _, entry := range h.logs.All() {
		line := fmt.Sprint(entry.Message, entry.ContextMap())
		for secret := range h.secrets {
			if strings.Contains(line, secret) {
				h.t.Errorf("the log repeats %q: %s", secret, line)
			}
		}
	}
}

func with(name string, values ...string) func(*http.Request) {
	return func(r *http.Request) { r.Header[name] = values }
}

func without(name string) func(*http.Request) {
	return func(r *http.Request) { delete(r.Header, name) }
}

func cookie(c *http.Cookie) func(*http.Request) { return func(r *http.Request) { r.AddCookie(c) } }

func reached(change func(*inbound.Info)) func(*http.Request) {
	return func(r *http.Request) {
		info := inbound.From(r.Context())
		change(&info)
		*r = *r.WithContext(inbound.With(r.Context(), info))
	}
}

func from(ip string) func(*http.Request) {
	return reached(func(i *inbound.Info) { i.ClientIP = netip.MustParseAddr(ip) })
}

// object is a JSON body of names and texts in turn.
func object(pairs ...string) string {
	m := map[string]string{}
	for pair := range slices.Chunk(pairs, 2) {
		m[pair[0]] = pair[1]
	}
	body, _ := json.Marshal(m)
	return string(body)
}

func (h *hub) login(method, secret string, changes ...func(*http.Request)) *httptest.ResponseRecorder {
	h.t.Helper()
	return h.send("POST", "/api/auth/login", object(method, secret), changes...)
}

func (h *hub) change(method, secret, password string, changes ...func(*http.Request)) *httptest.ResponseRecorder {
	h.t.Helper()
	body := object("current_method", method, "current_secret", secret, "new_password", password)
	return h.send("PUT", "/api/auth/password", body, changes...)
}

// signIn signs a browser in with the token and returns its cookie.
func (h *hub) signIn(changes ...func(*http.Request)) *http.Cookie {
	h.t.Helper()
	w := h.login("token", theToken, changes...)
	if w.Code != http.StatusOK {
		h.t.Fatalf("sign-in: status %d: %s", w.Code, w.Body)
	}
	return onlyCookie(h.t, w)
}

// onlyCookie is the one cookie that an answer gives; it may take others back.
func onlyCookie(t *testing.T, w *httptest.ResponseRecorder) *http.Cookie {
	t.Helper()
	cookies := slices.DeleteFunc(w.Result().Cookies(), func(c *http.Cookie) bool { return c.MaxAge < 0 })
	if len(cookies) != 1 {
		t.Fatalf("%d cookies: %v", len(cookies), cookies)
	}
	return cookies[0]
}

// knows reports whether a cookie still signs in.
func (h *hub) knows(c *http.Cookie) bool {
	h.t.Helper()
	return h.send("GET", "/api/threads", "", cookie(c)).Code == http.StatusOK
}

// wants reports an answer of another status.
func wants(t *testing.T, w *httptest.ResponseRecorder, status int) {
	t.Helper()
	if w.Code != status {
		t.Errorf("status %d, want %d: %s", w.Code, status, cmp.Or(w.Body.String(), "no body"))
	}
}

// location is the one place an answer complains about.
func location(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	var p struct {
		Errors []struct{ Location string }
	}
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || len(p.Errors) != 1 {
		t.Fatalf("%v: %s", err, w.Body)
	}
	return p.Errors[0].Location
}
