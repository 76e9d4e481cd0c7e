package api

import (
	"testing"
	"time"
)

func TestNowIsTheChosenThread(t *testing.T) {
	h := newHub(t)
	id := h.create(`{"summary":"a"}`).ID
	if r := h.get("/api/now"); r.Status != 200 || r.Body != `{"thread":null}` {
		t.Errorf("before a choice: %d %s", r.Status, r.Body)
	}
	put := h.put("/api/now", `{"thread_id":"`+id+`"}`)
	put.wantStatus(200)
	if got := decode[nowBody](put); got.Thread == nil || got.Thread.ID != id || got.Thread.URL == "" || put.Header.Get("X-Hub-Event") == "" {
		t.Errorf("chose %s", put.Body)
	}
	if r := h.get("/api/now"); r.Body != put.Body || r.Header.Get("ETag") == "" {
		t.Errorf("read %s", r.Body)
	}
	if again := h.put("/api/now", `{"thread_id":"`+id+`"}`); again.Status != 200 || again.Header.Get("X-Hub-Event") != "" {
		t.Errorf("the same again: %d under %q", again.Status, again.Header.Get("X-Hub-Event"))
	}
	// A thread that is finished is no longer what to do now, until it is reopened.
	h.post("/api/threads/"+id+"/done", "").wantStatus(200)
	if r := h.get("/api/now"); r.Body != `{"thread":null}` {
		t.Errorf("after its end: %s", r.Body)
	}
	h.put("/api/now", `{"thread_id":"`+id+`"}`).wantProblem(409, "conflict", "")
	h.post("/api/threads/"+id+"/reopen", "").wantStatus(200)
	if got := decode[nowBody](h.get("/api/now")); got.Thread == nil {
		t.Error("lost when its end was taken back")
	}
	if r := h.put("/api/now", `{"thread_id":null}`); r.Status != 200 || r.Body != `{"thread":null}` {
		t.Errorf("chose none: %d %s", r.Status, r.Body)
	}
	h.put("/api/now", `{"thread_id":"000000000000"}`).wantProblem(404, "not-found", "")
	h.put("/api/now", `{}`).wantProblem(422, "validation", "body.thread_id")
	h.put("/api/now", `{"thread_id":7}`).wantProblem(422, "validation", "body.thread_id")
}

func TestNowShowsALeaseOnlyWhileItLasts(t *testing.T) {
	h := newHub(t)
	id := h.create(`{"summary":"a"}`).ID
	h.put("/api/now", `{"thread_id":"`+id+`"}`).wantStatus(200)
	h.post("/api/threads/"+id+"/claim", `{"holder":"me","ttl_minutes":5}`).wantStatus(200)
	if got := decode[nowBody](h.get("/api/now")); got.Thread.Lease == nil {
		t.Fatal("no lease")
	}
	h.clock.Advance(5 * time.Minute)
	if got := decode[nowBody](h.get("/api/now")); got.Thread.Lease != nil {
		t.Error("the lease outlived its time in a kept answer")
	}
}

func TestNextChangesWithTheTime(t *testing.T) {
	h := newHub(t)
	next := func(why string, id any) {
		t.Helper()
		r := h.get("/api/next")
		r.wantStatus(200)
		got := decode[map[string]any](r)
		thread, _ := got["thread"].(map[string]any)
		if got["why"] != why || thread["id"] != id {
			t.Errorf("%s, want %q about %v", r.Body, why, id)
		}
	}
	next("there is nothing else to take up right now", nil)
	id := h.create(`{"summary":"a"}`).ID
	next("it is the newest", id)
	h.clock.Advance(72*time.Hour - time.Millisecond)
	next("it is the newest", id)
	h.clock.Advance(time.Millisecond)
	next("quiet for 3 days", id)
	if got := decode[nextBody](h.get("/api/next")); got.Code != "next.quiet" || got.Params["n"] != 3.0 {
		t.Errorf("it is said with %+v", got.Said)
	}
	h.clock.Advance(24 * time.Hour)
	next("quiet for 4 days", id)
	h.post("/api/threads/"+id+"/claim", `{"holder":"me","ttl_minutes":5}`).wantStatus(200)
	next("there is nothing else to take up right now", nil)
	h.clock.Advance(5 * time.Minute)
	next("it is the newest", id)
	h.post("/api/threads/"+id+"/snooze", `{"until":"2026-05-08T10:00:00Z"}`).wantStatus(200)
	next("there is nothing else to take up right now", nil)
	h.clock.Advance(time.Hour)
	next("it is the newest", id)
	h.put("/api/now", `{"thread_id":"`+id+`"}`).wantStatus(200)
	next("there is nothing else to take up right now", nil)
}
