package store

import (
	"context"
	"fmt"
)

// DeleteThread takes a thread out of every list, together with its reminders. Its history
// stays, and an undo brings all of it back.
func (s *Store) DeleteThread(ctx context.Context, by By, id string, g Guard) (Written[Thread], error) {
	var out Written[Thread]
	err := s.write(ctx, "delete a thread", by, func(tx *tx) error {
		t, err := tx.thread(id)
		if err != nil {
			return err
		}
		if err := g.check(&t); err != nil {
			return err
		}
		also, err := tx.eraseReminders("thread_id", id)
		if err != nil {
			return err
		}
		erased, err := tx.erase(&t)
		if err != nil {
			return err
		}
		out.Item = t
		out.EventID, err = tx.record("thread.deleted", erased, also...)
		tx.written = out
		return err
	})
	return out, err
}

// check refuses a change of a thread that is not the expected one, or that someone else
// holds by now.
func (g Guard) check(t *Thread) error {
	if g.Version != 0 && g.Version != t.Version {
		return &VersionError{Current: t.Version}
	}
	return t.leave(g)
}

func (t *Thread) subject() subject { return subject{itemKey(kindThread, t.ID), ThreadURI(t.ID)} }

func (t *Thread) recorded() (fields, error) {
	f, err := fieldsOf(t)
	for _, name := range unrecorded {
		delete(f, name)
	}
	return f, err
}

func (t *Thread) gone() bool { return t.deletedAt != nil }

func (t *Thread) setGone(tx *tx, gone bool) error {
	if gone {
		t.endLease()
		t.deletedAt = new(tx.now)
		if err := tx.unindex(t.doc()); err != nil {
			return err
		}
		return tx.reviseThread(t)
	}
	live, err := tx.hasProject(t.ProjectSlug)
	if err != nil {
		return err
	}
	if !live {
		return &ConflictError{Message: fmt.Sprintf("the project of thread %s was deleted: undo that first", t.ID)}
	}
	t.deletedAt = nil
	if err := tx.index(t.doc(), nil); err != nil {
		return err
	}
	return tx.reviseThread(t)
}

func (t *Thread) restore(tx *tx, earlier fields) error {
	if t.gone() {
		return &ConflictError{Message: fmt.Sprintf("thread %s was deleted: undo that first", t.ID)}
	}
	old := t.doc()
	err := overlay(t, earlier)
	if err != nil {
		return err
	}
	if t.ProjectSlug, err = tx.useProject(t.ProjectSlug, t.ProjectSlug == InboxSlug); err != nil {
		return err
	}
	if !t.Status.Active() {
		t.endLease()
	}
	if doc := t.doc(); !doc.Equal(old) {
		if err := tx.index(doc, &old); err != nil {
			return err
		}
	}
	return tx.reviseThread(t)
}

// reviseThread saves a thread under its next version.
func (tx *tx) reviseThread(t *Thread) error {
	t.Version++
	t.UpdatedAt = tx.now
	return tx.saveThread(t)
}
