package store

import (
	"context"
	"database/sql"
	"time"
)

// nextMoment is when the passing of time alone will next change which threads are held,
// snoozed or stale, or which reminders are due; zero: never. p is effective.
func (s *Store) nextMoment(ctx context.Context, now Time, p Policy) (time.Time, error) {
	border := p.staleBefore(now.Time)
	var lease, snooze, activity sql.Null[Time]
	err := s.db.Row(ctx, `SELECT
		(SELECT min(lease_expires_at) FROM threads WHERE deleted_at IS NULL AND lease_expires_at > ?1),
		(SELECT min(snoozed_until) FROM threads WHERE deleted_at IS NULL AND snoozed_until > ?1),
		(SELECT min(last_activity_at) FROM `+staleThreads+` WHERE `+activeThreads+` AND last_activity_at > ?2)`,
		now, border).Scan(&lease, &snooze, &activity)
	if err != nil {
		return time.Time{}, err
	}
	reminder, err := s.soonest(ctx, liveReminders, conditions{parts: []string{pendingReminders, timedKinds}}, now)
	if err != nil {
		return time.Time{}, err
	}
	stale := activity.V.Time
	if activity.Valid { // that thread will be stale once the border has come as far
		stale = now.Add(stale.Sub(border.Time))
	}
	return earliest(lease.V.Time, snooze.V.Time, reminder, stale), nil
}

// earliest is the first of those times that are not zero; zero: all are.
func earliest(times ...time.Time) (first time.Time) {
	for _, t := range times {
		if first.IsZero() || !t.IsZero() && t.Before(first) {
			first = t
		}
	}
	return first
}

// Reminders that are not done, and those of them whose time has come at ?1. What shows when
// an agent starts, or at random, has no time.
const (
	pendingReminders = `deleted_at IS NULL AND done_at IS NULL`
	dueReminders     = pendingReminders + ` AND ` + timedKinds + ` AND ifnull(next_at, '~') <= ?1`
)
