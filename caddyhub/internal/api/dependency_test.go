package api

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

func TestDependenciesOverREST(t *testing.T) {
	h := newHub(t)
	first := h.create(`{"summary":"first"}`)
	then := h.create(`{"summary":"then","depends_on":["` + first.ID + `"]}`)
	ready := func() string {
		var names []string
		for _, one := range decode[[]ThreadBody](h.get("/api/threads?ready=true")) {
			names = append(names, one.Summary)
		}
		return strings.Join(names, ", ")
	}
	neighbours := func(id string) store.Dependencies {
		return decode[store.Dependencies](h.get("/api/threads/" + id + "/dependencies"))
	}
	if got := ready(); got != "first" {
		t.Errorf("ready at first: %s", got)
	}
	if d := neighbours(then.ID); d.Ready || len(d.Before) != 1 || d.Before[0].Summary != "first" || len(d.After) != 0 {
		t.Errorf("got %+v", d)
	}
	refused := h.do(request{method: "PATCH", path: "/api/threads/" + first.ID, body: `{"depends_on":["` + then.ID + `"]}`})
	refused.wantStatus(http.StatusUnprocessableEntity)
	if !strings.Contains(refused.Body, `"location":"body.depends_on[0]"`) || !strings.Contains(refused.Body, "would wait in a circle") {
		t.Errorf("a circle: %s", refused.Body)
	}
	ended := h.post("/api/threads/"+first.ID+"/done", `{}`)
	ended.wantStatus(http.StatusOK)
	if got := ended.Header.Get("X-Hub-Can-Start"); got != then.ID {
		t.Errorf("X-Hub-Can-Start: %q", got)
	}
	if got := ready(); got != "then" {
		t.Errorf("ready after the first is done: %s", got)
	}
	// A cached answer holds no longer than a snooze does.
	h.post("/api/threads/"+then.ID+"/snooze", `{"until":"2026-05-04T10:30:00Z"}`).wantStatus(http.StatusOK)
	if got, d := ready(), neighbours(then.ID); got != "" || d.Ready {
		t.Errorf("snoozed: %q is ready, %+v", got, d)
	}
	h.clock.Advance(2 * time.Hour)
	if got, d := ready(), neighbours(then.ID); got != "then" || !d.Ready {
		t.Errorf("after the snooze: %q is ready, %+v", got, d)
	}
	if got := h.get("/api/threads/" + h.create(`{"summary":"alone"}`).ID + "/dependencies").Body; got != `{"before":[],"after":[],"ready":true}` {
		t.Errorf("of one alone: %s", got)
	}
	h.get("/api/threads/000000000000/dependencies").wantStatus(http.StatusNotFound)
}

// What is deleted holds nothing up: who deletes the last thing before a thread hears what can start.
func TestADeletionTellsWhatCanStart(t *testing.T) {
	h := newHub(t)
	for _, tc := range []struct {
		name   string
		needs  []string // the states of what the thread waits for; the first is deleted
		starts bool
	}{
		{"the only one", []string{"open"}, true},
		{"the last one", []string{"open", "done"}, true},
		{"one of two", []string{"open", "open"}, false},
		{"a finished one beside one that is not", []string{"done", "open"}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var ids []string
			for _, status := range tc.needs {
				id := h.create(`{"summary":"` + tc.name + `"}`).ID
				if status == "done" {
					h.post("/api/threads/"+id+"/done", `{}`).wantStatus(200)
				}
				ids = append(ids, id)
			}
			then := h.create(`{"summary":"then","depends_on":["` + strings.Join(ids, `","`) + `"]}`).ID
			r := h.do(request{method: "DELETE", path: "/api/threads/" + ids[0]})
			r.wantStatus(http.StatusNoContent)
			if got := r.Header.Get("X-Hub-Can-Start"); (got == then) != tc.starts || !tc.starts && got != "" {
				t.Errorf("X-Hub-Can-Start: %q", got)
			}
		})
	}
}
