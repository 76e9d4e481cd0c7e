package api

import (
	"database/sql"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest/race"
)

// spoil writes into the database what no change would, behind the back of a hub that starts
// anew then.
func (h *hub) spoil(statements ...string) {
	h.t.Helper()
	dir := h.store.Dir()
	if err := h.store.Close(); err != nil {
		h.t.Fatal(err)
	}
	db, err := sql.Open("sqlite", filepath.Join(dir, store.DatabaseName))
	if err != nil {
		h.t.Fatal(err)
	}
	for _, s := range statements {
		if _, err := db.ExecContext(h.t.Context(), s); err != nil {
			h.t.Fatalf("%s: %v", s, err)
		}
	}
	if err := db.Close(); err != nil {
		h.t.Fatal(err)
	}
	cfg := h.api.Config
	if cfg.Store, err = store.Open(h.t.Context(), dir, store.Options{Now: h.clock.Now}); err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = cfg.Store.Close() })
	h.store, h.api = cfg.Store, New(cfg)
}

// A damaged thread that somebody holds hides no agent.
func TestADamagedThreadHidesNoAgent(t *testing.T) {
	h := newHub(t)
	for _, state := range []string{"good", "bad"} {
		id := h.create(`{"summary":"pipes, ` + state + `"}`).ID
		h.post("/api/threads/"+id+"/claim", `{"holder":"codex"}`).wantStatus(http.StatusOK)
	}
	h.spoil("UPDATE threads SET tried = '[' WHERE summary = 'pipes, bad'")
	r := h.get("/api/agents")
	r.wantStatus(http.StatusOK)
	if !strings.Contains(r.Body, "pipes, good") {
		t.Errorf("got %s", r.Body)
	}
}

// A damaged request of an agent hides no other, and can't be decided.
func TestADamagedRequestHidesNoOther(t *testing.T) {
	for _, text := range spoiled {
		t.Run(text, func(t *testing.T) {
			h := newHub(t)
			h.create(`{"summary":"pipes","project_slug":"home"}`)
			h.create(`{"summary":"pipes","project_slug":"work"}`)
			good, bad := h.ask("delete_project", `{"slug":"home"}`).ID, h.ask("delete_project", `{"slug":"work"}`).ID
			h.spoil(fmt.Sprintf("UPDATE approvals SET payload = '%s' WHERE id = '%s'", text, bad))
			r := h.get("/api/approvals")
			r.wantStatus(http.StatusOK)
			if got := decode[[]store.Approval](r); len(got) != 1 || got[0].ID != good {
				t.Errorf("got %+v", got)
			}
			h.do(request{method: http.MethodPost, path: "/api/approvals/" + bad + "/approve", headers: h.asOwner()}).wantProblem(http.StatusServiceUnavailable, "busy", "")
		})
	}
}

// spoiled are texts that a column of JSON never holds.
var spoiled = []string{`{"what":`, ``, `5`}

// A damaged row takes no list along: the others of it are there.
func TestListsLeaveADamagedRowOut(t *testing.T) {
	race.SkipShort(t)
	for _, text := range append(spoiled, `{}`) {
		t.Run(text, func(t *testing.T) {
			h := newHub(t)
			h.post("/api/projects", `{"slug":"good","title":"Pipes, good"}`).wantStatus(http.StatusCreated)
			h.post("/api/projects", `{"slug":"bad","title":"Pipes, bad"}`).wantStatus(http.StatusCreated)
			h.create(`{"summary":"water pipes, good","project_slug":"good"}`)
			bad := h.create(`{"summary":"water pipes, bad","project_slug":"good"}`).ID
			other := h.create(`{"summary":"water pipes, bad as well","project_slug":"good","also_known":["plumbing"]}`).ID
			h.batch(`{"tool":"codex","session_ref":"1","title":"pipes, good"}`, `{"tool":"codex","session_ref":"2","title":"pipes, bad"}`).wantStatus(http.StatusOK)
			h.clock.Advance(30 * 24 * time.Hour) // quiet enough for a digest
			h.spoil(
				fmt.Sprintf("UPDATE threads SET tried = '%s' WHERE id = '%s'", text, bad),
				fmt.Sprintf("UPDATE threads SET also_known = '%s' WHERE id = '%s'", text, other),
				fmt.Sprintf("UPDATE projects SET workspace_paths = '%s' WHERE slug = 'bad'", text),
				fmt.Sprintf("UPDATE session_records SET open_items = '%s' WHERE title LIKE '%%, bad'", text),
				"UPDATE events SET after = '[' WHERE after LIKE '%, bad%'",
			)
			for range 2 { // also out of a cache
				for _, path := range []string{
					"/api/threads", "/api/threads?project=good", "/api/projects", "/api/sessions", "/api/events", "/api/search?q=pipes",
					"/api/overlap?q=water+pipes", "/api/overlap?q=plumbing", "/api/digest",
				} {
					r := h.get(path)
					if r.Status != http.StatusOK || !strings.Contains(r.Body, "good") || strings.Contains(r.Body, "pipes, bad") {
						t.Errorf("%s: %d %s", path, r.Status, r.Body)
					}
				}
			}
			h.get("/api/overview").wantStatus(http.StatusOK)
			h.get("/api/next").wantStatus(http.StatusOK)
			if p := h.get("/api/threads/"+bad).wantProblem(http.StatusServiceUnavailable, "busy", ""); !strings.Contains(p.Detail, "is damaged") {
				t.Errorf("the row itself: %s", p.Detail)
			}
		})
	}
}
