package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/progresshub/progresshub/store/phrase"
)

// Snapshot writes a consistent copy of the database to a new file of mode 0600, compact
// and without a write-ahead log, while reading and writing go on. What is secret or of the
// moment stays out: leases, remembered answers, what a tap on a message may do, and what was about to be sent; so do the
// settings of the names given. It works on a store opened for reading only, also beside the
// process that writes.
func (s *Store) Snapshot(ctx context.Context, file string, without ...string) error {
	purge := ""
	for _, name := range without {
		purge += fmt.Sprintf("DELETE FROM settings WHERE name = '%s';\n", strings.ReplaceAll(name, "'", "''"))
	}
	return wrap("copy the database", s.db.Snapshot(ctx, file, purge+strings.Join(momentary(), ";\n")+";"))
}

// momentary are the statements that take out of a copy what is of the moment, and mark it as one.
func momentary() []string {
	return []string{
		"DELETE FROM receipts",
		"DELETE FROM actions",
		"DELETE FROM index_journal",
		"DELETE FROM slots",
		"DELETE FROM _litestream_seq",
		"UPDATE forge SET wanted_at = NULL, decision = NULL",
		"UPDATE forge SET tip = '" + ForgeRestored + "' || tip WHERE tip != '' AND tip NOT LIKE '" + ForgeRestored + "%'",
		"DELETE FROM settings WHERE name = 'forge.import'",
		"UPDATE deliveries SET state = 'failed', attempting = 0, next_attempt_at = NULL, last_error = '" + phrase.NotifyRestored.String() + "' WHERE state = 'queued'",
		"UPDATE threads SET lease_id = NULL, lease_holder = NULL, lease_expires_at = NULL, lease_minutes = NULL WHERE lease_id IS NOT NULL",
	}
}

// SettlePast keeps a database that was restored as it was, in a folder of its own, from acting as
// if no time had passed: work under way has ended, what was about to be sent is not, reminders whose
// time has passed show in the dashboard alone, and a sync with the forge asks first which side is
// right. The folder's lock is the caller's affair.
func SettlePast(ctx context.Context, dir string) (err error) {
	const op = "settle what was restored"
	s, err := Open(ctx, dir, Options{Existing: true})
	if err != nil {
		return wrap(op, err)
	}
	defer func() { err = errors.Join(err, wrap(op, s.Close())) }()
	if err := s.write(ctx, op, By{Actor: Owner}, func(tx *tx) error {
		tx.touch()
		for _, statement := range append(momentary(), "DELETE FROM forge_pushes") {
			if err := tx.Exec(statement); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return err
	}
	for {
		at, ok, err := s.NextFiring(ctx)
		if err != nil || !ok || at.After(s.Now()) {
			return err
		}
		if _, err := s.FireReminders(ctx, Policy{}, nil); err != nil {
			return err
		}
	}
}

// Size is how many bytes the database takes, without its log.
func (s *Store) Size(ctx context.Context) (bytes int64, err error) { return s.db.Size(ctx) }
