package sqlite

import (
	"errors"
	"fmt"
	"strings"

	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrUnavailable means that the database can't be written or read for now: the disk is
// full or read-only, another process holds the file, or it is damaged. Nothing of the
// change was kept; the same call may be made again later.
var ErrUnavailable = errors.New("the database is not available")

// ErrClosed is returned by every method after [DB.Close].
var ErrClosed = errors.New("the store is closed")

// errReadOnly is why a database that is opened for reading only takes no change.
var errReadOnly = fmt.Errorf("%w: it is opened for reading only", ErrUnavailable)

// Wrap names the operation an error came from. What the database or its disk refuses for now
// is an [ErrUnavailable].
func Wrap(op string, err error) error {
	if err == nil {
		return nil
	}
	if isClosed(err) {
		return ErrClosed
	}
	if isDiskError(err) {
		return fmt.Errorf("%s: %w: %w", op, ErrUnavailable, err)
	}
	return fmt.Errorf("%s: %w", op, err)
}

// isClosed tells the errors of a pool and of its statements after [DB.Close], for
// which database/sql has no values.
func isClosed(err error) bool {
	for _, text := range []string{"sql: database is closed", "sql: statement is closed"} {
		if strings.Contains(err.Error(), text) {
			return true
		}
	}
	return false
}

// IsRefused reports whether an error is SQLite's: a statement that it could not carry out.
func IsRefused(err error) bool { return errors.As(err, new(*driver.Error)) }

func isDiskError(err error) bool {
	var se *driver.Error
	return errors.As(err, &se) && isOutage(se.Code())
}

// isDamage reports whether SQLite finds that a file is not, or no longer, a database.
func isDamage(err error) bool {
	var se *driver.Error
	return errors.As(err, &se) && (se.Code()&0xff == sqlite3.SQLITE_CORRUPT || se.Code()&0xff == sqlite3.SQLITE_NOTADB)
}

// isOutage tells the result codes that come from the disk or from another process, not
// from the statement. The low byte is the primary code.
func isOutage(code int) bool {
	switch code & 0xff {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR,
		sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL:
		return true
	}
	return false
}

// withCure adds to an error of opening a database what its owner can do when the disk is
// what refused.
func withCure(err error) error {
	var se *driver.Error
	if !errors.As(err, &se) {
		return err
	}
	switch se.Code() & 0xff {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR:
		return fmt.Errorf("%w: the disk of the data folder is full or failing, and the hub needs some of its room to start; make room on it, or check it, and start the hub again", err)
	}
	return err
}

var errLocked = errors.New("locked by another process")
