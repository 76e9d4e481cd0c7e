package store

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store/storetest/race"
)

func undo(t testing.TB, s *Store, eventID string) Written[Undone] {
	t.Helper()
	w, err := s.Undo(t.Context(), owner, eventID, Guard{})
	if err != nil {
		t.Fatalf("undo %s: %v", eventID, err)
	}
	return w
}

// standing are the ids of the events that stand in the way of an undo.
func standing(t testing.TB, err error) []string {
	t.Helper()
	var c *ConflictError
	if !errors.As(err, &c) {
		t.Fatalf("got %v, want a conflict", err)
	}
	out := []string{}
	for _, e := range c.Blocking {
		out = append(out, e.ID)
	}
	return out
}

// stripped is a thread without what moves with every change.
func stripped(th Thread) Thread {
	th.Version, th.UpdatedAt, th.deletedAt = 0, Time{}, nil
	th.Lease, th.lease = nil, leaseRow{}
	return th
}

func TestUndoGivesBackWhatWasBefore(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	other := create(t, s, "the other one", inProject("p"))
	until := c.Now().Add(100 * time.Hour)
	for name, do := range map[string]func(id string) (Written[Thread], error){
		"an edit": func(id string) (Written[Thread], error) {
			return s.UpdateThread(t.Context(), agent, id, Guard{}, ThreadInput{Summary: Some("new"), Goal: Opt[string]{Set: true}, ProjectSlug: Some("fresh")}, true)
		},
		"a pause": func(id string) (Written[Thread], error) {
			return s.Pause(t.Context(), agent, id, Guard{}, "x", []Attempt{{What: "w"}})
		},
		"a block": func(id string) (Written[Thread], error) { return s.Block(t.Context(), agent, id, Guard{}, "r") },
		"the end": func(id string) (Written[Thread], error) {
			return s.Finish(t.Context(), agent, id, Guard{}, StatusDone, "n")
		},
		"a dismissal": func(id string) (Written[Thread], error) {
			return s.Finish(t.Context(), agent, id, Guard{}, StatusDismissed, "")
		},
		"a snooze": func(id string) (Written[Thread], error) { return s.Snooze(t.Context(), agent, id, Guard{}, &until) },
		"a merge": func(id string) (Written[Thread], error) {
			return s.MergeThread(t.Context(), agent, id, other.ID, Guard{})
		},
		"a deletion": func(id string) (Written[Thread], error) { return s.DeleteThread(t.Context(), agent, id, Guard{}) },
	} {
		th := create(t, s, "work of "+name, func(in *ThreadInput) { in.Goal, in.Tried = Some("g"), Some([]Attempt{{"a", "b"}}) })
		before := read(t, s, th.ID)
		c.advance(100 * time.Hour)
		until = c.Now().Add(time.Hour)
		w := done(t)(do(th.ID))
		c.advance(time.Minute)
		back := undo(t, s, w.EventID)
		if got := read(t, s, th.ID); !reflect.DeepEqual(stripped(got), stripped(before)) {
			t.Errorf("%s: got %+v\nwant %+v", name, stripped(got), stripped(before))
		}
		if !slices.Equal(back.Item.Undone, []string{w.EventID}) || !slices.Equal(back.Item.Events, []string{back.EventID}) {
			t.Errorf("%s: undone %+v", name, back)
		}
		e := history(t, s, ThreadURI(th.ID))
		if last := e[len(e)-1]; last.ID != back.EventID || last.Kind != "thread.updated" || last.Actor != Owner {
			t.Errorf("%s: recorded as %+v", name, last)
		}
		// Taken back itself, the change is there again.
		undo(t, s, back.EventID)
		again, err := s.Thread(t.Context(), th.ID)
		if name == "a deletion" {
			if !isMissing(err) {
				t.Errorf("%s, redone: %v", name, err)
			}
		} else if !reflect.DeepEqual(stripped(again), stripped(w.Item)) {
			t.Errorf("%s, redone: got %+v\nwant %+v", name, stripped(again), stripped(w.Item))
		}
	}
	if got := read(t, s, other.ID); len(got.Tried) != 1 { // its merge was redone
		t.Errorf("the other thread tried %v", got.Tried)
	}
}

func TestUndoOfACreationDeletes(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	w := done(t)(s.CreateThread(t.Context(), agent, "", ThreadInput{Summary: Some("made by mistake")}, true))
	undo(t, s, w.EventID)
	if _, err := s.Thread(t.Context(), w.Item.ID); !isMissing(err) {
		t.Errorf("the thread: %v", err)
	}
	if n := list(t, s, ThreadFilter{}).Total; n != 0 {
		t.Errorf("%d threads listed", n)
	}
	e := history(t, s, ThreadURI(w.Item.ID))
	if last := e[len(e)-1]; last.Kind != "thread.deleted" || last.After != nil {
		t.Errorf("recorded as %+v", last)
	}
}

func TestUndoIsRefusedWhereSomethingNewerStandsInTheWay(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	edit := func(id string, in ThreadInput) string {
		return done(t)(s.UpdateThread(t.Context(), agent, id, Guard{}, in, true)).EventID
	}
	undoErr := func(id string) error {
		_, err := s.Undo(t.Context(), owner, id, Guard{})
		return err
	}
	made := done(t)(s.CreateThread(t.Context(), agent, "", ThreadInput{Summary: Some("s")}, true))
	id := made.Item.ID
	goal := edit(id, ThreadInput{Goal: Some("g1")})
	focus := edit(id, ThreadInput{Focus: Some("f1")})
	newer := edit(id, ThreadInput{Goal: Some("g2"), Focus: Some("f2")})
	for name, tc := range map[string]struct {
		event string
		want  []string
	}{
		"the same field was changed again": {goal, []string{newer}},
		"another of its fields was":        {focus, []string{newer}},
		"a creation with later edits":      {made.EventID, []string{newer, focus, goal}},
	} {
		if got := standing(t, undoErr(tc.event)); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v in the way, want %v", name, got, tc.want)
		}
	}
	if got := read(t, s, id); *got.Goal != "g2" || *got.Focus != "f2" {
		t.Errorf("a refused undo changed %+v", got)
	}
	// What was undone since is out of the way; the undo itself is in it.
	back := undo(t, s, newer)
	if got := standing(t, undoErr(newer)); !slices.Equal(got, []string{back.EventID}) {
		t.Errorf("undone twice: %v in the way", got)
	}
	undo(t, s, goal)
	if got := read(t, s, id); got.Goal != nil || *got.Focus != "f1" {
		t.Errorf("after both: goal %v, focus %v", got.Goal, got.Focus)
	}
	// A lease is nobody's text: it stands in no way. Work that began does.
	w := claim(t, s, id, "h")
	undo(t, s, focus)
	if got := read(t, s, id); got.Focus != nil || got.Lease == nil {
		t.Errorf("beside a lease: %+v", got)
	}
	for name, event := range map[string]string{
		"a lease":      kindOf(t, s, id, "claimed"),
		"no event":     "000000000000",
		"not even one": "x",
	} {
		if err := undoErr(event); !isConflict(err) && !isMissing(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	done(t)(s.DeleteThread(t.Context(), owner, id, Guard{LeaseID: w.LeaseID}))
	if err := undoErr(kindOf(t, s, id, "updated")); !isConflict(err) {
		t.Errorf("of a deleted thread: %v", err)
	}
}

// kindOf is the id of the last event of a kind on a thread.
func kindOf(t testing.TB, s *Store, id, kind string) (event string) {
	t.Helper()
	for _, e := range history(t, s, ThreadURI(id)) {
		if e.Kind == "thread."+kind {
			event = e.ID
		}
	}
	return event
}

func TestUndoOfATimeRange(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	other := By{Actor: Agent, SourceTool: "codex"}
	kept := create(t, s, "kept", func(in *ThreadInput) { in.Goal = Some("mine") })
	old := create(t, s, "old")
	from := c.advance(time.Hour)
	done(t)(s.UpdateThread(t.Context(), agent, kept.ID, Guard{}, ThreadInput{Goal: Some("theirs")}, true))
	made := create(t, s, "made in the range")
	done(t)(s.UpdateThread(t.Context(), agent, made.ID, Guard{}, ThreadInput{Goal: Some("g")}, true))
	claim(t, s, made.ID, "h")
	done(t)(s.Finish(t.Context(), agent, old.ID, Guard{}, StatusDone, ""))
	back := undo(t, s, kindOf(t, s, old.ID, "done")) // by the owner, so it is out of the question
	to := c.advance(time.Minute)
	c.advance(time.Minute)
	done(t)(s.UpdateThread(t.Context(), other, kept.ID, Guard{}, ThreadInput{Focus: Some("later")}, true))

	r := UndoRange{Actor: Agent, SourceTool: agent.SourceTool, From: from, To: to}
	w, err := s.UndoAll(t.Context(), owner, r, Guard{})
	if err != nil || len(w.Item.Undone) != 3 || len(w.Item.Events) != 3 || slices.Contains(w.Item.Undone, back.EventID) {
		t.Fatalf("undone %+v, %v", w, err)
	}
	if !slices.IsSortedFunc(w.Item.Undone, func(a, b string) int { return strings.Compare(b, a) }) {
		t.Errorf("not the newest first: %v", w.Item.Undone)
	}
	if got := read(t, s, kept.ID); *got.Goal != "mine" || *got.Focus != "later" {
		t.Errorf("kept: %+v", got)
	}
	if _, err := s.Thread(t.Context(), made.ID); !isMissing(err) {
		t.Errorf("made in the range: %v", err)
	}
	if got := read(t, s, old.ID); got.Status != StatusOpen {
		t.Errorf("undone before: %s", got.Status)
	}
	// A second time there is nothing left.
	if w, err := s.UndoAll(t.Context(), owner, r, Guard{}); err != nil || len(w.Item.Undone) != 0 || w.EventID != "" {
		t.Errorf("again: %+v, %v", w, err)
	}
}

func TestUndoOfATimeRangeIsAllOrNothing(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	free, held := create(t, s, "free"), create(t, s, "held")
	from := c.advance(time.Hour)
	for _, id := range []string{free.ID, held.ID} {
		done(t)(s.UpdateThread(t.Context(), agent, id, Guard{}, ThreadInput{Goal: Some("g")}, true))
	}
	to := c.advance(time.Minute)
	c.advance(time.Minute)
	newer := done(t)(s.UpdateThread(t.Context(), owner, held.ID, Guard{}, ThreadInput{Goal: Some("mine")}, true))
	_, err := s.UndoAll(t.Context(), owner, UndoRange{Actor: Agent, From: from, To: to}, Guard{})
	if got := standing(t, err); !slices.Equal(got, []string{newer.EventID}) {
		t.Errorf("in the way: %v", got)
	}
	if got := read(t, s, free.ID); got.Goal == nil {
		t.Error("a part of it was undone")
	}
	for name, tc := range map[string]struct {
		r   UndoRange
		bad string
	}{
		"nobody's changes": {UndoRange{From: from, To: to}, "actor"},
		"an unknown actor": {UndoRange{Actor: "robot", From: from, To: to}, "actor"},
		"backwards":        {UndoRange{Actor: Agent, From: to, To: from}, "to"},
	} {
		if _, err := s.UndoAll(t.Context(), owner, tc.r, Guard{}); invalidFields(err) != tc.bad {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whatever was done, taking it back from the last change to the first leads through the
// same states to the beginning; the names that projects had meanwhile go on leading to them.
func TestUndoOfAnythingLeadsBack(t *testing.T) {
	race.SkipShort(t)
	t.Parallel()
	rounds := 40
	switch {
	case longRun:
		rounds = 1000
	case testing.Short():
		rounds = 10
	}
	for round := range rounds {
		s, c := newStore(t)
		r := rand.New(rand.NewPCG(uint64(round), 1))
		threads := []string{create(t, s, "a").ID, create(t, s, "b", inProject("p")).ID, create(t, s, "c", inProject("q")).ID}
		type moment struct {
			event, state string
			projects     []Project
		}
		var passed []moment
		for range 12 {
			before := everything(t, s)
			projects, err := s.Projects(t.Context())
			works(t, err)
			c.advance(time.Duration(r.IntN(100)) * time.Hour)
			if event := randomStep(t, s, r, threads); event != "" {
				passed = append(passed, moment{event, before, projects})
			}
		}
		for _, m := range slices.Backward(passed) {
			undo(t, s, m.event)
			if got := everything(t, s); got != m.state {
				t.Fatalf("round %d, after the undo of %s:\n%s\nwant\n%s", round, m.event, got, m.state)
			}
			for _, was := range m.projects {
				for _, name := range was.Aliases {
					if p, err := s.Project(t.Context(), name); err != nil || p.Slug != was.Slug {
						t.Fatalf("round %d, after the undo of %s: %s leads to %q, want %q: %v", round, m.event, name, p.Slug, was.Slug, err)
					}
				}
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// everything is the state of all threads and projects as one text, without the projects' earlier names.
func everything(t testing.TB, s *Store) string {
	t.Helper()
	var b strings.Builder
	for _, th := range list(t, s, ThreadFilter{Statuses: Statuses, Limit: MaxLimit}).Threads {
		th = stripped(th)
		f, err := fieldsOf(th)
		if err != nil {
			t.Fatal(err)
		}
		text, err := jsonText(f)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(text + "\n")
	}
	if n := number(t, s, `SELECT count(*) FROM threads t JOIN projects p ON p.slug = t.project_slug WHERE t.deleted_at IS NULL AND p.deleted_at IS NOT NULL`); n > 0 {
		t.Fatalf("%d threads live in a deleted project", n)
	}
	projects, err := s.Projects(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range projects {
		fmt.Fprintln(&b, p.Slug, p.Title, p.ArchivedAt, p.Pinned, p.Counts)
	}
	return b.String()
}

// randomStep makes any change of the threads and their projects, and returns its event.
// One that its rule refuses is no change.
func randomStep(t testing.TB, s *Store, r *rand.Rand, threads []string) string {
	id, other := threads[r.IntN(len(threads))], threads[r.IntN(len(threads))]
	word := fmt.Sprint("word ", r.IntN(1000))
	slug := []string{"p", "q", "r", "inbox"}[r.IntN(4)]
	ctx := t.Context()
	event := func(w Written[Thread], err error) string { return w.EventID }
	project := func(w Written[Project], err error) string { return w.EventID }
	switch r.IntN(12) {
	case 0:
		return event(s.UpdateThread(ctx, agent, id, Guard{}, ThreadInput{Summary: Some(word), Goal: Some(word)}, true))
	case 1:
		return event(s.UpdateThread(ctx, agent, id, Guard{}, ThreadInput{ProjectSlug: Some(slug), Tried: Some([]Attempt{{word, ""}})}, false))
	case 2:
		return event(s.Pause(ctx, agent, id, Guard{}, word, nil))
	case 3:
		return event(s.Block(ctx, agent, id, Guard{}, word))
	case 4:
		return event(s.Finish(ctx, agent, id, Guard{}, []Status{StatusDone, StatusDismissed}[r.IntN(2)], word))
	case 5:
		return event(s.Reopen(ctx, agent, id, Guard{}))
	case 6:
		return event(s.MergeThread(ctx, agent, id, other, Guard{}))
	case 7:
		return event(s.DeleteThread(ctx, agent, id, Guard{}))
	case 8:
		return project(s.UpdateProject(ctx, agent, slug, ProjectInput{Title: Some(word), Archived: Some(r.IntN(2) == 0)}))
	case 9:
		return project(s.UpdateProject(ctx, agent, slug, ProjectInput{Slug: Some(fmt.Sprint("p", r.IntN(5)))}))
	case 10:
		if slug == InboxSlug { // the next thread would register it again, as an event of its own
			return ""
		}
		return project(s.DeleteProject(ctx, agent, slug, Guard{}))
	}
	return event(s.CreateThread(ctx, agent, "", ThreadInput{Summary: Some(word), ProjectSlug: Some("inbox")}, false))
}

// A thread and its reminder come back together, and go again together.
func TestWhatCameBackTogetherGoesAgain(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	one := create(t, s, "water the plants")
	_, err := s.CreateReminder(t.Context(), owner, ReminderInput{Text: Some("water"), Kind: Some(remindSession), ThreadID: Some(one.ID)}, Policy{})
	works(t, err)
	deleted := done(t)(s.DeleteThread(t.Context(), owner, one.ID, Guard{}))
	back := undo(t, s, deleted.EventID)
	gone := undo(t, s, back.EventID)
	found, err := s.Reminders(t.Context(), ReminderFilter{})
	if err != nil || found.Total != 0 {
		t.Errorf("deleted again: %+v, %v", found, err)
	}
	undo(t, s, gone.EventID)
	if found, err = s.Reminders(t.Context(), ReminderFilter{}); err != nil || found.Total != 1 || read(t, s, one.ID).Summary != one.Summary {
		t.Errorf("back again: %+v, %v", found, err)
	}
}
