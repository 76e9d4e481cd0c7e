package store

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/progresshub/progresshub/store/outline"
	"github.com/progresshub/progresshub/store/phrase"
)

// The life of a thread: open ⇄ blocked; either → done or dismissed; those →
// open again by reopening. Nothing reopens by itself.

// Pause leaves a thread with the step to pick it up by. The attempts are added to those
// known already, and the lease ends.
func (s *Store) Pause(ctx context.Context, by By, id string, g Guard, resumeStep string, tried []Attempt) (Written[Thread], error) {
	return s.changeThread(ctx, by, "pause a thread", id, g, func(tx *tx, t *Thread) (step, error) {
		var v invalid
		resumeStep = v.checkText("resume_step", resumeStep, MaxText)
		if outline.IsBlank(resumeStep) {
			v.say("resume_step", phrase.FieldResumeStep)
		}
		v.attempts(t, tried)
		if err := v.err(); err != nil {
			return step{}, err
		}
		if err := mayWork(t, "pause"); err != nil {
			return step{}, err
		}
		t.ResumeStep, t.PausedAt = &resumeStep, new(tx.now)
		t.endLease()
		return step{kind: "thread.paused", work: true}, nil
	})
}

// Block marks a thread as waiting for something. A blocked thread gets the new reason;
// without one it keeps the reason it has.
func (s *Store) Block(ctx context.Context, by By, id string, g Guard, reason string) (Written[Thread], error) {
	return s.changeThread(ctx, by, "block a thread", id, g, func(tx *tx, t *Thread) (step, error) {
		return t.block(reason)
	})
}

func (t *Thread) block(reason string) (step, error) {
	var v invalid
	if why := v.optional("blocked_reason", &reason, MaxText); why != nil {
		t.BlockedReason = why
	}
	if err := v.err(); err != nil {
		return step{}, err
	}
	if err := mayWork(t, "block"); err != nil {
		return step{}, err
	}
	t.Status = StatusBlocked
	return step{kind: "thread.blocked", work: true}, nil
}

// Finish ends a thread as done or dismissed, with a note of what came of it. Ending it the
// same way twice changes nothing, but another note is added to the one that is there.
func (s *Store) Finish(ctx context.Context, by By, id string, g Guard, outcome Status, note string) (Written[Thread], error) {
	g.itself = true // its target may be more than the work that ends here
	return s.changeThread(ctx, by, "finish a thread", id, g, func(tx *tx, t *Thread) (step, error) {
		if now, err := heir(*t, tx.thread); err != nil || now.ID != t.ID {
			return step{}, cmp.Or[error](err, &ConflictError{Message: fmt.Sprintf("this thread was merged into %s: finish that one by its own id, if all of it is done", now.ID)})
		}
		var v invalid
		v.oneOf("outcome", string(outcome), []string{string(StatusDone), string(StatusDismissed)})
		note = v.checkText("note", note, MaxText)
		if err := v.err(); err != nil {
			return step{}, err
		}
		if t.Status == outcome {
			return t.noteMore(note)
		}
		if !t.Status.Active() {
			return step{}, &ConflictError{Message: fmt.Sprintf("cannot go from %s to %s: reopen the thread first", t.Status, outcome), Finished: true}
		}
		t.Status, t.CompletedAt = outcome, new(tx.now)
		done := step{kind: "thread." + string(outcome), work: true}
		t.note = nil
		if note != "" {
			t.note = &note
			done.notes = map[string]string{"note": note}
		}
		t.endLease()
		var err error
		if done.freed, err = tx.freedBy(t.ID); err == nil {
			err = tx.noteFreed(t.ID, done.freed)
		}
		return done, err
	})
}

// noteMore adds to what an ended thread was finished with. What stands there already is a retry.
func (t *Thread) noteMore(note string) (step, error) {
	const between = "\n\n"
	known := textOf(t.note)
	if note == "" || strings.Contains(between+known+between, between+note+between) {
		return step{}, nil
	}
	if known != "" {
		note = known + between + note
	}
	if utf8.RuneCountInString(note) > MaxText {
		return step{}, &InvalidError{Fields: []FieldError{{"note", fmt.Sprintf("must be at most %d characters together with the note the thread was finished with: the log of its project has room for it", MaxText)}}}
	}
	t.note = &note
	return step{kind: "thread.updated", noted: true}, nil
}

// Reopen makes any thread open again, also one that was merged; an open one stays as it is. One
// that others have ended is for the owner: with a token that has a name it is an [OwnerError].
func (s *Store) Reopen(ctx context.Context, by By, id string, g Guard) (Written[Thread], error) {
	g.itself = true
	return s.changeThread(ctx, by, "reopen a thread", id, g, func(tx *tx, t *Thread) (step, error) {
		if tx.by.Token != "" && !t.Status.Active() {
			own, err := ownEnd(tx, map[string]string{"thread_id": t.ID}, g)
			if err != nil {
				return step{}, err
			}
			if !own.mine {
				return step{}, askFor("reopen_thread", own.unproven("somebody else has ended this thread"))
			}
		}
		return t.reopen(), nil
	})
}

func (t *Thread) reopen() step {
	if t.Status != StatusOpen || t.MergedInto != nil {
		t.Status, t.CompletedAt, t.BlockedReason, t.MergedInto = StatusOpen, nil, nil, nil
		t.PausedAt, t.SnoozedUntil = nil, nil
	}
	return step{kind: "thread.reopened", work: true}
}

// Keep says of an active thread that it is still wanted: it grows stale anew from now on, as after
// work, and is as it was in all else.
func (s *Store) Keep(ctx context.Context, by By, id string, g Guard) (Written[Thread], error) {
	return s.changeThread(ctx, by, "keep a thread", id, g, func(tx *tx, t *Thread) (step, error) {
		return step{kind: "thread.kept", work: true, alone: true}, mayWork(t, "keep")
	})
}

// Snooze hides an active thread from the stale list until a time; nil ends the snooze.
func (s *Store) Snooze(ctx context.Context, by By, id string, g Guard, until *time.Time) (Written[Thread], error) {
	return s.changeThread(ctx, by, "snooze a thread", id, g, func(tx *tx, t *Thread) (step, error) {
		if until != nil && !until.After(tx.now.Time) {
			return step{}, &InvalidError{Fields: []FieldError{{"until", phrase.FieldFuture.String()}}}
		}
		if until != nil && until.UTC().Year() > 9999 {
			return step{}, &InvalidError{Fields: []FieldError{{"until", "must be before the year 10000"}}}
		}
		if err := mayWork(t, "snooze"); err != nil {
			return step{}, err
		}
		t.SnoozedUntil = nil
		if until != nil {
			t.SnoozedUntil = new(At(*until))
		}
		return step{kind: "thread.snoozed"}, nil
	})
}
