package store

import (
	"context"
	"fmt"
)

// step says what a change to a thread was, once its rule has allowed it.
type step struct {
	kind  string            // of the event
	work  bool              // moves last_activity_at, as a change of a work field does by itself
	lease bool              // a lease change: it raises no version and may show in the event
	quiet bool              // writes no event: a renewed lease
	notes map[string]string // said about the change itself, kept in its event
}

// changeThread loads a thread, lets rule change it, and writes what came of it.
func (s *Store) changeThread(ctx context.Context, by By, op, id string, g Guard, rule func(*tx, *Thread) (step, error)) (Written[Thread], error) {
	var out Written[Thread]
	err := s.write(ctx, op, by, func(tx *tx) (err error) {
		out, err = tx.changeThread(id, g, func(t *Thread) (step, error) { return rule(tx, t) })
		tx.written = out
		return err
	})
	return out, err
}

func (tx *tx) changeThread(id string, g Guard, rule func(*Thread) (step, error)) (out Written[Thread], err error) {
	t, err := tx.thread(id)
	if err != nil {
		return out, err
	}
	if g.Version != 0 && g.Version != t.Version {
		return out, &VersionError{Current: t.Version}
	}
	before, err := fieldsOf(t)
	if err != nil {
		return out, err
	}
	oldLease, oldDoc := t.lease, t.doc()
	done, err := rule(&t)
	if err != nil {
		return out, err
	}
	// A rule that ended the lease, such as done, leaves nothing to renew.
	if g.LeaseID != "" && (t.lease.id != nil || oldLease.id == nil) {
		if err := t.renew(g.LeaseID, tx.now); err != nil {
			return out, err
		}
	}
	after, err := fieldsOf(t)
	if err != nil {
		return out, err
	}
	skip := []string{"version", "updated_at"}
	if !done.lease {
		skip = append(skip, "lease")
	}
	difference(before, after, skip...)
	changed := len(after) > 0 || len(before) > 0 || len(done.notes) > 0
	if !changed && sameLease(oldLease, t.lease) {
		return Written[Thread]{Item: t}, nil
	}
	tx.touched = true
	if changed && !done.lease {
		t.Version++
		t.UpdatedAt = tx.now
	}
	if done.work || isWork(after) {
		t.LastActivityAt = tx.now
	}
	if err := tx.saveThread(&t); err != nil {
		return out, err
	}
	if doc := t.doc(); doc != oldDoc {
		if err := tx.index(doc, &oldDoc); err != nil {
			return out, err
		}
	}
	out.Item = t
	if !changed || done.quiet {
		return out, nil
	}
	for name, text := range done.notes {
		if after[name], err = rawString(text); err != nil {
			return out, err
		}
	}
	out.EventID, err = tx.record(done.kind, ThreadURI(t.ID), before, after)
	return out, err
}

func sameLease(a, b leaseRow) bool {
	if a.id == nil || b.id == nil {
		return a.id == b.id
	}
	return *a.id == *b.id && *a.holder == *b.holder && a.expiresAt.Equal(b.expiresAt.Time)
}

const threadColumns = `id, summary, project_slug, source_tool, status, energy, goal, focus, next_steps,
  blocked_reason, resume_step, tried, workspace_path, transcript_ref, origin, version, created_at,
  updated_at, last_activity_at, paused_at, completed_at, snoozed_until, merged_into,
  lease_id, lease_holder, lease_expires_at, lease_minutes`

// columns are the values of threadColumns and of folded, in that order.
func (t *Thread) columns() ([]any, error) {
	steps, err := jsonText(t.NextSteps)
	if err != nil {
		return nil, err
	}
	tried, err := jsonText(t.Tried)
	if err != nil {
		return nil, err
	}
	return []any{
		t.ID, t.Summary, t.ProjectSlug, t.SourceTool, t.Status, t.Energy, t.Goal, t.Focus, steps,
		t.BlockedReason, t.ResumeStep, tried, t.WorkspacePath, t.TranscriptRef, t.Origin, t.Version, t.CreatedAt,
		t.UpdatedAt, t.LastActivityAt, t.PausedAt, t.CompletedAt, t.SnoozedUntil, t.MergedInto,
		t.lease.id, t.lease.holder, t.lease.expiresAt, t.lease.minutes, t.folded(),
	}, nil
}

func (tx *tx) insertThread(t *Thread) error {
	values, err := t.columns()
	if err != nil {
		return err
	}
	if err := tx.exec(`INSERT INTO threads(`+threadColumns+`, folded) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, values...); err != nil {
		return fmt.Errorf("insert: %w", err)
	}
	tx.saved = append(tx.saved, *t)
	return tx.index(t.doc(), nil)
}

func (tx *tx) saveThread(t *Thread) error {
	values, err := t.columns()
	if err != nil {
		return err
	}
	err = tx.exec(`UPDATE threads SET (`+threadColumns+`, folded) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?`, append(values, t.ID)...)
	if err != nil {
		return fmt.Errorf("save: %w", err)
	}
	tx.saved = append(tx.saved, *t)
	return nil
}

func (tx *tx) thread(id string) (Thread, error) {
	t, err := scanThread(tx.row(`SELECT `+threadColumns+` FROM threads WHERE id = ? AND deleted_at IS NULL`, id), tx.now)
	return t, found(err, "thread", id)
}
