package api

import (
	"net/http"
	"strings"
	"testing"
)

// Who writes to a thread that was merged changes the one it is part of now, and is shown that.
func TestAMergedThreadIsItsTargetOverREST(t *testing.T) {
	h := newHub(t)
	into, from := h.create(`{"summary":"Paint the fence"}`).ID, h.create(`{"summary":"A coat for the garden gate"}`).ID
	h.post("/api/threads/"+from+"/merge", `{"into":"`+into+`"}`).wantStatus(http.StatusOK)
	for _, c := range []struct{ name, method, action, body string }{
		{"an edit", http.MethodPatch, "", `{"goal":"white"}`},
		{"a snooze", http.MethodPost, "/snooze", `{"until":"2026-06-01T09:00"}`},
		{"a block", http.MethodPost, "/block", `{"blocked_reason":"rain"}`},
		{"a pause", http.MethodPost, "/pause", `{"resume_step":"buy paint"}`},
		{"a claim", http.MethodPost, "/claim", `{"holder":"codex"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := h.do(request{method: c.method, path: "/api/threads/" + from + c.action, body: c.body})
			r.wantStatus(http.StatusOK)
			if got := decode[ThreadBody](r); got.ID != into {
				t.Errorf("it changed %s", got.ID)
			}
		})
	}
	t.Run("its end", func(t *testing.T) {
		p := h.post("/api/threads/"+from+"/done", `{"force":true}`).wantProblem(http.StatusConflict, "conflict", "")
		if !strings.Contains(p.Detail, "merged into "+into) {
			t.Errorf("%+v", p)
		}
	})
}

// A note about a deleted thread says which event brings the thread back, and that works.
func TestANoteAboutADeletedThread(t *testing.T) {
	h := newHub(t)
	id := h.create(`{"summary":"Paint the fence"}`).ID
	event := h.do(request{method: http.MethodDelete, path: "/api/threads/" + id}).Header.Get("X-Hub-Event")
	note := `{"entry":"the gate is done","thread_id":"` + id + `"}`
	p := h.post("/api/projects/inbox/progress/log", note).wantProblem(http.StatusNotFound, "not-found", "")
	if !strings.Contains(p.Detail, "event "+event) {
		t.Fatalf("%s", p.Detail)
	}
	h.post("/api/events/"+event+"/undo", "").wantStatus(http.StatusOK)
	h.post("/api/projects/inbox/progress/log", note).wantStatus(http.StatusOK)
}
