package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
)

// Snapshot writes a consistent copy of the database to a new file of mode 0600, compact
// and without a write-ahead log, while reading and writing go on. What is secret or of the
// moment stays out: leases, remembered answers, and what was about to be sent. It works on
// a store opened for reading only, also beside the process that writes.
func (s *Store) Snapshot(ctx context.Context, file string) error {
	const op = "copy the database"
	f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	// A connection of its own: the readers' are bound to query_only, which forbids this.
	err = execIn(ctx, dataSource(s.path(), "mode=ro"), "VACUUM INTO ?", file)
	if err == nil {
		err = execIn(ctx, dataSource(file, "_pragma=secure_delete(1)"), `BEGIN;
			DELETE FROM receipts;
			DELETE FROM slots;
			UPDATE forge SET wanted_at = NULL;
			UPDATE deliveries SET state = 'failed', attempting = 0, next_attempt_at = NULL, last_error = 'the hub was restored from a backup before this was sent' WHERE state = 'queued';
			UPDATE threads SET lease_id = NULL, lease_holder = NULL, lease_expires_at = NULL, lease_minutes = NULL WHERE lease_id IS NOT NULL;
			COMMIT;
			VACUUM;`) // what the rows held still stands in the gaps of their pages
	}
	if err != nil {
		_ = os.Remove(file) // half a copy, or one with what is to stay out
	}
	return wrap(op, err)
}

// execIn runs statements in a database opened for them alone.
func execIn(ctx context.Context, source, statements string, args ...any) error {
	db, err := sql.Open("sqlite", source)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, statements, args...)
	return errors.Join(err, db.Close())
}

// CheckDatabase verifies a database file that is not open: that it is a hub's, not newer
// than this hub, and whole (integrity and foreign keys). It returns its schema version.
func CheckDatabase(ctx context.Context, file string) (version int, err error) {
	db, err := sql.Open("sqlite", dataSource(file, "mode=ro"))
	if err != nil {
		return 0, fmt.Errorf("open the database: %w", err)
	}
	defer db.Close()
	if version, err = checkSchema(ctx, db); err != nil {
		return 0, err
	}
	if version == 0 {
		return 0, errEmpty
	}
	var verdict string
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict); err != nil {
		return 0, wrap("check the database", err)
	}
	if verdict != "ok" {
		return 0, fmt.Errorf("check the database: it is damaged: %s", verdict)
	}
	rows, err := db.QueryContext(ctx, "PRAGMA foreign_key_check")
	if err != nil {
		return 0, wrap("check the database", err)
	}
	defer rows.Close()
	if rows.Next() {
		return 0, fmt.Errorf("check the database: a row refers to another that is missing")
	}
	return version, rows.Err()
}

// Counts are the numbers of items in a database, those that were deleted left out.
type Counts struct {
	Threads   int `json:"threads"`
	Projects  int `json:"projects"`
	Pages     int `json:"pages"`
	Reminders int `json:"reminders"`
	Sessions  int `json:"sessions"`
	Events    int `json:"events"`
}

// CountDatabase counts what a database file holds that is not open, also one of an older
// schema, which had fewer kinds of items.
func CountDatabase(ctx context.Context, file string) (c Counts, err error) {
	const op = "count what the database holds"
	db, err := sql.Open("sqlite", dataSource(file, "mode=ro"))
	if err != nil {
		return c, fmt.Errorf("open the database: %w", err)
	}
	defer db.Close()
	for _, of := range []struct {
		to           *int
		table, where string
	}{
		{&c.Threads, "threads", "deleted_at IS NULL"},
		{&c.Projects, "projects", "deleted_at IS NULL"},
		{&c.Pages, "wiki_pages", "deleted_at IS NULL"},
		{&c.Reminders, "reminders", "deleted_at IS NULL"},
		{&c.Sessions, "session_records", "TRUE"},
		{&c.Events, "events", "TRUE"},
	} {
		var there, deletable bool
		if err := db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?), EXISTS (SELECT 1 FROM pragma_table_info(?) WHERE name = 'deleted_at')",
			of.table, of.table).Scan(&there, &deletable); err != nil {
			return c, wrap(op, err)
		}
		if !there {
			continue
		}
		if !deletable {
			of.where = "TRUE"
		}
		if err := db.QueryRowContext(ctx, "SELECT count(*) FROM "+of.table+" WHERE "+of.where).Scan(of.to); err != nil {
			return c, wrap(op, err)
		}
	}
	return c, nil
}
