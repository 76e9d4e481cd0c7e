package store

import (
	"context"
	"os"
	"sync/atomic"
	"time"

	"go.uber.org/zap"
)

// CorruptError means that SQLite found the database file itself damaged, not a single row
// of it: every further change could damage more, so none is taken until the hub has been
// stopped. Reads go on as far as they can. It is an [ErrUnavailable].
type CorruptError struct {
	Since time.Time // when it was first seen
}

func (e *CorruptError) Error() string {
	return "the database is damaged, so nothing further is written: stop the hub and restore the latest backup with hub import"
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

// noteDamage marks the store as damaged when that is what an error of a statement says. It is
// logged the first time.
func (s *Store) noteDamage(err error) {
	if isDamage(err) {
		s.markCorrupt(err.Error())
	}
}

func (s *Store) markCorrupt(found string) {
	e := &CorruptError{Since: s.now()}
	if s.writer != nil && s.corrupt.found.CompareAndSwap(nil, e) {
		s.log.Error(e.Error(), zap.String("found", found))
	}
}

// takesChanges returns why no change may be written: the files of the database are no longer
// those that were opened, or it is damaged.
func (s *Store) takesChanges() error {
	if err := s.files.check(); err != nil {
		return err
	}
	return s.corrupt.check()
}

// leftLog reports whether a database has a log with changes beside it, as a hub leaves it
// that was not shut down.
func leftLog(path string) bool {
	info, err := os.Stat(path + "-wal")
	return err == nil && info.Size() > 0
}

// checkInBackground looks for damage in the whole database, as is due after an unclean end:
// meanwhile somebody may have put another file beside the old log. It waits for the overlap
// index, which the first requests need more.
func (s *Store) checkInBackground() {
	ctx, stop := context.WithCancel(context.Background())
	s.corrupt.stop, s.corrupt.done = stop, make(chan struct{})
	go func() {
		defer close(s.corrupt.done)
		if s.overlap.ready(ctx) != nil {
			return
		}
		var verdict string
		err := s.readers.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict)
		switch {
		case ctx.Err() != nil:
		case err == nil && verdict != "ok":
			s.markCorrupt(verdict)
		case isDamage(err):
			s.noteDamage(err)
		case err != nil:
			s.log.Warn("the database could not be checked after an unclean end", zap.Error(err))
		}
	}()
}

// close ends the check.
func (c *corruption) close() {
	if c.stop != nil {
		c.stop()
		<-c.done
	}
}
