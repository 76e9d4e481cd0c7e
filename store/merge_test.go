package store

import (
	"slices"
	"testing"
	"time"
)

func TestMergeHandsOverWhatTheOtherLacks(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	tried := func(what ...string) (list []Attempt) {
		for _, w := range what {
			list = append(list, Attempt{What: w})
		}
		return list
	}
	into := create(t, s, "rotate the backup keys", func(in *ThreadInput) {
		in.Goal, in.NextSteps, in.Tried = Some("theirs stays"), Some([]string{"one", "two"}), Some(tried("a"))
	})
	from := create(t, s, "backup key rotation", func(in *ThreadInput) {
		in.Goal, in.Focus, in.ResumeStep = Some("gone"), Some("the vault"), Some("open the vault")
		in.NextSteps, in.Tried = Some([]string{"two", "three", "four"}), Some(tried("a", "b"))
	})
	held := claim(t, s, from.ID, "h")
	now := c.advance(time.Hour)
	w := done(t)(s.MergeThread(t.Context(), agent, from.ID, into.ID, Guard{LeaseID: held.LeaseID}))
	if got := w.Item; got.Status != StatusDismissed || *got.MergedInto != into.ID || *got.CompletedAt != now || got.Lease != nil {
		t.Errorf("merged: %+v", got)
	}
	got := read(t, s, into.ID)
	if *got.Goal != "theirs stays" || *got.Focus != "the vault" || *got.ResumeStep != "open the vault" || got.LastActivityAt != now ||
		!slices.Equal(got.NextSteps, []string{"one", "two", "three"}) || !slices.Equal(got.Tried, tried("a", "b")) {
		t.Errorf("the one that goes on: %+v", got)
	}
	// One event for both; it stands in the history of either.
	for _, id := range []string{from.ID, into.ID} {
		page, err := s.Events(t.Context(), EventFilter{Subject: ThreadURI(id)})
		if err != nil || page.Events[0].ID != w.EventID || page.Events[0].Kind != "thread.merged" || page.Events[0].Also != 1 {
			t.Errorf("history of %s: %+v, %v", id, page.Events, err)
		}
	}
	// Again it changes nothing; reopened, it stands on its own.
	if w := done(t)(s.MergeThread(t.Context(), agent, from.ID, into.ID, Guard{})); w.EventID != "" {
		t.Errorf("merged twice: %+v", w)
	}
	if w := done(t)(s.Reopen(t.Context(), agent, from.ID, Guard{})); w.Item.MergedInto != nil || w.Item.Status != StatusOpen {
		t.Errorf("reopened: %+v", w.Item)
	}
}

func TestMergeIsRefused(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	a, b, open := create(t, s, "a"), create(t, s, "b"), create(t, s, "open")
	ended, held := createIn(t, s, StatusDone), create(t, s, "held")
	claim(t, s, held.ID, "somebody")
	done(t)(s.MergeThread(t.Context(), agent, a.ID, b.ID, Guard{}))
	for name, tc := range map[string]struct {
		id, into string
		guard    Guard
		refused  func(error) bool
	}{
		"into itself":                     {open.ID, open.ID, Guard{}, func(err error) bool { return invalidFields(err) == "into" }},
		"into one that ended":             {open.ID, ended.ID, Guard{}, isConflict},
		"into one that is part of it":     {b.ID, a.ID, Guard{}, func(err error) bool { return invalidFields(err) == "into" }},
		"one that was merged elsewhere":   {a.ID, open.ID, Guard{}, isConflict},
		"into nothing":                    {open.ID, "000000000000", Guard{}, isMissing},
		"nothing":                         {"000000000000", open.ID, Guard{}, isMissing},
		"an older version":                {open.ID, b.ID, Guard{Version: 7}, func(err error) bool { return isOutdated(err, 1) }},
		"with a lease someone else holds": {held.ID, b.ID, Guard{LeaseID: "000000000000"}, isConflict},
	} {
		if _, err := s.MergeThread(t.Context(), agent, tc.id, tc.into, tc.guard); !tc.refused(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// What ended for a reason of its own keeps it.
	if w := done(t)(s.MergeThread(t.Context(), agent, ended.ID, b.ID, Guard{})); w.Item.Status != StatusDone || *w.Item.CompletedAt != *ended.CompletedAt {
		t.Errorf("a done one: %+v", w.Item)
	}
}

func TestADeletedThreadIsGoneEverywhere(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "migrate the billing tables", inProject("p"))
	held := claim(t, s, th.ID, "h")
	for name, tc := range map[string]struct {
		id      string
		guard   Guard
		refused func(error) bool
	}{
		"an older version":                {th.ID, Guard{Version: 9}, func(err error) bool { return isOutdated(err, 1) }},
		"with a lease someone else holds": {th.ID, Guard{LeaseID: "000000000000"}, isConflict},
		"nothing":                         {"000000000000", Guard{}, isMissing},
	} {
		if _, err := s.DeleteThread(t.Context(), agent, tc.id, tc.guard); !tc.refused(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	w := done(t)(s.DeleteThread(t.Context(), agent, th.ID, Guard{LeaseID: held.LeaseID}))
	if _, err := s.Thread(t.Context(), th.ID); !isMissing(err) {
		t.Errorf("read: %v", err)
	}
	if _, err := s.DeleteThread(t.Context(), agent, th.ID, Guard{}); !isMissing(err) {
		t.Errorf("deleted again: %v", err)
	}
	gone := func(way string) {
		if n := list(t, s, ThreadFilter{Project: "p"}).Total; n != 0 {
			t.Errorf("%s: %d listed", way, n)
		}
		if got := overlap(t, s, OverlapQuery{Text: "migrate the billing tables"}); len(got.Hits) != 0 {
			t.Errorf("%s: overlap finds %+v", way, got.Hits)
		}
	}
	bothWays(t, s, gone)
	undo(t, s, w.EventID)
	bothWays(t, s, func(way string) {
		if got := overlap(t, s, OverlapQuery{Text: "migrate the billing tables"}); len(got.Hits) != 1 {
			t.Errorf("%s: brought back, overlap finds %+v", way, got.Hits)
		}
	})
	if got := read(t, s, th.ID); got.Lease != nil || list(t, s, ThreadFilter{Project: "p"}).Total != 1 {
		t.Errorf("brought back: %+v", got)
	}
}
