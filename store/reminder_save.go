package store

import (
	"context"
	"fmt"
)

// putReminder saves a reminder, a new one too. One whose time is another now makes itself
// heard at that.
func (tx *tx) putReminder(m *Reminder) error {
	m.UpdatedAt = tx.now
	if err := tx.Exec(`INSERT OR REPLACE INTO reminders(`+reminderColumns+`, placed, fires_at)
		VALUES (?1, ?, ?, ?, ?, ?, ?, ?8, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, coalesce((SELECT placed FROM reminders WHERE id = ?1 AND next_at IS ?8), ?),
		 CASE WHEN NOT ? THEN NULL WHEN EXISTS (SELECT 1 FROM reminders WHERE id = ?1 AND next_at IS ?8 AND kind NOT IN ('session', 'random'))
		  THEN (SELECT fires_at FROM reminders WHERE id = ?1) ELSE ?8 END)`,
		m.ID, m.Text, m.Kind, m.DueAt, m.RRule, m.ThreadID, m.ProjectSlug, m.NextAt, m.LastFiredAt, m.DoneAt,
		m.CreatedAt, m.UpdatedAt, m.when.Anchor, m.when.OccurrenceAt, m.when.Occurrence, m.deletedAt, m.firedFor, m.Urgent, tx.NewID(), m.timed()); err != nil {
		return fmt.Errorf("save the reminder: %w", err)
	}
	tx.touch()
	return nil
}

const liveReminder = `SELECT ` + reminderColumns + ` FROM reminders WHERE id = ? AND deleted_at IS NULL`

// Reminder returns one reminder.
func (s *Store) Reminder(ctx context.Context, id string) (Reminder, error) {
	m, err := scanReminder(s.db.Row(ctx, liveReminder, id))
	return m, wrap("read a reminder", withDeletion(s.lookup(ctx), found(err, kindReminder, id), ReminderURI(id)))
}

func (tx *tx) reminder(id string) (Reminder, error) {
	m, err := scanReminder(tx.Row(liveReminder, id))
	return m, withDeletion(tx.Row, found(err, kindReminder, id), ReminderURI(id))
}

// sameReminders are those still to come that a new one would repeat.
func (tx *tx) sameReminders(m *Reminder) ([]Reminder, error) {
	return txCollect(tx, scanReminder, `SELECT `+reminderColumns+` FROM reminders WHERE ifnull(next_at, '~') = ifnull(?, '~') AND text = ? AND kind = ?
		AND rrule IS ? AND thread_id IS ? AND project_slug IS ? AND done_at IS NULL AND deleted_at IS NULL`,
		m.NextAt, m.Text, m.Kind, m.RRule, m.ThreadID, m.ProjectSlug)
}

// anyReminder is reminder for deleted ones as well.
func (tx *tx) anyReminder(id string) (Reminder, error) {
	m, err := scanReminder(tx.Row(`SELECT `+reminderColumns+` FROM reminders WHERE id = ?`, id))
	return m, found(err, kindReminder, id)
}

// amendReminder lets change alter a reminder, saves it if it did, and returns what differs.
func (tx *tx) amendReminder(m *Reminder, change func() error) (p part, err error) {
	old := m.doc()
	p.of = m.subject()
	if p.before, err = m.recorded(); err != nil {
		return p, err
	}
	if err := change(); err != nil {
		return p, err
	}
	if p.after, err = m.recorded(); err != nil {
		return p, err
	}
	difference(p.before, p.after)
	if p.isNothing() {
		return p, nil
	}
	if err := tx.putReminder(m); err != nil {
		return p, err
	}
	return p, tx.index(m.doc(), &old)
}

func (tx *tx) remindersOf(column, value string) ([]Reminder, error) {
	return txCollect(tx, scanReminder, `SELECT `+reminderColumns+` FROM reminders WHERE `+column+` = ? AND deleted_at IS NULL`, value)
}

// eraseReminders deletes what hangs on an item that is being deleted.
func (tx *tx) eraseReminders(column, value string) ([]part, error) {
	list, err := tx.remindersOf(column, value)
	if err != nil {
		return nil, err
	}
	var parts []part
	for i := range list {
		erased, err := tx.erase(&list[i])
		if err != nil {
			return nil, err
		}
		parts = append(parts, erased)
	}
	return parts, nil
}

// moveReminders hands the reminders of one thread to another, and to the project of that.
func (tx *tx) moveReminders(from, to *Thread) ([]part, error) {
	return tx.changeReminders("thread_id", from.ID, func(m *Reminder) {
		m.ThreadID = &to.ID
		if m.ProjectSlug != nil && *m.ProjectSlug == from.ProjectSlug {
			m.ProjectSlug = &to.ProjectSlug
		}
	})
}

// refileReminders takes the reminders of a thread along to its new project.
func (tx *tx) refileReminders(thread, from, to string) ([]part, error) {
	return tx.changeReminders("thread_id", thread, func(m *Reminder) {
		if m.ProjectSlug != nil && *m.ProjectSlug == from {
			m.ProjectSlug = &to
		}
	})
}

// keepReminders files those of a project that is being deleted, whose threads are in another one, there.
func (tx *tx) keepReminders(project string) ([]part, error) {
	list, err := tx.texts(`SELECT DISTINCT t.id FROM reminders r JOIN threads t ON t.id = r.thread_id
		WHERE r.project_slug = ?1 AND r.deleted_at IS NULL AND t.project_slug <> ?1 AND t.deleted_at IS NULL`, project)
	if err != nil {
		return nil, err
	}
	var parts []part
	for _, id := range list {
		t, err := tx.thread(id)
		if err != nil {
			return nil, err
		}
		kept, err := tx.refileReminders(id, project, t.ProjectSlug)
		if err != nil {
			return nil, err
		}
		parts = append(parts, kept...)
	}
	return parts, nil
}

// changeReminders changes those that hang on an item, and returns what has changed.
func (tx *tx) changeReminders(column, value string, change func(*Reminder)) ([]part, error) {
	list, err := tx.remindersOf(column, value)
	if err != nil {
		return nil, err
	}
	var parts []part
	for i := range list {
		changed, err := tx.amendReminder(&list[i], func() error {
			change(&list[i])
			return nil
		})
		if err != nil {
			return nil, err
		}
		if !changed.isNothing() {
			parts = append(parts, changed)
		}
	}
	return parts, nil
}

func (m *Reminder) setGone(tx *tx, gone bool) error {
	m.deletedAt = nil
	if gone {
		m.deletedAt = new(tx.now)
		if err := tx.unindex(m.doc()); err != nil {
			return err
		}
		return tx.putReminder(m)
	}
	if m.ProjectSlug != nil {
		live, err := tx.hasProject(*m.ProjectSlug)
		if err != nil {
			return err
		}
		if !live {
			return &ConflictError{Message: fmt.Sprintf("the project of reminder %s was deleted: undo that first", m.ID)}
		}
	}
	if m.ThreadID != nil {
		if _, err := tx.thread(*m.ThreadID); err != nil {
			return err
		}
	}
	if err := m.followZone(tx); err != nil {
		return err
	}
	if err := tx.index(m.doc(), nil); err != nil {
		return err
	}
	return tx.putReminder(m)
}

// followZone puts a reminder that comes from an earlier time where the owner's clock shows its
// time now: the zone may have changed since.
func (m *Reminder) followZone(tx *tx) error {
	zone := latest(tx, tx.store.moved, &tx.store.rescheduled)
	if zone == nil || m.NextAt == nil || m.when.OccurrenceAt == nil || !m.Recurs() {
		return nil
	}
	return m.move(tx.now, zone)
}

func (m *Reminder) restore(tx *tx, earlier fields) error {
	if m.gone() {
		return &ConflictError{Message: fmt.Sprintf("reminder %s was deleted: undo that first", m.ID)}
	}
	_, err := tx.amendReminder(m, func() error {
		if err := overlay(&recordedReminder{m, &m.when}, earlier); err != nil {
			return err
		}
		if err := tx.findProject(&m.ProjectSlug); err != nil {
			return err
		}
		return m.followZone(tx)
	})
	return err
}

// findProject replaces the slug of a project by its present one.
func (tx *tx) findProject(name **string) error {
	if *name == nil {
		return nil
	}
	slug, err := tx.useProject(**name, false, Place{})
	*name = &slug
	return err
}
