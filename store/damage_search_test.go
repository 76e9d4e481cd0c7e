package store

import (
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

// A search leaves a damaged row out whichever way would have found it, and logs it once.
func TestASearchLeavesADamagedRowOut(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`{"what":`, ``, `5`, `{}`} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			core, logs := observer.New(zap.ErrorLevel)
			s := openStore(t, empty.Copy(t), Options{Logger: zap.New(core)})
			good := create(t, s, "water pipes in the garden", inProject("good"))
			bad := create(t, s, "water pipes in the house", inProject("good"))
			createProject(t, s, ProjectInput{Slug: Some("bad"), Description: Some("all the water pipes")})
			s.spoil(t, "threads", "next_steps", text, "id", bad.ID)
			s.spoil(t, "projects", "workspace_paths", text, "slug", "bad")
			for name, tc := range map[string]struct {
				q     SearchQuery
				finds bool // the good thread
			}{
				"words":           {SearchQuery{Text: "water pipes"}, true},
				"words and kinds": {SearchQuery{Text: "water pipes", Kinds: []string{kindThread, kindProject}}, true},
				"a project":       {SearchQuery{Text: "water pipes", Project: "good"}, true},
				"the id":          {SearchQuery{Text: bad.ID}, false},
				"the URI":         {SearchQuery{Text: ThreadURI(bad.ID)}, false},
				"the slug":        {SearchQuery{Text: "bad"}, false},
			} {
				bothWays(t, s, func(way string) {
					found := false
					for _, h := range find(t, s, tc.q) {
						if h.ID == bad.ID || h.URI == ProjectURI("bad") {
							t.Errorf("%s, %s: %+v", name, way, h)
						}
						found = found || h.ID == good.ID
					}
					if found != tc.finds {
						t.Errorf("%s, %s: found the good one: %t", name, way, found)
					}
				})
			}
			said := map[any]int{}
			for _, e := range logs.All() {
				said[e.ContextMap()["id"]]++
			}
			if len(said) != 2 || said[bad.ID] != 1 || said["bad"] != 1 {
				t.Errorf("logged %v", said)
			}
		})
	}
}

// What is damaged is known by its id from when it was met until it is mended.
func TestDamageIsNamedWhileItLasts(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	bad := create(t, s, "Rotate the keys")
	create(t, s, "Paint the fence")
	var kept string
	works(t, s.db.Row(t.Context(), "SELECT tried FROM threads WHERE id = ?", bad.ID).Scan(&kept))
	s.spoil(t, "threads", "tried", `{"what":`, "id", bad.ID)
	met := At(c.Now())
	_, err := collect(t.Context(), s, func(r rowScanner) (Thread, error) { return scanThread(r, met) }, "SELECT "+threadColumns+" FROM threads")
	works(t, err)
	c.advance(time.Hour)
	rows, since, err := s.Damage(t.Context())
	if err != nil || len(rows) != 1 || rows[0].Kind != "thread" || rows[0].ID != bad.ID || rows[0].Field != "tried" || since != met {
		t.Fatalf("%v since %s, %v", rows, since, err)
	}
	s.spoil(t, "threads", "tried", kept, "id", bad.ID)
	if rows, _, err := s.Damage(t.Context()); err != nil || len(rows) != 0 {
		t.Errorf("mended: %v, %v", rows, err)
	}
}
