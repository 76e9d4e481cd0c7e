package api

import (
	"net/http"
	"strings"
	"testing"
)

// What was deleted says so to whoever asks for it, and by which event it comes back.
func TestWhatWasDeletedSaysSo(t *testing.T) {
	type deletion struct {
		delete string   // the address that is deleted
		gone   []string // those that are gone then
	}
	for _, tc := range []struct {
		name  string
		setUp func(h *hub) deletion
	}{
		{"a thread", func(h *hub) deletion {
			path := "/api/threads/" + h.create(`{"summary":"work"}`).ID
			return deletion{path, []string{path, path + "/dependencies", "PATCH " + path, "DELETE " + path}}
		}},
		{"a thread with its project", func(h *hub) deletion {
			path := "/api/threads/" + h.create(`{"summary":"work","project_slug":"shop"}`).ID
			return deletion{"/api/projects/shop", []string{path, "PATCH " + path}}
		}},
		{"a project", func(h *hub) deletion {
			h.create(`{"summary":"work","project_slug":"shop"}`)
			return deletion{"/api/projects/shop", []string{"/api/projects/shop", "PATCH /api/projects/shop", "DELETE /api/projects/shop", "/api/projects/shop/progress"}}
		}},
		{"a page", func(h *hub) deletion {
			h.putMarkdown("/api/wiki/guides/deploy", "# Deploy", nil).wantStatus(201)
			h.putMarkdown("/api/wiki/guides/deplox", "# Like that", nil).wantStatus(201)
			return deletion{"/api/wiki/guides/deploy", []string{"/api/wiki/guides/deploy", "/api/wiki/guides/deploy?rev=1", "DELETE /api/wiki/guides/deploy"}}
		}},
		{"a reminder", func(h *hub) deletion {
			r := h.post("/api/reminders", `{"text":"t","kind":"once","due_at":"2027-01-01"}`)
			r.wantStatus(201)
			path := r.Header.Get("Location")
			return deletion{path, []string{path, "PATCH " + path, "DELETE " + path}}
		}},
		{"a reminder with its thread", func(h *hub) deletion {
			thread := h.create(`{"summary":"work"}`).ID
			r := h.post("/api/reminders", `{"text":"t","kind":"once","due_at":"2027-01-01","thread_id":"`+thread+`"}`)
			r.wantStatus(201)
			return deletion{"/api/threads/" + thread, []string{r.Header.Get("Location")}}
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := newHub(t)
			d := tc.setUp(h)
			deleted := h.do(request{method: "DELETE", path: d.delete, headers: map[string]string{"User-Agent": "week/1"}})
			deleted.wantStatus(http.StatusNoContent)
			event := deleted.Header.Get("X-Hub-Event")
			ask := func(what string) response {
				method, path, ok := strings.Cut(what, " ")
				if !ok {
					method, path = http.MethodGet, what
				}
				body := ""
				if method == http.MethodPatch {
					body = `{}`
				}
				return h.do(request{method: method, path: path, body: body})
			}
			for _, what := range d.gone {
				p := ask(what).wantProblem(http.StatusNotFound, "not-found", "")
				if !strings.HasSuffix(p.Detail, "not found: week deleted it at 2026-05-04T09:30:00.000Z, and an undo of event "+event+" brings it back") {
					t.Errorf("%s: %s", what, p.Detail)
				}
			}
			h.post("/api/events/"+event+"/undo", `{}`).wantStatus(http.StatusOK)
			h.get(d.gone[0]).wantStatus(http.StatusOK)
		})
	}
}
