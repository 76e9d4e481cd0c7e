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

// Outbox takes messages from the store to the channels, in a lane for each: one that hangs holds up
// no other. Each attempt is recorded before it is sent, and its outcome after, so that whatever
// dies in between, nothing goes out twice that must not, and nothing is lost that must not be
// (docs/notifications.md). Every runtime has one, because attempts outlive configurations.
type Outbox struct {
	store *store.Store
	now   func() time.Time

	alarms alarms

	mu      sync.Mutex
	resumed bool // what an earlier process left open is decided
	lanes   map[string]*Lane
}

// Lane is the queue of one channel.
type Lane struct {
	outbox  *Outbox
	channel string

	mu         sync.Mutex
	unrecorded *attemptOutcome    // an outcome that the disk did not take yet
	recalled   bool               // what an earlier process has seen is in failing
	failing    *store.Undelivered // nil: the last attempt succeeded, or there was none
}

type attemptOutcome struct {
	id  string
	out store.Outcome
}

// present is what counts at the turn of a message.
type present interface {
	// quietUntil is the end of the quiet hours; zero: they are not now.
	quietUntil(ctx context.Context) (time.Time, error)
	// fails reports whether an area does; known: somebody has looked.
	fails(area string) (yes, known bool)
}

// NewOutbox makes the outbox of a store, on the store's clock.
func NewOutbox(s *store.Store) *Outbox {
	return &Outbox{store: s, now: s.Now, alarms: alarms{told: map[string]time.Time{}, waits: map[string]time.Time{}}, lanes: map[string]*Lane{}}
}

// Lane is that of a channel.
func (o *Outbox) Lane(channel string) *Lane {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.lanes[channel] == nil {
		o.lanes[channel] = &Lane{outbox: o, channel: channel}
	}
	return o.lanes[channel]
}

// Due is when the lane has something to do; false: nothing waits.
func (l *Lane) Due(ctx context.Context, hub present) (time.Time, bool, error) {
	l.mu.Lock()
	waiting := l.unrecorded != nil
	l.mu.Unlock()
	if waiting {
		return l.outbox.now(), true, nil
	}
	d, ok, err := l.outbox.store.NextDelivery(ctx, l.channel)
	if err != nil || !ok {
		return time.Time{}, false, err
	}
	at, err := l.turn(ctx, d, hub)
	if !at.Equal(d.NextAttemptAt.Time) {
		at = l.outbox.now() // at least it is to be put where it belongs
	}
	return at, err == nil, err
}

// turn is when a delivery is to be tried. What waits for longer than a retry does waits for the end of
// quiet hours, and those of now count: the owner may have changed them. A clock that was far ahead may
// have set its time, too: a reminder from that future waits until it is due there again. An alarm that an
// earlier process has left waits until it is known what fails.
func (l *Lane) turn(ctx context.Context, d store.Delivery, hub present) (time.Time, error) {
	now, at := l.outbox.now(), d.NextAttemptAt.Time
	if at.Sub(now) <= longestWait {
		if area := d.Area(); area != "" && !at.After(now) {
			if _, known := hub.fails(area); !known {
				at = now.Add(time.Second)
			}
		}
		return at, nil
	}
	if due, ok := d.Occurrence(); ok && due.Sub(now) > store.FarAhead {
		return due.Time, nil
	}
	if d.Urgent() {
		return now, nil
	}
	end, err := hub.quietUntil(ctx)
	if err == nil && end.IsZero() {
		end = now
	}
	return end, err
}

// Run sends the message that is due, one at a time: the next one finds the settings as they
// are by then. Without a channel it fails, as nobody is there to hear it. In quiet hours only what is
// urgent is sent. It must not run twice at once.
func (l *Lane) Run(ctx context.Context, p Plan, hub present) error {
	if err := l.resume(ctx); err != nil {
		return err
	}
	if err := l.recordOutcome(); err != nil {
		return err
	}
	d, ok, err := l.outbox.store.NextDelivery(ctx, l.channel)
	if err != nil || !ok {
		return err
	}
	at, err := l.turn(ctx, d, hub)
	switch later := at.After(l.outbox.now()); {
	case err != nil || later && at.Equal(d.NextAttemptAt.Time):
		return err
	case later:
		_, err = l.outbox.store.PutOffDelivery(ctx, d.ID, at)
	default:
		err = l.deliver(ctx, d, p, hub)
	}
	if gone := new(store.NotFoundError); errors.As(err, &gone) {
		return nil // withdrawn at this moment
	}
	return err
}

// resume decides once what a process that died left open. Nothing is sent before that. What was
// known of the lane's failures is asked for before.
func (l *Lane) resume(ctx context.Context) error {
	if _, err := l.undelivered(ctx); err != nil {
		return err
	}
	o := l.outbox
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.resumed {
		return nil
	}
	err := o.store.ResumeDeliveries(ctx)
	o.resumed = err == nil
	return err
}

func (l *Lane) deliver(ctx context.Context, d store.Delivery, p Plan, hub present) error {
	why, err := l.over(ctx, d, hub)
	if err != nil {
		return err
	}
	to := p.Channel
	if why == "" && to == nil {
		why = p.Closed
	}
	if why != "" {
		_, err := l.outbox.store.EndAttempt(ctx, d.ID, store.Outcome{Error: why})
		return err
	}
	if !d.Urgent() {
		if end, err := hub.quietUntil(ctx); err != nil || !end.IsZero() {
			if err == nil {
				_, err = l.outbox.store.PutOffDelivery(ctx, d.ID, end)
			}
			return err
		}
	}
	m := Message{Delivery: d}
	if c, ok := to.(ButtonChannel); ok && d.Notice != nil && c.Buttons() {
		m.Buttons = d.Notice.Buttons()
	}
	body, err := to.Compose(m)
	if err != nil {
		return fmt.Errorf("compose a message: %w", err)
	}
	if m.Delivery, err = l.outbox.store.BeginAttempt(ctx, d.ID, body.Shown, m.Buttons...); err != nil {
		return err
	}
	out := l.judge(m.Delivery, to.Send(ctx, m, body.Sent))
	l.note(out)
	l.mu.Lock()
	l.unrecorded = &attemptOutcome{d.ID, out}
	l.mu.Unlock()
	return l.recordOutcome()
}

// over says why a message is no longer worth sending; empty: it is.
func (l *Lane) over(ctx context.Context, d store.Delivery, hub present) (string, error) {
	age := l.outbox.now().Sub(d.DueAt.Time)
	switch {
	case d.Kind == store.DeliverDigest && age >= catchUp:
		return phrase.NotifyLateDigest(int(catchUp.Hours())).String(), nil
	case d.Kind == store.DeliverTest && age >= patience:
		return phrase.NotifyLateTest.String(), nil
	case d.Kind == store.DeliverAlarm && age >= catchUp:
		return phrase.NotifyLate(int(catchUp.Hours())).String(), nil
	case d.Kind == store.DeliverReview && age >= reviewCatchUp:
		return phrase.NotifyLate(int(reviewCatchUp.Hours())).String(), nil
	}
	if area := d.Area(); area != "" {
		if fails, _ := hub.fails(area); !fails {
			l.outbox.alarms.forget(area) // when it fails again, it is told
			return store.Withdrawn, nil
		}
	}
	open, err := l.outbox.store.StillOpen(ctx, d)
	switch {
	case err != nil || open:
		return "", err
	case d.Kind == store.DeliverReminder || d.Kind == store.DeliverReady || d.Kind == store.DeliverDigest:
		return store.Withdrawn, nil
	}
	return store.Decided, nil
}

// recordOutcome records the outcome of the last attempt, also when the hub is about to stop. One
// that the disk does not take is kept: until it is recorded, nothing else is sent on this lane.
func (l *Lane) recordOutcome() error {
	l.mu.Lock()
	open := l.unrecorded
	l.mu.Unlock()
	if open == nil {
		return nil
	}
	_, err := l.outbox.store.EndAttempt(context.Background(), open.id, open.out)
	gone, damaged := new(store.NotFoundError), new(store.DamagedError)
	if err != nil && !errors.As(err, &gone) && !errors.As(err, &damaged) { // a damaged one is never sent again
		return err
	}
	l.mu.Lock()
	l.unrecorded = nil
	l.mu.Unlock()
	return nil
}

// judge decides whether and when to try again.
func (l *Lane) judge(d store.Delivery, r Reply) store.Outcome {
	out := store.Outcome{Error: r.Why.String(), Reached: r.Verdict != Unreached}
	now := l.outbox.now()
	switch {
	case r.Verdict == Accepted:
		return store.Outcome{Sent: true, Reached: true}
	case r.Verdict == Rejected:
		return out
	case r.Verdict == Unknown && store.SaidOnce(d.Kind):
		out.Error = phrase.GatewayInterrupted(r.Why).String()
		return out
	case r.Verdict == Unreached:
		if rest := now.Sub(d.NextAttemptAt.Time); rest > longestRest && d.Kind != store.DeliverDigest { // a digest is late by the clock
			out.Rested = rest
		}
		if now.Sub(d.DueAt.Time)-out.Rested >= absence {
			out.Error = phrase.GatewayForHours(r.Why, int(absence.Hours())).String()
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
		out.Error = phrase.GatewayAttempts(r.Why, d.Attempts).String()
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
