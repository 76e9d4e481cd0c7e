package gateway

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// Outbox takes messages from the store to a channel. Each attempt is recorded before it is
// sent, and its outcome after, so that whatever dies in between, nothing goes out twice that
// must not, and nothing is lost that must not be (docs/notifications.md). Every runtime has one,
// because attempts outlive configurations.
type Outbox struct {
	store *store.Store
	now   func() time.Time

	mu         sync.Mutex
	resumed    bool               // what an earlier process left open is decided
	unrecorded *attemptOutcome    // an outcome that the disk did not take yet
	recalled   bool               // what an earlier process has seen is in failing
	failing    *store.Undelivered // nil: the last attempt succeeded, or there was none
}

type attemptOutcome struct {
	id  string
	out store.Outcome
}

// NewOutbox makes the outbox of a store, on the store's clock.
func NewOutbox(s *store.Store) *Outbox { return &Outbox{store: s, now: s.Now} }

// Due is when the outbox has something to do; false: nothing waits.
func (o *Outbox) Due(ctx context.Context) (time.Time, bool, error) {
	o.mu.Lock()
	waiting := o.unrecorded != nil
	o.mu.Unlock()
	if waiting {
		return o.now(), true, nil
	}
	d, ok, err := o.store.NextDelivery(ctx)
	if err != nil || !ok {
		return time.Time{}, false, err
	}
	return d.NextAttemptAt.Time, true, nil
}

// Run sends the message that is due, one at a time: the next one finds the settings as they
// are by then. Without a channel it fails: nobody is there to hear it. It must not run twice
// at once.
func (o *Outbox) Run(ctx context.Context, to Channel) error {
	if err := o.resume(ctx); err != nil {
		return err
	}
	if err := o.recordOutcome(); err != nil {
		return err
	}
	d, ok, err := o.store.NextDelivery(ctx)
	if err != nil || !ok || d.NextAttemptAt.After(o.now()) {
		return err
	}
	err = o.deliver(ctx, d, to)
	if gone := new(store.NotFoundError); errors.As(err, &gone) {
		return nil // withdrawn at this moment
	}
	return err
}

// resume decides once what a process that died left open. Nothing is sent before that.
func (o *Outbox) resume(ctx context.Context) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.resumed {
		return nil
	}
	err := o.recall(ctx)
	if err == nil {
		err = o.store.ResumeDeliveries(ctx)
	}
	o.resumed = err == nil
	return err
}

func (o *Outbox) deliver(ctx context.Context, d store.Delivery, to Channel) error {
	why, err := o.over(ctx, d)
	if err != nil {
		return err
	}
	if why != "" {
		_, err := o.store.EndAttempt(ctx, d.ID, store.Outcome{Error: why})
		return err
	}
	if to == nil {
		_, err := o.store.EndAttempt(ctx, d.ID, store.Outcome{Error: "no gateway is set up"})
		return err
	}
	body, err := to.Compose(d.Text)
	if err != nil {
		return fmt.Errorf("compose a message: %w", err)
	}
	if d, err = o.store.BeginAttempt(ctx, d.ID, body); err != nil {
		return err
	}
	out := o.judge(d, to.Send(ctx, d.ID, body))
	o.note(out)
	o.mu.Lock()
	o.unrecorded = &attemptOutcome{d.ID, out}
	o.mu.Unlock()
	return o.recordOutcome()
}

// over says why a message is no longer worth sending; empty: it is.
func (o *Outbox) over(ctx context.Context, d store.Delivery) (string, error) {
	age := o.now().Sub(d.CreatedAt.Time)
	switch {
	case d.Kind == store.DeliverDigest && age >= catchUp:
		return fmt.Sprintf("it could not be sent for %.0f hours, and the next digest tells the same", catchUp.Hours()), nil
	case d.Kind == store.DeliverTest && age >= patience:
		return "it could not be sent for ten minutes", nil
	case d.Kind == store.DeliverReminder:
		due, err := o.store.StillDue(ctx, d)
		if err == nil && !due {
			return store.ReminderWithdrawn, nil
		}
		return "", err
	}
	return "", nil
}

// recordOutcome records the outcome of the last attempt, also when the hub is about to stop. One
// that the disk does not take is kept: until it is recorded, nothing else is sent.
func (o *Outbox) recordOutcome() error {
	o.mu.Lock()
	open := o.unrecorded
	o.mu.Unlock()
	if open == nil {
		return nil
	}
	_, err := o.store.EndAttempt(context.Background(), open.id, open.out)
	gone, damaged := new(store.NotFoundError), new(store.DamagedError)
	if err != nil && !errors.As(err, &gone) && !errors.As(err, &damaged) { // a damaged one is never sent again
		return err
	}
	o.mu.Lock()
	o.unrecorded = nil
	o.mu.Unlock()
	return nil
}

// judge decides whether and when to try again.
func (o *Outbox) judge(d store.Delivery, r Reply) store.Outcome {
	out := store.Outcome{Error: r.Why, Reached: r.Verdict != Unreached}
	now := o.now()
	switch {
	case r.Verdict == Accepted:
		return store.Outcome{Sent: true, Reached: true}
	case r.Verdict == Rejected:
		return out
	case r.Verdict == Unknown && d.Kind == store.DeliverDigest:
		out.Error = phrase.GatewayInterrupted(phrase.Text(r.Why)).String()
		return out
	case r.Verdict == Unreached:
		if now.Sub(d.CreatedAt.Time) >= absence {
			out.Error = phrase.GatewayForHours(phrase.Text(out.Error), int(absence.Hours())).String()
			return out
		}
		out.RetryAt = new(now.Add(pause(d.Attempts - d.Answers)))
		return out
	}
	answers, end := d.Answers+1, now.Add(patience)
	if d.FirstAnswerAt != nil {
		end = d.FirstAnswerAt.Add(patience)
	}
	if answers >= maxAnswers || !now.Before(end) {
		out.Error = phrase.GatewayAttempts(phrase.Text(out.Error), d.Attempts).String()
		return out
	}
	again := now.Add(max(pause(answers), r.After))
	if again.After(end) {
		again = end // the last attempt comes in time
	}
	out.RetryAt = &again
	return out
}

// pause is the time to wait after so many attempts, give or take a fifth, so that hubs
// which failed together don't come back together.
func pause(attempts int) time.Duration {
	length := firstPause
	for ; attempts > 1 && length < longestPause; attempts-- {
		length *= 2
	}
	length = min(length, longestPause)
	return length*4/5 + rand.N(length*2/5)
}
