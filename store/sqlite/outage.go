package sqlite

import (
	"context"
	"errors"
	"time"

	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/progresshub/progresshub/store/phrase"
)

// Outage is why changes can't be stored now.
type Outage struct {
	Since time.Time // when it was first seen
	Text  string    // in words for the owner; it holds no path outside the data folder
}

// Outage reports what keeps changes from being stored; nil: nothing that is known. It looks
// at the files of the database. Only while the last change could not be stored does it call
// try, which makes one: asked again and again, it leaves an idle disk alone.
func (db *DB) Outage(ctx context.Context, try func(context.Context) error) (*Outage, error) {
	if db.ReadOnly() || db.Closed() {
		return nil, nil
	}
	since := db.FailedSince()
	err := db.takesChanges()
	if err == nil && !since.IsZero() {
		err = try(ctx)
	}
	if err == nil {
		return nil, nil
	}
	if !errors.Is(err, ErrUnavailable) {
		return nil, err
	}
	if away := db.files.awaySince(); since.IsZero() || !away.IsZero() && away.Before(since) {
		since = away
	}
	var corrupt *CorruptError
	if errors.As(err, &corrupt) && (since.IsZero() || corrupt.Since.Before(since)) {
		since = corrupt.Since
	}
	return &Outage{Since: since, Text: outageText(err)}, nil
}

// outageText says in words for the owner why a change could not be stored.
func outageText(err error) string {
	var displaced *DisplacedError
	if errors.As(err, &displaced) {
		return displaced.Error()
	}
	var corrupt *CorruptError
	if errors.As(err, &corrupt) {
		return corrupt.Error()
	}
	var se *driver.Error
	if !errors.As(err, &se) {
		return err.Error()
	}
	switch se.Code() & 0xff {
	case sqlite3.SQLITE_FULL:
		return phrase.StorageFull.String()
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN:
		return phrase.StorageReadOnly.String()
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return phrase.StorageLocked.String()
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return phrase.StorageBroken.String()
	}
	return phrase.StorageDisk(se.Error()).String()
}
