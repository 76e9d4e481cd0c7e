package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// after is a thread that waits for others.
func after(t *testing.T, s *Store, summary string, ids ...string) Thread {
	t.Helper()
	return create(t, s, summary, func(in *ThreadInput) { in.DependsOn = Some(ids) })
}

func readyIDs(t *testing.T, s *Store) (ids []string) {
	t.Helper()
	for _, one := range list(t, s, ThreadFilter{Ready: true}).Threads {
		ids = append(ids, one.Summary)
	}
	slices.Sort(ids)
	return ids
}

func expectReady(t *testing.T, s *Store, when string, want ...string) {
	t.Helper()
	if got := readyIDs(t, s); !slices.Equal(got, want) {
		t.Errorf("%s: ready %q, want %q", when, got, want)
	}
}

func TestReadyIsWhatWaitsForNothing(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	a, b := create(t, s, "a"), create(t, s, "b")
	both := after(t, s, "both", a.ID, ThreadURI(b.ID))
	last := after(t, s, "last", both.ID)
	expectReady(t, s, "at first", "a", "b")

	w := done(t)(s.Finish(t.Context(), agent, a.ID, Guard{}, StatusDone, ""))
	if len(w.Freed) > 0 {
		t.Errorf("half of it is done, and frees %v", w.Freed)
	}
	expectReady(t, s, "one is done", "b")
	w = done(t)(s.Finish(t.Context(), agent, b.ID, Guard{}, StatusDismissed, ""))
	if len(w.Freed) != 1 || w.Freed[0].ID != both.ID || w.Freed[0].Summary != "both" {
		t.Errorf("the last of them frees %+v", w.Freed)
	}
	expectReady(t, s, "both are finished", "both")
	d, err := s.Dependencies(t.Context(), both.ID)
	if err != nil || !d.Ready || len(d.Before) != 2 || d.Before[0].ID != a.ID || d.Before[1].Status != StatusDismissed || len(d.After) != 1 || d.After[0].ID != last.ID {
		t.Errorf("its neighbours: %+v, %v", d, err)
	}

	done(t)(s.Reopen(t.Context(), agent, a.ID, Guard{}))
	expectReady(t, s, "one is open again", "a")
	done(t)(s.Block(t.Context(), agent, a.ID, Guard{}, "rain"))
	expectReady(t, s, "and blocked")
	done(t)(s.Finish(t.Context(), agent, a.ID, Guard{}, StatusDone, ""))
	until := c.Now().Add(time.Hour)
	done(t)(s.Snooze(t.Context(), agent, both.ID, Guard{}, &until))
	expectReady(t, s, "snoozed")
	c.advance(2 * time.Hour)
	expectReady(t, s, "the snooze is over", "both")
	claim(t, s, both.ID, "somebody")
	expectReady(t, s, "held")
}

func TestDependenciesAreRefused(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	a := create(t, s, "a")
	b := after(t, s, "b", a.ID)
	c := after(t, s, "c", b.ID)
	gone := create(t, s, "gone")
	done(t)(s.DeleteThread(t.Context(), agent, gone.ID, Guard{}))
	part := create(t, s, "part")
	done(t)(s.MergeThread(t.Context(), agent, part.ID, c.ID, Guard{}))
	many := make([]string, MaxDependsOn+1)
	for name, tc := range map[string]struct {
		id   string
		on   []string
		says string
	}{
		"itself":                     {a.ID, []string{a.ID}, "itself"},
		"what waits for it":          {a.ID, []string{b.ID}, "“b” waits for this thread already"},
		"what waits for that":        {a.ID, []string{c.ID}, "“c” waits for this thread already"},
		"what is part of that":       {a.ID, []string{part.ID}, "“c” waits for this thread already"},
		"nothing":                    {a.ID, []string{"000000000000"}, "names no thread: 000000000000"},
		"no id":                      {a.ID, []string{"the other one"}, "names no thread: the other one"},
		"one that was deleted":       {a.ID, []string{gone.ID}, "names no thread: " + gone.ID},
		"an empty one":               {a.ID, []string{" "}, "must not be empty"},
		"too many":                   {a.ID, many, "at most 16 items, not 17"},
		"one right and one in error": {c.ID, []string{a.ID, "x"}, "depends_on[1] names no thread: x"},
	} {
		_, err := s.UpdateThread(t.Context(), agent, tc.id, Guard{}, ThreadInput{DependsOn: Some(tc.on)}, false)
		if !strings.HasPrefix(invalidFields(err), "depends_on") || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := read(t, s, a.ID); len(got.DependsOn) > 0 || got.Version != 1 {
		t.Errorf("after the refusals: %+v", got)
	}
}

func TestADeletedThreadHoldsNothingUp(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	a := create(t, s, "a")
	b := after(t, s, "b", a.ID)
	w := done(t)(s.DeleteThread(t.Context(), agent, a.ID, Guard{}))
	expectReady(t, s, "deleted", "b")
	if d, err := s.Dependencies(t.Context(), b.ID); err != nil || len(d.Before) > 0 || !d.Ready {
		t.Errorf("%+v, %v", d, err)
	}
	// What it waited for may stay in its list.
	done(t)(s.UpdateThread(t.Context(), agent, b.ID, Guard{}, ThreadInput{DependsOn: Some([]string{a.ID}), Goal: Some("g")}, false))
	undo(t, s, w.EventID)
	expectReady(t, s, "brought back", "a")
	if d, err := s.Dependencies(t.Context(), a.ID); err != nil || len(d.After) != 1 || d.After[0].ID != b.ID {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestAMergeCarriesDependenciesAlong(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	first, into, from := create(t, s, "first"), create(t, s, "into"), create(t, s, "from")
	then := after(t, s, "then", from.ID)
	set := func(id string, on ...string) {
		done(t)(s.UpdateThread(t.Context(), agent, id, Guard{}, ThreadInput{DependsOn: Some(on)}, false))
	}
	set(from.ID, first.ID)
	set(into.ID, from.ID) // waits for what becomes part of it
	before := map[string][]string{}
	for _, id := range []string{into.ID, from.ID, then.ID} {
		before[id] = read(t, s, id).DependsOn
	}
	w := done(t)(s.MergeThread(t.Context(), agent, from.ID, into.ID, Guard{}))
	if got := read(t, s, into.ID).DependsOn; !slices.Equal(got, []string{first.ID}) {
		t.Errorf("it waits for %v, want what the other waited for", got)
	}
	if got := read(t, s, then.ID).DependsOn; !slices.Equal(got, []string{into.ID}) {
		t.Errorf("what waited for the other waits for %v", got)
	}
	expectReady(t, s, "merged", "first")
	undo(t, s, w.EventID)
	for id, on := range before {
		if got := read(t, s, id).DependsOn; !slices.Equal(got, on) {
			t.Errorf("undone, %s waits for %v, want %v", id, got, on)
		}
	}

	// a → between → b: one thread of a and b would wait for itself.
	a, b := create(t, s, "a"), create(t, s, "b")
	set(a.ID, after(t, s, "between", b.ID).ID)
	if _, err := s.MergeThread(t.Context(), agent, b.ID, a.ID, Guard{}); !isConflict(err) || !strings.Contains(err.Error(), "in a circle") {
		t.Errorf("a circle by a merge: %v", err)
	}
}

// What a merged thread waited for and is deleted by now is waited for again should it come back.
func TestAMergeCarriesTheDeletedAlong(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	first, into := create(t, s, "first"), create(t, s, "into")
	from := after(t, s, "from", first.ID)
	deleted := done(t)(s.DeleteThread(t.Context(), owner, first.ID, Guard{}))
	done(t)(s.MergeThread(t.Context(), owner, from.ID, into.ID, Guard{}))
	expectReady(t, s, "while it is deleted", "into")
	undo(t, s, deleted.EventID)
	expectReady(t, s, "once it is back", "first")
}

func TestUndoOfDependencies(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	a, b := create(t, s, "a"), create(t, s, "b")
	set := func(id string, on ...string) string {
		return done(t)(s.UpdateThread(t.Context(), agent, id, Guard{}, ThreadInput{DependsOn: Some(on)}, false)).EventID
	}
	set(b.ID, a.ID)
	freed := set(b.ID)
	expectReady(t, s, "free", "a", "b")
	set(a.ID, b.ID)
	if _, err := s.Undo(t.Context(), owner, freed, Guard{}); !isConflict(err) || !strings.Contains(err.Error(), "thread "+b.ID+" would wait in a circle") {
		t.Errorf("an undo into a circle: %v", err)
	}
	set(a.ID)
	undo(t, s, freed)
	expectReady(t, s, "undone", "a")
	if read(t, s, b.ID).LastActivityAt != b.LastActivityAt {
		t.Error("what a thread waits for counts as work on it")
	}
}

// What a thread has waited for meanwhile counts for nothing, also where it is as much as before.
func TestAnUndoIntoACircleIsRefused(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	a, b, c := create(t, s, "a"), create(t, s, "b"), create(t, s, "c")
	set := func(id, on string) string {
		return done(t)(s.UpdateThread(t.Context(), agent, id, Guard{}, ThreadInput{DependsOn: Some([]string{on})}, false)).EventID
	}
	set(a.ID, b.ID)
	elsewhere := set(a.ID, c.ID)
	set(b.ID, a.ID)
	if _, err := s.Undo(t.Context(), owner, elsewhere, Guard{}); !isConflict(err) || !strings.Contains(err.Error(), "in a circle") {
		t.Errorf("two threads that wait for each other: %v", err)
	}
	if got := read(t, s, a.ID).DependsOn; !slices.Equal(got, []string{c.ID}) {
		t.Errorf("it waits for %v, want %s", got, c.ID)
	}
}

// An undo brings a wait back as it was, also for a thread that is deleted by now; but for that too
// there is no circle.
func TestAnUndoBringsBackTheWaitForADeletedThread(t *testing.T) {
	t.Parallel()
	for name, circle := range map[string]bool{"free": false, "which waits for it": true} {
		t.Run(name, func(t *testing.T) {
			s, _ := newStore(t)
			gone := create(t, s, "gone")
			a := after(t, s, "a", gone.ID)
			freed := done(t)(s.UpdateThread(t.Context(), agent, a.ID, Guard{}, ThreadInput{DependsOn: Some([]string{})}, false)).EventID
			if circle {
				done(t)(s.UpdateThread(t.Context(), agent, gone.ID, Guard{}, ThreadInput{DependsOn: Some([]string{a.ID})}, false))
			}
			deleted := done(t)(s.DeleteThread(t.Context(), agent, gone.ID, Guard{})).EventID
			_, err := s.Undo(t.Context(), owner, freed, Guard{})
			if circle {
				if err == nil || !strings.Contains(err.Error(), "in a circle") {
					t.Errorf("two threads that would wait for each other: %v", err)
				}
				return
			}
			works(t, err)
			undo(t, s, deleted)
			if got := read(t, s, a.ID).DependsOn; !slices.Equal(got, []string{gone.ID}) {
				t.Errorf("it waits for %v", got)
			}
			expectReady(t, s, "undone", "gone")
		})
	}
}

// TestWaitingIsWhatACountSays compares what the triggers keep with what there is, after any changes.
func TestWaitingIsWhatACountSays(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	var ids []string
	for i := range 30 {
		var on []string
		for _, back := range []int{1, 3, 7} {
			if i%back == 0 && i >= back {
				on = append(on, ids[i-back])
			}
		}
		ids = append(ids, after(t, s, fmt.Sprint("t", i), on...).ID)
	}
	last := create(t, s, "last").ID
	var events []string
	for i, id := range ids {
		switch i % 5 {
		case 0:
			events = append(events, done(t)(s.Finish(t.Context(), agent, id, Guard{}, StatusDone, "")).EventID)
		case 1:
			events = append(events, done(t)(s.DeleteThread(t.Context(), agent, id, Guard{})).EventID)
		case 2:
			events = append(events, done(t)(s.UpdateThread(t.Context(), agent, id, Guard{}, ThreadInput{DependsOn: Some([]string{last})}, false)).EventID)
		}
		if n := len(events); i%4 == 3 && n > 1 && events[n-1] != "" {
			undo(t, s, events[n-1])
			events = events[:n-1]
		}
	}
	wrong, err := collect(t.Context(), s, scanString, `SELECT id FROM threads t WHERE waiting <> (
		SELECT count(*) FROM json_each(t.depends_on) d JOIN threads n ON n.id = d.value WHERE n.deleted_at IS NULL AND n.status IN ('open', 'blocked'))`)
	if err != nil || len(wrong) > 0 {
		t.Errorf("wrong for %v, %v", wrong, err)
	}
	edges, err := collect(t.Context(), s, scanString, `SELECT needs_id || thread_id FROM dependencies EXCEPT SELECT d.value || t.id FROM threads t, json_each(t.depends_on) d`)
	if err != nil || len(edges) > 0 {
		t.Errorf("edges of no thread: %v, %v", edges, err)
	}
}
