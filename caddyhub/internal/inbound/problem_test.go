package inbound

import (
	"encoding/json"
	"net/http/httptest"
	"testing"
	"time"
)

func TestWrite(t *testing.T) {
	cases := []struct {
		name   string
		p      *Problem
		status int
		kind   string
		header map[string]string
	}{
		{"not found", NewProblem(404, "no such thread"), 404, "/problems/not-found", map[string]string{"Cache-Control": "no-store", "ETag": ""}},
		{"no credential", NewProblem(401, "send a token"), 401, "/problems/unauthorized", map[string]string{"WWW-Authenticate": `Bearer realm="hub"`}},
		{"a type of its own", ProblemOf(403, "private-token-required", "set one"), 403, "/problems/private-token-required", nil},
		{"busy for a part of a second", &Problem{Type: "/problems/busy", Status: 503, RetryAfter: 1200 * time.Millisecond}, 503, "/problems/busy", map[string]string{"Retry-After": "2"}},
		{"outdated", &Problem{Type: "/problems/precondition-failed", Status: 412, ETag: `"3.a"`, CurrentVersion: new(3)}, 412, "/problems/precondition-failed", map[string]string{"ETag": `"3.a"`}},
		{"a client error without a type", NewProblem(418, "short and stout"), 400, "/problems/bad-request", nil},
		{"a server error without a type", NewProblem(507, "full"), 500, "/problems/internal", nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			w := httptest.NewRecorder()
			w.Header().Set("Location", "/somewhere")
			w.Header().Set("Content-Length", "7")
			c.p.Write(w)
			var got Problem
			if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
				t.Fatal(err)
			}
			if w.Code != c.status || got.Status != c.status || got.Type != c.kind || w.Header().Get("Content-Type") != ProblemType {
				t.Errorf("%d %+v %v", w.Code, got, w.Header())
			}
			if w.Header().Get("Location") != "" || w.Header().Get("Content-Length") == "7" {
				t.Errorf("headers of the real answer stayed: %v", w.Header())
			}
			for name, want := range c.header {
				if w.Header().Get(name) != want {
					t.Errorf("%s: %q, want %q", name, w.Header().Get(name), want)
				}
			}
		})
	}
}
