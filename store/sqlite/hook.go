package sqlite

// Hook is told what the changes of a commit have noted for it, once for all of them and in
// their order. Hooks are registered when the database is opened, before the first change,
// and run in the order in which they were registered.
type Hook[T any] struct {
	run  func(tx *Tx, notes []T) error
	lost func(notes []T) // nil: nobody asks
}

// hook is a [Hook] of any type of notes.
type hook interface {
	tell(tx *Tx, batch []*Tx) error
	tellLost(batch []*Tx)
}

// note is what one change has noted for one hook.
type note struct {
	of   any // the hook
	what any
}

// BeforeCommit registers a hook that runs within the transaction, behind all its changes. Its
// error, or a panic, takes back all of them.
func BeforeCommit[T any](db *DB, run func(tx *Tx, notes []T) error) *Hook[T] {
	h := &Hook[T]{run: run}
	db.before = append(db.before, h)
	return h
}

// AfterCommit registers a hook that runs once the changes are on disk, and before their
// callers are answered: whoever has been told "done" finds what the hook has done as well. It
// runs on the writer, so it must be quick and must not make a change itself. One that panics
// keeps no other from running.
func AfterCommit[T any](db *DB, run func(notes []T)) *Hook[T] {
	h := &Hook[T]{run: func(_ *Tx, notes []T) error {
		run(notes)
		return nil
	}}
	db.after = append(db.after, h)
	return h
}

// OnLoss sets what runs, on the writer, with the notes of changes that had succeeded and whose
// commit then failed: whoever has acted on [Hook.Earlier] takes it back. One that panics keeps no
// other from running.
func (h *Hook[T]) OnLoss(lost func(notes []T)) *Hook[T] {
	h.lost = lost
	return h
}

// Note keeps something for the hook until the change is committed. A change that fails takes
// its notes with it.
func (h *Hook[T]) Note(tx *Tx, what T) { tx.notes = append(tx.notes, note{h, what}) }

// Earlier returns what the changes in front of this one have noted that share its commit: the
// hook has not run for them yet. The list only grows within a commit.
func (h *Hook[T]) Earlier(tx *Tx) []T { return h.notes(tx.earlier) }

// notes are those of some changes for the hook, in their order.
func (h *Hook[T]) notes(batch []*Tx) (notes []T) {
	for _, c := range batch {
		for _, n := range c.notes {
			if n.of == h {
				notes = append(notes, n.what.(T))
			}
		}
	}
	return notes
}

// tell runs the hook if there is a note for it.
func (h *Hook[T]) tell(tx *Tx, batch []*Tx) error {
	notes := h.notes(batch)
	if len(notes) == 0 {
		return nil
	}
	return h.run(tx, notes)
}

func (h *Hook[T]) tellLost(batch []*Tx) {
	if notes := h.notes(batch); h.lost != nil && len(notes) > 0 {
		h.lost(notes)
	}
}
