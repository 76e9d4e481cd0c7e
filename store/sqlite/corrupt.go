package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/store/phrase"
)

// CorruptError means that SQLite found the database file itself damaged, not a single row
// of it: every further change could damage more, so none is taken until the hub has been
// stopped. Reads go on as far as they can. It is an [ErrUnavailable].
type CorruptError struct {
	Since time.Time // when it was first seen
}

func (e *CorruptError) Error() string {
	return phrase.StorageCorrupt.String()
}

func (e *CorruptError) Unwrap() error { return ErrUnavailable }

// corruption remembers that the open database is damaged, for as long as it is open.
type corruption struct {
	found atomic.Pointer[CorruptError]
	stop  context.CancelFunc // of the check after an unclean end; nil: there is none
	done  chan struct{}      // closed when it has ended
}

// check is a [*CorruptError] once damage was seen.
func (c *corruption) check() error {
	if e := c.found.Load(); e != nil {
		return e
	}
	return nil
}

// noteDamage marks the database as damaged when that is what an error of a statement says. It is
// logged the first time.
func (db *DB) noteDamage(err error) {
	if isDamage(err) {
		db.markCorrupt(err.Error())
	}
}

func (db *DB) markCorrupt(found string) {
	e := &CorruptError{Since: db.now()}
	if db.writer != nil && db.corrupt.found.CompareAndSwap(nil, e) {
		db.log.Error(e.Error(), zap.String("found", found))
	}
}

// takesChanges returns why no change may be written: the files of the database are no longer
// those that were opened, or it is damaged.
func (db *DB) takesChanges() error {
	if err := db.files.check(); err != nil {
		return err
	}
	return db.corrupt.check()
}

// Ready returns why no change can be written, as far as that is known without trying one.
func (db *DB) Ready() error {
	switch {
	case db.ReadOnly():
		return errReadOnly
	case db.Closed():
		return ErrClosed
	}
	return db.takesChanges()
}

// leftLog reports whether a database has a log with changes beside it, as a hub leaves it
// that was not shut down.
func leftLog(path string) bool {
	info, err := os.Stat(path + "-wal")
	return err == nil && info.Size() > 0
}

// CheckAfterUncleanEnd looks for damage in the whole database, in the background, if the last
// process that wrote it did not close it: meanwhile somebody may have put another file beside
// the old log. It waits until ready returns, for what is more urgent. The channel is closed
// when the check has ended; it is nil if none is due.
//
// The check has a connection of its own: SQLite compares what full text holds with what the
// connection remembers of it from an earlier question, and takes a change since then for damage.
func (db *DB) CheckAfterUncleanEnd(ready func(context.Context) error) <-chan struct{} {
	if db.ReadOnly() || !db.unclean {
		return nil
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	db.corrupt.stop, db.corrupt.done = stop, done
	pool, err := db.openToCheck(ctx)
	go func() {
		defer close(done)
		if err != nil {
			db.log.Warn("the database could not be checked after an unclean end", zap.Error(err))
			return
		}
		defer pool.Close()
		if ready(ctx) != nil {
			return
		}
		var verdict string
		err := pool.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict)
		switch {
		case ctx.Err() != nil:
		case err == nil && verdict != "ok":
			db.markCorrupt(verdict)
		case isDamage(err):
			db.noteDamage(err)
		case err != nil:
			db.log.Warn("the database could not be checked after an unclean end", zap.Error(err))
		}
	}()
	return done
}

// openToCheck opens a connection that has not read anything. It is opened before it is needed:
// later the name may lead to another file.
func (db *DB) openToCheck(ctx context.Context) (*sql.DB, error) {
	pool, err := sql.Open("sqlite", dataSource(db.path(), db.reading, "_pragma=query_only(1)"))
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	pool.SetMaxOpenConns(1)
	if err := pool.PingContext(ctx); err != nil {
		return nil, errors.Join(Wrap("open the database", err), pool.Close())
	}
	return pool, nil
}

// close ends the check.
func (c *corruption) close() {
	if c.stop != nil {
		c.stop()
		<-c.done
	}
}
