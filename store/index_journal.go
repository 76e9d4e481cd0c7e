package store

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync/atomic"

	"github.com/progresshub/progresshub/store/sqlite"
)

// journal is what the database knows of changes of the overlap index: in the transaction of
// each change the items it touched. A written index that holds all up to a row of it is brought
// up to date by what follows.
type journal struct {
	run     int64                // of this process
	pending int64                // the last row of the commit under way; the writer's own
	last    atomic.Pointer[mark] // up to which the index follows; nil: nothing has changed yet
	changes atomic.Int64         // since the index was written down
}

// mark is a row of the journal. Numbers alone say too little: after an older copy of the
// database was put back they are given again.
type mark struct{ seq, run int64 }

// newRun tells the rows of one process from those of all others.
func newRun() int64 { return rand.Int64() }

// note writes the items that the changes of a batch have touched into the journal.
func (j *journal) note(tx *sqlite.Tx, changes []indexing) error {
	seen := map[string]bool{}
	for _, c := range changes {
		id := c.doc.ID
		if seen[id] {
			continue
		}
		seen[id] = true
		if err := tx.Row("INSERT INTO index_journal(run, item) VALUES (?, ?) RETURNING seq", j.run, id).Scan(&j.pending); err != nil {
			return fmt.Errorf("note the change of the index: %w", err)
		}
	}
	return nil
}

// followed says that the index has taken over the commit that was noted last, with so many
// items, and returns how many there are since it was written down.
func (j *journal) followed(items int) int {
	j.last.Store(&mark{j.pending, j.run})
	return int(j.changes.Add(int64(items)))
}

// mark is up to where the index follows. The journal of a new or restored database has no row
// that could say so: then one is made.
func (s *Store) mark(ctx context.Context) (mark, error) {
	j := &s.overlap.journal
	if j.last.Load() == nil {
		err := s.db.Write(ctx, "mark the overlap index", func(tx *sqlite.Tx) error {
			s.noteIndexed(tx, indexing{})
			return nil
		})
		if err != nil {
			return mark{}, err
		}
	}
	return *j.last.Load(), nil
}

// noteIndexed tells the overlap index of an item, and the journal with it.
func (s *Store) noteIndexed(tx *sqlite.Tx, c indexing) {
	s.journaled.Note(tx, c)
	s.indexed.Note(tx, c)
}

// isJournaled reports whether the database has a row of the journal.
func (s *Store) isJournaled(ctx context.Context, m mark) bool {
	var run int64
	err := s.db.Row(ctx, "SELECT run FROM index_journal WHERE seq = ?", m.seq).Scan(&run)
	return err == nil && run == m.run
}

// trimJournal drops what a written index holds, but for its mark.
func (s *Store) trimJournal(ctx context.Context, m mark) error {
	return s.db.Write(ctx, "trim the journal of the overlap index", func(tx *sqlite.Tx) error {
		return tx.Exec("DELETE FROM index_journal WHERE seq < ?", m.seq)
	})
}
