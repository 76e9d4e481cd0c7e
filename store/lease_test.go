package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestOfManyClaimsOneWins(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	rounds := 20
	if longRun {
		rounds = 1000
	}
	for range rounds {
		th := create(t, s, "wanted by many")
		const claimers = 64
		errs := make([]error, claimers)
		atOnce(claimers, func(i int) {
			_, errs[i] = s.Claim(t.Context(), agent, th.ID, ClaimInput{Holder: fmt.Sprint("worker ", i)})
		})
		winner := read(t, s, th.ID).Lease
		if winner == nil {
			t.Fatal("nobody holds the thread")
		}
		won := 0
		for i, err := range errs {
			var co *ConflictError
			switch {
			case err == nil:
				won++
				if winner.Holder != fmt.Sprint("worker ", i) {
					t.Errorf("worker %d was told it won, %s holds the thread", i, winner.Holder)
				}
			case !errors.As(err, &co) || co.Lease == nil || *co.Lease != *winner:
				t.Errorf("worker %d: got %v, want a conflict with the winner's lease", i, err)
			}
		}
		if won != 1 || kinds(t, s, th.ID) != "created claimed" {
			t.Fatalf("%d winners, events %s", won, kinds(t, s, th.ID))
		}
	}
}

func TestClaimChecksItsInput(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "s")
	for name, tc := range map[string]struct {
		in  ClaimInput
		bad string
	}{
		"no holder":        {ClaimInput{Holder: " "}, "holder"},
		"a long holder":    {ClaimInput{Holder: strings.Repeat("x", MaxText+1)}, "holder"},
		"too short":        {ClaimInput{Holder: "h", Length: MinLease - 1}, "ttl_minutes"},
		"too long":         {ClaimInput{Holder: "h", Length: MaxLease + 1}, "ttl_minutes"},
		"negative":         {ClaimInput{Holder: "h", Length: -time.Hour}, "ttl_minutes"},
		"the shortest":     {ClaimInput{Holder: "h", Length: MinLease}, ""},
		"the longest":      {ClaimInput{Holder: "h", Length: MaxLease, TakeOver: true}, ""},
		"without a length": {ClaimInput{Holder: "h", TakeOver: true}, ""},
	} {
		if tc.bad == "" {
			tc.in.TakeOver = true
		}
		w, err := s.Claim(t.Context(), agent, th.ID, tc.in)
		if invalidFields(err) != tc.bad || tc.bad == "" && err != nil {
			t.Errorf("%s: got %v, want %q refused", name, err, tc.bad)
		}
		if want := max(tc.in.Length, MinLease); name != "without a length" && err == nil && w.Item.Thread.Lease.ExpiresAt != At(s.now().Add(want)) {
			t.Errorf("%s: expires %s", name, w.Item.Thread.Lease.ExpiresAt)
		} else if name == "without a length" && w.Item.Thread.Lease.ExpiresAt != At(s.now().Add(DefaultLease)) {
			t.Errorf("%s: expires %s, want the default", name, w.Item.Thread.Lease.ExpiresAt)
		}
	}
}

func TestLeaseExpiresOnTheClock(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "s")
	first := claim(t, s, th.ID, "h")
	c.advance(DefaultLease - time.Millisecond)
	if read(t, s, th.ID).Lease == nil {
		t.Error("expired a moment too early")
	}
	if _, err := s.Claim(t.Context(), agent, th.ID, ClaimInput{Holder: "h"}); !isConflict(err) || !strings.Contains(err.Error(), "take_over") {
		t.Errorf("the same holder's name without the id: got %v, want a conflict that says how to take over", err)
	}
	c.advance(time.Millisecond)
	if read(t, s, th.ID).Lease != nil || list(t, s, ThreadFilter{}).Threads[0].Lease != nil {
		t.Error("still shown at the moment of expiry")
	}
	second := claim(t, s, th.ID, "other")
	if second.LeaseID == first.LeaseID {
		t.Error("the id of a new lease is the old one")
	}
}

func TestLeaseIsRenewedByItsID(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	renewals := map[string]func(id, lease string) error{
		"heartbeat": func(id, lease string) error {
			_, err := s.Claim(t.Context(), agent, id, ClaimInput{Holder: "h", Length: time.Hour, LeaseID: lease})
			return err
		},
		"edit": func(id, lease string) error {
			_, err := s.UpdateThread(t.Context(), agent, id, Guard{LeaseID: lease}, ThreadInput{Goal: Some("g")}, false)
			return err
		},
		"edit that changes nothing": func(id, lease string) error {
			_, err := s.UpdateThread(t.Context(), agent, id, Guard{LeaseID: lease}, ThreadInput{}, false)
			return err
		},
		"block": func(id, lease string) error {
			_, err := s.Block(t.Context(), agent, id, Guard{LeaseID: lease}, "r")
			return err
		},
		"snooze": func(id, lease string) error {
			until := s.now().Add(time.Hour)
			_, err := s.Snooze(t.Context(), agent, id, Guard{LeaseID: lease}, &until)
			return err
		},
	}
	for name, renew := range renewals {
		th := create(t, s, "s")
		w, err := s.Claim(t.Context(), agent, th.ID, ClaimInput{Holder: "h", Length: time.Hour})
		if err != nil {
			t.Fatal(err)
		}
		now := c.advance(59 * time.Minute)
		if err := renew(th.ID, w.Item.LeaseID); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := read(t, s, th.ID); got.Lease == nil || got.Lease.ExpiresAt != At(now.Add(time.Hour)) {
			t.Errorf("%s: lease %v, want one for another hour", name, got.Lease)
		}
		// Also after its end, as long as nobody else has taken the thread.
		c.advance(2 * time.Hour)
		if err := renew(th.ID, w.Item.LeaseID); err != nil {
			t.Errorf("%s after the end: %v", name, err)
		}
		c.advance(2 * time.Hour)
		claim(t, s, th.ID, "other")
		before := read(t, s, th.ID)
		if err := renew(th.ID, w.Item.LeaseID); !isConflict(err) {
			t.Errorf("%s with a lease lost to another: got %v, want a conflict", name, err)
		}
		if got := read(t, s, th.ID); !reflect.DeepEqual(got, before) {
			t.Errorf("%s with a lost lease changed the thread", name)
		}
	}
}

func TestHeartbeatIsSeenButNotRecorded(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "s")
	held := claim(t, s, th.ID, "h")
	generation, version := s.Generation(), read(t, s, th.ID).Version
	var seen []Commit
	defer s.Subscribe(func(c Commit) { seen = append(seen, c) })()
	c.advance(time.Minute)
	w, err := s.Claim(t.Context(), agent, th.ID, ClaimInput{Holder: "h", LeaseID: held.LeaseID})
	if err != nil || w.EventID != "" || w.Item.LeaseID != held.LeaseID {
		t.Fatalf("heartbeat: %+v, %v", w, err)
	}
	if s.Generation() != generation+1 || len(seen) != 1 || len(seen[0].Events) != 0 {
		t.Errorf("generation %d, commits %+v; want one commit without events", s.Generation(), seen)
	}
	if got := kinds(t, s, th.ID); got != "created claimed" || read(t, s, th.ID).Version != version {
		t.Errorf("events %q, version %d", got, read(t, s, th.ID).Version)
	}
}

func TestTakeOverIsRecorded(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "s")
	old := claim(t, s, th.ID, "first")
	w, err := s.Claim(t.Context(), agent, th.ID, ClaimInput{Holder: "second", TakeOver: true})
	if err != nil {
		t.Fatal(err)
	}
	events := history(t, s, ThreadURI(th.ID))
	last := events[len(events)-1]
	if last.ID != w.EventID || last.Kind != "thread.claimed" || !strings.Contains(string(last.Before), `"first"`) || !strings.Contains(string(last.After), `"second"`) {
		t.Errorf("event: %+v", last)
	}
	for _, id := range []string{old.LeaseID, "0123456789ab", "' OR 1=1"} {
		if _, err := s.Release(t.Context(), agent, th.ID, id, ""); !isConflict(err) {
			t.Errorf("release with %q: got %v, want a conflict", id, err)
		}
		if _, err := s.Finish(t.Context(), agent, th.ID, Guard{LeaseID: id}, StatusDone, ""); !isConflict(err) {
			t.Errorf("done with %q: got %v, want a conflict", id, err)
		}
	}
	if _, err := s.Finish(t.Context(), owner, th.ID, Guard{}, StatusDone, ""); err != nil {
		t.Errorf("a lease must never lock the owner out: %v", err)
	}
}

func TestRelease(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "s")
	if _, err := s.Release(t.Context(), agent, th.ID, "", ""); invalidFields(err) != "lease_id" {
		t.Errorf("neither id nor holder: %v", err)
	}
	held := claim(t, s, th.ID, "h")
	if _, err := s.Release(t.Context(), agent, th.ID, "", "other"); !isConflict(err) {
		t.Errorf("another holder's name: %v", err)
	}
	if got := done(t)(s.Release(t.Context(), agent, th.ID, held.LeaseID, "")).Item; got.Lease != nil || got.Version != th.Version {
		t.Errorf("released by id: %+v", got)
	}
	claim(t, s, th.ID, "h")
	done(t)(s.Release(t.Context(), agent, th.ID, "", "h"))
	if got := kinds(t, s, th.ID); got != "created claimed released claimed released" {
		t.Errorf("events: %s", got)
	}
	// Nothing to release: no lease, or one that has run out.
	idle := read(t, s, th.ID)
	c.advance(time.Hour)
	if w := done(t)(s.Release(t.Context(), agent, th.ID, held.LeaseID, "")); w.EventID != "" || !reflect.DeepEqual(w.Item, idle) {
		t.Errorf("release without a lease: %+v", w)
	}
	claim(t, s, th.ID, "h")
	idle = read(t, s, th.ID)
	c.advance(24 * time.Hour)
	if w := done(t)(s.Release(t.Context(), agent, th.ID, "", "h")); w.EventID != "" || w.Item.LastActivityAt != idle.LastActivityAt {
		t.Errorf("release of a lease that had run out is no work: %+v", w)
	}
}

func TestLeavingEndsTheLease(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for action, leave := range map[string]func(id string, g Guard) (Written[Thread], error){
		"pause": func(id string, g Guard) (Written[Thread], error) { return s.Pause(t.Context(), agent, id, g, "x", nil) },
		"done": func(id string, g Guard) (Written[Thread], error) {
			return s.Finish(t.Context(), agent, id, g, StatusDone, "")
		},
		"dismiss": func(id string, g Guard) (Written[Thread], error) {
			return s.Finish(t.Context(), agent, id, g, StatusDismissed, "")
		},
	} {
		th := create(t, s, "s")
		got, err := leave(th.ID, Guard{LeaseID: claim(t, s, th.ID, "h").LeaseID})
		if err != nil || got.Item.Lease != nil || read(t, s, th.ID).Lease != nil {
			t.Errorf("%s left the lease: %+v, %v", action, got.Item.Lease, err)
		}
		if number(t, s, "SELECT count(*) FROM threads WHERE id = ? AND (lease_holder IS NOT NULL OR lease_expires_at IS NOT NULL)", th.ID) != 0 {
			t.Errorf("%s left the lease", action)
		}
	}
	th := create(t, s, "s")
	done(t)(s.Pause(t.Context(), agent, th.ID, Guard{}, "x", nil))
	if claim(t, s, th.ID, "h"); read(t, s, th.ID).PausedAt != nil {
		t.Error("a claimed thread still counts as paused")
	}
}

// The id is the proof of holding the lease: only the answer to the claim may carry it.
func TestLeaseIDIsInNoJSON(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "s")
	held := claim(t, s, th.ID, "h")
	c.advance(time.Minute)
	done(t)(s.UpdateThread(t.Context(), agent, th.ID, Guard{LeaseID: held.LeaseID}, ThreadInput{Goal: Some("g")}, false))
	other, err := s.Claim(t.Context(), agent, th.ID, ClaimInput{Holder: "h2", TakeOver: true})
	if err != nil {
		t.Fatal(err)
	}
	_, conflict := s.Claim(t.Context(), agent, th.ID, ClaimInput{Holder: "h3"})
	all, err := json.Marshal([]any{read(t, s, th.ID), list(t, s, ThreadFilter{}), history(t, s, ""), held.Thread, other.Item.Thread, conflict, conflict.Error()})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{held.LeaseID, other.Item.LeaseID} {
		if strings.Contains(string(all), id) {
			t.Errorf("the lease's id is in the JSON: %s", all)
		}
	}
}

func TestAHeartbeatKeepsTheLengthOfItsLease(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	id := create(t, s, "work").ID
	beat := func(in ClaimInput) Claimed {
		t.Helper()
		w, err := s.Claim(t.Context(), agent, id, in)
		if err != nil {
			t.Fatal(err)
		}
		return w.Item
	}
	held := beat(ClaimInput{Holder: "h", Length: 8 * time.Hour})
	for _, tc := range []struct{ asks, gets time.Duration }{{0, 8 * time.Hour}, {time.Hour, time.Hour}, {0, time.Hour}} {
		now := c.advance(time.Minute)
		got := beat(ClaimInput{Holder: "h", LeaseID: held.LeaseID, Length: tc.asks})
		if want := At(now.Add(tc.gets)); got.Thread.Lease.ExpiresAt != want {
			t.Errorf("a heartbeat that asks for %s lasts until %s, want %s", tc.asks, got.Thread.Lease.ExpiresAt, want)
		}
	}
}

func TestAHeartbeatNeedsNoName(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "s")
	held := claim(t, s, th.ID, "h")
	w, err := s.Claim(t.Context(), agent, th.ID, ClaimInput{LeaseID: held.LeaseID})
	if err != nil || w.Item.Thread.Lease.Holder != "h" {
		t.Errorf("a heartbeat: %+v, %v", w.Item.Thread.Lease, err)
	}
	c.advance(MaxLease)
	done(t)(s.Release(t.Context(), agent, th.ID, held.LeaseID, ""))
	if _, err := s.Claim(t.Context(), agent, th.ID, ClaimInput{LeaseID: held.LeaseID}); invalidFields(err) != "holder" {
		t.Errorf("of a lease that has ended: %v", err)
	}
}
