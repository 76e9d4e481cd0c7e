package store

import (
	"cmp"
	"context"
	"crypto/subtle"
	"maps"
	"time"

	"github.com/progresshub/progresshub/store/phrase"
	"github.com/progresshub/progresshub/store/sqlite"
)

// ClaimInput asks for the lease of a thread.
type ClaimInput struct {
	Holder   string        // who will work on it, such as "claude-code on laptop"; of a heartbeat it is known
	Length   time.Duration // 0: DefaultLease, or the length of the lease that is renewed
	LeaseID  string        // of the lease already held: the claim is then a heartbeat
	TakeOver bool          // end another's lease
}

// Claimed is a thread together with the secret id of the lease on it.
type Claimed struct {
	Thread  Thread
	LeaseID string
}

// Claim gives the caller the thread's lease. Of any number of simultaneous claims one
// wins; the others get a [ConflictError] with the winner's lease. A live lease is refused
// also to a caller of the same holder name, unless it brings the lease's id: two windows
// of one editor are two workers.
func (s *Store) Claim(ctx context.Context, by By, id string, in ClaimInput) (Written[Claimed], error) {
	if err := in.check(); err != nil {
		return Written[Claimed]{}, err
	}
	return answer(ctx, s, "claim a thread", by, func(tx *tx) (out Written[Claimed], err error) {
		out, err = tx.claim(id, in, nil)
		return out, err
	})
}

func (in *ClaimInput) check() error {
	var v invalid
	in.Holder = v.checkText("holder", in.Holder, MaxText)
	if in.Holder == "" && in.LeaseID == "" {
		v.say("holder", phrase.FieldRequired)
	}
	if in.Length != 0 && (in.Length < MinLease || in.Length > MaxLease) {
		v.add("ttl_minutes", "must be between %d and %d", int(MinLease.Minutes()), int(MaxLease.Minutes()))
	}
	return v.err()
}

// claim gives out the lease of a thread, with notes for its history.
func (tx *tx) claim(id string, in ClaimInput, notes map[string]string) (Written[Claimed], error) {
	leaseID := in.LeaseID
	w, err := tx.changeThread(id, Guard{}, func(t *Thread) (step, error) {
		if err := mayWork(t, "claim"); err != nil {
			return step{}, err
		}
		heartbeat := leaseID != "" && t.lease.is(leaseID)
		switch {
		case t.Lease == nil, heartbeat, in.TakeOver:
		case leaseID != "":
			return step{}, tx.notYours(*t, leaseID, t.Lease)
		default:
			return step{}, heldConflict(t)
		}
		holder, length := in.Holder, DefaultLease
		if !heartbeat && holder == "" {
			return step{}, &InvalidError{Fields: []FieldError{{"holder", "is required: the lease you held has ended"}}}
		}
		if heartbeat {
			// A renewal neither hands the work to another name nor shortens the lease.
			holder, length = *t.lease.holder, time.Duration(*t.lease.minutes)*time.Minute
		} else {
			leaseID = sqlite.RandomID()
		}
		t.grant(leaseID, holder, cmp.Or(in.Length, length), tx.now)
		t.PausedAt = nil
		return step{kind: "thread.claimed", work: true, lease: true, silent: heartbeat, notes: claimNotes(leaseID, notes)}, nil
	})
	return Written[Claimed]{Item: Claimed{Thread: w.Item, LeaseID: leaseID}, EventID: w.EventID}, err
}

// claimNotes are what the event of a claim says of it, with the mark of its lease.
func claimNotes(leaseID string, notes map[string]string) map[string]string {
	all := map[string]string{"lease_mark": leaseMark(leaseID)}
	maps.Copy(all, notes)
	return all
}

// HoldsLease reports whether the lease of a thread, or of the one it was merged into, is still the one
// of this secret id.
func (s *Store) HoldsLease(ctx context.Context, id, leaseID string) (bool, error) {
	t, err := s.ThreadNow(ctx, id)
	return err == nil && t.Lease != nil && subtle.ConstantTimeCompare([]byte(*t.lease.id), []byte(leaseID)) == 1, err
}

// Release ends the lease named by its id, or by its holder's name. A thread without a
// lease stays as it is.
func (s *Store) Release(ctx context.Context, by By, id, leaseID, holder string) (Written[Thread], error) {
	if leaseID == "" && holder == "" {
		return Written[Thread]{}, &InvalidError{Fields: []FieldError{{"lease_id", "is required, or holder"}}}
	}
	return s.changeThread(ctx, by, "release a thread", id, Guard{}, func(tx *tx, t *Thread) (step, error) {
		if t.ID != id && leaseID != "" {
			if named, err := tx.thread(id); err != nil || named.lease.was(leaseID) {
				return step{lease: true}, err // it ended when the thread was merged
			}
		}
		if t.lease.is(leaseID) {
			tx.credit(*t.lease.holder)
		}
		switch {
		case t.Lease == nil, t.lease.is(leaseID), leaseID == "" && t.Lease.Holder == holder:
		case leaseID != "":
			return step{}, tx.notYours(*t, leaseID, t.Lease)
		default:
			return step{}, heldConflict(t)
		}
		held := t.Lease != nil
		t.endLease()
		return step{kind: "thread.released", work: held, lease: true}, nil
	})
}
