package api

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// What the table says of an address is what the mux would say.
func TestTheMethodsOfAnAddress(t *testing.T) {
	h := newHub(t)
	for path, want := range map[string]string{
		"/api/threads":                "GET, HEAD, POST",
		"/api/threads/a":              "DELETE, GET, HEAD, PATCH",
		"/api/threads/a%2Fb":          "DELETE, GET, HEAD, PATCH",
		"/api/%74hreads/a/claim":      "POST",
		"/api/projects/resolve":       "DELETE, GET, HEAD, PATCH",
		"/api/events/stream":          "GET, HEAD",
		"/api/events:undo":            "POST",
		"/api/auth/password":          "PUT",
		"/api/wiki/a":                 "DELETE, GET, HEAD, PUT",
		"/api/wiki/a/b/c":             "DELETE, GET, HEAD, PUT",
		"/api/wiki-revisions/a/b":     "GET, HEAD",
		"/api/threads/a/b/c":          "",
		"/api/threads%2Fa":            "",
		"/api/projects/a/progress/{}": "",
	} {
		t.Run(path, func(t *testing.T) {
			bare := httptest.NewRecorder()
			h.api.mux.ServeMux.ServeHTTP(bare, httptest.NewRequest("UNLOCK", path, nil))
			if got := bare.Header().Get("Allow"); got != want {
				t.Errorf("the mux allows %q, want %q", got, want)
			}
			r := h.do(request{method: "UNLOCK", path: path})
			if want == "" {
				r.wantProblem(http.StatusNotFound, "not-found", "")
				return
			}
			r.wantProblem(http.StatusMethodNotAllowed, "method-not-allowed", "")
			if got := r.Header.Get("Allow"); got != want || !strings.Contains(r.Body, "answers "+want) {
				t.Errorf("the table allows %q, want %q", got, want)
			}
		})
	}
}
