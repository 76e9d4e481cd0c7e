package store

import "testing"

func TestAMergedThreadIsItsTarget(t *testing.T) {
	t.Parallel()
	const (
		words  = "People get thrown out all the time"
		target = "Sessions expire after five minutes"
	)
	for _, c := range []struct {
		name  string
		after func(t *testing.T, s *Store, from, into Thread, merged string) (want string, active bool)
	}{
		{"merged", func(_ *testing.T, _ *Store, _, into Thread, _ string) (string, bool) { return into.ID, true }},
		{"and that one into another", func(t *testing.T, s *Store, _, into Thread, _ string) (string, bool) {
			last := create(t, s, "Keep people signed in for a day", inProject("shop"))
			done(t)(s.MergeThread(t.Context(), owner, into.ID, last.ID, Guard{}))
			return last.ID, true
		}},
		{"its target is finished", func(t *testing.T, s *Store, _, into Thread, _ string) (string, bool) {
			done(t)(s.Finish(t.Context(), owner, into.ID, Guard{}, StatusDone, ""))
			return into.ID, false
		}},
		{"its target is deleted", func(t *testing.T, s *Store, from, into Thread, _ string) (string, bool) {
			done(t)(s.DeleteThread(t.Context(), owner, into.ID, Guard{}))
			return from.ID, false
		}},
		{"reopened", func(t *testing.T, s *Store, from, _ Thread, _ string) (string, bool) {
			done(t)(s.Reopen(t.Context(), owner, from.ID, Guard{}))
			return from.ID, true
		}},
		{"the merge is undone", func(t *testing.T, s *Store, from, _ Thread, merged string) (string, bool) {
			undo(t, s, merged)
			return from.ID, true
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := newStore(t)
			into, from := create(t, s, target, inProject("shop")), create(t, s, words, inProject("shop"))
			merged := done(t)(s.MergeThread(t.Context(), owner, from.ID, into.ID, Guard{})).EventID
			want, active := c.after(t, s, from, into, merged)
			bothWays(t, s, func(way string) {
				got := overlap(t, s, OverlapQuery{Text: words})
				if got.Verdict != "duplicate" || got.Hits[0].ID != want || got.Hits[0].Active() != active {
					t.Errorf("%s: overlap answers %+v", way, got)
				}
				seen := map[string]bool{}
				for _, h := range got.Hits {
					if seen[h.ID] {
						t.Errorf("%s: %s stands twice", way, h.ID)
					}
					seen[h.ID] = true
				}
				for name, text := range map[string]string{"its words": words, "its id": from.ID} {
					hits, err := s.Search(t.Context(), SearchQuery{Text: text})
					if err != nil || hits[0].ID != want || hits[0].Status.Active() != active {
						t.Errorf("%s: a search for %s finds %+v, %v", way, name, hits, err)
					}
				}
			})
			if now, err := s.ThreadNow(t.Context(), from.ID); err != nil || now.ID != want {
				t.Errorf("it is %s now, %v", now.ID, err)
			}
			if !active {
				if _, err := tryBegin(t, s, "a", "shop", words, func(in *StartInput) { in.ThreadID = from.ID }); !isConflict(err) {
					t.Errorf("started by its id: %v", err)
				}
				return
			}
			for name, change := range map[string]func(*StartInput){"its words": func(*StartInput) {}, "its id": func(in *StartInput) { in.ThreadID = from.ID }} {
				got := begin(t, s, "a", "shop", words, change)
				if !got.Claimed || got.Created || got.Thread.ID != want {
					t.Errorf("started by %s: %+v", name, got)
				}
				got.release(t, s)
			}
		})
	}
}

func TestAMergedThreadOfAnotherProjectIsNotClaimed(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	into, from := create(t, s, "Sessions expire", inProject("school")), create(t, s, "People get thrown out", inProject("shop"))
	done(t)(s.MergeThread(t.Context(), owner, from.ID, into.ID, Guard{}))
	if got := begin(t, s, "a", "shop", "People get thrown out"); !got.Created {
		t.Errorf("%+v", got)
	}
	if got := begin(t, s, "a", "school", "People get thrown out"); got.Thread.ID != into.ID {
		t.Errorf("%+v", got)
	}
}
