package store

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// Each write to a thread that codex holds, by who makes it and with what.
func TestALeaseProtects(t *testing.T) {
	t.Parallel()
	force := Guard{Force: true}
	for _, tc := range []struct {
		name   string
		by     By
		guard  Guard
		lease  bool // the guard brings the lease of the thread
		change string
		taken  bool
	}{
		{"an agent's edit", agent, Guard{}, false, "edit", false},
		{"an agent's edit with the lease", agent, Guard{}, true, "edit", true},
		{"an agent's edit by force", agent, force, false, "edit", true},
		{"the owner's edit", owner, Guard{}, false, "edit", true},
		{"an agent's pause", agent, Guard{}, false, "pause", false},
		{"an agent's pause with the lease", agent, Guard{}, true, "pause", true},
		{"an agent's block", agent, Guard{}, false, "block", false},
		{"an agent's end", agent, Guard{}, false, "finish", false},
		{"an agent's end by force", agent, force, false, "finish", true},
		{"the owner's end", owner, Guard{}, false, "finish", true},
		{"an agent's snooze", agent, Guard{}, false, "snooze", false},
		{"an agent's merge into another", agent, Guard{}, false, "merge", false},
		{"an agent's merge of another into it", agent, Guard{}, false, "absorb", false},
		{"an agent's merge of another into it, by force", agent, force, false, "absorb", true},
		{"the owner's merge of another into it", owner, Guard{}, false, "absorb", true},
		{"an agent's deletion", agent, Guard{}, false, "delete", false},
		{"an agent's deletion with the lease", agent, Guard{}, true, "delete", true},
		{"the owner's deletion", owner, Guard{}, false, "delete", true},
		{"an agent's attempt", agent, Guard{}, false, "try", true},
		{"an agent's attempt with more", agent, Guard{}, false, "try and edit", false},
		{"an agent's attempts in place of the known", agent, Guard{}, false, "replace tried", false},
		{"an agent's note", agent, Guard{}, false, "log", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t)
			th, other := create(t, s, "Rotate the keys"), create(t, s, "Paint the fence")
			done(t)(s.Checkpoint(t.Context(), agent, th.ID, Guard{}, Checkpoint{Attempts: []Attempt{{What: "by hand"}}}))
			done(t)(s.UpdateThread(t.Context(), agent, other.ID, Guard{}, ThreadInput{Goal: Some("white")}, false))
			held := claim(t, s, th.ID, "codex")
			if tc.lease {
				tc.guard.LeaseID = held.LeaseID
			}
			until := s.now().Add(time.Hour)
			changes := map[string]func() error{
				"edit": func() error {
					_, err := s.UpdateThread(t.Context(), tc.by, th.ID, tc.guard, ThreadInput{Goal: Some("g")}, false)
					return err
				},
				"pause": func() error {
					_, err := s.Pause(t.Context(), tc.by, th.ID, tc.guard, "x", nil)
					return err
				},
				"block": func() error {
					_, err := s.Block(t.Context(), tc.by, th.ID, tc.guard, "x")
					return err
				},
				"finish": func() error {
					_, err := s.Finish(t.Context(), tc.by, th.ID, tc.guard, StatusDone, "")
					return err
				},
				"snooze": func() error {
					_, err := s.Snooze(t.Context(), tc.by, th.ID, tc.guard, &until)
					return err
				},
				"merge": func() error {
					_, err := s.MergeThread(t.Context(), tc.by, th.ID, other.ID, tc.guard)
					return err
				},
				"absorb": func() error {
					_, err := s.MergeThread(t.Context(), tc.by, other.ID, th.ID, tc.guard)
					return err
				},
				"delete": func() error {
					_, err := s.DeleteThread(t.Context(), tc.by, th.ID, tc.guard)
					return err
				},
				"try": func() error {
					_, err := s.Checkpoint(t.Context(), tc.by, th.ID, tc.guard, Checkpoint{Attempts: []Attempt{{What: "a script"}}})
					return err
				},
				"try and edit": func() error {
					_, err := s.Checkpoint(t.Context(), tc.by, th.ID, tc.guard, Checkpoint{ThreadInput: ThreadInput{Goal: Some("g")}, Attempts: []Attempt{{What: "a script"}}})
					return err
				},
				"replace tried": func() error {
					_, err := s.UpdateThread(t.Context(), tc.by, th.ID, tc.guard, ThreadInput{Tried: Some([]Attempt{{What: "a script"}, {What: "else"}})}, false)
					return err
				},
				"log": func() error {
					_, err := s.LogProgress(t.Context(), tc.by, InboxSlug, LogEntry{Text: "the key is on the shelf", ThreadID: th.ID}, Policy{})
					return err
				},
			}
			err := changes[tc.change]()
			if tc.taken {
				if err != nil {
					t.Errorf("refused: %v", err)
				}
				return
			}
			var conflict *ConflictError
			if !errors.As(err, &conflict) || conflict.Lease == nil || conflict.Lease.Holder != "codex" || conflict.Lease.ExpiresAt.IsZero() || conflict.TakenAt != nil {
				t.Fatalf("got %v, want a conflict that names codex", err)
			}
			if got := read(t, s, th.ID); got.Lease == nil || got.Goal != nil || got.Version != held.Thread.Version {
				t.Errorf("it wrote: %+v", got)
			}
		})
	}
}

// The one who lost a lease hears who took it and when, unless it only adds to what is known.
func TestWhoLostALeaseIsTold(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "Rotate the keys")
	lost := claim(t, s, th.ID, "claude-code").LeaseID
	c.advance(time.Hour)
	at := At(s.now())
	if _, err := s.Claim(t.Context(), agent, th.ID, ClaimInput{Holder: "codex", TakeOver: true}); err != nil {
		t.Fatal(err)
	}
	c.advance(time.Minute)
	for name, try := range map[string]func() error{
		"edit": func() error {
			_, err := s.UpdateThread(t.Context(), agent, th.ID, Guard{LeaseID: lost}, ThreadInput{Goal: Some("g")}, false)
			return err
		},
		"nothing": func() error {
			_, err := s.Checkpoint(t.Context(), agent, th.ID, Guard{LeaseID: lost}, Checkpoint{})
			return err
		},
		"end": func() error {
			_, err := s.Finish(t.Context(), agent, th.ID, Guard{LeaseID: lost}, StatusDone, "")
			return err
		},
		"heartbeat": func() error {
			_, err := s.Claim(t.Context(), agent, th.ID, ClaimInput{Holder: "claude-code", LeaseID: lost})
			return err
		},
		"release": func() error {
			_, err := s.Release(t.Context(), agent, th.ID, lost, "")
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			var conflict *ConflictError
			if err := try(); !errors.As(err, &conflict) || conflict.TakenAt == nil || !conflict.TakenAt.Equal(at.Time) {
				t.Fatalf("got %v, want when it was taken over", err)
			}
			if !strings.HasPrefix(conflict.Message, "codex took this thread over at "+at.String()) || strings.Contains(conflict.Message, "take_over") {
				t.Error(conflict.Message)
			}
		})
	}
	t.Run("what was tried, and a note, are taken", func(t *testing.T) {
		done(t)(s.Checkpoint(t.Context(), agent, th.ID, Guard{LeaseID: lost}, Checkpoint{Attempts: []Attempt{{What: "x"}}}))
		logProgress(t, s, InboxSlug, LogEntry{Text: "n", ThreadID: th.ID, LeaseID: lost})
		if got := read(t, s, th.ID); len(got.Tried) != 1 || got.Lease.Holder != "codex" {
			t.Errorf("%+v", got)
		}
	})
	t.Run("start", func(t *testing.T) {
		got, err := s.Start(t.Context(), agent, StartInput{ThreadID: th.ID, NewThread: NewThread{ThreadInput: ThreadInput{Summary: Some("x")}}, Claim: ClaimInput{Holder: "claude-code", LeaseID: lost}})
		if err != nil || got.Claimed || got.TakenAt == nil || !got.TakenAt.Equal(at.Time) {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

// TestALostLeaseStaysLost brings the lease of an earlier claim after a later one has ended.
func TestALostLeaseStaysLost(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		then func(t *testing.T, s *Store, id string) // what came of the thread after the first claim
		lost bool
	}{
		{"taken over and paused", func(t *testing.T, s *Store, id string) {
			taken := must[Claimed](t)(s.Claim(t.Context(), agent, id, ClaimInput{Holder: "codex", TakeOver: true}))
			done(t)(s.Pause(t.Context(), agent, id, Guard{LeaseID: taken.Item.LeaseID}, "check the backup", nil))
		}, true},
		{"ended by itself", func(*testing.T, *Store, string) {}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t)
			id := create(t, s, "Mount the NAS").ID
			first := claim(t, s, id, "zed").LeaseID
			tc.then(t, s, id)
			_, err := s.UpdateThread(t.Context(), agent, id, Guard{LeaseID: first}, ThreadInput{Focus: Some("still thinking")}, false)
			var conflict *ConflictError
			if lost := errors.As(err, &conflict); lost != tc.lost || err != nil && !lost {
				t.Errorf("an edit: %v", err)
			}
			_, err = s.Finish(t.Context(), agent, id, Guard{LeaseID: first}, StatusDone, "")
			if lost := errors.As(err, &conflict); lost != tc.lost || err != nil && !lost {
				t.Errorf("an end: %v", err)
			}
			if tc.lost && !strings.Contains(conflict.Message, "somebody else has worked on it") {
				t.Errorf("it says %q", conflict.Message)
			}
		})
	}
}
