package store

import (
	"context"
	"time"
)

// ReminderSnooze says until when a reminder is to be left alone: one of the two.
type ReminderSnooze struct {
	Until string // a time as [ParseTime] reads it, in the future
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
		until, err = ParseTime(in.Until, zone)
		if err != nil {
			v.add("until", "is %s", err)
		} else if !until.After(now.Time) {
			v.add("until", "must be in the future")
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
