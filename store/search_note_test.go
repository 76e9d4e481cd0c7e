package store

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// What came of a thread is found as what it was about, for as long as it holds.
func TestSearchFindsWhatCameOfAThread(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "pick one for the tank", inProject("lab"))
	finish := func(t *testing.T, outcome Status, note string) string {
		t.Helper()
		return done(t)(s.Finish(t.Context(), agent, th.ID, Guard{}, outcome, note)).EventID
	}
	undo := func(t *testing.T, event string) string {
		t.Helper()
		w, err := s.Undo(t.Context(), owner, event, Guard{})
		works(t, err)
		return w.EventID
	}
	reopen := func(t *testing.T) { done(t)(s.Reopen(t.Context(), owner, th.ID, Guard{})) }
	var last string
	for _, tc := range []struct {
		name  string
		do    func(t *testing.T)
		found map[string]bool
	}{
		{"open", func(*testing.T) {}, map[string]bool{"zebrafish": false}},
		{"finished", func(t *testing.T) { last = finish(t, StatusDone, "Zebrafish pigment 7734 was chosen; tag v2.4.1") }, map[string]bool{"zebrafish": true, "pigment 7734": true, "tag v2.4.1": true}},
		{"taken back", func(t *testing.T) { last = undo(t, last) }, map[string]bool{"zebrafish": false}},
		{"that taken back as well", func(t *testing.T) { undo(t, last) }, map[string]bool{"zebrafish": true}},
		{"opened again", reopen, map[string]bool{"zebrafish": true}},
		{"finished in another way", func(t *testing.T) { last = finish(t, StatusDismissed, "no guppy lives here") }, map[string]bool{"zebrafish": false, "guppy": true}},
		{"that taken back", func(t *testing.T) { undo(t, last) }, map[string]bool{"zebrafish": true, "guppy": false}},
		{"finished without a word", func(t *testing.T) { finish(t, StatusDone, "") }, map[string]bool{"zebrafish": false}},
		{"finished once more", func(t *testing.T) { reopen(t); finish(t, StatusDone, "Zebrafish after all") }, map[string]bool{"zebrafish": true}},
		{"deleted", func(t *testing.T) { last = done(t)(s.DeleteThread(t.Context(), owner, th.ID, Guard{})).EventID }, map[string]bool{"zebrafish": false}},
		{"brought back", func(t *testing.T) { undo(t, last) }, map[string]bool{"zebrafish": true}},
		{"after a restart", func(t *testing.T) { s = reopened(t, s) }, map[string]bool{"zebrafish": true}},
	} {
		tc.do(t)
		for text, want := range tc.found {
			bothWays(t, s, func(way string) {
				hits := find(t, s, SearchQuery{Text: text})
				if got := len(hits) > 0 && hits[0].ID == th.ID; got != want {
					t.Errorf("%s, %s: %q finds %+v", tc.name, way, text, hits)
				}
			})
			if got := list(t, s, ThreadFilter{Text: text, Statuses: Statuses}).Total == 1; got != want {
				t.Errorf("%s: the filter of the list by %q finds it: %v", tc.name, text, got)
			}
		}
		rest(s)
		checkIndex(t, s, "zebrafish", "guppy")
	}
}

// A thread that an earlier hub has finished is found by its note too, also where its event is
// compacted, and taking the event back takes the note along.
func TestSearchFindsNotesOfAFormerFolder(t *testing.T) {
	t.Parallel()
	for version := 1; version < SchemaVersion(); version++ {
		t.Run(fmt.Sprint("version ", version), func(t *testing.T) {
			t.Parallel()
			c := newClock()
			dir := t.TempDir()
			writeFormer(t, dir, version, c)
			c.advance(3 * 24 * time.Hour)
			s := openStore(t, dir, Options{Now: c.Now})
			rest(s)
			works(t, s.spellDue(t.Context())) // what rest has stopped
			bothWays(t, s, func(way string) {
				if hits := find(t, s, SearchQuery{Text: "shipped"}); len(hits) != 1 || hits[0].ID != formerThread {
					t.Errorf("%s: %+v", way, hits)
				}
			})
			if n := list(t, s, ThreadFilter{Text: "shipped in 1.2", Statuses: Statuses}).Total; n != 1 {
				t.Errorf("the filter of the list finds %d", n)
			}
			events := history(t, s, ThreadURI(formerThread))
			for _, e := range events {
				if e.Kind == "thread.done" {
					_, err := s.Undo(t.Context(), owner, e.ID, Guard{})
					works(t, err)
				}
			}
			if hits := find(t, s, SearchQuery{Text: "shipped"}); len(hits) > 0 {
				t.Errorf("after the undo: %+v", hits)
			}
		})
	}
}

// The note is the last that holds, wherever an earlier hub has kept it.
func TestNotesOfAFormerFolder(t *testing.T) {
	t.Parallel()
	const (
		version = 25 // the last one without them
		compact = `UPDATE compaction SET through = '000000000004'; DELETE FROM events WHERE kind = 'thread.done'; INSERT INTO compacted_events(id, item, first_at, last_at, authors, notes)
			VALUES ('000000000001', ?1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '[]', `
	)
	for name, tc := range map[string]struct{ change, want string }{
		"in its event":           {"", "shipped in 1.2"},
		"compacted":              {compact + `'[{"kind":"thread.done","text":"first"},{"kind":"thread.dismissed","text":"last"},{"kind":"thread.claimed","text":"an intent"}]')`, "last"},
		"compacted, and damaged": {compact + `'[damaged')`, ""},
		"damaged":                {`UPDATE events SET before = '{', after = '{' WHERE kind = 'thread.done'`, ""},
		"taken back": {`UPDATE threads SET status = 'open'; INSERT INTO events(id, at, actor, kind, subject, item, undo_of)
			SELECT 'zzzzzzzzzzzz', at, actor, 'thread.updated', subject, item, id FROM events WHERE kind = 'thread.done'`, ""},
		"opened again": {`UPDATE threads SET status = 'open'`, "shipped in 1.2"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			writeFormer(t, dir, version, newClock())
			db := foreign(t, database(dir))
			for _, statement := range strings.Split(tc.change, "; ") {
				_, err := db.ExecContext(t.Context(), statement, itemKey(kindThread, formerThread))
				works(t, err)
			}
			works(t, db.Close())
			s := openStore(t, dir, Options{})
			if got := textOf(read(t, s, formerThread).note); got != tc.want {
				t.Errorf("the note is %q, want %q", got, tc.want)
			}
		})
	}
}
