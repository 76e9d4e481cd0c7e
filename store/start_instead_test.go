package store

import (
	"strings"
	"testing"
	"time"
)

func insteadOf(twin Started, id string) func(*StartInput) {
	return func(in *StartInput) { in.ThreadID, in.InsteadOf, in.Claim.LeaseID = id, twin.Thread.ID, twin.LeaseID }
}

func TestAClaimMovesFromATwinToTheThreadThatIsMeant(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	meant := create(t, s, "Sessions expire after five minutes", inProject("shop"))
	twin := begin(t, s, "a", "shop", "People get thrown out all the time", func(in *StartInput) { in.Claim.Length, in.Goal = time.Hour, Some("They stay signed in") })
	now := c.advance(time.Minute)
	for _, name := range []string{"at once", "again, as its answer was lost"} {
		got := begin(t, s, "a", "shop", "People get thrown out all the time", insteadOf(twin, meant.ID))
		if !got.Claimed || got.Created || got.Thread.ID != meant.ID || got.LeaseID != twin.LeaseID || got.Thread.Lease.Holder != "a" || got.Thread.Lease.ExpiresAt != At(now.Add(time.Hour)) {
			t.Fatalf("%s: %+v", name, got)
		}
	}
	if got := read(t, s, twin.Thread.ID); got.Status != StatusDismissed || *got.MergedInto != meant.ID || got.Lease != nil {
		t.Errorf("the twin: %+v", got)
	}
	if got := read(t, s, meant.ID); got.Goal == nil || *got.Goal != "They stay signed in" {
		t.Errorf("what the twin knew: %+v", got)
	}
	if got := kinds(t, s, meant.ID); got != "created claimed" {
		t.Errorf("events of the thread that is meant: %s", got)
	}
	// One undo takes the twin out again; the claim stays with the work.
	events := history(t, s, ThreadURI(twin.Thread.ID))
	undo(t, s, events[len(events)-1].ID)
	if got := read(t, s, twin.Thread.ID); got.Status != StatusOpen || got.MergedInto != nil {
		t.Errorf("taken back: %+v", got)
	}
	if got := read(t, s, meant.ID); got.Lease == nil || got.Goal != nil {
		t.Errorf("taken back: %+v", got)
	}
}

func TestATwinIsReplacedOnlyByItsMakerWhileItIsNew(t *testing.T) {
	t.Parallel()
	refused := func(why string) func(error) bool {
		return func(err error) bool { return isConflict(err) && strings.Contains(err.Error(), why) }
	}
	for name, c := range map[string]struct {
		holder  string
		prepare func(*testing.T, *Store, *clock, Started)
		change  func(*StartInput)
		refused func(error) bool
	}{
		"made an hour ago":        {"a", func(_ *testing.T, _ *Store, c *clock, _ Started) { c.advance(youngTwin + time.Millisecond) }, nil, refused("more than an hour ago")},
		"made by another source":  {"b", nil, nil, refused("somebody else made it")},
		"with another's lease id": {"a", nil, func(in *StartInput) { in.Claim.LeaseID = "zzzzzzzzzzzz" }, refused("lease_id")},
		"changed by the owner": {"a", func(t *testing.T, s *Store, _ *clock, twin Started) {
			done(t)(s.UpdateThread(t.Context(), owner, twin.Thread.ID, Guard{}, ThreadInput{Focus: Some("the cookies")}, false))
		}, nil, refused("somebody else has changed it")},
		"changed by another agent": {"a", func(t *testing.T, s *Store, _ *clock, twin Started) {
			done(t)(s.UpdateThread(t.Context(), agent, twin.Thread.ID, Guard{Force: true}, ThreadInput{Focus: Some("the cookies")}, false))
		}, nil, refused("somebody else has changed it")},
		"changed over another token": {"a", func(t *testing.T, s *Store, _ *clock, twin Started) {
			done(t)(s.UpdateThread(t.Context(), over(By{Actor: Agent, SourceTool: "a"}, "laptop"), twin.Thread.ID, Guard{LeaseID: twin.LeaseID}, ThreadInput{Focus: Some("the cookies")}, false))
		}, nil, refused("somebody else has changed it")},
		"merged with another by the owner": {"a", func(t *testing.T, s *Store, _ *clock, twin Started) {
			done(t)(s.MergeThread(t.Context(), owner, create(t, s, "Cookies", inProject("shop")).ID, twin.Thread.ID, Guard{}))
		}, nil, refused("somebody else has changed it")},
		"taken over by somebody": {"a", func(t *testing.T, s *Store, _ *clock, twin Started) {
			begin(t, s, "b", "shop", "", func(in *StartInput) { in.ThreadID, in.Claim.TakeOver = twin.Thread.ID, true })
		}, nil, refused("lease_id")},
		"finished": {"a", func(t *testing.T, s *Store, _ *clock, twin Started) {
			done(t)(s.Finish(t.Context(), owner, twin.Thread.ID, Guard{}, StatusDone, ""))
		}, nil, isConflict},
		"gone": {"a", func(t *testing.T, s *Store, _ *clock, twin Started) {
			done(t)(s.DeleteThread(t.Context(), owner, twin.Thread.ID, Guard{}))
		}, nil, isMissing},
		"by nothing": {"a", nil, func(in *StartInput) { in.ThreadID = "000000000000" }, isMissing},
		"by itself":  {"a", nil, func(in *StartInput) { in.ThreadID = in.InsteadOf }, func(err error) bool { return invalidFields(err) == "instead_of" }},
	} {
		t.Run(name, func(t *testing.T) {
			s, clock := newStore(t)
			meant := create(t, s, "Sessions expire after five minutes", inProject("shop"))
			twin := begin(t, s, "a", "shop", "People get thrown out all the time")
			if c.prepare != nil {
				c.prepare(t, s, clock, twin)
			}
			before := s.Generation()
			change := []func(*StartInput){insteadOf(twin, meant.ID)}
			if c.change != nil {
				change = append(change, c.change)
			}
			got, err := tryBegin(t, s, c.holder, "shop", "People get thrown out all the time", change...)
			if !c.refused(err) || s.Generation() != before {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

// What its maker has noted on the twin meanwhile is no reason to keep it: that goes along.
func TestATwinIsReplacedAlsoAfterItsMakerChangedIt(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	meant := create(t, s, "Sessions expire after five minutes", inProject("shop"))
	twin := begin(t, s, "a", "shop", "People get thrown out all the time")
	c.advance(time.Minute)
	done(t)(s.Checkpoint(t.Context(), agent, twin.Thread.ID, Guard{LeaseID: twin.LeaseID}, Checkpoint{
		ThreadInput: ThreadInput{Focus: Some("the cookies")}, Attempts: []Attempt{{What: "a longer timeout"}},
	}))
	got := begin(t, s, "a", "shop", "People get thrown out all the time", insteadOf(twin, meant.ID))
	if !got.Claimed || !got.Moved || *got.Thread.Focus != "the cookies" || len(got.Thread.Tried) != 1 {
		t.Errorf("%+v", got)
	}
}

func TestATwinStaysWhileSomebodyElseHoldsTheThread(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	held := begin(t, s, "b", "shop", "Sessions expire after five minutes")
	twin := begin(t, s, "a", "shop", "People get thrown out all the time")
	move := insteadOf(twin, held.Thread.ID)
	before := s.Generation()
	got := begin(t, s, "a", "shop", "People get thrown out all the time", move)
	if got.Claimed || got.Thread.ID != held.Thread.ID || got.Thread.Lease.Holder != "b" || s.Generation() != before {
		t.Errorf("held: %+v", got)
	}
	got = begin(t, s, "a", "shop", "People get thrown out all the time", move, func(in *StartInput) { in.Claim.TakeOver = true })
	if !got.Claimed || got.From != "b" || got.Thread.Lease.Holder != "a" || read(t, s, twin.Thread.ID).Status != StatusDismissed {
		t.Errorf("taken over: %+v", got)
	}
}

// The claim has moved: that the owner deletes the twin it was on is no news about the work.
func TestADeletedTwinDoesNotStopTheWork(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	meant := create(t, s, "Sessions expire after five minutes", inProject("shop"))
	twin := begin(t, s, "a", "shop", "People get thrown out all the time")
	begin(t, s, "a", "shop", "People get thrown out all the time", insteadOf(twin, meant.ID))
	done(t)(s.DeleteThread(t.Context(), owner, twin.Thread.ID, Guard{}))
	_, err := s.Start(t.Context(), agent, StartInput{
		NewThread: NewThread{ThreadInput: ThreadInput{Summary: Some("Paint the fence"), ProjectSlug: Some("shop")}},
		Claim:     ClaimInput{Holder: "a", LeaseID: twin.LeaseID},
	})
	if invalidFields(err) != "lease_id" {
		t.Errorf("a heartbeat by other words: %v", err)
	}
	if _, err := s.Meanwhile(t.Context(), meant.ID, twin.LeaseID); err != nil {
		t.Errorf("what happened to the work: %v", err)
	}
	done(t)(s.UpdateThread(t.Context(), agent, meant.ID, Guard{LeaseID: twin.LeaseID}, ThreadInput{Focus: Some("the cookies")}, false))
}
