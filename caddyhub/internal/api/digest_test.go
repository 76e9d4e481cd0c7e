package api

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestDigestKeepsToItsBudgetAndCountsTheRest(t *testing.T) {
	h := newHub(t)
	for i := range 30 {
		h.create(fmt.Sprintf(`{"summary":"thread %d","goal":%q,"project_slug":"p%d"}`, i, strings.Repeat("long ", 10*i), i%2))
		h.clock.Advance(time.Minute)
	}
	h.post("/api/reminders", `{"text":"call the bank","kind":"once","due_at":"2026-05-04T08:00:00Z"}`).wantStatus(201)
	h.post("/api/reminders", `{"text":"water the plants","kind":"session"}`).wantStatus(201)
	h.post("/api/sessions:batch", `{"sessions":[{"tool":"codex","session_ref":"a","title":"the webhook"}]}`).wantStatus(200)
	h.clock.Advance(4 * 24 * time.Hour)
	for _, budget := range []int{100, 150, 333, 1000, 2000, 16000} {
		r := h.get(fmt.Sprintf("/api/digest?budget=%d", budget))
		r.wantStatus(200)
		d := decode[DescribedDigest](r)
		if len(r.Body) > 4*budget || d.OpenCount != 30 || d.StaleCount != 30 || d.ReminderCount != 2 {
			t.Errorf("budget %d: %d bytes, counts %d, %d, %d", budget, len(r.Body), d.OpenCount, d.StaleCount, d.ReminderCount)
		}
		if budget >= 1000 && (len(d.Threads) == 0 || d.Threads[0].Summary != "thread 0" || len(d.Reminders) != 2 || d.Reminders[0].Text != "call the bank") {
			t.Errorf("budget %d: %s", budget, r.Body)
		}
		if budget >= 2000 && (len(d.Sessions) != 1 || d.Sessions[0].Title != "the webhook") {
			t.Errorf("budget %d: sessions %+v", budget, d.Sessions)
		}
	}
}

func TestDigestIsAPureRead(t *testing.T) {
	h := newHub(t)
	h.create(`{"summary":"a","project_slug":"alpha","workspace_path":"/src/alpha"}`)
	for i := range 15 {
		h.post("/api/reminders", fmt.Sprintf(`{"text":"due %d","kind":"once","due_at":"2026-05-04T08:00:00Z"}`, i)).wantStatus(201)
	}
	h.clock.Advance(9 * 24 * time.Hour)
	first, before := h.get("/api/digest?budget=16000"), h.store.Generation()
	second := h.get("/api/digest?budget=16000&q=")
	if first.Body != second.Body || h.store.Generation() != before {
		t.Errorf("read twice: %s\nthen %s", first.Body, second.Body)
	}
	if d := decode[DescribedDigest](first); len(d.Reminders) != 15 {
		t.Errorf("%d of 15 due reminders", len(d.Reminders))
	}
	h.get("/api/digest?project=alhpa").wantProblem(404, "not-found", "")
	h.get("/api/digest?budget=99").wantProblem(422, "validation", "query.budget")
	if d := decode[DescribedDigest](h.get("/api/digest?workspace_path=/nowhere")); d.OpenCount != 1 {
		t.Errorf("an unknown folder: %+v", d)
	}
	h.get("/api/digest?project=nosuch").wantProblem(404, "not-found", "")
}

// What is near a text changes without an event: ranks fade, and the index may still be built.
func TestADigestOfATextIsKeptNoLongerThanAnOverlapAnswer(t *testing.T) {
	h := newHub(t)
	h.create(`{"summary":"Rotate the backup keys"}`)
	soon := h.clock.Now().Add(overlapAge)
	for name, c := range map[string]struct {
		in   digestInput
		want bool
	}{"a text": {digestInput{Text: "backup keys", Budget: 1000}, true}, "none": {digestInput{Budget: 1000}, false}} {
		got, err := h.api.digest(t.Context(), &c.in)
		if err != nil {
			t.Fatal(err)
		}
		if got.head.freshUntil.Equal(soon) != c.want {
			t.Errorf("%s: kept until %s", name, got.head.freshUntil)
		}
	}
}

// A place that was named together with a project is enough by itself from then on.
func TestAPlaceLeadsToItsProject(t *testing.T) {
	h := newHub(t)
	h.post("/api/projects", `{"slug":"shop","repo_url":"git@git.example.org:me/shop.git"}`).wantStatus(201)
	h.create(`{"summary":"sell more","project_slug":"shop","workspace_path":"/mac/shop"}`)
	h.create(`{"summary":"paint the fence","project_slug":"garden"}`)
	for name, tc := range map[string]struct {
		query string
		count int
	}{
		"the folder":                          {"workspace_path=/mac/shop/api", 1},
		"the remote in another spelling":      {"repo_url=https://me:token@git.example.org/me/Shop", 1},
		"an unknown folder with its remote":   {"workspace_path=/else&repo_url=https://git.example.org/me/shop", 1},
		"an unknown remote narrows nothing":   {"repo_url=https://git.example.org/me/else", 2},
		"the folder of a thread, but no more": {"workspace_path=/mac", 2},
	} {
		if d := decode[DescribedDigest](h.get("/api/digest?" + tc.query)); d.OpenCount != tc.count {
			t.Errorf("%s: %d threads, want %d", name, d.OpenCount, tc.count)
		}
	}
	h.get("/api/projects/resolve?workspace_path=/mac/shop").wantStatus(200)
}
