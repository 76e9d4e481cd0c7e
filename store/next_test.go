package store

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func next(t testing.TB, s *Store, p Policy) Suggestion {
	t.Helper()
	n, err := s.NextThread(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// reminderFor puts a reminder of a thread's into the store.
func reminderFor(t testing.TB, s *Store, thread, kind string, at time.Time, edits ...func(*Reminder)) {
	t.Helper()
	err := s.write(t.Context(), "test", owner, func(tx *tx) error {
		m := Reminder{ID: tx.NewID(), Text: "r", Kind: kind, ThreadID: &thread, NextAt: new(At(at)), CreatedAt: tx.now}
		if m.Recurs() {
			m.await(at, time.UTC)
			m.when.Anchor = m.when.Occurrence
		}
		for _, edit := range edits {
			edit(&m)
		}
		return tx.putReminder(&m)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func pinned(t testing.TB, s *Store, slug string) {
	t.Helper()
	if _, err := s.UpdateProject(t.Context(), owner, slug, ProjectInput{Pinned: Some(true)}); err != nil {
		t.Fatal(err)
	}
}

func withResume(in *ThreadInput) { in.ResumeStep = Some("open the log") }

// Each reason has a better one above it: what is suggested is finished, and the next
// reason's thread comes up.
func TestNextGoesByTheBestReason(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	quietResume2 := create(t, s, "quiet, to resume, a little less long", withResume)
	quiet := create(t, s, "quiet")
	c.advance(-time.Hour)
	quietResume := create(t, s, "quiet for the longest, to resume", withResume)
	c.advance(4*24*time.Hour + time.Hour)
	resume := create(t, s, "to resume", withResume)
	c.advance(time.Hour)
	pin := create(t, s, "of a pinned project", inProject("pinned"))
	pinned(t, s, "pinned")
	c.advance(time.Hour)
	older := create(t, s, "of no account")
	newest := create(t, s, "the newest")
	due := createIn(t, s, StatusOpen)
	reminderFor(t, s, due.ID, "once", c.Now())
	for _, want := range []struct{ id, why string }{
		{due.ID, "a reminder for it is due"},
		{quietResume.ID, "quiet for 4 days; the next step is written down"},
		{quietResume2.ID, "quiet for 4 days; the next step is written down"},
		{quiet.ID, "quiet for 4 days"},
		{resume.ID, "the next step is written down"},
		{pin.ID, "its project is pinned"},
		{newest.ID, "it is the newest"},
		{older.ID, "it is the newest"},
	} {
		n := next(t, s, Policy{})
		if n.Thread == nil || n.Thread.ID != want.id || n.Why.String() != want.why {
			t.Fatalf("%+v %q, want %s %q", n.Thread, n.Why, want.id, want.why)
		}
		done(t)(s.Finish(t.Context(), owner, want.id, Guard{}, StatusDone, ""))
	}
	if n := next(t, s, Policy{}); n.Thread != nil || n.Why.Code() != "next.nothing" || !n.FreshUntil.IsZero() {
		t.Errorf("at the end: %+v", n)
	}
}

func TestNextLeavesOutWhatIsNotFree(t *testing.T) {
	t.Parallel()
	for name, take := range map[string]func(s *Store, id string) error{
		"blocked": func(s *Store, id string) error {
			_, err := s.Block(t.Context(), owner, id, Guard{}, "")
			return err
		},
		"held": func(s *Store, id string) error {
			_, err := s.Claim(t.Context(), agent, id, ClaimInput{Holder: "h"})
			return err
		},
		"snoozed": func(s *Store, id string) error {
			_, err := s.Snooze(t.Context(), owner, id, Guard{}, new(s.Now().Add(time.Hour)))
			return err
		},
		"done": func(s *Store, id string) error {
			_, err := s.Finish(t.Context(), owner, id, Guard{}, StatusDone, "")
			return err
		},
		"dismissed": func(s *Store, id string) error {
			_, err := s.Finish(t.Context(), owner, id, Guard{}, StatusDismissed, "")
			return err
		},
		"deleted": func(s *Store, id string) error { _, err := s.DeleteThread(t.Context(), owner, id, Guard{}); return err },
		"chosen":  func(s *Store, id string) error { _, err := s.ChooseThread(t.Context(), owner, &id); return err },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, c := newStore(t)
			th := create(t, s, "s", withResume, inProject("pinned"))
			pinned(t, s, "pinned")
			reminderFor(t, s, th.ID, "once", c.Now())
			if n := next(t, s, Policy{}); n.Thread == nil {
				t.Fatal("not suggested while it is free")
			}
			if err := take(s, th.ID); err != nil {
				t.Fatal(err)
			}
			c.advance(time.Minute)
			for _, days := range []int{1, 300} {
				if n := next(t, s, Policy{StaleDays: days}); n.Thread != nil {
					t.Errorf("suggested: %s", n.Why)
				}
			}
		})
	}
}

func TestTheHeirOfTheChosenThreadIsNotSuggested(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	heir, chosen := create(t, s, "rotate the keys"), create(t, s, "key rotation")
	if _, err := s.ChooseThread(t.Context(), owner, &chosen.ID); err != nil {
		t.Fatal(err)
	}
	done(t)(s.MergeThread(t.Context(), owner, chosen.ID, heir.ID, Guard{}))
	if n := next(t, s, Policy{}); n.Thread != nil {
		t.Errorf("suggested: %s", n.Why)
	}
}

func TestOnlyARemindersTimeMakesItDue(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "s")
	early := c.Now().Add(-time.Hour)
	reminderFor(t, s, th.ID, "once", early, func(m *Reminder) { m.DoneAt = new(At(early)) })
	reminderFor(t, s, th.ID, "once", early, func(m *Reminder) { m.deletedAt = new(At(early)) })
	reminderFor(t, s, th.ID, "once", early, func(m *Reminder) { m.ThreadID = nil })
	reminderFor(t, s, th.ID, "session", early)
	reminderFor(t, s, th.ID, "random", early)
	reminderFor(t, s, th.ID, "session", early, func(m *Reminder) { m.NextAt = nil })
	reminderFor(t, s, th.ID, "weekly", c.Now().Add(time.Hour))
	n := next(t, s, Policy{})
	if n.Why.String() != "it is the newest" || !n.FreshUntil.Equal(c.Now().Add(time.Hour)) {
		t.Errorf("%q until %s", n.Why, n.FreshUntil)
	}
	c.advance(time.Hour)
	if n := next(t, s, Policy{}); n.Why.String() != "a reminder for it is due" {
		t.Errorf("at its time: %q", n.Why)
	}
}

// A plain reading of the rules, over everything there is.
func expectedNext(all []Thread, due map[string]Time, pinnedSlugs []string, chosen string, now time.Time, staleDays int) (string, string) {
	stale := now.Add(-time.Duration(staleDays) * 24 * time.Hour)
	reason := func(th Thread) int {
		_, isDue := due[th.ID]
		isStale := !th.LastActivityAt.After(stale)
		switch {
		case isDue:
			return 0
		case isStale && th.ResumeStep != nil:
			return 1
		case isStale:
			return 2
		case th.ResumeStep != nil:
			return 3
		case slices.Contains(pinnedSlugs, th.ProjectSlug):
			return 4
		}
		return 5
	}
	free := slices.DeleteFunc(slices.Clone(all), func(th Thread) bool {
		return th.Status != StatusOpen || th.Lease != nil || th.ID == chosen || th.SnoozedUntil != nil && th.SnoozedUntil.After(now)
	})
	if len(free) == 0 {
		return "", ""
	}
	best := slices.MinFunc(free, func(a, b Thread) int {
		if c := cmp.Compare(reason(a), reason(b)); c != 0 {
			return c
		}
		switch reason(a) {
		case 0:
			return due[a.ID].Compare(due[b.ID].Time)
		case 1, 2, 3:
			return cmp.Or(a.LastActivityAt.Compare(b.LastActivityAt.Time), cmp.Compare(a.ID, b.ID))
		}
		return cmp.Compare(b.ID, a.ID)
	})
	days := plural(int(now.Sub(best.LastActivityAt.Time)/(24*time.Hour)), "day")
	return best.ID, []string{
		"a reminder for it is due", "quiet for " + days + "; the next step is written down", "quiet for " + days,
		"the next step is written down", "its project is pinned", "it is the newest",
	}[reason(best)]
}

func TestNextFollowsItsRulesOverAnyHub(t *testing.T) {
	t.Parallel()
	rounds := 15
	switch {
	case longRun:
		rounds = 300
	case testing.Short():
		rounds = 5
	}
	for round := range rounds {
		random := rand.New(rand.NewPCG(7, uint64(round)))
		s, c := newStore(t)
		due := map[string]Time{}
		chosen := ""
		var pinnedSlugs []string
		for i := range 1 + random.IntN(12) {
			c.advance(time.Duration(random.IntN(30)) * time.Hour)
			edit := func(*ThreadInput) {}
			if random.IntN(3) == 0 {
				edit = withResume
			}
			th := create(t, s, fmt.Sprint("thread ", i), edit, inProject(fmt.Sprint("p", random.IntN(3))))
			switch random.IntN(9) {
			case 0:
				done(t)(s.Block(t.Context(), owner, th.ID, Guard{}, ""))
			case 1:
				claim(t, s, th.ID, "h")
			case 2:
				done(t)(s.Snooze(t.Context(), owner, th.ID, Guard{}, new(c.Now().Add(time.Duration(1+random.IntN(99))*time.Hour))))
			case 3:
				at := c.Now().Add(time.Duration(i) * time.Hour)
				reminderFor(t, s, th.ID, "daily", at)
				due[th.ID] = At(at)
			case 4:
				if _, err := s.ChooseThread(t.Context(), owner, &th.ID); err != nil {
					t.Fatal(err)
				}
				chosen = th.ID
			case 5:
				if !slices.Contains(pinnedSlugs, th.ProjectSlug) {
					pinned(t, s, th.ProjectSlug)
					pinnedSlugs = append(pinnedSlugs, th.ProjectSlug)
				}
			}
		}
		// At each moment the store names it must be right, and just before it still what it was.
		for range 40 {
			all := allPages(t, s, ThreadFilter{}, nil)
			now := map[string]Time{}
			for id, at := range due {
				if !at.After(c.Now()) {
					now[id] = at
				}
			}
			id, why := expectedNext(all, now, pinnedSlugs, chosen, c.Now(), DefaultStaleDays)
			n := next(t, s, Policy{})
			if got := idOf(n.Thread); got != id || id != "" && n.Why.String() != why {
				t.Fatalf("round %d at %s: %s %q, want %s %q", round, c.Now(), got, n.Why, id, why)
			}
			if n.FreshUntil.IsZero() {
				break
			}
			c.advance(n.FreshUntil.Sub(c.Now()) - time.Millisecond)
			if before := next(t, s, Policy{}); idOf(before.Thread) != id || before.Why != n.Why {
				t.Fatalf("round %d: it changed before %s", round, n.FreshUntil)
			}
			c.advance(time.Millisecond)
		}
	}
}

func idOf(t *Thread) string {
	if t == nil {
		return ""
	}
	return t.ID
}
