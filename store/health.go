package store

import (
	"context"
	"fmt"
	"time"
)

// proofAge is how long a commit stands as proof that the disk takes changes.
const proofAge = 5 * time.Second

// proofSize is how many bytes prove that a disk that was full has room again: about what
// the largest document takes with its history.
const proofSize = 1 << 20

// proofKey names the row that takes that room for a moment.
const proofKey = "room for a change"

// Healthy reports whether a change would reach the disk. It follows the last one: when that
// failed, only one that succeeds, or as many bytes as a change may take, prove the contrary.
// Otherwise a commit in the last seconds is proof enough, and after that one is made that
// changes nothing.
func (s *Store) Healthy(ctx context.Context) error {
	const op = "check the database"
	w := s.writer
	if w == nil {
		return fmt.Errorf("%s: %w: it is opened for reading only", op, ErrUnavailable)
	}
	if w.isStopped() {
		return ErrClosed
	}
	if err := s.takesChanges(); err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	if !w.failedSince().IsZero() {
		return s.proveRoom(ctx, op)
	}
	if s.now().Sub(w.lastCommit()).Abs() < proofAge {
		return nil
	}
	return s.write(ctx, op, By{}, func(tx *tx) error {
		// Writes the page of the number it already has: through the log and the disk.
		return tx.exec(fmt.Sprintf("PRAGMA user_version = %d", SchemaVersion()))
	})
}

// proveRoom writes as much as a change may take and removes it again. On a disk that is
// almost full a single page finds room where a change does not.
func (s *Store) proveRoom(ctx context.Context, op string) error {
	err := s.write(ctx, op, By{}, func(tx *tx) error {
		return tx.exec("INSERT OR REPLACE INTO receipts(scope, key, request, answer, created_at) VALUES ('', ?, '', zeroblob(?), ?)", proofKey, proofSize, tx.now)
	})
	if err != nil {
		return err
	}
	return s.write(ctx, op, By{}, func(tx *tx) error {
		return tx.exec("DELETE FROM receipts WHERE scope = '' AND key = ?", proofKey)
	})
}
