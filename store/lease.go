package store

import (
	"cmp"
	"context"
	"crypto/subtle"
	"fmt"
	"time"
)

// How long a lease may last.
const (
	MinLease     = 5 * time.Minute
	MaxLease     = 8 * time.Hour
	DefaultLease = 2 * time.Hour
)

// leaseRow is the lease as stored: with the secret id, and also when it has expired.
type leaseRow struct {
	id        *string
	holder    *string
	expiresAt *Time
	minutes   *int
}

// live is the lease as others see it, nil once it has expired.
func (l leaseRow) live(now Time) *Lease {
	if l.id == nil || !l.expiresAt.After(now.Time) {
		return nil
	}
	return &Lease{Holder: *l.holder, ExpiresAt: *l.expiresAt}
}

// is reports whether id names this lease, expired or not.
func (l leaseRow) is(id string) bool { return l.id != nil && *l.id == id }

func (t *Thread) grant(id, holder string, length time.Duration, now Time) {
	expires := At(now.Add(length))
	t.lease = leaseRow{id: &id, holder: &holder, expiresAt: &expires, minutes: new(int(length / time.Minute))}
	t.Lease = t.lease.live(now)
}

func (t *Thread) endLease() { t.lease, t.Lease = leaseRow{}, nil }

// renew extends the lease that id names. Someone else's live lease refuses the change;
// an id whose lease has simply ended does not: the work it stands for is still worth keeping.
func (t *Thread) renew(id string, now Time) error {
	switch {
	case t.lease.is(id):
		t.grant(id, *t.lease.holder, time.Duration(*t.lease.minutes)*time.Minute, now)
	case t.Lease != nil:
		return heldConflict(t)
	}
	return nil
}

func heldConflict(t *Thread) error {
	return &ConflictError{
		Message: fmt.Sprintf("%s is working on this thread until %s; to take it over, claim it with take_over: true", t.Lease.Holder, t.Lease.ExpiresAt),
		Lease:   t.Lease,
	}
}

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
	var out Written[Claimed]
	err := s.write(ctx, "claim a thread", by, func(tx *tx) (err error) {
		out, err = tx.claim(id, in, nil)
		tx.written = out
		return err
	})
	return out, err
}

func (in *ClaimInput) check() error {
	var v invalid
	in.Holder = v.checkText("holder", in.Holder, MaxText)
	if in.Holder == "" && in.LeaseID == "" {
		v.add("holder", "is required")
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
		if t.Lease != nil && !heartbeat && !in.TakeOver {
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
			leaseID = randomID()
		}
		t.grant(leaseID, holder, cmp.Or(in.Length, length), tx.now)
		t.PausedAt = nil
		return step{kind: "thread.claimed", work: true, lease: true, silent: heartbeat, notes: notes}, nil
	})
	return Written[Claimed]{Item: Claimed{Thread: w.Item, LeaseID: leaseID}, EventID: w.EventID}, err
}

// HoldsLease reports whether a thread's lease is still the one of this secret id.
func (s *Store) HoldsLease(ctx context.Context, id, leaseID string) (bool, error) {
	t, err := s.Thread(ctx, id)
	return err == nil && t.Lease != nil && subtle.ConstantTimeCompare([]byte(*t.lease.id), []byte(leaseID)) == 1, err
}

// Release ends the lease named by its id, or by its holder's name. A thread without a
// lease stays as it is.
func (s *Store) Release(ctx context.Context, by By, id, leaseID, holder string) (Written[Thread], error) {
	if leaseID == "" && holder == "" {
		return Written[Thread]{}, &InvalidError{Fields: []FieldError{{"lease_id", "is required, or holder"}}}
	}
	return s.changeThread(ctx, by, "release a thread", id, Guard{}, func(_ *tx, t *Thread) (step, error) {
		if t.Lease != nil && !t.lease.is(leaseID) && (leaseID != "" || t.Lease.Holder != holder) {
			return step{}, heldConflict(t)
		}
		held := t.Lease != nil
		t.endLease()
		return step{kind: "thread.released", work: held, lease: true}, nil
	})
}
