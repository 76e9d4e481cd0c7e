package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/store/phrase"
)

// maxFired is how many reminders one change fires.
const maxFired = 50

// NextFiring is when the next reminder makes itself heard; false: none will.
func (s *Store) NextFiring(ctx context.Context) (time.Time, bool, error) {
	next, err := firstOf(s, 1, s.reads(ctx), scanFiring, `SELECT `+reminderColumns+`, fires_at FROM reminders INDEXED BY reminders_by_firing
		WHERE deleted_at IS NULL AND done_at IS NULL AND fires_at IS NOT NULL ORDER BY fires_at`)
	if len(next) == 0 {
		return time.Time{}, false, wrap("find the next reminder", err)
	}
	return next[0].Time, true, nil
}

// scanFiring reads when a reminder makes itself heard. One that can't be read as a whole never does, and
// is not waited for either.
func scanFiring(r rowScanner) (at Time, err error) {
	var m Reminder
	err = m.scan(r, &at)
	return at, err
}

// FireReminders lets the reminders whose time has come make themselves heard, each once for
// each of its times; of several times missed while the hub was down, the last counts. What
// compose says of one goes into the outbox; without compose it shows in the dashboard only.
// It fires a limited number at once: NextFiring reports whether more wait.
func (s *Store) FireReminders(ctx context.Context, p Policy, compose func(Reminder) Message) (fired int, err error) {
	err = s.write(ctx, "fire reminders", By{Actor: Owner}, func(tx *tx) error {
		due, err := firstOf(s, maxFired, tx.Query, scanReminder, `SELECT `+reminderColumns+` FROM reminders INDEXED BY reminders_by_firing
			WHERE deleted_at IS NULL AND done_at IS NULL AND fires_at <= ? ORDER BY fires_at, id`, tx.now)
		if err != nil {
			return err
		}
		zone := tx.zone(p)
		for i := range due {
			heard, err := tx.fire(&due[i], zone, compose)
			if err != nil {
				return err
			}
			if heard {
				fired++
			}
		}
		return nil
	})
	return fired, err
}

// stillDue reports whether the reminder that a delivery speaks of still waits for its owner. One that
// can't be read does not: its delivery would come first again and again.
func (s *Store) stillDue(ctx context.Context, d Delivery) (bool, error) {
	id, at := d.occurrence()
	m, err := s.Reminder(ctx, id)
	if missing := new(NotFoundError); errors.As(err, &missing) || s.leaveOut(err) {
		return false, nil
	}
	return err == nil && m.DoneAt == nil && m.NextAt != nil && m.NextAt.String() == at, err
}

// fire lets one reminder make itself heard, if it has not been for this time.
func (tx *tx) fire(m *Reminder, zone *time.Location, compose func(Reminder) Message) (heard bool, err error) {
	var following *Time
	changed, err := tx.amendReminder(m, func() (err error) {
		if following, err = m.catchUp(tx.now, zone); err != nil {
			// One that can't be read shall not silence the others.
			tx.store.log.Error("a reminder has no rule that can be read", zap.String("reminder", m.ID), zap.Error(err))
		}
		if heard = m.firedFor == nil || !m.firedFor.Equal(m.NextAt.Time); heard {
			m.LastFiredAt, m.firedFor = &tx.now, m.NextAt
		}
		return nil
	})
	if err != nil {
		return false, err
	}
	if err := tx.Exec(`UPDATE reminders SET fires_at = ? WHERE id = ?`, following, m.ID); err != nil {
		return false, fmt.Errorf("save the reminder: %w", err)
	}
	if !heard {
		return false, nil
	}
	if _, err := tx.record("reminder.fired", changed); err != nil || compose == nil {
		return true, err
	}
	// One that is still on its way says the same.
	if err := tx.Exec(`UPDATE deliveries SET state = 'failed', next_attempt_at = NULL, last_error = ? WHERE state = 'queued' AND NOT attempting AND slot > ? AND slot < ?`,
		phrase.NotifyNewer.String(), DeliverReminder+"/"+m.ID+"/", DeliverReminder+"/"+m.ID+"0"); err != nil {
		return false, fmt.Errorf("withdraw an older notification: %w", err)
	}
	_, err = tx.queue(DeliverReminder, DeliverReminder+"/"+m.ID+"/"+m.NextAt.String(), compose(*m))
	return true, err
}

// catchUp moves a recurring reminder to the last of its times that has come, and returns
// the one after that; nil: there is none.
func (m *Reminder) catchUp(now Time, zone *time.Location) (following *Time, err error) {
	if !m.Recurs() {
		return nil, nil
	}
	rule, err := m.rule()
	if err != nil {
		return nil, err
	}
	// An occurrence that was put off stands for the others up to its new time.
	if last, ok := rule.Last(m.NextAt.Time, now.Time, zone); ok {
		m.await(last, zone)
	}
	if next, ok := rule.Next(m.passed(now), zone); ok {
		following = new(At(next))
	}
	return following, nil
}

// moveFiring puts the next firing of a reminder that has been heard for its present time
// where the owner's clock shows it now.
func (tx *tx) moveFiring(m *Reminder, zone *time.Location) error {
	if m.firedFor == nil || m.NextAt == nil || !m.firedFor.Equal(m.NextAt.Time) {
		return nil
	}
	rule, err := m.rule()
	if err != nil {
		return err
	}
	var following *Time
	if next, ok := rule.Next(m.passed(tx.now), zone); ok {
		following = new(At(next))
	}
	if err := tx.Exec(`UPDATE reminders SET fires_at = ? WHERE id = ? AND fires_at IS NOT ?`, following, m.ID, following); err != nil {
		return fmt.Errorf("save the reminder: %w", err)
	}
	return nil
}
