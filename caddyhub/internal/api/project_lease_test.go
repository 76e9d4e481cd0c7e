package api

import (
	"net/http"
	"strings"
	"testing"
)

// A bearer must force the deletion of a project in which somebody works.
func TestALeaseProtectsAProjectOverREST(t *testing.T) {
	h := newHub(t)
	id := h.create(`{"summary":"Paint the fence","project_slug":"garden"}`).ID
	h.post("/api/threads/"+id+"/claim", `{"holder":"codex"}`).wantStatus(http.StatusOK)
	p := h.do(request{method: http.MethodDelete, path: "/api/projects/garden"}).wantProblem(http.StatusConflict, "conflict", "")
	if p.Holder != "codex" || !strings.Contains(p.Detail, id) {
		t.Errorf("%+v", p)
	}
	h.do(request{method: http.MethodDelete, path: "/api/projects/garden?force=true"}).wantStatus(http.StatusNoContent)
}

// The lines of the glossary without effect are named where it is written and read.
func TestTheGlossaryNamesWhatItDoesNotUnderstand(t *testing.T) {
	h := newHub(t)
	r := h.put("/api/wiki/glossary", `{"markdown":"# Glossary\n\n- board = dashboard\n- exporter means lion\n"}`)
	for name, r := range map[string]response{"written": r, "read": h.get("/api/wiki/glossary")} {
		if got := decode[PageBody](r).NotUnderstood; len(got) != 1 || got[0] != 4 {
			t.Errorf("%s: %v", name, got)
		}
	}
	h.put("/api/wiki/other", `{"markdown":"- exporter means lion\n"}`)
	if got := decode[PageBody](h.get("/api/wiki/other")).NotUnderstood; got != nil {
		t.Errorf("of another page: %v", got)
	}
}
