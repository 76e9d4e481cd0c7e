package store

import (
	"context"
	"time"

	"github.com/progresshub/progresshub/store/phrase"
)

// ReminderInput holds the fields a client may write. When a reminder is created, absent
// ones are empty; in a change they stay as they are.
type ReminderInput struct {
	Text Opt[string]
	Kind Opt[string] // without a value it is rrule if there is a rule, else once
	// DueAt is a time as [ParseTime] reads it; without an offset it is what the owner's
	// clock shows. Daily, weekly and rrule ones begin there; default for an rrule: its first time
	// to come, at 09:00 as if it began on this day.
	DueAt       Opt[string]
	RRule       Opt[string]
	ThreadID    Opt[string]
	ProjectSlug Opt[string] // default for a new one: that of its thread
	Urgent      Opt[bool]
	// NoTwin: a new one that is there already, to the letter and at the same time, is returned
	// as it is.
	NoTwin bool
}

// CreateReminder makes a reminder.
func (s *Store) CreateReminder(ctx context.Context, by By, in ReminderInput, p Policy) (Written[Reminder], error) {
	in.Kind.Set = true // without a value it is the default
	if !in.Text.Set {
		in.Text = Some("")
	}
	return answer(ctx, s, "create a reminder", by, func(tx *tx) (out Written[Reminder], err error) {
		m := Reminder{ID: tx.NewID(), CreatedAt: tx.now}
		if err := tx.applyReminder(&m, in, p); err != nil {
			return out, err
		}
		if m.ThreadID != nil && !in.ProjectSlug.Set {
			t, err := tx.thread(*m.ThreadID)
			if err != nil {
				return out, err
			}
			m.ProjectSlug = &t.ProjectSlug
		}
		if in.NoTwin {
			if same, err := tx.sameReminders(&m); err != nil || len(same) > 0 {
				out.Item = append(same, m)[0]
				return out, err
			}
		}
		if err := tx.putReminder(&m); err != nil {
			return out, err
		}
		if err := tx.index(m.doc(), nil); err != nil {
			return out, err
		}
		out.Item = m
		out.EventID, err = tx.created("reminder.created", &m)
		return out, err
	})
}

// UpdateReminder changes the fields that in carries. Another kind drops what it has no use
// for. Another kind, due_at or rrule starts the reminder anew, also one that is done.
func (s *Store) UpdateReminder(ctx context.Context, by By, id string, in ReminderInput, p Policy) (Written[Reminder], error) {
	return s.changeReminder(ctx, by, "update a reminder", "reminder.updated", id, func(tx *tx, m *Reminder) error {
		return tx.applyReminder(m, in, p)
	})
}

// FinishReminder ends a reminder; of a recurring one only the present occurrence. One that
// is done stays as it is.
func (s *Store) FinishReminder(ctx context.Context, by By, id string, p Policy) (Written[Reminder], error) {
	return s.FinishReminderAt(ctx, by, id, nil, p)
}

// FinishReminderAt is [Store.FinishReminder] for who names the next_at that is to end, as [ParseTime]
// reads it: several who mean the same time end it once. One that is over already, or was put off, leaves
// the reminder as it is. Nil is whichever comes next.
func (s *Store) FinishReminderAt(ctx context.Context, by By, id string, nextAt *string, p Policy) (Written[Reminder], error) {
	return s.changeReminder(ctx, by, "finish a reminder", "reminder.done", id, func(tx *tx, m *Reminder) error {
		zone := tx.zone(p)
		ended, err := m.ended(nextAt, zone)
		if ended || err != nil {
			return err
		}
		return m.end(tx.now, zone)
	})
}

// ended reports whether the time of a reminder that nextAt names is over, or no time of it any more.
func (m *Reminder) ended(nextAt *string, zone *time.Location) (bool, error) {
	if nextAt == nil {
		return m.DoneAt != nil, nil
	}
	named, err := ParseTime(*nextAt, zone)
	switch {
	case err != nil:
		var v invalid
		v.add("next_at", "is %s", err)
		return false, v.err()
	case m.DoneAt != nil:
		return true, nil
	case m.NextAt == nil:
		return false, &ConflictError{Message: "cannot finish this reminder by a next_at: it has none"}
	case named.After(m.NextAt.Time):
		return false, &ConflictError{Message: "cannot finish this time of the reminder: it comes before, at " + m.NextAt.String()}
	}
	return named.Before(m.NextAt.Time), nil
}

// EndReminder ends a reminder for good, also one that would come again. One that is done stays as it is.
func (s *Store) EndReminder(ctx context.Context, by By, id string) (Written[Reminder], error) {
	return s.changeReminder(ctx, by, "end a reminder", "reminder.done", id, func(tx *tx, m *Reminder) error {
		if m.DoneAt == nil {
			m.rest()
			m.DoneAt = &tx.now
		}
		return nil
	})
}

// DeleteReminder takes a reminder out of every list. An undo brings it back.
func (s *Store) DeleteReminder(ctx context.Context, by By, id string) (Written[Reminder], error) {
	return answer(ctx, s, "delete a reminder", by, func(tx *tx) (out Written[Reminder], err error) {
		m, err := tx.reminder(id)
		if err != nil {
			return out, err
		}
		erased, err := tx.erase(&m)
		if err != nil {
			return out, err
		}
		out.Item = m
		out.EventID, err = tx.record("reminder.deleted", erased)
		return out, err
	})
}

// RescheduleReminders puts the recurring reminders where the owner's clock shows their times
// now. It is called when the zone may have changed by configuration or by its own rules, or the clock
// was set back; a change of the preferences does it along.
func (s *Store) RescheduleReminders(ctx context.Context, p Policy) error {
	var now Time
	err := s.write(ctx, "reschedule the reminders", By{Actor: Owner}, func(tx *tx) error {
		now = tx.now
		return tx.rescheduleReminders(tx.zone(p))
	})
	if err == nil {
		s.clockSeen.Store(&now)
	}
	return err
}

// settling is by how much a clock that is right is set back at most.
const settling = time.Minute

// RemindersStandIn reports whether the recurring reminders stand where the clocks of the
// owner's zone show their times; see [Store.RescheduleReminders]. It is to be asked all the time: it
// notices a clock that is set back.
func (s *Store) RemindersStandIn(p Policy) bool {
	now, seen := At(s.now()), s.clockSeen.Load()
	if seen != nil && seen.Sub(now.Time) > settling {
		return false
	}
	s.clockSeen.Store(&now)
	zone := s.rescheduled.Load()
	return zone != nil && zone.String() == s.Effective(p).Zone.String()
}

// keepZone takes over where a commit has put the reminders.
func (s *Store) keepZone(zones []*time.Location) { s.rescheduled.Store(zones[len(zones)-1]) }

// rescheduleReminders records all that moved in one event.
func (tx *tx) rescheduleReminders(zone *time.Location) error {
	tx.store.moved.Note(tx.Tx, zone)
	list, err := txCollect(tx, scanReminder, `SELECT `+reminderColumns+` FROM reminders INDEXED BY reminders_by_kind
		WHERE deleted_at IS NULL AND done_at IS NULL AND kind IN ('daily', 'weekly', 'rrule') AND next_at IS NOT NULL`)
	if err != nil {
		return err
	}
	var moved []part
	for i := range list {
		changed, err := tx.amendReminder(&list[i], func() error { return list[i].move(tx.now, zone) })
		if err != nil {
			return err
		}
		if err := tx.moveFiring(&list[i], zone); err != nil {
			return err
		}
		if !changed.isNothing() {
			moved = append(moved, changed)
		}
	}
	if len(moved) == 0 {
		return nil
	}
	_, err = tx.record("reminder.rescheduled", moved[0], moved[1:]...)
	return err
}

// changeReminder loads a reminder, lets rule change it, and writes what came of it.
func (s *Store) changeReminder(ctx context.Context, by By, op, kind, id string, rule func(*tx, *Reminder) error) (Written[Reminder], error) {
	return answer(ctx, s, op, by, func(tx *tx) (out Written[Reminder], err error) {
		m, err := tx.reminder(id)
		if err != nil {
			return out, err
		}
		changed, err := tx.amendReminder(&m, func() error { return rule(tx, &m) })
		if err != nil {
			return out, err
		}
		out.Item = m
		if !changed.isNothing() {
			out.EventID, err = tx.record(kind, changed)
		}
		return out, err
	})
}

// applyReminder checks the fields that are there and writes them to m.
func (tx *tx) applyReminder(m *Reminder, in ReminderInput, p Policy) error {
	var v invalid
	if in.Text.Set {
		m.Text = v.checkRequired("text", in.Text.or(""), MaxText)
	}
	if in.ThreadID.Set {
		m.ThreadID = v.optional("thread_id", in.ThreadID.Value, MaxText)
	}
	if in.ProjectSlug.Set {
		m.ProjectSlug = v.optional("project_slug", in.ProjectSlug.Value, MaxText)
	}
	if in.Urgent.Set {
		m.Urgent = in.Urgent.or(false)
	}
	if in.Kind.Set || in.DueAt.Set || in.RRule.Set {
		zone := tx.zone(p)
		old := *m
		unsaid := in.applyTime(&v, m, tx.now, zone)
		anew := m.Kind != old.Kind || !same(m.DueAt, old.DueAt) || !same(m.RRule, old.RRule) || m.Recurs() && !same(m.when.Anchor, old.when.Anchor)
		if anew && len(v) == 0 {
			if err := m.begin(&v, tx.now, zone, unsaid); err != nil {
				return err
			}
		}
	}
	if err := v.err(); err != nil {
		return err
	}
	return tx.findSubjects(m, in)
}

// defaultKind is that of a reminder of which nobody says it.
func (in ReminderInput) defaultKind(m *Reminder) string {
	if in.RRule.Value != nil || !in.RRule.Set && m.RRule != nil {
		return remindRRule
	}
	return remindOnce
}

// applyTime takes over the kind and what belongs to it; unsaid: nobody has said when it begins.
func (in ReminderInput) applyTime(v *invalid, m *Reminder, now Time, zone *time.Location) (unsaid bool) {
	if in.Kind.Set {
		m.Kind = in.Kind.or(in.defaultKind(m))
		if !v.oneOf("kind", m.Kind, ReminderKinds) {
			return false // what it would need is not known
		}
	}
	if in.RRule.Set || m.Kind != remindRRule {
		m.RRule = v.optional("rrule", in.RRule.Value, MaxText)
	}
	switch {
	case in.DueAt.Value != nil:
		if err := m.setDue(*in.DueAt.Value, zone); err != nil {
			v.add("due_at", "is %s", err)
			return false
		}
	case in.DueAt.Set || !m.timed():
		m.DueAt, m.when.Anchor = nil, nil
	}
	if unsaid = m.Kind == remindRRule && m.DueAt == nil; unsaid {
		m.DueAt = new(clockAt(now, zone, 0, morning))
	}
	switch {
	case m.timed() && m.DueAt == nil:
		v.say("due_at", phrase.FieldForKind)
	case !m.timed() && m.DueAt != nil:
		v.add("due_at", "is not for this kind, which comes when an agent starts")
	}
	switch {
	case m.Kind == remindRRule && m.RRule == nil:
		v.say("rrule", phrase.FieldForKind)
	case m.Kind != remindRRule && m.RRule != nil:
		v.add("rrule", "is only for the kind rrule")
	}
	return unsaid
}

// findSubjects makes sure of what the reminder is about. Nothing is registered for it.
func (tx *tx) findSubjects(m *Reminder, in ReminderInput) error {
	if in.ProjectSlug.Set {
		if err := tx.findProject(&m.ProjectSlug); err != nil {
			return err
		}
	}
	if in.ThreadID.Set && m.ThreadID != nil {
		t, err := tx.threadNow(*m.ThreadID)
		m.ThreadID = &t.ID
		return err
	}
	return nil
}

// ReminderSnooze says until when a reminder is to be left alone: one of the two.
type ReminderSnooze struct {
	Until string // a time as [ParseTime] reads it, in the future; a day alone is its [Morning]
	For   string // one of SnoozeChoices
}

// SnoozeChoices are the lengths of a snooze by name: ten minutes, an hour, until 20:00 (an
// hour, once that is over), until 09:00 of the next day. The clock is the owner's.
var SnoozeChoices = []string{"10m", "1h", "tonight", "tomorrow"}

// SnoozeReminder moves the next time of a reminder. Of a recurring one only the present
// occurrence moves; one of the kinds session and random is not shown before.
func (s *Store) SnoozeReminder(ctx context.Context, by By, id string, in ReminderSnooze, p Policy) (Written[Reminder], error) {
	return s.changeReminder(ctx, by, "snooze a reminder", "reminder.snoozed", id, func(tx *tx, m *Reminder) error {
		until, err := in.end(tx.now, tx.zone(p))
		if err != nil {
			return err
		}
		if m.DoneAt != nil {
			return &ConflictError{Message: "cannot snooze this reminder: it is done; give it a new due_at first"}
		}
		m.NextAt = &until
		return nil
	})
}

// end is when the snooze is over.
func (in ReminderSnooze) end(now Time, zone *time.Location) (until Time, err error) {
	var v invalid
	switch {
	case (in.Until == "") == (in.For == ""):
		v.add("until", "is required, or for: one of the two")
	case in.Until != "":
		until, err = ParseTime(inTheMorning(in.Until), zone)
		if err != nil {
			v.add("until", "is %s", err)
		} else if !until.After(now.Time) {
			v.say("until", phrase.FieldFuture)
		}
	case in.For == "10m":
		until = At(now.Add(10 * time.Minute))
	case in.For == "1h":
		until = At(now.Add(time.Hour))
	case in.For == "tonight":
		if until = clockAt(now, zone, 0, evening); !until.After(now.Time) {
			until = At(now.Add(time.Hour))
		}
	case in.For == "tomorrow":
		until = clockAt(now, zone, 1, morning)
	default:
		v.oneOf("for", in.For, SnoozeChoices)
	}
	return until, v.err()
}
