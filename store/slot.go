package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// FarAhead is more than a clock is set back by its owner: what lies further ahead is from one that was
// wrong.
const FarAhead = 25 * time.Hour

// Slot is the last slot of a scheduled job that was dealt with under its present schedule.
// A job that is new, or whose schedule is another by now, begins at this moment: what it
// would have done before is not made up for. So does one whose last slot lies far ahead: the
// clock was wrong then.
func (s *Store) Slot(ctx context.Context, job, schedule string) (time.Time, error) {
	const op = "read the slot of a job"
	const query = `SELECT at FROM slots WHERE job = ? AND schedule = ?`
	var at Time
	err := s.db.Row(ctx, query, job, schedule).Scan(&at)
	begin := func(err error, now time.Time) bool {
		return errors.Is(err, sql.ErrNoRows) || err == nil && at.Sub(now) > FarAhead
	}
	if begin(err, s.now()) {
		err = s.write(ctx, op, By{Actor: Owner}, func(tx *tx) error {
			if err := tx.Row(query, job, schedule).Scan(&at); !begin(err, tx.now.Time) {
				return err
			}
			at = tx.now
			return tx.passSlot(job, schedule, at.Time)
		})
	}
	return at.Time, wrap(op, err)
}

// PassSlot notes that a slot of a job is dealt with.
func (s *Store) PassSlot(ctx context.Context, job, schedule string, slot time.Time) error {
	return s.write(ctx, "pass a slot", By{Actor: Owner}, func(tx *tx) error { return tx.passSlot(job, schedule, slot) })
}

// HasSlot reports whether a job has dealt with slots, under whatever schedule.
func (s *Store) HasSlot(ctx context.Context, job string) (has bool, err error) {
	err = s.db.Row(ctx, `SELECT EXISTS (SELECT 1 FROM slots WHERE job = ?)`, job).Scan(&has)
	return has, wrap("look for the slot of a job", err)
}

// ForgetSlot has a job begin anew when it is next asked for.
func (s *Store) ForgetSlot(ctx context.Context, job string) error {
	return s.write(ctx, "forget the slot of a job", By{Actor: Owner}, func(tx *tx) error { return tx.forgetSlot(job) })
}

func (tx *tx) forgetSlot(job string) error {
	if err := tx.Exec(`DELETE FROM slots WHERE job = ?`, job); err != nil {
		return fmt.Errorf("begin a job: %w", err)
	}
	return nil
}

// SlotJob is the job whose slots are the times of a kind of messages on a channel.
func SlotJob(kind, channel string) string { return kind + "/" + channel }

// takeSlot notes that a slot of a job is dealt with; false: it was before.
func (tx *tx) takeSlot(job, schedule string, slot time.Time) (taken bool, err error) {
	var last Time
	err = tx.Row(`SELECT at FROM slots WHERE job = ?`, job).Scan(&last)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return false, err
	}
	if err == nil && !last.Before(slot) {
		return false, nil // somebody was faster, or the clock went back
	}
	return true, tx.passSlot(job, schedule, slot)
}

func (tx *tx) passSlot(job, schedule string, slot time.Time) error {
	if err := tx.Exec(`INSERT OR REPLACE INTO slots(job, schedule, at) VALUES (?, ?, ?)`, job, schedule, At(slot)); err != nil {
		return fmt.Errorf("note a slot: %w", err)
	}
	return nil
}
