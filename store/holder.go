package store

import (
	"encoding/json"
	"fmt"
	"slices"
)

// protect refuses the change of a thread that somebody else holds. An agent needs the lease
// for it, unless the change only adds to what is known, which is always taken. Who brings the
// id of a lease that was lost is told so with any other change: the work behind it must stop.
// A forced change is the caller's own, whatever lease comes along with it.
func (tx *tx) protect(t Thread, g Guard, adds bool) error {
	held := t.lease.live(tx.now)
	switch {
	case g.Force:
		return nil
	case t.lease.is(g.LeaseID):
		tx.credit(*t.lease.holder)
		return nil
	case adds:
		return nil
	case g.LeaseID != "" && !t.lease.was(g.LeaseID):
		return tx.notYours(t, g.LeaseID, held)
	case held != nil && tx.by.Actor == Agent:
		return heldByAnother(held)
	}
	return nil
}

// credit gives the change of an agent the name of the one whose lease it brings: that was said
// once, at the claim, and later requests often carry no name but their program's.
func (tx *tx) credit(holder string) {
	if tx.by.Actor != Agent {
		return
	}
	named := tx.by
	named.SourceTool = holder
	tx.by = named.clean()
}

func heldByAnother(held *Lease) error {
	return &ConflictError{
		Message: fmt.Sprintf("%s is working on this thread until %s: leave it to them, send the lease_id of your own claim or, if it must be, force: true", held.Holder, held.ExpiresAt),
		Lease:   held,
	}
}

// notYours tells the one who brings another lease than the thread's last one who has it now and,
// if its own was lost, since when.
func (tx *tx) notYours(t Thread, leaseID string, held *Lease) error {
	m, err := lostTo(tx.Row, t, leaseID)
	switch {
	case err != nil:
		return err
	case m == nil:
		return notALease(held)
	case held == nil:
		return &ConflictError{
			Message: fmt.Sprintf("this lease_id is no longer that of the thread: somebody else has worked on it since %s. Stop, read it, and tell your user; start_work with its thread_id claims it again", m.At),
			TakenAt: &m.At,
		}
	}
	return &ConflictError{
		Message: Meanwhile{What: "took over", Who: held.Holder, At: m.At}.Sentence() + ". What you have tried can still be added",
		Lease:   held, TakenAt: &m.At,
	}
}

// onlyAdds reports whether a change leaves all that a thread says: it notes further attempts,
// or nothing.
func (p part) onlyAdds() bool {
	for name := range p.after {
		if name != "tried" {
			return false
		}
	}
	var before, after []Attempt
	if p.isNothing() {
		return true
	}
	if json.Unmarshal(p.before["tried"], &before) != nil || json.Unmarshal(p.after["tried"], &after) != nil {
		return false
	}
	return len(before) < len(after) && slices.Equal(before, after[:len(before)])
}
