package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrUnavailable means that the database can't be written or read for now: the disk is
// full or read-only, another process holds the file, or it is damaged. Nothing of the
// change was kept; the same call may be made again later.
var ErrUnavailable = errors.New("the database is not available")

// ErrClosed is returned by every method after [Store.Close].
var ErrClosed = errors.New("the store is closed")

// LostDatabaseError means that a data folder has had a database and has none now that could
// be opened. Nothing in the folder was touched.
type LostDatabaseError struct {
	State string // "is missing"
	Log   string // the file beside it that still holds the last changes; empty: none does
}

func (e *LostDatabaseError) Error() string {
	s := fmt.Sprintf("the database %s %s, and the folder has had one: the hub does not begin an empty one in its place", DatabaseName, e.State)
	if e.Log != "" {
		s += fmt.Sprintf(" (%s still holds its last changes: keep it)", e.Log)
	}
	return s
}

func lost(dir, state string) error {
	e := &LostDatabaseError{State: state}
	for _, side := range []string{"-wal", "-journal"} {
		if info, err := os.Stat(filepath.Join(dir, DatabaseName+side)); err == nil && info.Size() > 0 {
			e.Log = DatabaseName + side
		}
	}
	return e
}

// FieldError says what is wrong with one field of the input, in a sentence for people.
type FieldError struct {
	Field   string // the JSON name, with an index where it has one: "next_steps[2]"
	Message string // lower-case, never repeats the value
}

// InvalidError is input that is well-formed but breaks a rule. Nothing was written.
type InvalidError struct{ Fields []FieldError }

func (e *InvalidError) Error() string {
	parts := make([]string, len(e.Fields))
	for i, f := range e.Fields {
		parts[i] = f.Field + " " + f.Message
	}
	return "invalid: " + strings.Join(parts, "; ")
}

// NotFoundError names what was looked for and, where one is near, what may have been meant.
type NotFoundError struct {
	Kind    string // "thread", "project", ...
	ID      string // as the caller gave it
	Closest string // the nearest existing name, or empty
}

func (e *NotFoundError) Error() string {
	msg := fmt.Sprintf("%s %q not found", e.Kind, e.ID)
	if e.Closest != "" {
		msg += "; closest: " + e.Closest
	}
	return msg
}

// ConflictError is a change that the present state does not allow.
type ConflictError struct {
	Message string // a sentence that names both states, or what stands in the way
	// Lease is the live lease of another worker, when that is the conflict.
	Lease *Lease
	// Finished says that the thread is no longer worked on, when that is the conflict.
	Finished bool
	// Blocking are the newer changes that stand in the way of an undo.
	Blocking []Event
}

func (e *ConflictError) Error() string { return e.Message }

// VersionError is a change made against a version that is no longer the current one.
type VersionError struct{ Current int }

func (e *VersionError) Error() string {
	return fmt.Sprintf("the item has changed: its current version is %d", e.Current)
}

// invalid gathers field errors while input is checked.
type invalid []FieldError

func (v *invalid) add(field, format string, args ...any) {
	*v = append(*v, FieldError{field, fmt.Sprintf(format, args...)})
}

func (v invalid) err() error {
	if len(v) == 0 {
		return nil
	}
	return &InvalidError{Fields: v}
}

// wrap names the operation an error came from. Errors of the domain pass as they are:
// they already say what happened, in words for the caller.
func wrap(op string, err error) error {
	if err == nil || isDomain(err) {
		return err
	}
	if isClosed(err) {
		return ErrClosed
	}
	var se *sqlite.Error
	if errors.As(err, &se) && isOutage(se.Code()) {
		return fmt.Errorf("%s: %w: %w", op, ErrUnavailable, err)
	}
	return fmt.Errorf("%s: %w", op, err)
}

// isClosed tells the errors of a pool and of its statements after [Store.Close], for
// which database/sql has no values.
func isClosed(err error) bool {
	for _, text := range []string{"sql: database is closed", "sql: statement is closed"} {
		if strings.Contains(err.Error(), text) {
			return true
		}
	}
	return false
}

func isDomain(err error) bool {
	var (
		in *InvalidError
		nf *NotFoundError
		co *ConflictError
		ve *VersionError
	)
	return errors.As(err, &in) || errors.As(err, &nf) || errors.As(err, &co) || errors.As(err, &ve) ||
		errors.Is(err, ErrClosed) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// isDamage reports whether SQLite finds that a file is not, or no longer, a database.
func isDamage(err error) bool {
	var se *sqlite.Error
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
