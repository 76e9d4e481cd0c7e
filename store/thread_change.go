package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
)

// step says what a change to a thread was, once its rule has allowed it.
type step struct {
	kind   string            // of the event
	work   bool              // moves last_activity_at, as a change of a work field does by itself
	lease  bool              // a lease change: it raises no version and may show in the event
	silent bool              // writes no event: a renewed lease
	notes  map[string]string // said about the change itself, kept in its event
	also   []part            // what the change did to other items
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
	t, changed, done, err := tx.amendThread(id, g, rule)
	out.Item = t
	if err != nil || changed.isNothing() && len(done.notes) == 0 || done.silent {
		return out, err
	}
	for name, text := range done.notes {
		if changed.after[name], err = rawString(text); err != nil {
			return out, err
		}
	}
	out.EventID, err = tx.record(done.kind, changed, done.also...)
	return out, err
}

// amendThread is changeThread without the event: it returns what the rule did to the thread.
func (tx *tx) amendThread(id string, g Guard, rule func(*Thread) (step, error)) (t Thread, p part, done step, err error) {
	if t, err = tx.thread(id); err != nil {
		return t, p, done, err
	}
	if g.Version != 0 && g.Version != t.Version {
		return t, p, done, &VersionError{Current: t.Version}
	}
	p.of = t.subject()
	if p.before, err = fieldsOf(t); err != nil {
		return t, p, done, err
	}
	oldLease, oldDoc := t.lease, t.doc()
	if done, err = rule(&t); err != nil {
		return t, p, done, err
	}
	// A rule that ended the lease, such as done, leaves nothing to renew.
	if g.LeaseID != "" && (t.lease.id != nil || oldLease.id == nil) {
		if err := t.renew(g.LeaseID, tx.now); err != nil {
			return t, p, done, err
		}
	}
	if err := p.compare(&t, done); err != nil {
		return t, p, done, err
	}
	changed := !p.isNothing() || len(done.notes) > 0
	if !changed && sameLease(oldLease, t.lease) {
		return t, p, done, nil
	}
	tx.touched = true
	if changed && !done.lease {
		t.Version++
		t.UpdatedAt = tx.now
	}
	if done.work || isWork(p.after) {
		if err := p.work(&t, tx.now); err != nil {
			return t, p, done, err
		}
	}
	if err := tx.saveThread(&t); err != nil {
		return t, p, done, err
	}
	if doc := t.doc(); !doc.Equal(oldDoc) {
		return t, p, done, tx.index(doc, &oldDoc)
	}
	return t, p, done, nil
}

// compare leaves in p what a rule changed.
func (p *part) compare(t *Thread, done step) (err error) {
	if p.after, err = fieldsOf(t); err != nil {
		return err
	}
	skip := unrecorded
	if done.lease {
		skip = slices.DeleteFunc(slices.Clone(skip), func(name string) bool { return name == "lease" })
	}
	difference(p.before, p.after, skip...)
	return nil
}

func (p part) isNothing() bool { return len(p.before) == 0 && len(p.after) == 0 }

// work notes activity on a thread. Its event says so for those who take it back: a thread
// that was stale is then stale again.
func (p part) work(t *Thread, now Time) (err error) {
	if t.LastActivityAt.Equal(now.Time) {
		return nil
	}
	const name = "last_activity_at"
	if p.before[name], err = json.Marshal(t.LastActivityAt); err != nil {
		return err
	}
	t.LastActivityAt = now
	p.after[name], err = json.Marshal(now)
	return err
}

// unrecorded are the fields of a thread that follow from its events.
var unrecorded = []string{"version", "updated_at", "lease"}

func sameLease(a, b leaseRow) bool {
	if a.id == nil || b.id == nil {
		return a.id == b.id
	}
	return *a.id == *b.id && *a.holder == *b.holder && a.expiresAt.Equal(b.expiresAt.Time)
}

const (
	threadColumns = "id, " + threadFields
	threadFields  = `summary, project_slug, source_tool, status, energy, goal, focus, next_steps,
  blocked_reason, resume_step, tried, workspace_path, transcript_ref, origin, version, created_at,
  updated_at, last_activity_at, paused_at, completed_at, snoozed_until, merged_into,
  lease_id, lease_holder, lease_expires_at, lease_minutes, deleted_at`
)

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
		t.lease.id, t.lease.holder, t.lease.expiresAt, t.lease.minutes, t.deletedAt, t.folded(),
	}, nil
}

func (tx *tx) insertThread(t *Thread) error {
	values, err := t.columns()
	if err != nil {
		return err
	}
	if err := tx.exec(`INSERT INTO threads(`+threadColumns+`, folded) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, values...); err != nil {
		return fmt.Errorf("insert: %w", err)
	}
	tx.saved = append(tx.saved, *t)
	return tx.index(t.doc(), nil)
}

// saveThread leaves the id alone: naming it, SQLite would look for rows that refer to it.
func (tx *tx) saveThread(t *Thread) error {
	values, err := t.columns()
	if err != nil {
		return err
	}
	err = tx.exec(`UPDATE threads SET (`+threadFields+`, folded) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?`, append(values[1:], t.ID)...)
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

// anyThread is thread for deleted ones as well.
func (tx *tx) anyThread(id string) (Thread, error) {
	t, err := scanThread(tx.row(`SELECT `+threadColumns+` FROM threads WHERE id = ?`, id), tx.now)
	return t, found(err, "thread", id)
}
