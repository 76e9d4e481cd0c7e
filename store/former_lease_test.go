package store

import (
	"errors"
	"strings"
	"testing"
)

// Only an id that really was a lease of the thread is told that it was lost. Any other hears that
// it is none, who holds the thread, and what to do.
func TestWhatALeaseIDIsToldWhenItIsNotTheLast(t *testing.T) {
	t.Parallel()
	const (
		lost  = "took this thread over"
		since = "somebody else has worked on it"
		none  = "lease_id is no lease of this thread"
	)
	for _, tc := range []struct {
		name  string
		again bool // codex takes the thread over from claude-code
		free  bool // and pauses it
		id    func(first, other string) string
		says  []string
	}{
		{"the lease that was taken over", true, false, func(first, _ string) string { return first }, []string{"codex " + lost}},
		{"the same once the other has paused", true, true, func(first, _ string) string { return first }, []string{since}},
		{"a made-up one", false, false, func(string, string) string { return "not-a-lease" }, []string{none, "claude-code is working on it until "}},
		{"a made-up one after a take-over", true, false, func(string, string) string { return "not-a-lease" }, []string{none, "codex is working on it until "}},
		{"a mistyped one", true, false, func(first, _ string) string { return first[:11] + "-" }, []string{none, "codex"}},
		{"another thread's", true, false, func(_, other string) string { return other }, []string{none, "codex"}},
		{"another thread's, while nobody holds this one", true, true, func(_, other string) string { return other }, []string{none, "nobody holds", "claim"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t)
			id, elsewhere := create(t, s, "Rotate the keys").ID, create(t, s, "Paint the fence").ID
			first, other := claim(t, s, id, "claude-code").LeaseID, claim(t, s, elsewhere, "zed").LeaseID
			if tc.again {
				taken := must[Claimed](t)(s.Claim(t.Context(), agent, id, ClaimInput{Holder: "codex", TakeOver: true}))
				if tc.free {
					done(t)(s.Pause(t.Context(), agent, id, Guard{LeaseID: taken.Item.LeaseID}, "look at the log", nil))
				}
			}
			brought := tc.id(first, other)
			for what, try := range map[string]func() error{
				"an edit": func() error {
					_, err := s.UpdateThread(t.Context(), agent, id, Guard{LeaseID: brought}, ThreadInput{Goal: Some("g")}, false)
					return err
				},
				"an end": func() error {
					_, err := s.Finish(t.Context(), agent, id, Guard{LeaseID: brought}, StatusDone, "")
					return err
				},
				"a deletion": func() error {
					_, err := s.DeleteThread(t.Context(), agent, id, Guard{LeaseID: brought})
					return err
				},
			} {
				err := try()
				var conflict *ConflictError
				if !errors.As(err, &conflict) {
					t.Fatalf("%s: %v", what, err)
				}
				if (conflict.TakenAt == nil) != conflict.NoLease || conflict.NoLease != (tc.says[0] == none) {
					t.Errorf("%s: %+v", what, conflict)
				}
				for _, part := range tc.says {
					if !strings.Contains(conflict.Message, part) {
						t.Errorf("%s: %q does not say %q", what, conflict.Message, part)
					}
				}
			}
			if m, err := s.Meanwhile(t.Context(), id, brought); err != nil || (m != nil) == (tc.says[0] == none) {
				t.Errorf("meanwhile: %+v, %v", m, err)
			}
		})
	}
}

// A lease that moved to another thread was one of that thread.
func TestALeaseThatMovedCanBeLostThere(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	into := create(t, s, "Sessions expire after five minutes", inProject("shop"))
	twin := begin(t, s, "claude-code", "shop", "People get thrown out all the time")
	moved := begin(t, s, "claude-code", "shop", "People get thrown out all the time", func(in *StartInput) {
		in.ThreadID, in.InsteadOf, in.Claim.LeaseID = into.ID, twin.Thread.ID, twin.LeaseID
	})
	if !moved.Moved {
		t.Fatalf("%+v", moved)
	}
	must[Claimed](t)(s.Claim(t.Context(), agent, into.ID, ClaimInput{Holder: "codex", TakeOver: true}))
	_, err := s.UpdateThread(t.Context(), agent, into.ID, Guard{LeaseID: twin.LeaseID}, ThreadInput{Goal: Some("g")}, false)
	var conflict *ConflictError
	if !errors.As(err, &conflict) || conflict.TakenAt == nil {
		t.Errorf("%v", err)
	}
}

// A forced change is the caller's own, also with the lease of the one who is forced.
func TestAForcedChangeIsTheCallersOwn(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	id := create(t, s, "Rotate the keys").ID
	lease := claim(t, s, id, "codex").LeaseID
	curl := By{Actor: Agent, SourceTool: "curl"}
	done(t)(s.UpdateThread(t.Context(), curl, id, Guard{LeaseID: lease, Force: true}, ThreadInput{Goal: Some("g")}, false))
	done(t)(s.Finish(t.Context(), curl, id, Guard{LeaseID: lease, Force: true}, StatusDone, ""))
	events := history(t, s, ThreadURI(id))
	for _, e := range events[len(events)-2:] {
		if *e.SourceTool != "curl" {
			t.Errorf("%s is by %s", e.Kind, *e.SourceTool)
		}
	}
}
