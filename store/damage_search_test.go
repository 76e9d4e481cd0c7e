package store

import (
	"strings"
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

// readAll reads all threads from the database: the store remembers those it wrote.
func (s *Store) readAll(t *testing.T) {
	t.Helper()
	_, err := collect(t.Context(), s, func(r rowScanner) (Thread, error) { return scanThread(r, At(s.now())) }, "SELECT "+threadColumns+" FROM threads ORDER BY id")
	works(t, err)
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
	s.readAll(t)
	c.advance(time.Hour)
	d, err := s.Damage(t.Context())
	if err != nil || len(d.Rows) != 1 || d.More || d.Rows[0].Kind != "thread" || d.Rows[0].ID != bad.ID || d.Rows[0].Field != "tried" || d.Since != met {
		t.Fatalf("%+v, %v", d, err)
	}
	s.spoil(t, "threads", "tried", kept, "id", bad.ID)
	if d, err := s.Damage(t.Context()); err != nil || len(d.Rows) != 0 {
		t.Errorf("mended: %+v, %v", d, err)
	}
}

// However much is damaged, what is kept of it and asked for again has a bound.
func TestOnlySoMuchDamageIsNamed(t *testing.T) {
	t.Parallel()
	core, logs := observer.New(zap.ErrorLevel)
	s := openStore(t, empty.Copy(t), Options{Logger: zap.New(core)})
	for range maxDamaged + 2 {
		create(t, s, "Rotate the keys")
	}
	s.sql(t, "UPDATE threads SET tried = ''")
	meet := func() Damaged {
		t.Helper()
		s.readAll(t)
		d, err := s.Damage(t.Context())
		works(t, err)
		return d
	}
	for range 2 {
		if d := meet(); len(d.Rows) != maxDamaged || !d.More {
			t.Errorf("%d rows, more: %t", len(d.Rows), d.More)
		}
	}
	if logs.Len() != maxDamaged+1 {
		t.Errorf("logged %d times", logs.Len())
	}
	asked := 0
	for _, query := range readStatements(s) {
		if strings.Contains(query, "coalesce(tried, '')") {
			asked++
			wantIndexed(t, s, query)
		}
	}
	if asked != 1 {
		t.Errorf("%d queries look at the damage again", asked)
	}
	for _, bad := range meet().Rows[:3] {
		s.spoil(t, "threads", "tried", "[]", "id", bad.ID)
	}
	meet() // the mended ones make room
	if d := meet(); len(d.Rows) != maxDamaged-1 || d.More {
		t.Errorf("three mended: %d rows, more: %t", len(d.Rows), d.More)
	}
}

// What the owner is told to do about a damaged row works.
func TestADamagedRowIsNoDamageOnce(t *testing.T) {
	t.Parallel()
	for name, with := range map[string]string{
		"its column is emptied": `UPDATE threads SET tried = '[]'`,
		"it is in no list":      `UPDATE threads SET deleted_at = updated_at`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t)
			bad := create(t, s, "Rotate the keys")
			s.sql(t, "UPDATE threads SET tried = '5'")
			s.readAll(t)
			_, err := scanThread(s.db.Row(t.Context(), "SELECT "+threadColumns+" FROM threads WHERE id = ?", bad.ID), At(s.now()))
			if err == nil || strings.Contains(err.Error(), "delete") || !strings.Contains(err.Error(), "docs/backups.md") {
				t.Errorf("said: %v", err)
			}
			if d, err := s.Damage(t.Context()); err != nil || len(d.Rows) != 1 {
				t.Errorf("before: %+v, %v", d, err)
			}
			s.sql(t, with)
			if d, err := s.Damage(t.Context()); err != nil || len(d.Rows) != 0 {
				t.Errorf("after: %+v, %v", d, err)
			}
		})
	}
}
