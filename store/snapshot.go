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
	err = execIn(ctx, dataSource(s.path(), s.reading), "VACUUM INTO ?", file)
	if err == nil {
		err = execIn(ctx, dataSource(file, "_pragma=secure_delete(1)"), `BEGIN;
			DELETE FROM receipts;
			DELETE FROM slots;
			UPDATE forge SET wanted_at = NULL, decision = NULL;
			DELETE FROM settings WHERE name = 'forge.import';
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
