package store

import (
	"testing"
	"time"
)

// A thread that is open again tells how it ended before and why it was reopened.
func TestFormerEnd(t *testing.T) {
	t.Parallel()
	finish := func(t *testing.T, s *Store, id string, outcome Status, note string) {
		t.Helper()
		done(t)(s.Finish(t.Context(), agent, id, Guard{}, outcome, note))
	}
	reopen := func(t *testing.T, s *Store, id, reason string) {
		t.Helper()
		if _, err := s.RequestChange(t.Context(), agent, "reopen_thread", []byte(`{"thread_id":"`+id+`"}`), reason); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct {
		name   string
		happen func(t *testing.T, s *Store, id string)
		want   FormerEnd // without times and authors
		none   bool
		past   bool // all of it is beyond undo
	}{
		{name: "never ended", happen: func(*testing.T, *Store, string) {}, none: true},
		{name: "unblocked only", happen: func(t *testing.T, s *Store, id string) {
			done(t)(s.Block(t.Context(), agent, id, Guard{}, "keys"))
			done(t)(s.Reopen(t.Context(), agent, id, Guard{}))
		}, none: true},
		{name: "finished still", happen: func(t *testing.T, s *Store, id string) {
			finish(t, s, id, StatusDone, "shipped")
		}, none: true},
		{name: "with a note and a reason", happen: func(t *testing.T, s *Store, id string) {
			finish(t, s, id, StatusDone, "shipped")
			reopen(t, s, id, "the table is wrong")
		}, want: FormerEnd{Status: StatusDone, Note: "shipped", Reason: "the table is wrong"}},
		{name: "with a note added to the note", happen: func(t *testing.T, s *Store, id string) {
			finish(t, s, id, StatusDone, "shipped")
			finish(t, s, id, StatusDone, "in 1.2")
			reopen(t, s, id, "the table is wrong")
		}, want: FormerEnd{Status: StatusDone, Note: "shipped\n\nin 1.2", Reason: "the table is wrong"}},
		{name: "without either", happen: func(t *testing.T, s *Store, id string) {
			finish(t, s, id, StatusDismissed, "")
			reopen(t, s, id, "")
		}, want: FormerEnd{Status: StatusDismissed}},
		{name: "the last of two, and unblocked since", happen: func(t *testing.T, s *Store, id string) {
			finish(t, s, id, StatusDismissed, "too dear")
			reopen(t, s, id, "cheaper now")
			finish(t, s, id, StatusDone, "shipped")
			reopen(t, s, id, "the table is wrong")
			done(t)(s.Block(t.Context(), agent, id, Guard{}, "keys"))
			done(t)(s.Reopen(t.Context(), agent, id, Guard{}))
		}, want: FormerEnd{Status: StatusDone, Note: "shipped", Reason: "the table is wrong"}},
		{name: "an end that was taken back", happen: func(t *testing.T, s *Store, id string) {
			finish(t, s, id, StatusDone, "shipped")
			reopen(t, s, id, "the table is wrong")
			end := done(t)(s.Finish(t.Context(), agent, id, Guard{}, StatusDone, "by mistake"))
			if _, err := s.Undo(t.Context(), agent, end.EventID, Guard{}); err != nil {
				t.Fatal(err)
			}
		}, want: FormerEnd{Status: StatusDone, Note: "shipped", Reason: "the table is wrong"}},
		{name: "merged before", happen: func(t *testing.T, s *Store, id string) {
			finish(t, s, id, StatusDone, "shipped")
			reopen(t, s, id, "the table is wrong")
			done(t)(s.MergeThread(t.Context(), agent, id, create(t, s, "Export quotes").ID, Guard{}))
			done(t)(s.Reopen(t.Context(), owner, id, Guard{}))
		}, none: true},
		{name: "beyond undo", happen: func(t *testing.T, s *Store, id string) {
			finish(t, s, id, StatusDismissed, "too dear")
			reopen(t, s, id, "cheaper now")
		}, want: FormerEnd{Status: StatusDismissed, Note: "too dear", Reason: "cheaper now"}, past: true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s, c := newStore(t)
			id := create(t, s, "Add the PDF export").ID
			tc.happen(t, s, id)
			if tc.past {
				c.advance(200 * 24 * time.Hour)
				create(t, s, "now")
				compactAll(t, s, 90)
			}
			th, err := s.Thread(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			got, err := s.FormerEnd(t.Context(), th)
			if err != nil || (got == nil) != tc.none {
				t.Fatalf("%+v, %v", got, err)
			}
			if tc.none {
				return
			}
			if got.At.IsZero() || (got.Reopened == nil) != tc.past || !tc.past && textOf(got.Reopened.SourceTool) != agent.SourceTool {
				t.Errorf("%+v", got)
			}
			if got.At, got.Reopened = (Time{}), nil; *got != tc.want {
				t.Errorf("%+v", got)
			}
		})
	}
}
