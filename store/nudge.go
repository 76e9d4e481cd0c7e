package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
)

const (
	// nudgeRest is how long after a nudge a thread is left out of digests: three days, of
	// which the clocks may take an hour.
	nudgeRest = 3*24*time.Hour - 2*time.Hour
	// farAhead is more than a clock is set back by its owner.
	farAhead = 25 * time.Hour
	// maxNudged is how many threads one digest names.
	maxNudged = 2
)

// Slot is the last slot of a scheduled job that was dealt with under its present schedule.
// A job that is new, or whose schedule is another by now, begins at this moment: what it
// would have done before is not made up for. So does one whose last slot lies far ahead: the
// clock was wrong then.
func (s *Store) Slot(ctx context.Context, job, schedule string) (time.Time, error) {
	const op = "read the slot of a job"
	const query = `SELECT at FROM slots WHERE job = ? AND schedule = ?`
	var at Time
	err := s.row(ctx, query, job, schedule).Scan(&at)
	begin := func(err error, now time.Time) bool {
		return errors.Is(err, sql.ErrNoRows) || err == nil && at.Sub(now) > farAhead
	}
	if begin(err, s.now()) {
		err = s.write(ctx, op, By{Actor: Owner}, func(tx *tx) error {
			if err := tx.row(query, job, schedule).Scan(&at); !begin(err, tx.now.Time) {
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

func (tx *tx) passSlot(job, schedule string, slot time.Time) error {
	if err := tx.exec(`INSERT OR REPLACE INTO slots(job, schedule, at) VALUES (?, ?, ?)`, job, schedule, At(slot)); err != nil {
		return fmt.Errorf("note a slot: %w", err)
	}
	return nil
}

// quietThreads are those that a digest names: stale, not told of lately, the oldest first.
func (s *Store) quietThreads(read reads, now Time, p Policy) ([]Thread, error) {
	return firstOf(s, maxNudged, read, func(r rowScanner) (Thread, error) { return scanThread(r, now) },
		`SELECT `+threadColumns+` FROM `+staleThreads+` WHERE `+activeThreads+`
		 AND last_activity_at <= ? AND (snoozed_until IS NULL OR snoozed_until <= ?)
		 AND NOT EXISTS (SELECT 1 FROM nudges WHERE thread_id = threads.id AND at > ? AND at < ?)
		 ORDER BY last_activity_at, id`,
		p.staleBefore(now.Time), now, At(now.Add(-nudgeRest)), At(now.Add(farAhead)))
}

// QuietThreads are the threads that a digest would name now.
func (s *Store) QuietThreads(ctx context.Context, p Policy) ([]Thread, error) {
	list, err := s.quietThreads(s.reads(ctx), At(s.now()), s.Effective(p))
	return list, wrap("find stale threads", err)
}

// QueueDigest deals with a slot of the digest: once for each slot, it puts what compose
// says of the stale threads into the outbox. Where nothing is stale it says nothing, and
// the slot is dealt with all the same. It reports whether something was queued.
func (s *Store) QueueDigest(ctx context.Context, schedule string, slot time.Time, p Policy, compose func([]Thread) string) (queued bool, err error) {
	err = s.write(ctx, "queue the digest", By{Actor: Owner}, func(tx *tx) error {
		var last Time
		err := tx.row(`SELECT at FROM slots WHERE job = ?`, DeliverDigest).Scan(&last)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if err == nil && !last.Before(slot) {
			return nil // somebody was faster, or the clock went back
		}
		if err := tx.passSlot(DeliverDigest, schedule, slot); err != nil {
			return err
		}
		list, err := s.quietThreads(tx.reads, tx.now, s.Effective(p))
		if err != nil || len(list) == 0 {
			return err
		}
		ids := make([]string, len(list))
		for i, t := range list {
			ids[i] = t.ID
		}
		// One that is still on its way names the same threads.
		if err := tx.exec(`UPDATE deliveries SET state = 'failed', next_attempt_at = NULL, last_error = ? WHERE kind = ? AND state = 'queued' AND NOT attempting`,
			replacedDigest, DeliverDigest); err != nil {
			return fmt.Errorf("withdraw an older digest: %w", err)
		}
		queued = true
		_, err = tx.queue(DeliverDigest, DeliverDigest+"/"+At(slot).String(), compose(list), ids...)
		return err
	})
	return queued, err
}

// nudged notes that the owner has been told of threads in a digest. Its slot counts: the
// answer came a little later, and in three days the same hour is three days later.
func (tx *tx) nudged(d *Delivery) error {
	_, slot, _ := strings.Cut(d.Slot, "/")
	for _, id := range d.threads {
		if err := tx.exec(`INSERT OR REPLACE INTO nudges(thread_id, at) SELECT id, ? FROM threads WHERE id = ?`, slot, id); err != nil {
			return fmt.Errorf("note a nudge: %w", err)
		}
	}
	return nil
}
