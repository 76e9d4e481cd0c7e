package store

import "testing"

// Undos of merges in any order leave no thread active that was merged, none merged with itself, and no
// active work in one that is finished.
func TestUndosAroundAMerge(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func(t *testing.T, s *Store, a, b string) (refused string){
		"the end of a thread that was merged since": func(t *testing.T, s *Store, a, b string) string {
			ended := done(t)(s.Finish(t.Context(), agent, b, Guard{}, StatusDone, ""))
			done(t)(s.MergeThread(t.Context(), owner, b, a, Guard{}))
			return ended.EventID
		},
		"the undo of a merge, after one the other way round": func(t *testing.T, s *Store, a, b string) string {
			merged := done(t)(s.MergeThread(t.Context(), owner, b, a, Guard{}))
			undone := undo(t, s, merged.EventID)
			done(t)(s.MergeThread(t.Context(), owner, a, b, Guard{}))
			return undone.EventID
		},
		"the undo of a merge into what is finished by now": func(t *testing.T, s *Store, a, b string) string {
			merged := done(t)(s.MergeThread(t.Context(), owner, b, a, Guard{}))
			undone := undo(t, s, merged.EventID)
			done(t)(s.Finish(t.Context(), agent, a, Guard{}, StatusDone, ""))
			return undone.EventID
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t)
			a, b := create(t, s, "a").ID, create(t, s, "b").ID
			event := run(t, s, a, b)
			before := everything(t, s)
			if _, err := s.Undo(t.Context(), owner, event, Guard{}); !isConflict(err) {
				t.Errorf("%v", err)
			}
			if got := everything(t, s); got != before {
				t.Errorf("%s\nwas\n%s", got, before)
			}
		})
	}
}

// One that is open and merged, as earlier versions could leave it, is reopened.
func TestReopeningWhatIsOpenAndMerged(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	a, b := create(t, s, "a").ID, create(t, s, "b").ID
	done(t)(s.MergeThread(t.Context(), owner, b, a, Guard{}))
	s.sql(t, `UPDATE threads SET status = 'open', completed_at = NULL WHERE id = ?`, b)
	if got := done(t)(s.Reopen(t.Context(), owner, b, Guard{})).Item; got.MergedInto != nil || got.Status != StatusOpen {
		t.Errorf("%+v", got)
	}
}
