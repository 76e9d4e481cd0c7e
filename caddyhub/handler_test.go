package caddyhub

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

// bench is a handler on a runtime of its own, with an area handler that the test chooses for every
// area, and its log.
func bench(t *testing.T, s *settings, serveArea http.HandlerFunc) (*Handler, *bytes.Buffer) {
	t.Helper()
	rt, err := openRuntime(storetest.Dir(t), zap.NewNop())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if rt.gate.empty == nil {
			if err := rt.Destruct(); err != nil {
				t.Error(err)
			}
		}
	})
	log := new(bytes.Buffer)
	core := zapcore.NewCore(zapcore.NewJSONEncoder(zap.NewProductionEncoderConfig()), zapcore.AddSync(log), zap.DebugLevel)
	app := &App{settings: s, guard: auth.NewGuard(rt.signIn, auth.Config{Token: s.Token, OwnOrigin: s.isOwnOrigin}), runtime: rt, opened: func() error { return nil }}
	app.handlers = map[area]http.Handler{areaAPI: serveArea, areaMCP: serveArea, areaUI: serveArea, areaAbsent: http.HandlerFunc(app.serveAbsent)}
	return &Handler{app: app, log: zap.New(core)}, log
}

// answer serves one request and fails when the handler returns an error to Caddy.
func answer(t *testing.T, h *Handler, r *http.Request) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	next := caddyhttp.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) error {
		w.WriteHeader(http.StatusTeapot)
		return nil
	})
	if err := h.ServeHTTP(w, r, next); err != nil {
		t.Fatalf("the handler returned %v", err)
	}
	return w
}

func ok(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }

func TestPathSplit(t *testing.T) {
	for path, want := range map[string]area{
		"/":                                     areaNone,
		"/api":                                  areaAPI,
		"/api/":                                 areaAPI,
		"/api/threads/x":                        areaAPI,
		"/apis":                                 areaNone,
		"/API/threads":                          areaNone,
		"/mcp":                                  areaMCP,
		"/mcp/":                                 areaMCP,
		"/mcp/x":                                areaNone,
		"/ui":                                   areaUI,
		"/ui/threads/1":                         areaUI,
		"/uix":                                  areaNone,
		"/register":                             areaAbsent,
		"/register/x":                           areaNone,
		"/.well-known/oauth-protected-resource": areaAbsent,
		"/.well-known/oauth-protected-resource/mcp": areaAbsent,
		"/.well-known/oauth-authorization-server":   areaAbsent,
		"/.well-known/openid-configuration":         areaAbsent,
		"/.well-known/openid-configuration/mcp":     areaAbsent,
		"/mcp/.well-known/openid-configuration":     areaAbsent,
		"/.well-known/acme-challenge/x":             areaNone,
	} {
		if got := areaOf(path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestOtherPathsGoOn(t *testing.T) {
	h, _ := bench(t, &settings{Token: privateToken}, ok)
	w := answer(t, h, arrival{path: "/elsewhere"}.request())
	if w.Code != http.StatusTeapot {
		t.Errorf("status %d", w.Code)
	}
	if len(w.Header()) != 0 {
		t.Errorf("headers on an answer that is not the hub's: %v", w.Header())
	}
}

// TestHeaders looks at answers of every kind: of an area, of the handler's own, a panic.
func TestHeaders(t *testing.T) {
	serveArea := func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/panic" {
			panic("oh")
		}
	}
	for _, tt := range []struct {
		name, method, path, host string
		tls                      bool
		status                   int
	}{
		{"API", "GET", "/api/threads", "", false, 200},
		{"API over TLS", "GET", "/api/threads", "", true, 200},
		{"MCP", "POST", "/mcp", "", false, 200},
		{"dashboard", "GET", "/ui/", "", false, 200},
		{"no OAuth", "GET", "/.well-known/oauth-protected-resource", "", false, 404},
		{"no registration", "POST", "/register", "", true, 404},
		{"TRACE", "TRACE", "/api/threads", "", false, 405},
		{"CONNECT", "CONNECT", "/ui/", "", false, 405},
		{"wrong host", "GET", "/api/threads", "evil.example", false, 403},
		{"health under a wrong host", "GET", "/api/health", "evil.example", false, 200},
		{"panic", "GET", "/api/panic", "", true, 500},
		{"preflight", "OPTIONS", "/api/threads", "", false, 200},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h, _ := bench(t, &settings{Token: privateToken, AllowedHosts: []string{"localhost"}}, serveArea)
			r := arrival{path: tt.path, host: tt.host, tls: tt.tls}.request()
			r.Method = tt.method
			r.Header.Set("Origin", "https://evil.example")
			w := answer(t, h, r)
			if w.Code != tt.status {
				t.Errorf("status %d, want %d: %s", w.Code, tt.status, w.Body)
			}
			for name, want := range map[string]string{
				"Content-Security-Policy":      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types hub",
				"X-Content-Type-Options":       "nosniff",
				"Referrer-Policy":              "no-referrer",
				"Cross-Origin-Resource-Policy": "same-origin",
			} {
				if got := w.Header().Get(name); got != want {
					t.Errorf("%s: %q", name, got)
				}
			}
			if got := w.Header().Get("Cross-Origin-Opener-Policy") != ""; got != tt.tls {
				t.Errorf("opener policy: %v, want %v", got, tt.tls)
			}
			if !strings.Contains(w.Header().Get("Permissions-Policy"), "camera=()") {
				t.Errorf("Permissions-Policy: %q", w.Header().Get("Permissions-Policy"))
			}
			if got := w.Header().Get("Strict-Transport-Security") != ""; got != tt.tls {
				t.Errorf("HSTS: %v, want %v", got, tt.tls)
			}
			for name := range w.Header() {
				if strings.HasPrefix(name, "Access-Control-") {
					t.Errorf("CORS header %s", name)
				}
			}
			if tt.status == 405 && w.Header().Get("Allow") == "" {
				t.Error("405 without Allow")
			}
			if tt.status >= 400 && w.Header().Get("Content-Type") != inbound.ProblemType {
				t.Errorf("Content-Type %q", w.Header().Get("Content-Type"))
			}
		})
	}
}

// Browsers send fetch metadata to the origins whose opener policy they take, also behind a proxy
// that keeps HTTPS to itself.
func TestOpenerPolicyGoesWhereItIsTaken(t *testing.T) {
	h, _ := bench(t, &settings{Token: privateToken, AllowedHosts: []string{"localhost"}}, ok)
	for name, mode := range map[string]string{"trusted": "navigate", "plain": ""} {
		t.Run(name, func(t *testing.T) {
			r := arrival{path: "/ui/"}.request()
			if mode != "" {
				r.Header.Set("Sec-Fetch-Mode", mode)
			}
			want := map[bool]string{true: "same-origin"}[mode != ""]
			if got := answer(t, h, r).Header().Get("Cross-Origin-Opener-Policy"); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

func TestWrongHostNamesTheSetting(t *testing.T) {
	h, _ := bench(t, &settings{Token: privateToken, AllowedHosts: []string{"localhost"}}, ok)
	w := answer(t, h, arrival{host: "evil.example", path: "/ui/"}.request())
	if !strings.Contains(w.Body.String(), "HUB_ALLOWED_HOSTS") {
		t.Error(w.Body)
	}
}

func TestPanicIsAProblem(t *testing.T) {
	h, log := bench(t, &settings{Token: privateToken}, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"1.1"`)
		panic(errors.New("canary " + inbound.From(r.Context()).ID))
	})
	w := answer(t, h, arrival{path: "/api/threads"}.request())
	var p inbound.Problem
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	if w.Code != http.StatusInternalServerError || p.Type != "/problems/internal" || p.RequestID == "" {
		t.Errorf("status %d, %+v", w.Code, p)
	}
	if w.Header().Get("ETag") != "" {
		t.Error("the ETag of the failed answer is still there")
	}
	line := log.String()
	if !strings.Contains(line, p.RequestID) || !strings.Contains(line, "*errors.errorString") || !strings.Contains(line, "TestPanicIsAProblem") {
		t.Errorf("the log lacks request id, type or stack: %s", line)
	}
	if strings.Contains(line, "canary") || strings.Contains(w.Body.String(), "canary") {
		t.Errorf("the value of the panic leaks: %s %s", line, w.Body)
	}
	if n := h.app.runtime.gate.count(); n != 0 {
		t.Errorf("%d requests still count as under way", n)
	}
}

func TestAbortIsPassedOn(t *testing.T) {
	for name, serveArea := range map[string]http.HandlerFunc{
		"by the area":         func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"after a begun reply": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("half")); panic("oh") },
	} {
		t.Run(name, func(t *testing.T) {
			h, _ := bench(t, &settings{Token: privateToken}, serveArea)
			defer func() {
				if recover() != http.ErrAbortHandler {
					t.Error("the connection is not aborted")
				}
				if n := h.app.runtime.gate.count(); n != 0 {
					t.Errorf("%d requests still count as under way", n)
				}
			}()
			answer(t, h, arrival{}.request())
		})
	}
}

func TestRequestAfterTheEnd(t *testing.T) {
	h, _ := bench(t, &settings{Token: privateToken}, ok)
	if err := h.app.runtime.Destruct(); err != nil {
		t.Fatal(err)
	}
	w := answer(t, h, arrival{path: "/api/threads"}.request())
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") != "1" || w.Header().Get("Content-Type") != inbound.ProblemType {
		t.Errorf("status %d, %v", w.Code, w.Header())
	}
}

// TestAHubThatCouldNotOpenAnswers: the server may listen before the app has failed to start.
func TestAHubThatCouldNotOpenAnswers(t *testing.T) {
	h, _ := bench(t, &settings{Token: privateToken}, ok)
	h.app.opened = func() error { return errors.New("the folder is in use") }
	if w := answer(t, h, arrival{path: "/api/threads"}.request()); w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") != "1" || strings.Contains(w.Body.String(), "folder") {
		t.Errorf("status %d, %v, %s", w.Code, w.Header(), w.Body)
	}
	if w := answer(t, h, arrival{path: "/elsewhere"}.request()); w.Code != http.StatusTeapot {
		t.Errorf("elsewhere: status %d", w.Code)
	}
}

// TestStoreStaysOpenForTheLast ends the runtime while a request is under way: the request
// must find the store open, and the next one be told that it is over.
func TestStoreStaysOpenForTheLast(t *testing.T) {
	entered, ending := make(chan struct{}), make(chan struct{})
	var h *Handler
	h, _ = bench(t, &settings{Token: privateToken}, func(_ http.ResponseWriter, r *http.Request) {
		close(entered)
		<-ending
		if err := h.app.runtime.store.Healthy(r.Context()); err != nil {
			t.Errorf("the store went away: %v", err)
		}
	})
	ended := make(chan error)
	go func() {
		<-entered
		go func() { ended <- h.app.runtime.Destruct() }()
		for h.app.runtime.gate.enter() { // until the end has begun
			h.app.runtime.gate.leave()
		}
		close(ending)
	}()
	if w := answer(t, h, arrival{path: "/api/threads"}.request()); w.Code != http.StatusOK {
		t.Errorf("status %d", w.Code)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if err := h.app.runtime.store.Healthy(t.Context()); !errors.Is(err, store.ErrClosed) {
		t.Errorf("the store is not closed: %v", err)
	}
}

func TestResponseUnwraps(t *testing.T) {
	h, _ := bench(t, &settings{Token: privateToken}, func(w http.ResponseWriter, _ *http.Request) {
		if err := http.NewResponseController(w).Flush(); err != nil {
			t.Error(err)
		}
	})
	if w := answer(t, h, arrival{}.request()); !w.Flushed {
		t.Error("not flushed")
	}
}

// Caddy's header directive writes into the values it finds: those of one answer must not
// be those of the next.
func TestHeadersOfAnAnswerAreItsOwn(t *testing.T) {
	h, _ := bench(t, &settings{Token: privateToken}, ok)
	first := answer(t, h, arrival{path: "/api/threads"}.request())
	for _, values := range first.Header() {
		values[0] = "rewritten"
	}
	second := answer(t, h, arrival{path: "/api/threads"}.request())
	for name, values := range second.Header() {
		if values[0] == "rewritten" {
			t.Errorf("%s of another answer was rewritten", name)
		}
	}
}
