package store

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestEventsHoldExactlyWhatChanged(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "s")
	lease := ""
	until := c.Now().Add(100 * time.Hour)
	for _, tc := range []struct {
		kind  string
		do    func() (Written[Thread], error)
		want  string // the fields in before and after
		quiet bool   // no work
	}{
		{"updated", func() (Written[Thread], error) {
			return s.UpdateThread(t.Context(), agent, th.ID, Guard{}, ThreadInput{Summary: Some("s2"), Goal: Some("g"), Energy: Some("unknown")}, true)
		}, "goal summary", false},
		{"updated", func() (Written[Thread], error) {
			return s.UpdateThread(t.Context(), agent, th.ID, Guard{}, ThreadInput{ProjectSlug: Some("p"), NextSteps: Some([]string{"n"})}, true)
		}, "next_steps project_slug", false},
		{"blocked", func() (Written[Thread], error) { return s.Block(t.Context(), agent, th.ID, Guard{}, "r") }, "blocked_reason status", false},
		{"blocked", func() (Written[Thread], error) { return s.Block(t.Context(), agent, th.ID, Guard{}, "r2") }, "blocked_reason", false},
		{"reopened", func() (Written[Thread], error) { return s.Reopen(t.Context(), agent, th.ID, Guard{}) }, "blocked_reason status", false},
		{"snoozed", func() (Written[Thread], error) { return s.Snooze(t.Context(), agent, th.ID, Guard{}, &until) }, "snoozed_until", true},
		{"paused", func() (Written[Thread], error) { return s.Pause(t.Context(), agent, th.ID, Guard{}, "x", nil) }, "paused_at resume_step", false},
		{"claimed", func() (Written[Thread], error) {
			w, err := s.Claim(t.Context(), agent, th.ID, ClaimInput{Holder: agent.SourceTool})
			lease = w.Item.LeaseID
			return Written[Thread]{Item: w.Item.Thread, EventID: w.EventID}, err
		}, "lease paused_at", false},
		{"updated", func() (Written[Thread], error) { // renews the lease, which is not its news
			return s.UpdateThread(t.Context(), agent, th.ID, Guard{LeaseID: lease}, ThreadInput{Focus: Some("f")}, true)
		}, "focus", false},
		{"released", func() (Written[Thread], error) { return s.Release(t.Context(), agent, th.ID, lease, "") }, "lease", false},
		{"done", func() (Written[Thread], error) {
			return s.Finish(t.Context(), agent, th.ID, Guard{}, StatusDone, "")
		}, "completed_at status", false},
		{"reopened", func() (Written[Thread], error) { return s.Reopen(t.Context(), agent, th.ID, Guard{}) }, "completed_at snoozed_until status", false},
	} {
		before, err := fieldsOf(read(t, s, th.ID))
		if err != nil {
			t.Fatal(err)
		}
		now := c.advance(time.Minute)
		w := done(t)(tc.do())
		after, err := fieldsOf(w.Item)
		if err != nil {
			t.Fatal(err)
		}
		events := history(t, s, ThreadURI(th.ID))
		e := events[len(events)-1]
		if e.ID != w.EventID || e.Kind != "thread."+tc.kind || e.At != now || e.Actor != Agent || *e.SourceTool != agent.SourceTool {
			t.Errorf("%s: event %+v", tc.kind, e)
		}
		// Work moves the last activity, which the event says as well.
		want := strings.Fields(tc.want)
		if !tc.quiet {
			want = slices.Sorted(slices.Values(append(want, "last_activity_at")))
		}
		// The event of a claim also marks its lease, which is no field of the thread.
		says := strings.Replace(keys(t, e.After), "lease_mark ", "", 1)
		if wanted := strings.Join(want, " "); keys(t, e.Before) != wanted || says != wanted {
			t.Errorf("%s: before {%s}, after {%s}; want {%s}", tc.kind, keys(t, e.Before), keys(t, e.After), wanted)
		}
		var was, is fields
		unmarshal(t, e.Before, &was)
		unmarshal(t, e.After, &is)
		for name := range was {
			if string(was[name]) != string(before[name]) || string(is[name]) != string(after[name]) {
				t.Errorf("%s: %s went from %s to %s, want from %s to %s", tc.kind, name, was[name], is[name], before[name], after[name])
			}
		}
	}
}

func TestCreationIsTheFirstEvent(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	w := done(t)(s.CreateThread(t.Context(), owner, "", ThreadInput{Summary: Some("s"), ProjectSlug: Some("p")}, true))
	all := history(t, s, "")
	if len(all) != 2 || all[0].Kind != "project.created" || all[1].Kind != "thread.created" || all[1].ID != w.EventID {
		t.Fatalf("events: %+v", all)
	}
	e := all[1]
	if e.Before != nil || e.SourceTool != nil || e.Actor != Owner || !(w.Item.ID < all[0].ID && all[0].ID < e.ID) {
		t.Errorf("event: %+v of thread %s", e, w.Item.ID)
	}
	got := Thread{NextSteps: []string{}, Tried: []Attempt{}, AlsoKnown: []string{}, DependsOn: []string{}} // what is empty is left out
	unmarshal(t, e.After, &got)
	// The rest follows from the event.
	got.ID, got.Origin, got.Energy, got.Version = w.Item.ID, e.Actor, "unknown", 1
	got.CreatedAt, got.UpdatedAt, got.LastActivityAt = e.At, e.At, e.At
	if !reflect.DeepEqual(got, w.Item) {
		t.Errorf("after: %+v\nwant: %+v", got, w.Item)
	}
}

func TestSubscribersHearWhatWasWritten(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	var heard []Event
	var generations []uint64
	cancel := s.Subscribe(func(c Commit) {
		heard = append(heard, c.Events...)
		generations = append(generations, c.Generation)
	})
	th := create(t, s, "s")
	done(t)(s.Block(t.Context(), owner, th.ID, Guard{}, "r"))
	_, _ = s.Block(t.Context(), owner, "nope", Guard{}, "r") // refused: not heard of
	cancel()
	done(t)(s.Reopen(t.Context(), owner, th.ID, Guard{}))
	stored := history(t, s, "")
	if len(stored) != 4 || !reflect.DeepEqual(heard, stored[:3]) {
		t.Errorf("heard  %+v\nstored %+v", heard, stored)
	}
	if !slices.Equal(generations, []uint64{1, 2}) || s.Generation() != 3 {
		t.Errorf("generations %v, then %d", generations, s.Generation())
	}
}

// Live updates resume behind an event id, so a later commit must have a greater one:
// under many writers, and after the clock was set back between two runs.
func TestEventIDsGrowInCommitOrder(t *testing.T) {
	t.Parallel()
	dir, c := t.TempDir(), newClock()
	var heard []string
	for range 3 {
		s := openStore(t, dir, Options{Now: c.Now})
		s.Subscribe(func(c Commit) {
			for _, e := range c.Events {
				heard = append(heard, e.ID)
			}
		})
		var wg sync.WaitGroup
		for i := range 16 {
			wg.Go(func() {
				for j := range 5 {
					in := ThreadInput{Summary: Some(fmt.Sprint(i, j)), ProjectSlug: Some(fmt.Sprint("p", j))}
					if _, err := s.CreateThread(context.Background(), agent, "", in, true); err != nil {
						t.Error(err)
					}
					if i == j {
						c.advance(-time.Hour)
					}
				}
			})
		}
		wg.Wait()
		var stored []string
		for _, e := range history(t, s, "") {
			stored = append(stored, e.ID)
		}
		if !slices.IsSorted(stored) || !slices.Equal(stored, heard) {
			t.Fatalf("the ids do not grow as they were written:\n%v\nheard %v", stored, heard)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		c.advance(-365 * 24 * time.Hour)
	}
}
