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
	err = s.vacuumInto(ctx, file)
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

// Size is how many bytes the database takes, without its log.
func (s *Store) Size(ctx context.Context) (bytes int64, err error) {
	err = s.row(ctx, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").Scan(&bytes)
	return bytes, wrap("measure the database", err)
}

// vacuumInto copies what is committed on a connection of the readers, which read on when the
// database has lost its name (see [DisplacedError]): the copy may then be the last.
func (s *Store) vacuumInto(ctx context.Context, file string) error {
	conn, err := s.readers.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "PRAGMA query_only = 0"); err != nil { // it forbids this
		return err
	}
	_, err = conn.ExecContext(ctx, "VACUUM INTO ?", file)
	s.noteDamage(err)
	_, restored := conn.ExecContext(context.WithoutCancel(ctx), "PRAGMA query_only = 1")
	return errors.Join(err, restored)
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
