package store

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
)

// leaseMark is what the event of a claim keeps of the id of its lease: enough to know the id
// again, and nothing to work with. Who comes back with a lease that was lost is told so; who comes
// with an id that never was one has made a mistake, and must not stop its work for it.
func leaseMark(leaseID string) string {
	sum := sha256.Sum256([]byte(leaseID))
	return hex.EncodeToString(sum[:8])
}

// lostTo is who claimed a thread after the lease of an id, and when: what the one who brings that
// id must hear. It is nil when the id never was a lease of the thread, or still is the last one.
func lostTo(look lookup, t Thread, leaseID string) (*Meanwhile, error) {
	if !t.lease.after(leaseID) {
		return nil, nil
	}
	m := Meanwhile{What: "took over"}
	err := look(`SELECT actor, coalesce(source_tool, ''), at FROM events WHERE item = ?1 AND kind = 'thread.claimed'
		AND EXISTS (SELECT 1 FROM events WHERE item = ?1 AND kind = 'thread.claimed' AND after ->> '$.lease_mark' = ?2)
		ORDER BY id DESC LIMIT 1`, itemKey(kindThread, t.ID), leaseMark(leaseID)).Scan(&m.Actor, &m.Who, &m.At)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case t.Lease != nil:
		m.Who = t.Lease.Holder
	}
	return &m, err
}

// notALease refuses the id of no lease of the thread: a mistyped one, or that of another thread.
func notALease(held *Lease) error {
	const way = "the answer to your claim has the id; "
	if held == nil {
		return &ConflictError{
			Message: "lease_id is no lease of this thread, which nobody holds: " + way + "leave it out, or claim the thread",
			NoLease: true,
		}
	}
	return &ConflictError{
		Message: "lease_id is no lease of this thread, and " + held.Holder + " is working on it until " + held.ExpiresAt.String() +
			": " + way + "without one, leave the thread to them or, if it must be, send force: true",
		Lease: held, NoLease: true,
	}
}
