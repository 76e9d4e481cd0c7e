package store

import (
	"context"
	"time"
)

const (
	// calendarReach is how far ahead a calendar looks, and calendarPast how far back.
	calendarReach = 90 * 24 * time.Hour
	calendarPast  = 7 * 24 * time.Hour
	// maxCalendarTimes bounds how often one reminder stands in it.
	maxCalendarTimes = 100
	// maxCalendarReminders bounds how many reminders do.
	maxCalendarReminders = 1000
)

// CalendarEntry is one time of a reminder.
type CalendarEntry struct {
	Reminder Reminder
	At       Time
}

// Calendar is when the reminders that are not done come, in the next 90 days by the owner's clock,
// with those of the last week that nobody has finished: at most a hundred times of each. One that
// comes again stands there however long its last time waits.
func (s *Store) Calendar(ctx context.Context, p Policy) ([]CalendarEntry, error) {
	const op = "list the times of reminders"
	now := At(s.now())
	until, past, zone := now.Add(calendarReach), At(now.Add(-calendarPast)), s.Effective(p).Zone
	list, err := collect(ctx, s, scanReminder, `SELECT `+reminderColumns+` FROM `+liveReminders+`
		WHERE deleted_at IS NULL AND done_at IS NULL AND ifnull(next_at, '~') <= ?1 AND (ifnull(next_at, '~') >= ?2 OR kind IN ('daily', 'weekly', 'rrule'))
		ORDER BY ifnull(next_at, '~'), id LIMIT ?3`, At(until), past, maxCalendarReminders)
	if err != nil {
		return nil, wrap(op, err)
	}
	entries := []CalendarEntry{}
	for _, m := range list {
		if !m.timed() {
			continue
		}
		if due := !m.NextAt.After(now.Time); due && !m.NextAt.Before(past.Time) {
			entries = append(entries, CalendarEntry{m, *m.NextAt})
		}
		times, err := m.upcoming(maxCalendarTimes, now, zone)
		if err != nil {
			return nil, wrap(op, err)
		}
		for _, at := range times {
			if at.After(until) {
				break
			}
			entries = append(entries, CalendarEntry{m, at})
		}
	}
	return entries, nil
}
