package sqlite

import (
	"context"
	"database/sql"
	"errors"
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
	return db.Between(ctx, "keep the log", func() error {
		db.logKept.Store(keep)
		// Not by a prepared statement: it would be kept for the one time that it is needed.
		_, err := db.writer.conn.ExecContext(ctx, fmt.Sprintf("PRAGMA wal_autocheckpoint = %d", db.movedAt()))
		return err
	})
}

// movedAt is at how many pages of log the writer moves it itself; 0: it never does.
func (db *DB) movedAt() int {
	if db.logKept.Load() {
		return 0
	}
	return maxLogFrames
}

// EmptyLog moves all of the log into the database and cuts it to nothing, so that who reads the log
// next finds nothing in it of before. A reader in the way is an error: it may be tried again.
func (db *DB) EmptyLog(ctx context.Context) (err error) {
	const op = "empty the log"
	pool, err := sql.Open("sqlite", dataSource(db.path(), "_pragma=busy_timeout(500)", "_pragma=synchronous(FULL)"))
	if err != nil {
		return Wrap(op, err)
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	var busy, frames, moved int64
	if err := pool.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &moved); err != nil {
		return Wrap(op, err)
	}
	if busy != 0 {
		return errors.New(op + ": somebody reads it")
	}
	return nil
}
