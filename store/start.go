package store

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/store/match"
)

// StartInput asks to begin or to go on with a piece of work.
type StartInput struct {
	NewThread          // what is created when nobody has begun it; Summary is what the work is
	Also      []string // the work in other words, or in another language: at most MaxAlso, cut to MaxWording
	ThreadID  string   // the thread that is meant, or one merged into it; empty: the one about the same work, if any
	// New creates the thread whatever is near. Only where somebody has just begun the work in
	// the very same words it is found all the same: both may have been asked at the same moment.
	New bool
	// InsteadOf is a thread that the caller's source made within the last hour, before it saw
	// that ThreadID is about the work: its claim, named by Claim.LeaseID, moves there, and it
	// is merged into that thread. Nothing happens while somebody else holds the latter. A
	// second call is a heartbeat.
	InsteadOf string
	Claim     ClaimInput // TakeOver counts with ThreadID only
	Hits      int        // most hits to be told of with a claim; 0: none, at most MaxHits
}

// Started is what came of [Store.Start].
type Started struct {
	Claimed bool
	Created bool
	// Thread is the one claimed or, if that could not be, the one somebody else holds. It
	// is zero when Choices are given.
	Thread  Thread
	LeaseID string // of the claim
	Lapsed  bool   // the claim is the caller's former one, which had run out
	// Before is what somebody else did since the claim whose id the caller brought had ended; nil:
	// nothing.
	Before  *Meanwhile
	Moved   bool    // the claim was that of InsteadOf before
	EventID string  // by which an undo takes the new thread, or the merge of InsteadOf, back; empty: neither
	From    string  // whose live claim a take-over ended
	TakenAt *Time   // when the one who holds Thread took it from the caller, who came to renew
	Score   float64 // how near a thread is that was found by what the work is; 0: it was named, or is new
	// Choices are threads of which the caller must name one, the nearest first; nothing was
	// created or claimed.
	Choices []Twin
	// Unsure says that none of the Choices is certain to be about the work: a caller who knows
	// that none is asks again with New. Else all are, and equally near.
	Unsure bool
	// Unsaid says that the caller did not say what the work is: nothing was created or claimed.
	Unsaid bool
	// Nearest are the active threads nearest to the work, however far they are, besides Thread
	// and Choices: with the latter at least three, if there are as many. Those of its own
	// project come first. The caller may know one to be the same work though no word says so.
	Nearest []OverlapHit
	// Hits is what [Store.Overlap] finds for the work in the project of Thread, once that is
	// claimed: a moment before, so that a new Thread is not among them.
	Hits []OverlapHit
}

// sameScore is how close two scores are that don't tell two threads apart.
const sameScore = 0.05

// Start is the one step before work: it finds the active thread about that work and
// claims it, or creates it and claims that. Of any number who begin the same work at the
// same moment one gets it, and the others learn who did. When several threads are about
// it, the caller's own comes first, and otherwise nothing is claimed; nor is it where a
// thread may be about it, but it is not certain.
func (s *Store) Start(ctx context.Context, by By, in StartInput) (Started, error) {
	const op = "start work"
	if err := in.check(); err != nil {
		return Started{}, err
	}
	if in.saysNothing() {
		return Started{Unsaid: true}, nil
	}
	var out Started
	start := func(tx *tx, near outlook) (err error) {
		if out, err = tx.start(in, near); err != nil {
			return err
		}
		return tx.keepAnswer(out)
	}
	var near outlook
	var err error
	if in.ThreadID != "" {
		err = s.write(ctx, op, by, func(tx *tx) error { return start(tx, near) })
	} else {
		near, err = s.writeBesideTwins(ctx, op, by, in.NewThread, in.Also, in.Hits, start)
	}
	if err != nil {
		return out, err
	}
	err = s.lookAround(ctx, in, &out, near)
	if err != nil && out.Claimed && ctx.Err() == nil {
		// The claim stands, and only this answer has its lease.
		s.log.Error("what is near the work that was started can't be read", zap.String("thread", out.Thread.ID), zap.Error(err))
		return out, nil
	}
	return out, wrap(op, err)
}

func (in *StartInput) check() error {
	var v invalid
	in.Also = v.also(in.Also)
	v.optional("goal", in.Goal.Value, MaxText) // also where it leads to a thread that has one
	if in.InsteadOf != "" && in.ThreadID == "" {
		v.add("thread_id", "is required: the thread that is about the work")
	}
	if in.InsteadOf != "" && in.InsteadOf == in.ThreadID {
		v.add("instead_of", "must be another thread than thread_id")
	}
	if in.InsteadOf != "" && in.Claim.LeaseID == "" {
		v.add("lease_id", "is required: that of the thread named by instead_of")
	}
	if in.New && in.ThreadID != "" {
		v.add("new", "must not come with thread_id: either the work is new, or it has a thread")
	}
	if err := v.err(); err != nil {
		return err
	}
	return in.Claim.check()
}

// saysNothing reports whether only guessing could tell what work is meant.
func (in *StartInput) saysNothing() bool {
	return in.ThreadID == "" && in.Claim.LeaseID == "" && !in.New && strings.TrimSpace(in.Summary.or("")) != "" &&
		!slices.ContainsFunc(append([]string{*in.Summary.Value}, in.Also...), func(text string) bool { return !match.SaysNothing(text) })
}

// lookAround tells of what is near the work: near is what was found before it was known which
// thread that is.
func (s *Store) lookAround(ctx context.Context, in StartInput, out *Started, near outlook) (err error) {
	text := in.Summary.or("")
	if strings.TrimSpace(text) == "" {
		text = out.Thread.Summary
	}
	if project := cmp.Or(out.Thread.ProjectSlug, near.query.Project); !near.isAbout(text, project) {
		if near, err = s.look(ctx, text, in.Also, project, in.Hits); err != nil {
			return err
		}
	}
	if out.Claimed && in.Hits > 0 {
		hits, err := s.worthShowing(ctx, near)
		if err != nil {
			return err
		}
		if out.Hits, err = s.overlapHits(ctx, hits); err != nil {
			return err
		}
	}
	shown := map[string]bool{}
	for _, w := range out.Choices {
		shown[w.Thread.ID] = true
	}
	out.Nearest, err = s.nearest(ctx, near, shown, out.Thread.ID)
	return err
}

func (tx *tx) start(in StartInput, near outlook) (Started, error) {
	// Whatever thread the work turns out to have.
	if err := tx.learnPlace(in.ProjectSlug.or(InboxSlug), in.Place); err != nil {
		return Started{}, err
	}
	if in.InsteadOf != "" {
		return tx.startInstead(in)
	}
	if in.ThreadID != "" {
		if _, err := tx.thread(in.ThreadID); err != nil {
			return Started{}, err
		}
		t, err := tx.threadNow(in.ThreadID)
		if err != nil {
			return Started{}, err
		}
		return tx.take(t, in)
	}
	project, err := in.home(tx)
	if err != nil {
		return Started{}, err
	}
	twins, err := tx.twins(near, in.Summary.or(""), in.Also, project)
	if err != nil {
		return Started{}, err
	}
	if in.New {
		twins = justBegun(twins, in.Summary.or(""), project, tx.now)
	}
	if i := slices.IndexFunc(twins, func(w Twin) bool { return w.Thread.lease.is(in.Claim.LeaseID) }); i >= 0 {
		return tx.takeTwin(twins[i], in)
	}
	if in.Claim.LeaseID != "" {
		if err := tx.tellDeleted(in.Claim.LeaseID); err != nil {
			return Started{}, err
		}
		return Started{}, &InvalidError{Fields: []FieldError{{"lease_id", "is of no thread about this work: name its thread_id as well, or leave it out"}}}
	}
	switch near := alike(certain(twins)); {
	case len(near) == 1:
		return tx.takeTwin(near[0], in)
	case len(near) > 1:
		return Started{Choices: near}, nil
	case len(twins) > 0:
		return Started{Choices: twins, Unsure: true}, nil
	}
	made, err := tx.createThread(in.NewThread)
	if err != nil {
		return Started{}, err
	}
	out, err := tx.take(made.Item, in)
	out.Created, out.EventID = true, made.EventID
	return out, err
}

// alike are those of the twins that the score does not tell apart from the first.
func alike(twins []Twin) []Twin {
	return slices.DeleteFunc(slices.Clone(twins), func(w Twin) bool { return twins[0].Score-w.Score > sameScore })
}

// takeTwin takes a thread that was found by its words. Those may be of other work, so it ends nobody's
// claim: who is to lose one has to be named.
func (tx *tx) takeTwin(twin Twin, in StartInput) (Started, error) {
	in.Claim.TakeOver = false
	out, err := tx.take(twin.Thread, in)
	out.Score = twin.Score
	if err != nil || !out.Claimed || twin.wording == "" {
		return out, err
	}
	// What led here is another name of the work. It is a change of its own: a claim can't be
	// taken back.
	w, err := tx.changeThread(out.Thread.ID, Guard{LeaseID: out.LeaseID}, func(t *Thread) (step, error) {
		t.learn(twin.wording)
		return step{kind: "thread.updated"}, nil
	})
	out.Thread = w.Item
	return out, err
}

// take claims a thread, unless somebody else holds it.
func (tx *tx) take(t Thread, in StartInput) (Started, error) {
	if t.Lease != nil && !t.lease.is(in.Claim.LeaseID) && !in.Claim.TakeOver {
		out := Started{Thread: t}
		if in.Claim.LeaseID != "" {
			lost, err := lostTo(tx.Row, t, in.Claim.LeaseID)
			if lost != nil {
				out.TakenAt = &lost.At
			}
			return out, err
		}
		return out, nil
	}
	var notes map[string]string
	if what := strings.TrimSpace(in.Summary.or("")); what != "" && what != t.Summary {
		notes = map[string]string{"intent": what}
	}
	from := ""
	if t.Lease != nil && !t.lease.is(in.Claim.LeaseID) {
		from = t.Lease.Holder
	}
	lapsed := t.Lease == nil && t.lease.is(in.Claim.LeaseID)
	before, err := tx.beforeClaim(t, in.Claim)
	if err != nil {
		return Started{}, err
	}
	w, err := tx.claim(t.ID, in.Claim, notes)
	return Started{Claimed: err == nil, Thread: w.Item.Thread, LeaseID: w.Item.LeaseID, Lapsed: lapsed, Before: before, From: from}, err
}
