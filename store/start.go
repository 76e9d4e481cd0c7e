package store

import (
	"context"
	"slices"
	"strings"
)

// StartInput asks to begin or to go on with a piece of work.
type StartInput struct {
	NewThread        // what is created when nobody has begun it; Summary is what the work is
	ThreadID  string // the thread that is meant; empty: the one about the same work, if any
	Claim     ClaimInput
}

// Started is what came of [Store.Start].
type Started struct {
	Claimed bool
	Created bool
	// Thread is the one claimed or, if that could not be, the one somebody else holds. It
	// is zero when Choices are given.
	Thread  Thread
	LeaseID string  // of the claim
	From    string  // whose live claim a take-over ended
	Score   float64 // how near a thread is that was found by what the work is; 0: it was named, or is new
	Choices []Twin  // threads so equally near that the caller must name one; nothing was claimed
}

// sameScore is how close two scores are that don't tell two threads apart.
const sameScore = 0.05

// Start is the one step before work: it finds the active thread about that work and
// claims it, or creates it and claims that. Of any number who begin the same work at the
// same moment one gets it, and the others learn who did. When several threads are about
// it, the caller's own comes first, and otherwise nothing is claimed.
func (s *Store) Start(ctx context.Context, by By, in StartInput) (Started, error) {
	if err := in.Claim.check(); err != nil {
		return Started{}, err
	}
	var out Started
	start := func(tx *tx) (err error) {
		out, err = tx.start(in)
		tx.written = out
		return err
	}
	if in.ThreadID != "" {
		return out, s.write(ctx, "start work on a thread", by, start)
	}
	return out, s.writeSettled(ctx, "start work", by, start)
}

func (tx *tx) start(in StartInput) (Started, error) {
	if in.ThreadID != "" {
		t, err := tx.thread(in.ThreadID)
		if err != nil {
			return Started{}, err
		}
		return tx.take(t, in)
	}
	project, err := in.home(tx)
	if err != nil {
		return Started{}, err
	}
	twins, err := tx.twins(in.Summary.or(""), project)
	if err != nil {
		return Started{}, err
	}
	if i := slices.IndexFunc(twins, func(w Twin) bool { return w.Thread.lease.is(in.Claim.LeaseID) }); i >= 0 {
		return tx.takeTwin(twins[i], in)
	}
	if in.Claim.LeaseID != "" {
		return Started{}, &InvalidError{Fields: []FieldError{{"lease_id", "is of no thread about this work: name its thread_id as well, or leave it out"}}}
	}
	switch near := alike(twins); len(near) {
	case 0:
		made, err := tx.createThread(in.NewThread)
		if err != nil {
			return Started{}, err
		}
		out, err := tx.take(made.Item, in)
		out.Created = true
		return out, err
	case 1:
		return tx.takeTwin(near[0], in)
	default:
		return Started{Choices: near}, nil
	}
}

// alike are those of the twins that the score does not tell apart from the first.
func alike(twins []Twin) []Twin {
	return slices.DeleteFunc(slices.Clone(twins), func(w Twin) bool { return twins[0].Score-w.Score > sameScore })
}

func (tx *tx) takeTwin(twin Twin, in StartInput) (Started, error) {
	out, err := tx.take(twin.Thread, in)
	out.Score = twin.Score
	return out, err
}

// take claims a thread, unless somebody else holds it.
func (tx *tx) take(t Thread, in StartInput) (Started, error) {
	if t.Lease != nil && !t.lease.is(in.Claim.LeaseID) && !in.Claim.TakeOver {
		return Started{Thread: t}, nil
	}
	var notes map[string]string
	if what := strings.TrimSpace(in.Summary.or("")); what != "" && what != t.Summary {
		notes = map[string]string{"intent": what}
	}
	from := ""
	if t.Lease != nil && !t.lease.is(in.Claim.LeaseID) {
		from = t.Lease.Holder
	}
	w, err := tx.claim(t.ID, in.Claim, notes)
	return Started{Claimed: err == nil, Thread: w.Item.Thread, LeaseID: w.Item.LeaseID, From: from}, err
}
