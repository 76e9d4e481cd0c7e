package store

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// youngTwin is how long after its making a thread can be taken back as another one's twin.
const youngTwin = time.Hour

// startInstead moves the claim on a thread that should not have been made to the one about
// the work, and merges it into that. It is no way around the owner's approval of a merge:
// the thread must be the caller's own, new and touched by nobody else.
func (tx *tx) startInstead(in StartInput) (Started, error) {
	t, err := tx.threadNow(in.ThreadID)
	if err != nil {
		return Started{}, err
	}
	twin, err := tx.thread(in.InsteadOf)
	if err != nil {
		return Started{}, err
	}
	leaseID := in.Claim.LeaseID
	if twin.MergedInto != nil && *twin.MergedInto == t.ID && t.lease.is(leaseID) {
		out, err := tx.take(t, in) // the answer to the first call was lost
		out.Moved = out.Claimed
		return out, err
	}
	if err := tx.mayReplace(&twin, leaseID); err != nil {
		return Started{}, err
	}
	if t.Lease != nil && !in.Claim.TakeOver {
		return Started{Thread: t}, nil
	}
	if err := mayWork(&t, "claim"); err != nil {
		return Started{}, err
	}
	out := Started{Claimed: true, LeaseID: leaseID, Moved: true}
	if t.Lease != nil {
		out.From = t.Lease.Holder
	}
	length := cmp.Or(in.Claim.Length, time.Duration(*twin.lease.minutes)*time.Minute)
	holder := cmp.Or(in.Claim.Holder, *twin.lease.holder)
	ours := Guard{LeaseID: leaseID, Force: true} // it was decided above whose they are
	merged, err := tx.changeThread(twin.ID, ours, func(twin *Thread) (step, error) {
		done, err := tx.merge(twin, t.ID, ours)
		twin.lease = leaseRow{} // it moves: whatever becomes of the twin is no news for its holder
		return done, err
	})
	if err != nil {
		return Started{}, err
	}
	out.EventID = merged.EventID
	claimed, err := tx.changeThread(t.ID, Guard{}, func(t *Thread) (step, error) {
		t.grant(leaseID, holder, length, tx.now)
		t.PausedAt = nil
		return step{kind: "thread.claimed", work: true, lease: true, notes: claimNotes(leaseID, nil)}, nil
	})
	out.Thread = claimed.Item
	return out, err
}

// mayReplace refuses to end a thread as a mistake that is more than that.
func (tx *tx) mayReplace(twin *Thread, leaseID string) error {
	no := func(why string) error {
		return &ConflictError{Message: fmt.Sprintf("thread %s can't be replaced: %s; if both are about the same work, request_change with merge_threads asks the owner to merge them", twin.ID, why)}
	}
	switch {
	case !twin.lease.is(leaseID):
		return no("lease_id is not that of its claim")
	case twin.Origin != tx.by.Actor || twin.SourceTool == nil || !slices.Contains(tx.by.names(), *twin.SourceTool):
		return no("somebody else made it")
	case tx.now.Sub(twin.CreatedAt.Time) > youngTwin:
		return no("it was made more than an hour ago")
	}
	others, err := tx.changedByOthers(twin)
	if err == nil && others {
		return no("somebody else has changed it since it was made")
	}
	return err
}

// changedByOthers reports whether anybody but the caller has changed a thread: what it noted
// there itself goes along to the other one.
func (tx *tx) changedByOthers(t *Thread) (others bool, err error) {
	names, err := jsonText(tx.by.names())
	if err != nil {
		return false, err
	}
	err = tx.Row(`SELECT EXISTS (
			SELECT 1 FROM events e WHERE (item = ?1 OR id IN (SELECT event_id FROM event_parts WHERE item = ?1))
			AND (actor <> ?2 OR coalesce(source_tool, '') NOT IN (SELECT value FROM json_each(?3)) OR coalesce(`+tokenOf+`, '') <> ?4))`, itemKey(kindThread, t.ID), tx.by.Actor, names, tx.by.Token).Scan(&others)
	return others, err
}
