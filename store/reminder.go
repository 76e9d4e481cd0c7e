package store

import (
	"fmt"

	"github.com/progresshub/progresshub/store/match"
)

// Reminder is something to be told of at a time, or when an agent starts (contract §2).
type Reminder struct {
	ID          string  `json:"id"`
	Text        string  `json:"text"`
	Kind        string  `json:"kind" enum:"once,daily,weekly,rrule,session,random"`
	DueAt       *Time   `json:"due_at" format:"date-time"`
	RRule       *string `json:"rrule"`
	ThreadID    *string `json:"thread_id"`
	ProjectSlug *string `json:"project_slug"`
	NextAt      *Time   `json:"next_at" format:"date-time"` // of session and random: not shown before
	LastFiredAt *Time   `json:"last_fired_at" format:"date-time"`
	DoneAt      *Time   `json:"done_at" format:"date-time"`
	CreatedAt   Time    `json:"created_at" format:"date-time"`
	UpdatedAt   Time    `json:"updated_at" format:"date-time"`

	anchor       *string // due_at as the owner's wall clock said it
	occurrenceAt *Time   // what next_at stands for, which a snooze moves
	zone         string  // in which next_at was found
	deletedAt    *Time
}

const reminderColumns = `id, text, kind, due_at, rrule, thread_id, project_slug, next_at, last_fired_at, done_at,
  created_at, updated_at, anchor, occurrence_at, zone, deleted_at`

func scanReminder(r rowScanner) (m Reminder, err error) {
	err = r.Scan(&m.ID, &m.Text, &m.Kind, &m.DueAt, &m.RRule, &m.ThreadID, &m.ProjectSlug, &m.NextAt, &m.LastFiredAt, &m.DoneAt,
		&m.CreatedAt, &m.UpdatedAt, &m.anchor, &m.occurrenceAt, &m.zone, &m.deletedAt)
	return m, err
}

// putReminder saves a reminder, a new one too.
func (tx *tx) putReminder(m *Reminder) error {
	m.UpdatedAt = tx.now
	if err := tx.exec(`INSERT OR REPLACE INTO reminders(`+reminderColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		m.ID, m.Text, m.Kind, m.DueAt, m.RRule, m.ThreadID, m.ProjectSlug, m.NextAt, m.LastFiredAt, m.DoneAt,
		m.CreatedAt, m.UpdatedAt, m.anchor, m.occurrenceAt, m.zone, m.deletedAt); err != nil {
		return fmt.Errorf("save the reminder: %w", err)
	}
	tx.touched = true
	return nil
}

// anyReminder reads a reminder that may be deleted.
func (tx *tx) anyReminder(id string) (Reminder, error) {
	m, err := scanReminder(tx.row(`SELECT `+reminderColumns+` FROM reminders WHERE id = ?`, id))
	return m, found(err, kindReminder, id)
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

// moveReminders hands the reminders of one thread to another.
func (tx *tx) moveReminders(from, to string) ([]part, error) {
	list, err := tx.remindersOf("thread_id", from)
	if err != nil {
		return nil, err
	}
	var parts []part
	for i := range list {
		m := &list[i]
		before, err := m.recorded()
		if err != nil {
			return nil, err
		}
		m.ThreadID = &to
		if err := tx.putReminder(m); err != nil {
			return nil, err
		}
		after, err := m.recorded()
		if err != nil {
			return nil, err
		}
		difference(before, after)
		parts = append(parts, part{m.subject(), before, after})
	}
	return parts, nil
}

// ReminderURI is the subject of a reminder's events.
func ReminderURI(id string) string { return "hub://reminders/" + id }

func (m *Reminder) subject() subject { return subject{itemKey(kindReminder, m.ID), ReminderURI(m.ID)} }

// recordedReminder adds to what a reminder shows what its next time hangs on, for an undo.
type recordedReminder struct {
	*Reminder
	Anchor       *string `json:"anchor"`
	OccurrenceAt *Time   `json:"occurrence_at"`
	Zone         string  `json:"zone"`
}

func (m *Reminder) recorded() (fields, error) {
	f, err := fieldsOf(recordedReminder{m, m.anchor, m.occurrenceAt, m.zone})
	delete(f, "updated_at")
	return f, err
}

func (m *Reminder) gone() bool { return m.deletedAt != nil }

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
	if err := tx.index(m.doc(), nil); err != nil {
		return err
	}
	return tx.putReminder(m)
}

func (m *Reminder) restore(tx *tx, earlier fields) error {
	if m.gone() {
		return &ConflictError{Message: fmt.Sprintf("reminder %s was deleted: undo that first", m.ID)}
	}
	old := m.doc()
	r := recordedReminder{m, m.anchor, m.occurrenceAt, m.zone}
	if err := overlay(&r, earlier); err != nil {
		return err
	}
	m.anchor, m.occurrenceAt, m.zone = r.Anchor, r.OccurrenceAt, r.Zone
	if m.ProjectSlug != nil {
		slug, err := tx.useProject(*m.ProjectSlug, false)
		if err != nil {
			return err
		}
		m.ProjectSlug = &slug
	}
	if err := tx.index(m.doc(), &old); err != nil {
		return err
	}
	return tx.putReminder(m)
}

func (m *Reminder) doc() match.Doc {
	d := match.Doc{ID: m.ID, Kind: kindReminder, Title: m.Text, At: m.UpdatedAt.Time}
	if m.ProjectSlug != nil {
		d.Project = *m.ProjectSlug
	}
	return d
}
