package api

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestPagesOfThreads(t *testing.T) {
	h := newHub(t)
	for i := range 5 {
		h.create(fmt.Sprintf(`{"summary":"thread %d","project_slug":"alpha"}`, i))
	}
	h.create(`{"summary":"elsewhere"}`)
	var seen []string
	next := "/api/threads?project=alpha&limit=2"
	for pages := 0; next != ""; pages++ {
		if pages == 4 {
			t.Fatal("the pages do not end")
		}
		r := h.get(next)
		r.wantStatus(200)
		if r.Header.Get("X-Total-Count") != "5" {
			t.Errorf("total %s, want 5", r.Header.Get("X-Total-Count"))
		}
		for _, one := range decode[[]ThreadBody](r) {
			seen = append(seen, one.Summary)
		}
		next, _, _ = strings.Cut(strings.TrimPrefix(r.Header.Get("Link"), "<"), ">")
	}
	if got := strings.Join(seen, ","); got != "thread 4,thread 3,thread 2,thread 1,thread 0" {
		t.Errorf("pages hold %s", got)
	}
}

func TestStaleThreads(t *testing.T) {
	h := newHub(t)
	quiet := h.create(`{"summary":"quiet"}`).ID
	h.clock.Advance(24 * time.Hour)
	h.create(`{"summary":"later"}`)
	stale := func() string {
		var names []string
		for _, one := range decode[[]ThreadBody](h.get("/api/threads?stale=true")) {
			names = append(names, one.Summary)
		}
		return strings.Join(names, ",")
	}
	steps := []struct {
		name string
		do   func()
		want string
	}{
		{"two days are not enough", func() { h.clock.Advance(24 * time.Hour) }, ""},
		{"three days are", func() { h.clock.Advance(24 * time.Hour) }, "quiet"},
		{"the oldest comes first", func() { h.clock.Advance(24 * time.Hour) }, "quiet,later"},
		{"a snoozed one is hidden", func() { h.post("/api/threads/"+quiet+"/snooze", `{"until":"2026-05-10"}`).wantStatus(200) }, "later"},
		{"until its time", func() { h.clock.Advance(48 * time.Hour) }, "quiet,later"},
		{"filing is not work", func() {
			h.do(request{method: "PATCH", path: "/api/threads/" + quiet, body: `{"energy":"low"}`}).wantStatus(200)
		}, "quiet,later"},
		{"work is", func() {
			h.do(request{method: "PATCH", path: "/api/threads/" + quiet, body: `{"focus":"again"}`}).wantStatus(200)
		}, "later"},
		{"so is to keep it", func() {
			h.clock.Advance(96 * time.Hour)
			h.post("/api/threads/"+quiet+"/keep", "").wantStatus(200)
		}, "later"},
	}
	for _, s := range steps {
		s.do()
		if got := stale(); got != s.want {
			t.Errorf("%s: stale are %q, want %q", s.name, got, s.want)
		}
	}
}

func TestThreadsByActivityAndSnooze(t *testing.T) {
	h := newHub(t)
	var ids []string
	for range 3 {
		h.clock.Advance(time.Minute)
		ids = append(ids, h.create(fmt.Sprintf(`{"summary":"thread %d"}`, len(ids))).ID)
	}
	h.clock.Advance(time.Minute)
	h.do(request{method: "PATCH", path: "/api/threads/" + ids[0], body: `{"focus":"again"}`}).wantStatus(200)
	for _, c := range []struct{ path, want string }{
		{"/api/threads?sort=activity&limit=2", "thread 0,thread 2,thread 1"},
		{"/api/threads?snoozed=true&limit=1", "thread 1,thread 2"},
	} {
		h.post("/api/threads/"+ids[1]+"/snooze", `{"until":"2026-05-06"}`).wantStatus(200)
		h.post("/api/threads/"+ids[2]+"/snooze", `{"until":"2026-05-08"}`).wantStatus(200)
		var seen []string
		for path := c.path; path != ""; {
			answer := h.get(path)
			for _, one := range decode[[]ThreadBody](answer) {
				seen = append(seen, one.Summary)
			}
			path, _, _ = strings.Cut(strings.TrimPrefix(answer.Header.Get("Link"), "<"), ">")
		}
		if got := strings.Join(seen, ","); got != c.want {
			t.Errorf("%s: %s, want %s", c.path, got, c.want)
		}
	}
	h.get("/api/threads?sort=age").wantStatus(422)
}
