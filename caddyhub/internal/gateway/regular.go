package gateway

import (
	"context"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/store"
)

// How late a digest and a review may be when the hub was down at their time.
const (
	catchUp       = 12 * time.Hour
	reviewCatchUp = 72 * time.Hour
)

// regular is a kind of messages that goes out on a channel by a schedule of its own.
type regular struct {
	kind    string
	channel string
	catchUp time.Duration
	when    func(context.Context, Plan) (string, error) // a cron expression; empty or off: never
	// queue puts the message of a slot into the outbox.
	queue func(ctx context.Context, cron schedule.Expression, slot time.Time, to []store.Target) error
}

func (s *Service) digestOf(channel string) regular {
	return regular{
		kind: store.DeliverDigest, channel: channel, catchUp: catchUp,
		when: func(ctx context.Context, p Plan) (string, error) {
			if p.Digest != "" {
				return p.Digest, nil
			}
			e, err := s.load(ctx)
			return e.Cron.String(), err
		},
		queue: func(ctx context.Context, cron schedule.Expression, slot time.Time, to []store.Target) error {
			_, err := s.Store.QueueDigest(ctx, channel, cron.String(), slot, s.Policy, func(threads []store.Thread) store.Message {
				m := digestMessage(threads, s.PublicURL, s.Store.Now())
				m.To = to
				return m
			})
			return err
		},
	}
}

// longestReview is the longest span that a review looks back over.
const longestReview = 366 * 24 * time.Hour

// reviewOf speaks of the time since the slot before, also if nothing was said at that one.
func (s *Service) reviewOf(channel string) regular {
	return regular{
		kind: store.DeliverReview, channel: channel, catchUp: reviewCatchUp,
		when: func(_ context.Context, p Plan) (string, error) { return p.Review, nil },
		queue: func(ctx context.Context, cron schedule.Expression, slot time.Time, to []store.Target) error {
			from, ok := cron.Last(slot.Add(-longestReview), slot.Add(-time.Second), s.zone())
			if !ok {
				from = slot.Add(-longestReview)
			}
			_, err := s.Store.QueueReview(ctx, channel, cron.String(), from, slot, s.Policy, func(r store.Review) store.Message {
				m := reviewMessage(r, s.PublicURL)
				m.To = to
				return m
			})
			return err
		},
	}
}

func (s *Service) regularJob(name string, r regular) schedule.Job {
	return schedule.Job{
		Name: name,
		Due:  func(ctx context.Context) (time.Time, bool, error) { return s.regularDue(ctx, r) },
		Run:  func(ctx context.Context) error { return s.sayRegularly(ctx, r) },
	}
}

// regularCron is when a message goes out; false: never.
func (s *Service) regularCron(ctx context.Context, r regular) (cron schedule.Expression, heard bool, err error) {
	p, err := s.plan(ctx, r.channel)
	if err != nil || !p.Hears(r.kind) {
		return cron, false, err
	}
	text, err := r.when(ctx, p)
	if err != nil || text == "" || text == NoDigest {
		return cron, false, err
	}
	cron, err = schedule.Parse(text)
	return cron, err == nil, err
}

// regularDue is the first slot after the last one that was dealt with, which may be over. Of a message that
// nobody hears it is now as long as something stands of the time in which somebody did.
func (s *Service) regularDue(ctx context.Context, r regular) (time.Time, bool, error) {
	job := store.SlotJob(r.kind, r.channel)
	cron, heard, err := s.regularCron(ctx, r)
	if err != nil {
		return time.Time{}, false, err
	}
	if !heard {
		has, err := s.Store.HasSlot(ctx, job)
		return time.Time{}, has, err
	}
	last, err := s.Store.Slot(ctx, job, cron.String())
	if err != nil {
		return time.Time{}, false, err
	}
	at := cron.Next(last, s.zone())
	return at, !at.IsZero(), nil
}

// sayRegularly deals with the slots that have come since the last one: the latest counts, if the hub
// was not down for too long at its time. What comes while nobody hears it is not made up for: the job
// begins anew when somebody does again.
func (s *Service) sayRegularly(ctx context.Context, r regular) error {
	job := store.SlotJob(r.kind, r.channel)
	cron, heard, err := s.regularCron(ctx, r)
	if err != nil {
		return err
	}
	if !heard {
		return s.Store.ForgetSlot(ctx, job)
	}
	last, err := s.Store.Slot(ctx, job, cron.String())
	if err != nil {
		return err
	}
	now := s.Store.Now()
	from := now.Add(-r.catchUp)
	if from.Before(last) {
		from = last
	}
	slot, ok := cron.Last(from, now, s.zone())
	if !ok {
		if last.Before(now) { // all that was missed is too old
			return s.Store.PassSlot(ctx, job, cron.String(), now)
		}
		return nil
	}
	all, err := s.targetsOf(ctx, r.kind, r.channel)
	if err != nil {
		return err
	}
	return r.queue(ctx, cron, slot, all.of(false))
}
