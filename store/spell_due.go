package store

import (
	"context"
	"fmt"
)

// spellBatch is how many threads one step of spellDue writes: it keeps the writer for a moment.
const spellBatch = 50

// spellDue writes anew what full text and the filters of lists know of threads that an earlier hub
// has finished, whose notes they lack. An interrupted one goes on at the next start.
func (s *Store) spellDue(ctx context.Context) error {
	for {
		due, err := collect(ctx, s, scanString, `SELECT thread_id FROM spell_due LIMIT ?`, spellBatch)
		if err != nil || len(due) == 0 {
			return err
		}
		if err := s.write(ctx, "write the full text of finished threads", By{}, func(tx *tx) error { return tx.spellThreads(due) }); err != nil {
			return err
		}
	}
}

// spellThreads does that for some threads; those that are gone or damaged are left out.
func (tx *tx) spellThreads(ids []string) error {
	text, err := jsonText(ids)
	if err != nil {
		return err
	}
	threads, err := txCollect(tx, func(r rowScanner) (Thread, error) { return scanThread(r, tx.now) },
		`SELECT `+threadColumns+` FROM threads WHERE id IN (`+listed+`) AND deleted_at IS NULL`, text)
	if err != nil {
		return err
	}
	for _, t := range threads {
		if err := tx.Exec(`UPDATE threads SET folded = ? WHERE id = ?`, t.folded(), t.ID); err != nil {
			return fmt.Errorf("write the full text: %w", err)
		}
		tx.store.spelled.Note(tx.Tx, spelling{t.doc(), false})
	}
	return tx.Exec(`DELETE FROM spell_due WHERE thread_id IN (`+listed+`)`, text)
}
