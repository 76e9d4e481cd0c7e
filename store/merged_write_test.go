package store

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// Each write to a thread that was merged lands on the one it is part of now.
func TestAWriteToAMergedThreadLandsOnItsTarget(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		write func(t *testing.T, s *Store, id string) error
		seen  func(t *testing.T, s *Store, into Thread) bool
	}{
		{"an edit", func(t *testing.T, s *Store, id string) error {
			_, err := s.UpdateThread(t.Context(), agent, id, Guard{}, ThreadInput{Goal: Some("white")}, false)
			return err
		}, func(_ *testing.T, _ *Store, into Thread) bool { return into.Goal != nil && *into.Goal == "white" }},
		{"an attempt", func(t *testing.T, s *Store, id string) error {
			_, err := s.Checkpoint(t.Context(), agent, id, Guard{}, Checkpoint{Attempts: []Attempt{{What: "a brush"}}})
			return err
		}, func(_ *testing.T, _ *Store, into Thread) bool { return len(into.Tried) == 1 }},
		{"a pause", func(t *testing.T, s *Store, id string) error {
			_, err := s.Pause(t.Context(), agent, id, Guard{}, "buy paint", nil)
			return err
		}, func(_ *testing.T, _ *Store, into Thread) bool { return into.ResumeStep != nil && into.PausedAt != nil }},
		{"a block", func(t *testing.T, s *Store, id string) error {
			_, err := s.Block(t.Context(), agent, id, Guard{}, "rain")
			return err
		}, func(_ *testing.T, _ *Store, into Thread) bool { return into.Status == StatusBlocked }},
		{"a snooze", func(t *testing.T, s *Store, id string) error {
			until := s.now().Add(time.Hour)
			_, err := s.Snooze(t.Context(), agent, id, Guard{}, &until)
			return err
		}, func(_ *testing.T, _ *Store, into Thread) bool { return into.SnoozedUntil != nil }},
		{"a claim", func(t *testing.T, s *Store, id string) error {
			_, err := s.Claim(t.Context(), agent, id, ClaimInput{Holder: "codex"})
			return err
		}, func(_ *testing.T, _ *Store, into Thread) bool { return into.Lease != nil }},
		{"a note", func(t *testing.T, s *Store, id string) error {
			_, err := s.LogProgress(t.Context(), agent, InboxSlug, LogEntry{Text: "the gate is done", ThreadID: id}, Policy{})
			return err
		}, func(t *testing.T, s *Store, into Thread) bool {
			p, err := s.Progress(t.Context(), InboxSlug)
			return err == nil && strings.Contains(p.Markdown, into.ID) && into.LastActivityAt.After(into.CreatedAt.Time)
		}},
		{"a reminder", func(t *testing.T, s *Store, id string) error {
			_, err := s.CreateReminder(t.Context(), agent, ReminderInput{Text: Some("look"), DueAt: Some("2026-06-01T09:00:00Z"), ThreadID: Some(id)}, Policy{})
			return err
		}, func(t *testing.T, s *Store, into Thread) bool {
			found, err := s.Reminders(t.Context(), ReminderFilter{ThreadID: into.ID})
			return err == nil && found.Total == 1
		}},
		{"the choice of what to do now", func(t *testing.T, s *Store, id string) error {
			_, err := s.ChooseThread(t.Context(), owner, &id)
			return err
		}, func(t *testing.T, s *Store, into Thread) bool {
			now, err := s.ChosenThread(t.Context())
			return err == nil && now != nil && now.ID == into.ID
		}},
		{"a merge of another", func(t *testing.T, s *Store, id string) error {
			_, err := s.MergeThread(t.Context(), agent, create(t, s, "Oil the hinge").ID, id, Guard{})
			return err
		}, func(_ *testing.T, _ *Store, into Thread) bool {
			return strings.Contains(strings.Join(into.AlsoKnown, " "), "hinge")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s, clock := newStore(t)
			into, from := create(t, s, "Paint the fence"), create(t, s, "A coat for the garden gate")
			done(t)(s.MergeThread(t.Context(), owner, from.ID, into.ID, Guard{}))
			before := read(t, s, from.ID)
			clock.advance(time.Minute)
			if err := c.write(t, s, from.ID); err != nil {
				t.Fatal(err)
			}
			if now := read(t, s, into.ID); !c.seen(t, s, now) {
				t.Errorf("its target is %+v", now)
			}
			if after := read(t, s, from.ID); after.Version != before.Version || after.Lease != nil {
				t.Errorf("it changed itself: %+v", after)
			}
		})
	}
}

// What a merged thread itself is asked to be.
func TestWhatIsLeftToAMergedThread(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	into, from := create(t, s, "Paint the fence"), create(t, s, "A coat for the garden gate")
	lease := claim(t, s, from.ID, "codex").LeaseID
	done(t)(s.MergeThread(t.Context(), owner, from.ID, into.ID, Guard{}))
	conflict := func(err error, says ...string) {
		t.Helper()
		var refused *ConflictError
		if !errors.As(err, &refused) {
			t.Fatalf("%v", err)
		}
		for _, part := range says {
			if !strings.Contains(refused.Message, part) {
				t.Errorf("%q does not say %q", refused.Message, part)
			}
		}
	}
	t.Run("its end is not that of its target", func(t *testing.T) {
		for _, outcome := range []Status{StatusDone, StatusDismissed} {
			_, err := s.Finish(t.Context(), agent, from.ID, Guard{}, outcome, "")
			conflict(err, "merged into "+into.ID, "finish that one by its own id")
		}
		if read(t, s, into.ID).Status != StatusOpen {
			t.Error("the target ended")
		}
	})
	t.Run("an edit of its own version names the target", func(t *testing.T) {
		_, err := s.UpdateThread(t.Context(), owner, from.ID, Guard{Version: read(t, s, from.ID).Version}, ThreadInput{Goal: Some("g")}, false)
		conflict(err, "merged into "+into.ID)
	})
	t.Run("its holder hears of the merge, and is taken", func(t *testing.T) {
		m, err := s.Meanwhile(t.Context(), from.ID, lease)
		if err != nil || m == nil || !strings.Contains(m.Sentence(), "the owner merged this thread into "+into.ID) {
			t.Fatalf("%+v, %v", m, err)
		}
		done(t)(s.UpdateThread(t.Context(), agent, from.ID, Guard{LeaseID: lease}, ThreadInput{Focus: Some("the gate")}, false))
	})
	t.Run("its target may be held", func(t *testing.T) {
		held := claim(t, s, into.ID, "zed")
		_, err := s.UpdateThread(t.Context(), agent, from.ID, Guard{LeaseID: lease}, ThreadInput{Focus: Some("x")}, false)
		conflict(err, "merged into "+into.ID, "zed is working")
		done(t)(s.UpdateThread(t.Context(), agent, from.ID, Guard{LeaseID: held.LeaseID}, ThreadInput{Focus: Some("y")}, false))
		if m, err := s.Meanwhile(t.Context(), from.ID, held.LeaseID); err != nil || m != nil {
			t.Errorf("who holds the target hears %+v, %v", m, err)
		}
	})
	t.Run("it is reopened by itself", func(t *testing.T) {
		if w := done(t)(s.Reopen(t.Context(), owner, from.ID, Guard{})); w.Item.ID != from.ID || w.Item.MergedInto != nil {
			t.Errorf("%+v", w.Item)
		}
	})
}

// Whoever writes to a deleted thread hears which event to take back.
func TestAWriteToADeletedThreadSaysHowItComesBack(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "Paint the fence")
	event := done(t)(s.DeleteThread(t.Context(), owner, th.ID, Guard{})).EventID
	for name, err := range map[string]error{
		"a note": func() error {
			_, err := s.LogProgress(t.Context(), agent, InboxSlug, LogEntry{Text: "the gate is done", ThreadID: th.ID}, Policy{})
			return err
		}(),
		"an edit": func() error {
			_, err := s.UpdateThread(t.Context(), agent, th.ID, Guard{}, ThreadInput{Goal: Some("g")}, false)
			return err
		}(),
	} {
		var missing *NotFoundError
		if !errors.As(err, &missing) || missing.Deleted == nil || missing.Deleted.Event != event || !strings.HasSuffix(missing.Error(), "an undo of event "+event+" brings it back") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if p, err := s.Progress(t.Context(), InboxSlug); err != nil || strings.Contains(p.Markdown, "gate") {
		t.Errorf("the note was taken: %q, %v", p.Markdown, err)
	}
}
