package store

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// actions are the steps of a thread's life, each as one call.
var actions = map[string]func(t *testing.T, s *Store, id string) (Written[Thread], error){
	"pause": func(t *testing.T, s *Store, id string) (Written[Thread], error) {
		return s.Pause(t.Context(), agent, id, Guard{}, "open the editor", nil)
	},
	"block": func(t *testing.T, s *Store, id string) (Written[Thread], error) {
		return s.Block(t.Context(), agent, id, Guard{}, "waits for a key")
	},
	"done": func(t *testing.T, s *Store, id string) (Written[Thread], error) {
		return s.Finish(t.Context(), agent, id, Guard{}, StatusDone, "")
	},
	"dismiss": func(t *testing.T, s *Store, id string) (Written[Thread], error) {
		return s.Finish(t.Context(), agent, id, Guard{}, StatusDismissed, "")
	},
	"reopen": func(t *testing.T, s *Store, id string) (Written[Thread], error) {
		return s.Reopen(t.Context(), agent, id, Guard{})
	},
	"snooze": func(t *testing.T, s *Store, id string) (Written[Thread], error) {
		until := s.now().Add(time.Hour)
		return s.Snooze(t.Context(), agent, id, Guard{}, &until)
	},
	"keep": func(t *testing.T, s *Store, id string) (Written[Thread], error) {
		return s.Keep(t.Context(), agent, id, Guard{})
	},
	"claim": func(t *testing.T, s *Store, id string) (Written[Thread], error) {
		w, err := s.Claim(t.Context(), agent, id, ClaimInput{Holder: "h"})
		return Written[Thread]{Item: w.Item.Thread, EventID: w.EventID}, err
	},
	"edit": func(t *testing.T, s *Store, id string) (Written[Thread], error) {
		return s.UpdateThread(t.Context(), agent, id, Guard{}, ThreadInput{Goal: Some("g")}, false)
	},
}

func TestEveryStepFromEveryState(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	const nothing = "-" // allowed, and changes nothing
	for _, tc := range []struct {
		from   Status
		action string
		to     Status // "" refused
		event  string
	}{
		{StatusOpen, "pause", StatusOpen, "paused"},
		{StatusOpen, "block", StatusBlocked, "blocked"},
		{StatusOpen, "done", StatusDone, "done"},
		{StatusOpen, "dismiss", StatusDismissed, "dismissed"},
		{StatusOpen, "reopen", StatusOpen, nothing},
		{StatusOpen, "snooze", StatusOpen, "snoozed"},
		{StatusOpen, "keep", StatusOpen, "kept"},
		{StatusOpen, "claim", StatusOpen, "claimed"},
		{StatusOpen, "edit", StatusOpen, "updated"},
		{StatusBlocked, "pause", StatusBlocked, "paused"},
		{StatusBlocked, "block", StatusBlocked, nothing},
		{StatusBlocked, "done", StatusDone, "done"},
		{StatusBlocked, "dismiss", StatusDismissed, "dismissed"},
		{StatusBlocked, "reopen", StatusOpen, "reopened"},
		{StatusBlocked, "snooze", StatusBlocked, "snoozed"},
		{StatusBlocked, "keep", StatusBlocked, "kept"},
		{StatusBlocked, "claim", StatusBlocked, "claimed"},
		{StatusBlocked, "edit", StatusBlocked, "updated"},
		{StatusDone, "pause", "", ""},
		{StatusDone, "block", "", ""},
		{StatusDone, "done", StatusDone, nothing},
		{StatusDone, "dismiss", "", ""},
		{StatusDone, "reopen", StatusOpen, "reopened"},
		{StatusDone, "snooze", "", ""},
		{StatusDone, "keep", "", ""},
		{StatusDone, "claim", "", ""},
		{StatusDone, "edit", StatusDone, "updated"},
		{StatusDismissed, "pause", "", ""},
		{StatusDismissed, "block", "", ""},
		{StatusDismissed, "done", "", ""},
		{StatusDismissed, "dismiss", StatusDismissed, nothing},
		{StatusDismissed, "reopen", StatusOpen, "reopened"},
		{StatusDismissed, "snooze", "", ""},
		{StatusDismissed, "keep", "", ""},
		{StatusDismissed, "claim", "", ""},
		{StatusDismissed, "edit", StatusDismissed, "updated"},
	} {
		name := tc.action + " from " + string(tc.from)
		before := createIn(t, s, tc.from)
		eventsBefore := len(history(t, s, ThreadURI(before.ID)))
		c.advance(time.Minute)
		w, err := actions[tc.action](t, s, before.ID)
		after := read(t, s, before.ID)
		events := history(t, s, ThreadURI(before.ID))[eventsBefore:]
		switch {
		case tc.to == "":
			needs := map[string]string{"done": "done", "dismiss": "dismissed"}[tc.action]
			if needs == "" {
				needs = "open or blocked"
			}
			if !isConflict(err) || !strings.Contains(err.Error(), string(tc.from)) || !strings.Contains(err.Error(), needs) {
				t.Errorf("%s: got %v, want a conflict that names %s and %s", name, err, tc.from, needs)
			}
			if !reflect.DeepEqual(after, before) || len(events) != 0 {
				t.Errorf("%s: refused, yet the thread changed", name)
			}
		case err != nil || after.Status != tc.to:
			t.Errorf("%s: got %s, %v; want %s", name, after.Status, err, tc.to)
		case tc.event == nothing:
			if !reflect.DeepEqual(after, before) || len(events) != 0 || w.EventID != "" {
				t.Errorf("%s: it must change nothing; got %d events and %+v", name, len(events), after)
			}
		default:
			if len(events) != 1 || events[0].Kind != "thread."+tc.event || events[0].ID != w.EventID {
				t.Errorf("%s: events %+v, want one %s with id %s", name, events, tc.event, w.EventID)
			}
			if !reflect.DeepEqual(after, w.Item) {
				t.Errorf("%s: the answer differs from what is stored:\n%+v\n%+v", name, w.Item, after)
			}
		}
	}
}

func TestFinishedTimesAndEdits(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	for _, outcome := range []Status{StatusDone, StatusDismissed} {
		th := create(t, s, "s")
		finished := c.advance(time.Hour)
		done(t)(s.Finish(t.Context(), agent, th.ID, Guard{}, outcome, ""))
		c.advance(time.Hour)
		done(t)(s.Finish(t.Context(), agent, th.ID, Guard{}, outcome, "again"))
		done(t)(s.UpdateThread(t.Context(), agent, th.ID, Guard{}, inputOf(t, fullJSON), true))
		if got := read(t, s, th.ID); got.CompletedAt == nil || *got.CompletedAt != finished || got.Status != outcome {
			t.Errorf("%s: an edit moved completed_at to %v or the status to %s", outcome, got.CompletedAt, got.Status)
		}
		reopened := done(t)(s.Reopen(t.Context(), owner, th.ID, Guard{})).Item
		if reopened.CompletedAt != nil || reopened.BlockedReason != nil {
			t.Errorf("%s: reopened with completed_at %v", outcome, reopened.CompletedAt)
		}
	}
}

func TestPostingTheSameWorkAgainReopensNothing(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := createIn(t, s, StatusDone)
	again := done(t)(s.CreateThread(t.Context(), agent, "claude-code", ThreadInput{Summary: Some(th.Summary)}, true)).Item
	if again.ID == th.ID || read(t, s, th.ID).Status != StatusDone {
		t.Errorf("posting the summary of a finished thread touched it")
	}
}

func TestFinishKeepsTheNoteInTheEvent(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "s")
	done(t)(s.Finish(t.Context(), agent, th.ID, Guard{}, StatusDone, " shipped in 1.2 "))
	events := history(t, s, ThreadURI(th.ID))
	if got := string(events[1].After); !strings.Contains(got, `"note":"shipped in 1.2"`) {
		t.Errorf("after: %s", got)
	}
	if got := string(events[1].Before); !strings.Contains(got, `"note":null`) { // or an undo would leave it
		t.Errorf("before: %s", events[1].Before)
	}
}

func TestStepsCheckTheirInput(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "s")
	long := strings.Repeat("x", MaxText+1)
	past, now := c.Now().Add(-time.Second), c.Now()
	far := time.Date(9999, 12, 31, 23, 59, 59, 0, time.FixedZone("", -3600))
	for name, tc := range map[string]struct {
		bad string
		do  func() (Written[Thread], error)
	}{
		"pause without a resume step": {"resume_step", func() (Written[Thread], error) { return s.Pause(t.Context(), agent, th.ID, Guard{}, " ", nil) }},
		"pause with a long step":      {"resume_step", func() (Written[Thread], error) { return s.Pause(t.Context(), agent, th.ID, Guard{}, long, nil) }},
		"pause with an empty attempt": {"tried[0].what", func() (Written[Thread], error) {
			return s.Pause(t.Context(), agent, th.ID, Guard{}, "x", []Attempt{{}})
		}},
		"block with a long reason": {"blocked_reason", func() (Written[Thread], error) { return s.Block(t.Context(), agent, th.ID, Guard{}, long) }},
		"block with NUL":           {"blocked_reason", func() (Written[Thread], error) { return s.Block(t.Context(), agent, th.ID, Guard{}, "\x00") }},
		"finish as open":           {"outcome", func() (Written[Thread], error) { return s.Finish(t.Context(), agent, th.ID, Guard{}, StatusOpen, "") }},
		"finish with a long note":  {"note", func() (Written[Thread], error) { return s.Finish(t.Context(), agent, th.ID, Guard{}, StatusDone, long) }},
		"snooze until the past":    {"until", func() (Written[Thread], error) { return s.Snooze(t.Context(), agent, th.ID, Guard{}, &past) }},
		"snooze until now":         {"until", func() (Written[Thread], error) { return s.Snooze(t.Context(), agent, th.ID, Guard{}, &now) }},
		// Such a time has five digits in UTC: it would not sort, nor be read back.
		"snooze beyond the last year": {"until", func() (Written[Thread], error) { return s.Snooze(t.Context(), agent, th.ID, Guard{}, &far) }},
	} {
		if _, err := tc.do(); invalidFields(err) != tc.bad {
			t.Errorf("%s: got %v, want %s refused", name, err, tc.bad)
		}
	}
	if got := read(t, s, th.ID); !reflect.DeepEqual(got, th) {
		t.Errorf("a refused step changed the thread")
	}
}

func TestPauseAddsItsAttempts(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	many := make([]Attempt, MaxTried-1)
	for i := range many {
		many[i].What = "known"
	}
	th := create(t, s, "s", func(in *ThreadInput) { in.Tried = Some(many) })
	_, err := s.Pause(t.Context(), agent, th.ID, Guard{}, "x", []Attempt{{What: "one"}, {What: "two"}})
	if invalidFields(err) != "tried" {
		t.Errorf("one attempt too many: got %v", err)
	}
	got := done(t)(s.Pause(t.Context(), agent, th.ID, Guard{}, "x", []Attempt{{What: " one "}})).Item
	if len(got.Tried) != MaxTried || got.Tried[0].What != "known" || got.Tried[MaxTried-1].What != "one" || got.PausedAt == nil {
		t.Errorf("paused: %+v", got)
	}
}

func TestSnoozeEndsWithNil(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "s")
	until := c.Now().Add(48 * time.Hour).In(time.FixedZone("", 7200))
	got := done(t)(s.Snooze(t.Context(), owner, th.ID, Guard{}, &until)).Item
	if got.SnoozedUntil == nil || !got.SnoozedUntil.Equal(until) || got.LastActivityAt != th.LastActivityAt {
		t.Errorf("snoozed: %+v", got)
	}
	if got = done(t)(s.Snooze(t.Context(), owner, th.ID, Guard{}, nil)).Item; got.SnoozedUntil != nil {
		t.Errorf("the snooze did not end")
	}
	if w := done(t)(s.Snooze(t.Context(), owner, th.ID, Guard{}, nil)); w.EventID != "" {
		t.Errorf("ending no snooze wrote an event")
	}
}

func TestAKeptThreadGrowsStaleAnew(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	stale := func() int { return list(t, s, ThreadFilter{Stale: true}).Total }
	th := create(t, s, "s")
	c.advance(DefaultStaleDays * 24 * time.Hour)
	if stale() != 1 {
		t.Fatal("it is not stale")
	}
	kept := done(t)(s.Keep(t.Context(), owner, th.ID, Guard{}))
	want := th
	want.LastActivityAt, want.UpdatedAt, want.Version = At(c.Now()), At(c.Now()), th.Version+1
	if !reflect.DeepEqual(kept.Item, want) || stale() != 0 {
		t.Errorf("kept: %+v, %d stale; want nothing else to have changed", kept.Item, stale())
	}
	if _, err := s.Undo(t.Context(), owner, kept.EventID, Guard{}); err != nil || stale() != 1 {
		t.Errorf("taken back: %v, %d stale, want 1", err, stale())
	}
	done(t)(s.Keep(t.Context(), owner, th.ID, Guard{}))
	c.advance(DefaultStaleDays * 24 * time.Hour)
	if stale() != 1 {
		t.Error("it does not grow stale again")
	}
}

func TestBlockingAgainKeepsTheReasonUnlessANewOneIsGiven(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	id := create(t, s, "work").ID
	for _, c := range []struct{ reason, want string }{{"waits for a key", "waits for a key"}, {"", "waits for a key"}, {"waits for mail", "waits for mail"}} {
		if got := done(t)(s.Block(t.Context(), agent, id, Guard{}, c.reason)).Item.BlockedReason; got == nil || *got != c.want {
			t.Errorf("after %q the reason is %v, want %q", c.reason, got, c.want)
		}
	}
}

func TestAPauseThatComesTwiceRepeatsNoAttempt(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "s")
	for range 2 {
		done(t)(s.Pause(t.Context(), agent, th.ID, Guard{}, "x", []Attempt{{"a", "b"}, {"a", "c"}}))
	}
	if got := read(t, s, th.ID).Tried; !slices.Equal(got, []Attempt{{"a", "b"}, {"a", "c"}}) {
		t.Errorf("tried %v", got)
	}
}
