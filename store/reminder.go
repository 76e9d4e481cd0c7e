package store

import (
	"fmt"
	"time"

	"github.com/progresshub/progresshub/store/match"
	"github.com/progresshub/progresshub/store/recur"
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
	DueAt       *Time   `json:"due_at" format:"date-time" doc:"When it is due; of a recurring one: where it began"`
	RRule       *string `json:"rrule" doc:"A rule of RFC 5545" example:"FREQ=MONTHLY;BYDAY=1MO"`
	ThreadID    *string `json:"thread_id" doc:"The thread that it is about"`
	ProjectSlug *string `json:"project_slug" doc:"The project that it is about" example:"home-server"`
	NextAt      *Time   `json:"next_at" format:"date-time" doc:"When it is due next; of session and random: not shown before"`
	LastFiredAt *Time   `json:"last_fired_at" format:"date-time" doc:"When it came last"`
	DoneAt      *Time   `json:"done_at" format:"date-time"`
	Urgent      bool    `json:"urgent" doc:"Whether it makes itself heard in quiet hours too" example:"false"`
	CreatedAt   Time    `json:"created_at" format:"date-time"`
	UpdatedAt   Time    `json:"updated_at" format:"date-time"`

	when      schedule
	firedFor  *Time // the NextAt that it has been heard for
	deletedAt *Time
}

// Recurs tells the kinds that come again.
func (m *Reminder) Recurs() bool {
	return m.Kind == remindDaily || m.Kind == remindWeekly || m.Kind == remindRRule
}

// GoesOn reports whether the reminder comes again and again.
func (m *Reminder) GoesOn() bool { return m.Recurs() && m.DoneAt == nil }

// Waits reports whether the next time of a reminder that goes on is still to come, and none is put off.
func (m *Reminder) Waits(now time.Time) bool {
	return m.GoesOn() && m.NextAt != nil && m.NextAt.After(now) && m.when.OccurrenceAt != nil && m.when.OccurrenceAt.After(now)
}

// timed tells the kinds that come at a time.
func (m *Reminder) timed() bool { return m.Recurs() || m.Kind == remindOnce }

// ReminderURI is the subject of a reminder's events.
func ReminderURI(id string) string { return "hub://reminders/" + id }

func (m *Reminder) doc() match.Doc {
	d := match.Doc{ID: m.ID, Kind: kindReminder, Title: m.Text, At: m.UpdatedAt.Time}
	if m.ProjectSlug != nil {
		d.Project = *m.ProjectSlug
	}
	return d
}

// schedule is what the next time of a recurring reminder hangs on. What the owner's clock
// shows counts: a reminder at nine stays at nine wherever the owner goes.
type schedule struct {
	Anchor       *string `json:"anchor"`        // due_at, as a [recur.ClockTime]
	OccurrenceAt *Time   `json:"occurrence_at"` // what next_at stands for, which a snooze moves
	Occurrence   *string `json:"occurrence"`    // the same, as a [recur.ClockTime]
}

// rule is when a recurring reminder comes.
func (m *Reminder) rule() (recur.Rule, error) {
	r := recur.Rule{Kind: m.Kind}
	if m.RRule != nil {
		r.RRule = *m.RRule
	}
	anchor, err := clockTimeOf(m.when.Anchor)
	r.Anchor = anchor
	return r, err
}

// clockTimeOf reads a stored time of the owner's clock.
func clockTimeOf(text *string) (recur.ClockTime, error) {
	if text == nil {
		return recur.ClockTime{}, fmt.Errorf("a recurring reminder has no time to begin at")
	}
	return recur.ParseClockTime(*text)
}

// setDue takes over the time a client sent. One without an offset is what the owner's clock
// shall show, also on a day when it skips that.
func (m *Reminder) setDue(text string, zone *time.Location) error {
	text = inTheMorning(text)
	at, err := ParseTime(text, zone)
	if err != nil {
		return err
	}
	clock := recur.ClockTimeOf(at.Time, zone)
	if digits, ok := parseDigits(text); ok {
		clock = recur.ClockTimeOf(digits, time.UTC)
	} else if m.DueAt != nil && m.DueAt.Equal(at.Time) {
		return nil // sent back as it was shown
	}
	m.DueAt, m.when.Anchor = &at, new(clock.String())
	return nil
}

// begin finds the first time of a reminder whose kind, due_at or rrule is new. unsaid: it is where the
// reminder begins, too.
func (m *Reminder) begin(v *invalid, now Time, zone *time.Location, unsaid bool) error {
	m.rest()
	m.DoneAt = nil
	if m.Kind == remindOnce {
		m.NextAt = m.DueAt // also when that is over: then it is due at once
	}
	if !m.Recurs() {
		m.when.Anchor = nil
		return nil
	}
	if m.when.Anchor == nil { // it was a once
		m.when.Anchor = new(recur.ClockTimeOf(m.DueAt.Time, zone).String())
	}
	rule, err := m.rule()
	if err != nil {
		return err
	}
	if err := (recur.Rule{Kind: remindOnce, Anchor: rule.Anchor}).Check(); err != nil {
		v.add("due_at", "%s", err)
		return nil
	}
	if err := rule.Check(); err != nil {
		v.add("rrule", "%s", err)
		return nil
	}
	if unsaid { // this morning may be over: what nobody has asked for does not count
		if from, ok := rule.From(now.Time, zone); ok {
			rule = from
			m.DueAt, m.when.Anchor = new(At(rule.Anchor.In(zone))), new(rule.Anchor.String())
		}
	}
	next, ok := rule.Next(now.Time, zone)
	if !ok {
		v.add("rrule", "must still come at least once: it is over, or there is no such day")
		return nil
	}
	m.await(next, zone)
	return nil
}

// end ends the present occurrence of a reminder; the last one ends the reminder.
func (m *Reminder) end(now Time, zone *time.Location) error {
	if m.Recurs() {
		rule, err := m.rule()
		if err != nil {
			return err
		}
		if next, ok := rule.Next(m.passed(now), zone); ok {
			m.await(next, zone)
			return nil
		}
	}
	m.rest()
	m.DoneAt = &now
	return nil
}

// passed is the time up to which the occurrences of a recurring reminder are over, once the
// present one is.
func (m *Reminder) passed(now Time) time.Time {
	if at := m.when.OccurrenceAt; at != nil && at.After(now.Time) {
		return at.Time // it was ended before its time
	}
	return now.Time
}

// await sets the next occurrence.
func (m *Reminder) await(next time.Time, zone *time.Location) {
	at := At(next)
	m.NextAt, m.when.OccurrenceAt, m.when.Occurrence = &at, &at, new(recur.ClockTimeOf(next, zone).String())
}

// rest leaves nothing to come.
func (m *Reminder) rest() { m.NextAt, m.when.OccurrenceAt, m.when.Occurrence = nil, nil, nil }

// move puts a recurring reminder where the owner's clock shows its times now: in another
// zone, or under other rules of the same one. A snooze stays, and so does what is due.
func (m *Reminder) move(now Time, zone *time.Location) error {
	anchor, err := clockTimeOf(m.when.Anchor)
	if err != nil {
		return err
	}
	occurrence, err := clockTimeOf(m.when.Occurrence)
	if err != nil {
		return err
	}
	m.DueAt = new(At(anchor.In(zone)))
	if lost, err := m.lost(now, zone); lost || err != nil {
		return err
	}
	moved := occurrence.In(zone)
	if moved.Equal(m.when.OccurrenceAt.Time) || !m.NextAt.After(now.Time) {
		return nil
	}
	if snoozed := !m.NextAt.Equal(m.when.OccurrenceAt.Time); snoozed {
		m.when.OccurrenceAt = new(At(moved))
		return nil
	}
	if !moved.After(now.Time) {
		// The clock was put forward over it. It is not made up for, unless it was the last.
		rule, err := m.rule()
		if err != nil {
			return err
		}
		if next, ok := rule.Next(now.Time, zone); ok {
			moved = next
		}
	}
	m.await(moved, zone)
	return nil
}

// lost brings a recurring reminder back that a clock which was far ahead has taken along:
// it has come, or was changed, when that was, its time lies behind the next one, and nobody has put it
// off.
func (m *Reminder) lost(now Time, zone *time.Location) (bool, error) {
	wrong := m.firedFor != nil && m.firedFor.After(now.Time) || m.UpdatedAt.Sub(now.Time) > FarAhead
	if !wrong || !m.NextAt.Equal(m.when.OccurrenceAt.Time) {
		return false, nil
	}
	rule, err := m.rule()
	if err != nil {
		return false, err
	}
	next, ok := rule.Next(now.Time, zone)
	if !ok || !m.NextAt.After(next) {
		return false, nil
	}
	m.await(next, zone)
	return true, nil
}

// upcoming are the next times of a reminder after now, at most so many.
func (m *Reminder) upcoming(most int, now Time, zone *time.Location) ([]Time, error) {
	times := []Time{}
	if !m.timed() || m.NextAt == nil {
		return times, nil
	}
	after := m.passed(now)
	if m.NextAt.After(now.Time) {
		times = append(times, *m.NextAt)
		if m.NextAt.After(after) {
			after = m.NextAt.Time
		}
	}
	if !m.Recurs() {
		return times, nil
	}
	rule, err := m.rule()
	if err != nil {
		return nil, err
	}
	for len(times) < most {
		next, ok := rule.Next(after, zone)
		if !ok {
			break
		}
		times, after = append(times, At(next)), next
	}
	return times, nil
}

const reminderColumns = `id, text, kind, due_at, rrule, thread_id, project_slug, next_at, last_fired_at, done_at,
  created_at, updated_at, anchor, occurrence_at, occurrence, deleted_at, fired_for, urgent`

func scanReminder(r rowScanner) (m Reminder, err error) {
	err = m.scan(r)
	return m, err
}

// scan reads a reminder, and what else was asked for behind its columns.
func (m *Reminder) scan(r rowScanner, more ...any) error {
	if err := r.Scan(append(m.columns(), more...)...); err != nil {
		return damagedTimes(err, kindReminder, m.ID)
	}
	return damaged(m.checkSchedule(), kindReminder, m.ID, "times")
}

// checkSchedule refuses a recurring reminder whose times of the owner's clock can't be read.
func (m *Reminder) checkSchedule() error {
	if !m.Recurs() {
		return nil
	}
	if _, err := clockTimeOf(m.when.Anchor); err != nil || m.NextAt == nil {
		return err
	}
	if m.when.OccurrenceAt == nil {
		return errNoTime
	}
	_, err := clockTimeOf(m.when.Occurrence)
	return err
}

// columns are where [reminderColumns] go.
func (m *Reminder) columns() []any {
	return []any{
		&m.ID, &m.Text, &m.Kind, &m.DueAt, &m.RRule, &m.ThreadID, &m.ProjectSlug, &m.NextAt, &m.LastFiredAt, &m.DoneAt,
		&m.CreatedAt, &m.UpdatedAt, &m.when.Anchor, &m.when.OccurrenceAt, &m.when.Occurrence, &m.deletedAt, &m.firedFor, &m.Urgent,
	}
}

func (m *Reminder) subject() subject { return subject{itemKey(kindReminder, m.ID), ReminderURI(m.ID)} }

// recordedReminder adds to what a reminder shows what its next time hangs on, for an undo.
type recordedReminder struct {
	*Reminder
	*schedule
}

func (m *Reminder) recorded() (fields, error) {
	f, err := fieldsOf(recordedReminder{m, &m.when})
	delete(f, "updated_at")
	return f, err
}

func (m *Reminder) gone() bool { return m.deletedAt != nil }
