package store

import (
	"context"
	"fmt"

	"github.com/progresshub/progresshub/store/match"
)

// The kinds of reminders.
const (
	remindOnce    = "once"    // at due_at
	remindDaily   = "daily"   // each day at the time of day of due_at
	remindWeekly  = "weekly"  // each week at the weekday and time of day of due_at
	remindRRule   = "rrule"   // by a rule that begins at due_at
	remindSession = "session" // whenever an agent starts
	remindRandom  = "random"  // when an agent starts, about one day in three
)

// ReminderKinds are all kinds of reminders.
var ReminderKinds = []string{remindOnce, remindDaily, remindWeekly, remindRRule, remindSession, remindRandom}

// Reminder is something to be told of at a time, or when an agent starts.
type Reminder struct {
	ID          string  `json:"id" example:"cxy99bbg25ng"`
	Text        string  `json:"text" example:"Water the plants"`
	Kind        string  `json:"kind" enum:"once,daily,weekly,rrule,session,random"`
	DueAt       *Time   `json:"due_at" format:"date-time"` // of a recurring one: where it began
	RRule       *string `json:"rrule" example:"FREQ=MONTHLY;BYDAY=1MO"`
	ThreadID    *string `json:"thread_id"`
	ProjectSlug *string `json:"project_slug" example:"home-server"`
	NextAt      *Time   `json:"next_at" format:"date-time"` // of session and random: not shown before
	LastFiredAt *Time   `json:"last_fired_at" format:"date-time"`
	DoneAt      *Time   `json:"done_at" format:"date-time"`
	CreatedAt   Time    `json:"created_at" format:"date-time"`
	UpdatedAt   Time    `json:"updated_at" format:"date-time"`

	when      schedule
	firedFor  *Time // the NextAt that it has been heard for
	deletedAt *Time
}

// recurs tells the kinds that come again.
func (m *Reminder) recurs() bool {
	return m.Kind == remindDaily || m.Kind == remindWeekly || m.Kind == remindRRule
}

// timed tells the kinds that come at a time.
func (m *Reminder) timed() bool { return m.recurs() || m.Kind == remindOnce }

const reminderColumns = `id, text, kind, due_at, rrule, thread_id, project_slug, next_at, last_fired_at, done_at,
  created_at, updated_at, anchor, occurrence_at, occurrence, deleted_at, fired_for`

func scanReminder(r rowScanner) (m Reminder, err error) {
	err = r.Scan(&m.ID, &m.Text, &m.Kind, &m.DueAt, &m.RRule, &m.ThreadID, &m.ProjectSlug, &m.NextAt, &m.LastFiredAt, &m.DoneAt,
		&m.CreatedAt, &m.UpdatedAt, &m.when.Anchor, &m.when.OccurrenceAt, &m.when.Occurrence, &m.deletedAt, &m.firedFor)
	return m, err
}

// putReminder saves a reminder, a new one too. One whose time is another now makes itself
// heard at that.
func (tx *tx) putReminder(m *Reminder) error {
	m.UpdatedAt = tx.now
	if err := tx.exec(`INSERT OR REPLACE INTO reminders(`+reminderColumns+`, placed, fires_at)
		VALUES (?1, ?, ?, ?, ?, ?, ?, ?8, ?, ?, ?, ?, ?, ?, ?, ?, ?, coalesce((SELECT placed FROM reminders WHERE id = ?1 AND next_at IS ?8), ?),
		 CASE WHEN NOT ? THEN NULL WHEN EXISTS (SELECT 1 FROM reminders WHERE id = ?1 AND next_at IS ?8 AND kind NOT IN ('session', 'random'))
		  THEN (SELECT fires_at FROM reminders WHERE id = ?1) ELSE ?8 END)`,
		m.ID, m.Text, m.Kind, m.DueAt, m.RRule, m.ThreadID, m.ProjectSlug, m.NextAt, m.LastFiredAt, m.DoneAt,
		m.CreatedAt, m.UpdatedAt, m.when.Anchor, m.when.OccurrenceAt, m.when.Occurrence, m.deletedAt, m.firedFor, tx.newID(), m.timed()); err != nil {
		return fmt.Errorf("save the reminder: %w", err)
	}
	tx.touched = true
	return nil
}

const liveReminder = `SELECT ` + reminderColumns + ` FROM reminders WHERE id = ? AND deleted_at IS NULL`

// Reminder returns one reminder.
func (s *Store) Reminder(ctx context.Context, id string) (Reminder, error) {
	m, err := scanReminder(s.row(ctx, liveReminder, id))
	return m, wrap("read a reminder", found(err, kindReminder, id))
}

func (tx *tx) reminder(id string) (Reminder, error) {
	m, err := scanReminder(tx.row(liveReminder, id))
	return m, found(err, kindReminder, id)
}

// anyReminder is reminder for deleted ones as well.
func (tx *tx) anyReminder(id string) (Reminder, error) {
	m, err := scanReminder(tx.row(`SELECT `+reminderColumns+` FROM reminders WHERE id = ?`, id))
	return m, found(err, kindReminder, id)
}

// ReminderURI is the subject of a reminder's events.
func ReminderURI(id string) string { return "hub://reminders/" + id }

func (m *Reminder) doc() match.Doc {
	d := match.Doc{ID: m.ID, Kind: kindReminder, Title: m.Text, At: m.UpdatedAt.Time}
	if m.ProjectSlug != nil {
		d.Project = *m.ProjectSlug
	}
	return d
}
