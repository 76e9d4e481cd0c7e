package sqlite

import (
	"context"
	"fmt"
)

// Between runs fn on the writer, between two commits and outside of any transaction: what it finds
// in the database stays as it is until it returns. Changes wait for it meanwhile, so it must be
// quick, and must not make one itself. It waits for its turn like [DB.Write].
func (db *DB) Between(ctx context.Context, op string, fn func() error) error {
	if db.writer == nil {
		return errReadOnly
	}
	return db.writer.wait(ctx, &change{op: op, alone: fn, result: make(chan error, 1)})
}

// between runs what shares no commit. A panic in it is its error alone.
func (w *writer) between(c *change) {
	if !c.taken.CompareAndSwap(false, true) {
		return
	}
	err := func() (err error) {
		defer w.recover("panic between two commits", c.op, &err)
		return c.alone()
	}()
	c.result <- err
}

// KeepLog says whether somebody else moves the log into the database, as a program does that
// replicates it: it must have read what is moved. Then neither commits nor [DB.Close] do.
func (db *DB) KeepLog(ctx context.Context, keep bool) error {
	frames := maxLogFrames
	if keep {
		frames = 0
	}
	return db.Between(ctx, "keep the log", func() error {
		// Not by a prepared statement: it would be kept for the one time that it is needed.
		_, err := db.writer.conn.ExecContext(ctx, fmt.Sprintf("PRAGMA wal_autocheckpoint = %d", frames))
		if err == nil {
			db.logKept.Store(keep)
		}
		return err
	})
}
