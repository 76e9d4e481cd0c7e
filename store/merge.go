package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// MergeThread ends a thread as part of another one, which takes over what it lacks: the
// attempts, the next steps while there is room, the texts that are empty, the names, and
// the reminders. One undo takes all of it apart again.
func (s *Store) MergeThread(ctx context.Context, by By, id, into string, g Guard) (Written[Thread], error) {
	g.itself = true
	return s.changeThread(ctx, by, "merge threads", id, g, func(tx *tx, t *Thread) (step, error) {
		return tx.merge(t, into, g)
	})
}

func (tx *tx) merge(t *Thread, into string, g Guard) (step, error) {
	if into == t.ID {
		return step{}, &InvalidError{Fields: []FieldError{{"into", "must be another thread"}}}
	}
	target, err := tx.threadNow(into)
	if err != nil {
		return step{}, err
	}
	if into = target.ID; into == t.ID {
		return step{}, &InvalidError{Fields: []FieldError{{"into", "must be another thread; this one is part of it"}}}
	}
	if t.MergedInto != nil && *t.MergedInto == into {
		return step{}, nil
	}
	if t.MergedInto != nil {
		return step{}, &ConflictError{Message: fmt.Sprintf("cannot merge this thread: it was merged into %s; reopen it first", *t.MergedInto)}
	}
	if !target.Status.Active() {
		return step{}, &ConflictError{Message: fmt.Sprintf("cannot merge into a thread that is %s: reopen it first", target.Status)}
	}
	t.endLease()
	_, absorbed, _, err := tx.amendThread(into, Guard{Force: g.Force}, func(target *Thread) (step, error) {
		target.absorb(t)
		return step{work: true, takes: true}, nil
	})
	if err != nil {
		return step{}, inCircle(err)
	}
	moved, err := tx.moveReminders(t, &target)
	if err != nil {
		return step{}, err
	}
	waiting, err := tx.moveDependents(t.ID, into)
	if err != nil {
		return step{}, inCircle(err)
	}
	t.MergedInto = &into
	if t.Status.Active() {
		t.Status, t.CompletedAt = StatusDismissed, new(tx.now)
	}
	return step{kind: "thread.merged", work: true, also: append(append(moved, waiting...), absorbed)}, nil
}

// absorb takes over from another thread what this one lacks.
func (t *Thread) absorb(other *Thread) {
	for _, p := range []struct{ to, from **string }{
		{&t.Goal, &other.Goal},
		{&t.Focus, &other.Focus},
		{&t.ResumeStep, &other.ResumeStep},
		{&t.WorkspacePath, &other.WorkspacePath},
		{&t.TranscriptRef, &other.TranscriptRef},
	} {
		*p.to = cmp.Or(*p.to, *p.from)
	}
	t.learn(append(slices.Clone(other.AlsoKnown), other.Summary)...)
	for _, step := range other.NextSteps {
		if len(t.NextSteps) < MaxNextSteps && !slices.Contains(t.NextSteps, step) {
			t.NextSteps = append(slices.Clip(t.NextSteps), step)
		}
	}
	for _, a := range other.Tried {
		if len(t.Tried) < MaxTried && !slices.Contains(t.Tried, a) {
			t.Tried = append(slices.Clip(t.Tried), a)
		}
	}
	t.waitFor(other)
}
