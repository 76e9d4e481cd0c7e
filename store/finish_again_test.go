package store

import (
	"errors"
	"strings"
	"testing"
)

// A thread that is finished once more keeps what both said of it.
func TestFinishedAgainWithAnotherNote(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		notes  []string // of one end after the other
		want   string
		events int // beside that of the creation
	}{
		{"no note at all", []string{"", ""}, "", 1},
		{"the same", []string{"merged", "merged"}, "merged", 1},
		{"none the second time", []string{"merged", ""}, "merged", 1},
		{"none the first time", []string{"", "merged"}, "merged", 2},
		{"another", []string{"merged", "released in 1.2"}, "merged\n\nreleased in 1.2", 2},
		{"another, and both repeated", []string{"merged", "released in 1.2", "merged", "released in 1.2"}, "merged\n\nreleased in 1.2", 2},
		{"a part of the one before", []string{"merged in May", "merged"}, "merged in May\n\nmerged", 2},
	} {
		for _, outcome := range []Status{StatusDone, StatusDismissed} {
			t.Run(tc.name+"/"+string(outcome), func(t *testing.T) {
				s, _ := newStore(t)
				th := create(t, s, "work")
				var last Written[Thread]
				for _, note := range tc.notes {
					last = done(t)(s.Finish(t.Context(), agent, th.ID, Guard{}, outcome, note))
				}
				th = read(t, s, th.ID)
				if got := th.Outcome(); got != tc.want || last.Item.Outcome() != tc.want {
					t.Errorf("outcome %q, want %q", got, tc.want)
				}
				if events := history(t, s, ThreadURI(th.ID)); len(events) != 1+tc.events {
					t.Errorf("%d events: %+v", len(events), events)
				}
			})
		}
	}
}

func TestANoteAddedToAnEnd(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "work")
	first := done(t)(s.Finish(t.Context(), agent, th.ID, Guard{}, StatusDone, "merged")).Item
	c.advance(1)
	added := done(t)(s.Finish(t.Context(), agent, th.ID, Guard{}, StatusDone, "released in 1.2"))
	if !added.Noted || added.EventID == "" || !added.Item.CompletedAt.Equal(first.CompletedAt.Time) || !added.Item.LastActivityAt.Equal(first.LastActivityAt.Time) {
		t.Errorf("added %+v", added)
	}
	hits, err := s.Search(t.Context(), SearchQuery{Text: "released"})
	if err != nil || len(hits) == 0 || hits[0].ID != th.ID {
		t.Errorf("searched %+v, %v", hits, err)
	}
	_, err = s.Finish(t.Context(), agent, th.ID, Guard{}, StatusDone, strings.Repeat("x", MaxText))
	if invalid := new(InvalidError); !errors.As(err, &invalid) || invalid.Fields[0].Field != "note" || !strings.Contains(err.Error(), "log of its project") {
		t.Errorf("a note too much: %v", err)
	}
	mustUndo(t, s, added.EventID)
	if th = read(t, s, th.ID); th.Outcome() != "merged" {
		t.Errorf("taken back: %q", th.Outcome())
	}
}
