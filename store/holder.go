package store

import (
	"encoding/json"
	"fmt"
	"slices"
)

// protect refuses the change of a thread that somebody else holds. An agent needs the lease
// for it, unless the change only adds to what is known, which is always taken. Who brings the
// id of a lease that was lost is told so with any other change: the work behind it must stop.
func (tx *tx) protect(id string, lease leaseRow, g Guard, adds bool) error {
	held := lease.live(tx.now)
	switch {
	case lease.is(g.LeaseID):
		tx.credit(*lease.holder)
		return nil
	case adds, g.Force:
		return nil
	case held == nil && g.LeaseID != "" && lease.after(g.LeaseID):
		return tx.notAnyMore(id)
	case held == nil:
		return nil
	case g.LeaseID != "":
		return tx.notYours(id, held)
	case tx.by.Actor == Agent:
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

// notYours tells the one who brings another lease than the thread's who has it now and, if it
// was lost, since when.
func (tx *tx) notYours(id string, held *Lease) error {
	at, err := tx.takenAt(id)
	switch {
	case err != nil:
		return err
	case at == nil:
		return heldByAnother(held)
	}
	return &ConflictError{
		Message: Meanwhile{What: "took over", Who: held.Holder, At: *at}.Sentence() + ". What you have tried can still be added",
		Lease:   held, TakenAt: at,
	}
}

// notAnyMore tells the one who brings the lease of a thread that somebody else has had since.
func (tx *tx) notAnyMore(id string) error {
	at, err := tx.takenAt(id)
	if err != nil {
		return err
	}
	since := ""
	if at != nil {
		since = fmt.Sprintf(" since %s", at)
	}
	return &ConflictError{
		Message: fmt.Sprintf("this lease_id is no longer that of the thread: somebody else has worked on it%s. Stop, read it, and tell your user; start_work with its thread_id claims it again", since),
		TakenAt: at,
	}
}

// takenAt is when the one who holds a thread claimed it; nil when nobody had it before.
func (tx *tx) takenAt(id string) (*Time, error) {
	claims, err := txCollect(tx, scanTime, `SELECT at FROM events WHERE item = ? AND kind = 'thread.claimed' ORDER BY id DESC LIMIT 2`, itemKey(kindThread, id))
	if err != nil || len(claims) < 2 {
		return nil, err
	}
	return &claims[0], nil
}

func scanTime(r rowScanner) (at Time, err error) { return at, r.Scan(&at) }

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
