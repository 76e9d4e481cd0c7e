package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store/sqlite"
)

// proofAge is how long a commit stands as proof that the disk takes changes.
const proofAge = 5 * time.Second

// proofSize is how many bytes prove that a disk that was full has room again: about what
// the largest document takes with its history.
const proofSize = 1 << 20

// proofKey names the row that takes that room for a moment.
const proofKey = "room for a change"

// tables are those that the migrations make.
var tables = []string{
	"actions", "approvals", "change_quarters", "compacted_counts", "compacted_events", "compaction", "deliveries", "dependencies", "event_counts", "event_parts", "events", "forge", "forge_conflicts", "forge_files", "forge_pushes", "freed", "gram_due", "gram_end", "imports", "index_journal", "left_revisions",
	"links", "nudges", "origins", "progress_files", "project_aliases", "project_hours", "projects", "receipts", "reminders", "revisions", "search_index", "search_kinds",
	"session_records", "settings", "slots", "spell_due", "text_index", "thread_counts", "thread_grams", "thread_hours", "thread_quarters", "threads", "wiki_pages",
}

// firstRows reads the first row of each table. It touches a few pages, which are in memory as
// a rule.
var firstRows = "SELECT EXISTS(SELECT 1 FROM " + strings.Join(tables, ") + EXISTS(SELECT 1 FROM ") + ")"

// Healthy reports whether the hub's data can be read and a change would reach the disk. The
// latter follows the last change: when that failed, only one that succeeds, or as many bytes
// as a change may take, prove the contrary. Otherwise a commit in the last seconds is proof
// enough, and after that one is made that changes nothing.
func (s *Store) Healthy(ctx context.Context) error {
	const op = "check the database"
	if err := s.db.Ready(); err != nil {
		return wrap(op, err)
	}
	if err := s.proveTables(ctx, op); err != nil {
		return err
	}
	if !s.db.FailedSince().IsZero() {
		return s.proveRoom(ctx, op)
	}
	if s.now().Sub(s.db.LastCommit()).Abs() < proofAge {
		return nil
	}
	return s.write(ctx, op, By{}, func(tx *tx) error {
		// Writes the page of the number it already has: through the log and the disk.
		return tx.Exec(fmt.Sprintf("PRAGMA user_version = %d", SchemaVersion()))
	})
}

// proveTables reads what the hub keeps: a database whose tables somebody dropped by hand takes
// the change of [Store.Healthy] all the same.
func (s *Store) proveTables(ctx context.Context, op string) error {
	err := s.db.Row(ctx, firstRows).Scan(new(int))
	if ctx.Err() == nil && sqlite.IsRefused(err) {
		return fmt.Errorf("%s: %w: %w", op, ErrUnavailable, err)
	}
	return wrap(op, err)
}

// proveRoom writes as much as a change may take and removes it again. On a disk that is
// almost full a single page finds room where a change does not.
func (s *Store) proveRoom(ctx context.Context, op string) error {
	err := s.write(ctx, op, By{}, func(tx *tx) error {
		return tx.Exec("INSERT OR REPLACE INTO receipts(scope, key, request, answer, created_at) VALUES ('', ?, '', zeroblob(?), ?)", proofKey, proofSize, tx.now)
	})
	if err != nil {
		return err
	}
	return s.write(ctx, op, By{}, func(tx *tx) error {
		return tx.Exec("DELETE FROM receipts WHERE scope = '' AND key = ?", proofKey)
	})
}

// Outage reports what keeps changes from being stored; nil: nothing that is known. Only while
// the last change could not be stored does it try one, as [Store.Healthy] does.
func (s *Store) Outage(ctx context.Context) (*Outage, error) { return s.db.Outage(ctx, s.Healthy) }
