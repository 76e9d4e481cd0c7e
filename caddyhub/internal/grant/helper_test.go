package grant

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

const (
	issuer   = "https://hub.example"
	callback = "https://app.example/callback"
	verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
)

// house is a hub with an authorization server, on a clock that the test moves.
type house struct {
	testing.TB
	*Service
	dir    string
	clock  *storetest.Clock
	fetch  *http.Client
	logs   *observer.ObservedLogs
	log    *zap.Logger
	stolen []store.StolenConnector // what the history was told
	ip     netip.Addr              // from which requests come
}

func newHouse(t testing.TB) *house {
	t.Helper()
	core, logs := observer.New(zapcore.DebugLevel)
	h := &house{
		TB: t, dir: t.TempDir(), clock: storetest.NewClock(time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)), fetch: http.DefaultClient,
		log: zap.New(core), logs: logs, ip: netip.MustParseAddr("203.0.113.7"),
	}
	h.open()
	return h
}

// open begins a process in the house: what lives in memory is gone.
func (h *house) open() {
	h.Helper()
	began := h.clock.Now()
	clock := auth.Clock{Now: h.clock.Now, Mono: func() time.Duration { return h.clock.Now().Sub(began) }}
	tokens := auth.NewState(h.dir, clock, h.log).Tokens
	s := NewState(tokens, clock, h.fetch, func() *zap.Logger { return h.log }, func(c store.StolenConnector) error {
		h.stolen = append(h.stolen, c)
		return nil
	})
	tokens.AlsoTaken = s.HasLike
	h.Service = New(Config{State: s, Issuer: issuer, AccessTTL: DefaultAccessTTL, Registration: true})
}

// answer is what came of a request.
type reply struct {
	*httptest.ResponseRecorder
	t testing.TB
}

// send makes a request at the issuer's origin.
func (h *house) send(r *http.Request) reply {
	h.Helper()
	info := inbound.Info{Scheme: "https", Host: "hub.example", ClientIP: h.ip}
	r = r.WithContext(inbound.With(r.Context(), info))
	w := httptest.NewRecorder()
	handler := h.Handler(r.URL.Path)
	if handler == nil {
		h.Fatalf("nothing serves %s", r.URL.Path)
	}
	handler.ServeHTTP(w, r)
	return reply{w, h.TB}
}

func (h *house) get(path string) reply {
	h.Helper()
	return h.send(httptest.NewRequest(http.MethodGet, path, nil))
}

// form posts pairs of names and values.
func (h *house) form(path string, pairs ...string) reply {
	h.Helper()
	body := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		body.Add(pairs[i], pairs[i+1])
	}
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return h.send(r)
}

func (h *house) json(path, body string) reply {
	h.Helper()
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	return h.send(r)
}

// read decodes an answer.
func (r reply) read(into any) {
	r.t.Helper()
	if err := json.Unmarshal(r.Body.Bytes(), into); err != nil {
		r.t.Fatalf("%v: %s", err, r.Body)
	}
}

// code is the error that an answer names, with its status.
func (r reply) wantError(status int, code string) {
	r.t.Helper()
	var got refusal
	if r.Code != status || json.Unmarshal(r.Body.Bytes(), &got) != nil || got.Error != code {
		r.t.Errorf("answered %d %s, want %d %s", r.Code, r.Body, status, code)
	}
	if r.Header().Get("Cache-Control") != "no-store" {
		r.t.Errorf("it may be kept: %v", r.Header())
	}
}

// clientID registers a program.
func (h *house) clientID(name string, uris ...string) string {
	h.Helper()
	if uris == nil {
		uris = []string{callback}
	}
	body, err := json.Marshal(map[string]any{"client_name": name, "redirect_uris": uris})
	if err != nil {
		h.Fatal(err)
	}
	h.State.registers.Return(h.ip) // whatever the test registers, the hour is not over
	r := h.json(registerPath, string(body))
	if r.Code != http.StatusCreated {
		h.Fatalf("%d %s", r.Code, r.Body)
	}
	var made registration
	r.read(&made)
	return made.ClientID
}

func challengeOf(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// query is a good request for consent, with changes given as name and value; "-" takes one out.
func query(client string, changes ...string) string {
	q := url.Values{
		"response_type": {"code"}, "client_id": {client}, "redirect_uri": {callback}, "code_challenge": {challengeOf(verifier)}, "code_challenge_method": {"S256"},
		"state": {"a state/ü?"}, "resource": {issuer + "/mcp"},
	}
	for i := 0; i < len(changes); i += 2 {
		if changes[i+1] == "-" {
			q.Del(changes[i])
		} else {
			q.Set(changes[i], changes[i+1])
		}
	}
	return authorizePath + "?" + q.Encode()
}

// ask is the id of a request that waits for the owner.
func (h *house) ask(client string, changes ...string) string {
	h.Helper()
	h.State.asks.Return(h.ip) // whatever the test asks, the minute is not over
	r := h.get(query(client, changes...))
	id, ok := strings.CutPrefix(r.Header().Get("Location"), consentPath)
	if r.Code != http.StatusFound || !ok {
		h.Fatalf("%d %v %s", r.Code, r.Header(), r.Body)
	}
	return id
}

// sentBack are the parameters with which a program is sent back.
func (h *house) sentBack(address string) url.Values {
	h.Helper()
	u, err := url.Parse(address)
	if err != nil {
		h.Fatal(err)
	}
	return u.Query()
}

// allowed is the code of a request that the owner allows.
func (h *house) allowed(client string, changes ...string) string {
	h.Helper()
	address, err := h.Approve(h.ask(client, changes...), inbound.Write, "")
	if err != nil {
		h.Fatal(err)
	}
	return h.sentBack(address).Get("code")
}

func (h *house) redeem(client, code string) reply {
	h.Helper()
	return h.form(tokenPath, "grant_type", grantCode, "client_id", client, "code", code, "redirect_uri", callback, "code_verifier", verifier)
}

func (h *house) refresh(client, token string) reply {
	h.Helper()
	return h.form(tokenPath, "grant_type", grantRefresh, "client_id", client, "refresh_token", token)
}

// redeemAt lets a program in that is sent back to an address, and returns its tokens.
func (h *house) redeemAt(client, uri string) tokens {
	h.Helper()
	address, err := h.Approve(h.ask(client, "redirect_uri", uri), inbound.Write, "")
	if err != nil {
		h.Fatal(err)
	}
	return h.form(tokenPath, "grant_type", grantCode, "client_id", client, "code", h.sentBack(address).Get("code"), "code_verifier", verifier).pairOf()
}

// pairOf reads tokens.
func (r reply) pairOf() tokens {
	r.t.Helper()
	if r.Code != http.StatusOK {
		r.t.Fatalf("no tokens: %d %s", r.Code, r.Body)
	}
	var p tokens
	r.read(&p)
	return p
}

// connect lets a program in and returns its id and tokens.
func (h *house) connect(name string) (client string, p tokens) {
	h.Helper()
	client = h.clientID(name)
	return client, h.redeem(client, h.allowed(client)).pairOf()
}

// bearer is what the resource says to an Authorization header; empty: none is sent.
func (h *house) bearer(header string) (inbound.Credential, *inbound.Problem) {
	r := httptest.NewRequest(http.MethodPost, resourcePath, nil)
	if header != "" {
		r.Header.Set("Authorization", header)
	}
	r = r.WithContext(inbound.With(r.Context(), inbound.Info{Scheme: "https", Host: "HUB.example:443", ClientIP: h.ip}))
	return h.Bearer(r, func(*http.Request) (inbound.Credential, *inbound.Problem) {
		return inbound.Credential{}, inbound.NewProblem(http.StatusUnauthorized, "another")
	})
}

// opens reports whether an access token opens the resource.
func (h *house) opens(token string) bool {
	h.Helper()
	_, refusal := h.bearer("Bearer " + token)
	return refusal == nil
}

func (h *house) wantConnectors(names ...string) {
	h.Helper()
	var got []string
	for _, c := range h.State.Connectors() {
		got = append(got, c.Name)
	}
	if strings.Join(got, ", ") != strings.Join(names, ", ") {
		h.Errorf("connectors %q, want %q", got, names)
	}
}

// wantStolen wants the log and the history to say of one connector that somebody else may have it.
func (h *house) wantStolen(name, reason string) {
	h.Helper()
	if len(h.stolen) != 1 || h.stolen[0].ID == "" || h.stolen[0].Name != name || h.stolen[0].Client != name || h.stolen[0].Reason != reason {
		h.Errorf("the history was told %+v", h.stolen)
	}
	if n := h.logs.FilterMessageSnippet("somebody else may have it").Len(); n != 1 {
		h.Errorf("the log says so %d times", n)
	}
}

func (h *house) file() string { return filepath.Join(h.dir, auth.AccessFile) }

// atOnce runs something n times at the same moment.
func atOnce(n int, run func(i int)) {
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		wg.Go(func() { <-start; run(i) })
	}
	close(start)
	wg.Wait()
}

func isMissing(err error) bool  { return errors.As(err, new(*store.NotFoundError)) }
func isConflict(err error) bool { return errors.As(err, new(*store.ConflictError)) }
func isInvalid(err error) bool  { return errors.As(err, new(*store.InvalidError)) }

func nobody(netip.AddrPort) bool { return false }

func tokenInput(name string) auth.TokenInput {
	return auth.TokenInput{Name: name, Class: inbound.Write}
}
