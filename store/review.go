package store

import (
	"context"
	"time"
)

// maxReviewed is how many threads each part of a review names.
const maxReviewed = 30

// Review is what a span of time has led to.
type Review struct {
	From, To      time.Time
	Finished      []Thread // done in it and still done, the newest first
	FinishedCount int      // also those not named
	Quiet         []Thread // gone stale in it and still stale, the newest first
	QuietCount    int
}

// QueueReview deals with a slot of a channel's review: once for each slot, it puts what compose says
// of the time since from into the outbox. Where nothing was finished and nothing went stale it says
// nothing, and the slot is dealt with all the same. It reports whether something was queued.
func (s *Store) QueueReview(ctx context.Context, channel, schedule string, from, slot time.Time, p Policy, compose func(Review) Message) (queued bool, err error) {
	err = s.write(ctx, "queue the review", By{Actor: Owner}, func(tx *tx) error {
		if taken, err := tx.takeSlot(SlotJob(DeliverReview, channel), schedule, slot); err != nil || !taken {
			return err
		}
		r, err := s.review(tx, from, slot, s.Effective(p))
		if err != nil || r.FinishedCount+r.QuietCount == 0 {
			return err
		}
		made, err := tx.queue(DeliverReview, DeliverReview+"/"+At(slot).String(), compose(r))
		queued = len(made) > 0
		return err
	})
	return queued, err
}

func (s *Store) review(tx *tx, from, to time.Time, p Policy) (r Review, err error) {
	r = Review{From: from, To: to}
	for _, part := range []struct {
		list  *[]Thread
		count *int
		where string
		order string
		args  []any
	}{
		{
			&r.Finished, &r.FinishedCount,
			`INDEXED BY threads_finished WHERE deleted_at IS NULL AND status = 'done' AND completed_at > ? AND completed_at <= ?`,
			`completed_at DESC, id DESC`,
			[]any{At(from), At(to)},
		},
		{
			&r.Quiet, &r.QuietCount,
			`INDEXED BY threads_active_by_age WHERE ` + activeThreads + ` AND last_activity_at > ? AND last_activity_at <= ? AND (snoozed_until IS NULL OR snoozed_until <= ?)`,
			`last_activity_at DESC, id DESC`,
			[]any{p.staleBefore(from), p.staleBefore(to), tx.now},
		},
	} {
		if err := tx.Row(`SELECT count(*) FROM threads `+part.where, part.args...).Scan(part.count); err != nil {
			return r, err
		}
		*part.list, err = firstOf(s, maxReviewed, tx.Query, func(row rowScanner) (Thread, error) { return scanThread(row, tx.now) },
			`SELECT `+threadColumns+` FROM threads `+part.where+` ORDER BY `+part.order, part.args...)
		if err != nil {
			return r, err
		}
	}
	return r, nil
}
