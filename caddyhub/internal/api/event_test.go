package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

// kindsOf are the kinds of the events in an answer, newest first.
func kindsOf(r response) string {
	r.t.Helper()
	var kinds []string
	for _, e := range decode[[]store.Event](r) {
		kinds = append(kinds, e.Kind)
	}
	return strings.Join(kinds, " ")
}

func TestHistoryIsFiltered(t *testing.T) {
	h := newHub(t)
	h.api.Policy.Zone = time.FixedZone("east", 2*60*60)
	id := h.create(`{"summary":"a","source_tool":"codex","project_slug":"alpha"}`).ID
	h.clock.Advance(time.Hour)
	h.post("/api/threads/"+id+"/block", `{"blocked_reason":"key"}`).wantStatus(200)
	owner := h.asOwner()
	h.clock.Advance(time.Hour)
	h.do(request{method: "POST", path: "/api/threads/" + id + "/done", headers: owner}).wantStatus(200)
	for _, c := range []struct{ name, query, want string }{
		{"everything", "", "thread.done thread.blocked thread.created project.created"},
		{"one kind", "?kind=thread.done", "thread.done"},
		{"kinds of one item", "?kind=project", "project.created"},
		{"no such kind", "?kind=threads", ""},
		{"by the owner", "?actor=owner", "thread.done"},
		{"by agents", "?actor=agent", "thread.blocked thread.created project.created"},
		{"by one agent", "?source_tool=codex", "thread.created project.created"},
		{"one subject", "?subject=hub://threads/" + id, "thread.done thread.blocked thread.created"},
		{"a subject that never was", "?subject=hub://threads/0", ""},
		{"not an address", "?subject=elsewhere", ""},
		{"since a time", "?from=2026-05-04T10:30:00Z", "thread.done thread.blocked"},
		{"until a time in the owner's zone", "?to=2026-05-04T12:00", "thread.created project.created"},
		{"a moment, both ends included", "?from=2026-05-04T10:30:00Z&to=2026-05-04T10:30:00Z", "thread.blocked"},
		{"several at once", "?kind=thread&actor=agent&to=2026-05-04T12:00", "thread.created"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := h.get("/api/events" + c.query)
			r.t = t
			r.wantStatus(200)
			if got := kindsOf(r); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			if r.Header.Get("ETag") == "" {
				t.Error("no tag")
			}
		})
	}
	for query, location := range map[string]string{
		"actor=nobody": "query.actor", "from=soon": "query.from", "to=2026-13-01": "query.to", "limit=201": "query.limit",
		"cursor=x": "query.cursor", "colour=red": "query.colour", "kind=thread,page": "query.kind",
	} {
		h.get("/api/events?"+query).wantProblem(422, "validation", location)
	}
}

func TestHistoryComesInPages(t *testing.T) {
	h := newHub(t)
	id := h.create(`{"summary":"a"}`).ID
	for _, action := range []string{"block", "reopen", "block", "reopen"} {
		h.post("/api/threads/"+id+"/"+action, "").wantStatus(200)
	}
	var pages []string
	for path := "/api/threads/" + id + "/events?limit=2"; path != ""; {
		r := h.get(path)
		r.wantStatus(200)
		if r.Header.Get("X-Total-Count") != "5" {
			t.Errorf("%s: %s in all", path, r.Header.Get("X-Total-Count"))
		}
		pages = append(pages, kindsOf(r))
		h.create(`{"summary":"meanwhile"}`)
		path, _ = strings.CutSuffix(strings.TrimPrefix(r.Header.Get("Link"), "<"), `>; rel="next"`)
	}
	if got := strings.Join(pages, ", "); got != "thread.reopened thread.blocked, thread.reopened thread.blocked, thread.created" {
		t.Errorf("pages %s", got)
	}
	link := h.get("/api/events?limit=1&kind=thread&from=2026-05-04").Header.Get("Link")
	for _, part := range []string{"</api/events?", "limit=1", "kind=thread", "from=2026-05-04", "cursor="} {
		if !strings.Contains(link, part) {
			t.Errorf("the link %s lacks %s", link, part)
		}
	}
}

func TestHistoryOfAThreadOutlivesIt(t *testing.T) {
	h := newHub(t)
	id := h.create(`{"summary":"a"}`).ID
	if _, err := h.store.DeleteThread(t.Context(), store.By{Actor: store.Owner}, id, store.Guard{}); err != nil {
		t.Fatal(err)
	}
	h.get("/api/threads/"+id).wantProblem(404, "not-found", "")
	if got := kindsOf(h.get("/api/threads/" + id + "/events")); got != "thread.deleted thread.created" {
		t.Errorf("history %q", got)
	}
	h.get("/api/threads/000000000000/events").wantProblem(404, "not-found", "")
}

func TestOneEventComesWithItsParts(t *testing.T) {
	h := newHub(t)
	a, b := h.create(`{"summary":"a"}`).ID, h.create(`{"summary":"b"}`).ID
	merged := h.post("/api/threads/"+b+"/merge", `{"into":"`+a+`"}`).Header.Get("X-Hub-Event")
	r := h.get("/api/events/" + merged)
	r.wantStatus(200)
	e := decode[store.EventDetail](r)
	if e.Kind != "thread.merged" || *e.Title != "b" || e.Also != 1 || len(e.Parts) != 1 || e.Parts[0].Subject != "hub://threads/"+a || *e.Parts[0].Title != "a" || e.Undone {
		t.Errorf("%s", r.Body)
	}
	if r.Header.Get("ETag") == "" {
		t.Error("no tag")
	}
	h.post("/api/events/"+merged+"/undo", "").wantStatus(200)
	if !decode[store.EventDetail](h.get("/api/events/" + merged)).Undone {
		t.Error("taken back, and does not say so")
	}
	h.get("/api/events/000000000000").wantProblem(404, "not-found", "")
}

func TestUndoOfOneChange(t *testing.T) {
	h := newHub(t)
	id := h.create(`{"summary":"a"}`).ID
	thread := "/api/threads/" + id
	patched := h.do(request{method: http.MethodPatch, path: thread, body: `{"goal":"one"}`}).Header.Get("X-Hub-Event")
	r := h.post("/api/events/"+patched+"/undo", "")
	r.wantStatus(200)
	got := decode[store.Undone](r)
	if len(got.Undone) != 1 || got.Undone[0] != patched || len(got.Events) != 1 || got.Events[0] != r.Header.Get("X-Hub-Event") {
		t.Errorf("%s under %s", r.Body, r.Header.Get("X-Hub-Event"))
	}
	if goal := decode[ThreadBody](h.get(thread)).Goal; goal != nil {
		t.Errorf("the goal is %q", *goal)
	}
	h.post("/api/events/"+got.Events[0]+"/undo", "").wantStatus(200) // and forth again
	if goal := decode[ThreadBody](h.get(thread)).Goal; goal == nil || *goal != "one" {
		t.Errorf("the goal is %v", goal)
	}
	h.post("/api/events/000000000000/undo", "").wantProblem(404, "not-found", "")
	h.post("/api/events/nothing/undo", "").wantProblem(404, "not-found", "")
	claimed := h.post(thread+"/claim", `{"holder":"me"}`).Header.Get("X-Hub-Event")
	h.post("/api/events/"+claimed+"/undo", "").wantProblem(409, "conflict", "")
}

// A held thread is taken back like it is changed: by a bearer with its lease alone.
func TestUndoOfWhatSomebodyHolds(t *testing.T) {
	for _, c := range []struct {
		name, body string // %s: the lease
		owner      bool
		status     int
	}{
		{"a bearer's", ``, false, 409},
		{"with another lease", `{"lease_id":"000000000000"}`, false, 409},
		{"with the lease", `{"lease_id":"%s"}`, false, 200},
		{"by force", `{"force":true}`, false, 200},
		{"the owner's", ``, true, 200},
	} {
		for _, all := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, of a time %v", c.name, all), func(t *testing.T) {
				h := newHub(t)
				path := "/api/threads/" + h.create(`{"summary":"work"}`).ID
				h.clock.Advance(time.Minute)
				event := h.do(request{method: http.MethodPatch, path: path, body: `{"goal":"g"}`}).Header.Get("X-Hub-Event")
				h.clock.Advance(time.Minute)
				held := decode[claimedBody](h.post(path+"/claim", `{"holder":"codex"}`))
				r := request{method: http.MethodPost, path: "/api/events/" + event + "/undo", body: strings.Replace(c.body, "%s", held.Lease.ID, 1)}
				if all {
					r.path = "/api/events:undo"
					const of = `{"actor":"agent","from":"2026-05-04T09:31","to":"2026-05-04T09:31"`
					if r.body = strings.TrimPrefix(r.body, "{"); r.body == "" {
						r.body = of + "}"
					} else {
						r.body = of + "," + r.body
					}
				}
				if c.owner {
					r.headers = h.asOwner()
				}
				got := h.do(r)
				got.wantStatus(c.status)
				if c.status == 409 {
					if p := got.wantProblem(409, "conflict", ""); p.Holder != "codex" {
						t.Errorf("%+v", p)
					}
				}
				if goal := decode[ThreadBody](h.get(path)).Goal; (goal == nil) != (c.status == 200) {
					t.Errorf("the goal is %v", goal)
				}
			})
		}
	}
}

// A range may reach into several held threads: whoever holds all of them takes it back with all
// their leases, and nobody with some.
func TestAnUndoTakesTheLeasesOfAllItTouches(t *testing.T) {
	for _, c := range []struct {
		name, leases string // %1, %2: those of the two threads
		status       int
	}{
		{"both", `"lease_ids":["%1","%2"]`, 200},
		{"one as the lease, one beside it", `"lease_id":"%1","lease_ids":["%2"]`, 200},
		{"one alone", `"lease_id":"%1"`, 409},
		{"the other alone", `"lease_ids":["%2"]`, 409},
		{"others", `"lease_ids":["000000000000"]`, 409},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			paths := []string{"/api/threads/" + h.create(`{"summary":"first"}`).ID, "/api/threads/" + h.create(`{"summary":"second"}`).ID}
			h.clock.Advance(time.Minute)
			leases := c.leases
			for i, path := range paths {
				h.do(request{method: http.MethodPatch, path: path, body: `{"goal":"g"}`}).wantStatus(200)
				held := decode[claimedBody](h.post(path+"/claim", `{"holder":"codex"}`))
				leases = strings.ReplaceAll(leases, fmt.Sprintf("%%%d", i+1), held.Lease.ID)
			}
			h.post("/api/events:undo", `{"actor":"agent","from":"2026-05-04T09:31","to":"2026-05-04T09:31",`+leases+`}`).wantStatus(c.status)
			for _, path := range paths {
				if goal := decode[ThreadBody](h.get(path)).Goal; (goal == nil) != (c.status == 200) {
					t.Errorf("%s has the goal %v", path, goal)
				}
			}
		})
	}
}

func TestUndoNamesWhatStandsInTheWay(t *testing.T) {
	h := newHub(t)
	id := h.create(`{"summary":"a"}`).ID
	patch := func(headers map[string]string, body string) string {
		return h.do(request{method: http.MethodPatch, path: "/api/threads/" + id, body: body, headers: headers}).Header.Get("X-Hub-Event")
	}
	first := patch(nil, `{"goal":"one"}`)
	h.clock.Advance(time.Minute)
	second := patch(map[string]string{"User-Agent": "codex"}, `{"goal":"two"}`)
	third := patch(h.asOwner(), `{"goal":"three"}`)
	r := h.post("/api/events/"+first+"/undo", "")
	p := r.wantProblem(409, "conflict", "")
	if len(p.Blocking) != 2 || p.Blocking[0].ID != third || p.Blocking[1].ID != second {
		t.Fatalf("blocking %+v", p.Blocking)
	}
	if b := p.Blocking[1]; b.Kind != "thread.updated" || b.Subject != "hub://threads/"+id || b.At != "2026-05-04T09:31:00.000Z" || b.Actor != "agent" || *b.SourceTool != "codex" {
		t.Errorf("blocking %+v", b)
	}
	if !strings.Contains(r.Body, `"actor":"owner","source_tool":null`) {
		t.Errorf("body %s", r.Body)
	}
}

func TestUndoOfATime(t *testing.T) {
	h := newHub(t)
	id := h.create(`{"summary":"a"}`).ID
	thread := "/api/threads/" + id
	h.clock.Advance(time.Hour) // 10:30
	h.do(request{method: http.MethodPatch, path: thread, body: `{"goal":"one"}`, headers: map[string]string{"User-Agent": "codex"}}).wantStatus(200)
	h.clock.Advance(time.Minute)
	h.do(request{method: http.MethodPatch, path: thread, body: `{"focus":"two"}`, headers: map[string]string{"User-Agent": "codex"}}).wantStatus(200)
	for _, c := range []struct {
		name, body string
		status     int
		undone     int
		location   string
	}{
		{"nobody named", `{"from":"2026-05-04T10:00","to":"2026-05-04T11:00"}`, 422, 0, "body.actor"},
		{"unknown actor", `{"actor":"me","from":"2026-05-04T10:00","to":"2026-05-04T11:00"}`, 422, 0, "body.actor"},
		{"no beginning", `{"actor":"agent","to":"2026-05-04T11:00"}`, 422, 0, "body.from"},
		{"no time", `{"actor":"agent","from":"soon","to":"2026-05-04T11:00"}`, 422, 0, "body.from"},
		{"backwards", `{"actor":"agent","from":"2026-05-04T11:00","to":"2026-05-04T10:00"}`, 422, 0, "body.to"},
		{"nothing in that time", `{"actor":"agent","from":"2026-05-03T10:00","to":"2026-05-03T11:00"}`, 200, 0, ""},
		{"nothing of that tool", `{"source_tool":"cursor","from":"2026-05-04T10:00","to":"2026-05-04T11:00"}`, 200, 0, ""},
		{"both changes", `{"source_tool":"codex","from":"2026-05-04T10:00","to":"2026-05-04T11:00"}`, 200, 2, ""},
		{"undone already", `{"source_tool":"codex","from":"2026-05-04T10:00","to":"2026-05-04T11:00"}`, 200, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := h.post("/api/events:undo", c.body)
			r.t = t
			if c.status != 200 {
				r.wantProblem(c.status, "validation", c.location)
				return
			}
			r.wantStatus(200)
			if got := decode[store.Undone](r); len(got.Undone) != c.undone || len(got.Events) != c.undone || strings.Contains(r.Body, "null") {
				t.Errorf("%s", r.Body)
			}
			if event := r.Header.Get("X-Hub-Event"); (event == "") != (c.undone == 0) {
				t.Errorf("event %q", event)
			}
		})
	}
	if got := decode[ThreadBody](h.get(thread)); got.Goal != nil || got.Focus != nil {
		t.Errorf("left %+v", got)
	}
}
