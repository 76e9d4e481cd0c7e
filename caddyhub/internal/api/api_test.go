package api

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

func TestRefusalsOfTheRouteAndTheGate(t *testing.T) {
	h := newHub(t)
	anonymous := map[string]string{"Authorization": ""}
	cases := []struct {
		name   string
		r      request
		status int
		kind   string
	}{
		{"unknown path", request{path: "/api/nothing"}, 404, "not-found"},
		{"unknown path before the credential", request{path: "/api/nothing", headers: anonymous}, 404, "not-found"},
		{"trailing slash", request{path: "/api/threads/"}, 404, "not-found"},
		{"unclean path", request{path: "/api//threads"}, 404, "not-found"},
		{"dots in the path", request{path: "/api/threads/../threads"}, 404, "not-found"},
		{"method", request{method: "DELETE", path: "/api/threads", headers: anonymous}, 405, "method-not-allowed"},
		{"preflight", request{method: "OPTIONS", path: "/api/threads"}, 405, "method-not-allowed"},
		{"trace", request{method: "TRACE", path: "/api/threads"}, 405, "method-not-allowed"},
		{"no credential", request{path: "/api/threads", headers: anonymous}, 401, "unauthorized"},
		{"no credential for the document", request{path: "/api/openapi.json", headers: anonymous}, 401, "unauthorized"},
		{"a form", request{method: "POST", path: "/api/threads", body: "summary=a", headers: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}}, 415, "unsupported-media-type"},
		{"text", request{method: "POST", path: "/api/threads", body: "{}", headers: map[string]string{"Content-Type": "text/plain"}}, 415, "unsupported-media-type"},
		{"no content type", request{method: "POST", path: "/api/threads", body: "{}", headers: map[string]string{"Content-Type": ""}}, 415, "unsupported-media-type"},
		{"compressed", request{method: "POST", path: "/api/threads", body: "{}", headers: map[string]string{"Content-Encoding": "gzip"}}, 415, "unsupported-media-type"},
		{"content type before the credential", request{method: "POST", path: "/api/threads", body: "{}", headers: map[string]string{"Content-Type": "text/plain", "Authorization": ""}}, 415, "unsupported-media-type"},
		{"2 MiB", request{method: "POST", path: "/api/threads", body: `{"summary":"` + strings.Repeat("x", 2<<20) + `"}`}, 413, "too-large"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := h.do(c.r)
			got.t = t
			got.wantProblem(c.status, c.kind, "")
			if c.status == 405 && got.Header.Get("Allow") != "GET, HEAD, POST" {
				t.Errorf("Allow: %q", got.Header.Get("Allow"))
			}
			if c.status == 401 && got.Header.Get("WWW-Authenticate") != `Bearer realm="hub"` {
				t.Errorf("WWW-Authenticate: %q", got.Header.Get("WWW-Authenticate"))
			}
			for name := range got.Header {
				if strings.HasPrefix(name, "Access-Control-") {
					t.Errorf("header %s", name)
				}
			}
		})
	}
}

func TestHealthIsPublicAndSaysOnlyOK(t *testing.T) {
	h := newHub(t)
	r := h.do(request{path: "/api/health", headers: map[string]string{"Authorization": ""}})
	if r.Status != 200 || r.Body != `{"status":"ok"}` {
		t.Errorf("%d %s", r.Status, r.Body)
	}
}

func TestHealthOfAHubThatCannotWrite(t *testing.T) {
	dir := t.TempDir()
	s, err := store.Open(t.Context(), dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	h := newHub(t)
	if h.api.Store, err = store.Open(t.Context(), dir, store.Options{ReadOnly: true}); err != nil {
		t.Fatal(err)
	}
	defer h.api.Store.Close()
	for _, path := range []string{"GET /api/health", "POST /api/threads"} {
		method, path, _ := strings.Cut(path, " ")
		body := ""
		if method == "POST" {
			body = `{"summary":"a"}`
		}
		r := h.do(request{method: method, path: path, body: body})
		r.wantProblem(503, "busy", "")
		if r.Header.Get("Retry-After") == "" {
			t.Errorf("%s: no Retry-After", path)
		}
	}
}

func TestEveryRouteIsDescribedAndAnswers(t *testing.T) {
	h := newHub(t)
	h.api.Stopping = closed() // a stream would not end by itself
	h.create(`{"summary":"a","project_slug":"alpha"}`)
	var doc struct {
		OpenAPI string                                `json:"openapi"`
		Paths   map[string]map[string]json.RawMessage `json:"paths"`
	}
	if err := json.Unmarshal([]byte(h.get("/api/openapi.json").Body), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.OpenAPI != "3.1.0" || len(doc.Paths) < 14 {
		t.Fatalf("openapi %s with %d paths", doc.OpenAPI, len(doc.Paths))
	}
	for path, methods := range doc.Paths {
		for method := range methods {
			target := strings.NewReplacer("{id}", "000000000000", "{slug}", "alpha", "{path}", "guides/first-steps").Replace(path)
			if target == "/api/overlap" {
				target += "?q=login"
			}
			r := h.do(request{method: strings.ToUpper(method), path: target})
			if r.Status == 405 || r.Status >= 500 || r.Status == 404 && strings.Contains(r.Body, "no such address") {
				t.Errorf("%s %s: %d %s", method, path, r.Status, r.Body)
			}
		}
	}
	// And the other way round: what the mux serves stands in the document.
	for _, route := range []string{"/api/health", "/api/openapi.json", "/api/threads", "/api/threads/{id}/claim", "/api/overlap", "/api/projects/{slug}", "/api/events/stream", "/api/events:undo", "/api/server", "/api/projects/{slug}/progress", "/api/wiki/{path}"} {
		if doc.Paths[route] == nil {
			t.Errorf("%s is not described; there are %v", route, slices.Sorted(maps.Keys(doc.Paths)))
		}
	}
}

func TestDocumentNamesOnlyWhatIsSent(t *testing.T) {
	body := newHub(t).get("/api/openapi.json").Body
	for _, foreign := range []string{"ErrorModel", "ErrorDetail", "$schema", "contentEncoding"} {
		if strings.Contains(body, foreign) {
			t.Errorf("the document holds %s", foreign)
		}
	}
}

func TestPanicInAnOperationIsNotSwallowed(t *testing.T) {
	h := newHub(t)
	h.api.mux.HandleFunc("GET /api/panics", func(http.ResponseWriter, *http.Request) { panic("boom") })
	defer func() {
		if recover() == nil {
			t.Error("the panic must reach the handler in front, which answers and logs it")
		}
	}()
	req := httptest.NewRequest("GET", "/api/panics", nil)
	req.Header.Set("Authorization", "Bearer "+token)
	h.api.ServeHTTP(httptest.NewRecorder(), req)
}
