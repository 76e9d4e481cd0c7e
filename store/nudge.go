package store

import (
	"context"
	"fmt"
	"time"
)

const (
	// nudgeRest is how long after a nudge a thread is left out of digests: three days, of
	// which the clocks may take an hour.
	nudgeRest = 3*24*time.Hour - 2*time.Hour
	// maxNudged is how many threads one digest names.
	maxNudged = 2
)

// threadsToNudge are those that a digest on a channel names: stale, and not told of there lately. Those
// that were not told of at all since somebody worked on them come first, or with many of them the same
// would be told of again and again; then the oldest.
func (s *Store) threadsToNudge(read reads, channel string, now Time, p Policy) ([]Thread, error) {
	stale := func(n int, condition string, args ...any) ([]Thread, error) {
		return firstOf(s, n, read, func(r rowScanner) (Thread, error) { return scanThread(r, now) },
			`SELECT `+threadColumns+` FROM `+staleThreads+` WHERE `+activeThreads+`
			 AND last_activity_at <= ? AND (snoozed_until IS NULL OR snoozed_until <= ?)`+condition+` ORDER BY last_activity_at, id`,
			append([]any{p.staleBefore(now.Time), now}, args...)...)
	}
	rested := At(now.Add(-nudgeRest))
	list, err := stale(maxNudged, ` AND NOT EXISTS (SELECT 1 FROM nudges WHERE thread_id = threads.id AND channel = ? AND (at >= last_activity_at OR at > ?) AND at < ?)`,
		channel, rested, At(now.Add(FarAhead)))
	if err != nil || len(list) == maxNudged {
		return list, err
	}
	again, err := stale(maxNudged-len(list), ` AND EXISTS (SELECT 1 FROM nudges WHERE thread_id = threads.id AND channel = ? AND at >= last_activity_at AND at <= ?)`, channel, rested)
	return append(list, again...), err
}

// ThreadsToNudge are the threads that a digest on a channel would name now.
func (s *Store) ThreadsToNudge(ctx context.Context, channel string, p Policy) ([]Thread, error) {
	list, err := s.threadsToNudge(s.reads(ctx), channel, At(s.now()), s.Effective(p))
	return list, wrap("find stale threads", err)
}

// QueueDigest deals with a slot of a channel's digest: once for each slot, it puts what compose
// says of the stale threads into the outbox. Where nothing is stale it says nothing, and
// the slot is dealt with all the same. It reports whether something was queued.
func (s *Store) QueueDigest(ctx context.Context, channel, schedule string, slot time.Time, p Policy, compose func([]Thread) Message) (queued bool, err error) {
	err = s.write(ctx, "queue the digest", By{Actor: Owner}, func(tx *tx) error {
		if taken, err := tx.takeSlot(SlotJob(DeliverDigest, channel), schedule, slot); err != nil || !taken {
			return err
		}
		list, err := s.threadsToNudge(tx.Query, channel, tx.now, s.Effective(p))
		if err != nil || len(list) == 0 {
			return err
		}
		ids := make([]string, len(list))
		for i, t := range list {
			ids[i] = t.ID
		}
		// One that is still on its way names the same threads.
		if err := tx.Exec(`UPDATE deliveries SET state = 'failed', next_attempt_at = NULL, last_error = ? WHERE kind = ? AND channel = ? AND state = 'queued' AND NOT attempting`,
			replacedDigest, DeliverDigest, channel); err != nil {
			return fmt.Errorf("withdraw an older digest: %w", err)
		}
		made, err := tx.queue(DeliverDigest, DeliverDigest+"/"+At(slot).String(), compose(list), ids...)
		queued = len(made) > 0
		return err
	})
	return queued, err
}
