package sqlite

// Hook is told what the changes of a commit have noted for it, once for all of them and in
// their order. Hooks are registered when the database is opened, before the first change,
// and run in the order in which they were registered.
type Hook[T any] struct {
	run func(tx *Tx, notes []T) error
}

// hook is a [Hook] of any type of notes.
type hook interface {
	tell(tx *Tx, batch []*Tx) error
}

// note is what one change has noted for one hook.
type note struct {
	of   any // the hook
	what any
}

// BeforeCommit registers a hook that runs within the transaction, behind all its changes. Its
// error, or a panic, takes back all of them.
func BeforeCommit[T any](db *DB, run func(tx *Tx, notes []T) error) *Hook[T] {
	h := &Hook[T]{run}
	db.before = append(db.before, h)
	return h
}

// AfterCommit registers a hook that runs once the changes are on disk, and before their
// callers are answered: whoever has been told "done" finds what the hook has done as well. It
// runs on the writer, so it must be quick and must not make a change itself. One that panics
// keeps no other from running.
func AfterCommit[T any](db *DB, run func(notes []T)) *Hook[T] {
	h := &Hook[T]{func(_ *Tx, notes []T) error {
		run(notes)
		return nil
	}}
	db.after = append(db.after, h)
	return h
}

// Note keeps something for the hook until the change is committed. A change that fails takes
// its notes with it.
func (h *Hook[T]) Note(tx *Tx, what T) { tx.notes = append(tx.notes, note{h, what}) }

// tell runs the hook if there is a note for it.
func (h *Hook[T]) tell(tx *Tx, batch []*Tx) error {
	var notes []T
	for _, c := range batch {
		for _, n := range c.notes {
			if n.of == h {
				notes = append(notes, n.what.(T))
			}
		}
	}
	if len(notes) == 0 {
		return nil
	}
	return h.run(tx, notes)
}
