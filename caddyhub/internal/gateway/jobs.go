package gateway

import (
	"context"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/store"
)

// catchUp is how late a digest may be when the hub was down at its time.
const catchUp = 12 * time.Hour

// Jobs are what the hub does at its time for the owner to hear: the reminders stand on the
// owner's clock, the digest and the reminders are put into the outbox, and what waits there
// is sent.
func (s *Service) Jobs() []schedule.Job {
	return []schedule.Job{
		{Name: "zone", Due: s.zoneDue, Run: func(ctx context.Context) error { return s.Store.RescheduleReminders(ctx, s.Policy) }},
		{Name: "digest", Due: s.digestDue, Run: s.digest},
		{Name: "reminders", Due: s.Store.NextFiring, Run: s.remind},
		{Name: "outbox", Due: s.Outbox.Due, Run: func(ctx context.Context) error {
			e, err := s.load(ctx)
			if err != nil {
				return err
			}
			return s.Outbox.Run(ctx, s.channel(e))
		}},
	}
}

// zoneDue is now as long as the reminders stand in the zone of another configuration. Also
// one that was refused may have moved them.
func (s *Service) zoneDue(context.Context) (time.Time, bool, error) {
	return time.Time{}, !s.Store.RemindersStandIn(s.Policy), nil
}

// digestDue is the first slot after the last one that was dealt with, which may be over.
func (s *Service) digestDue(ctx context.Context) (time.Time, bool, error) {
	e, err := s.load(ctx)
	if err != nil || s.channel(e) == nil {
		return time.Time{}, false, err
	}
	last, err := s.Store.Slot(ctx, store.DeliverDigest, e.Cron.String())
	if err != nil {
		return time.Time{}, false, err
	}
	at := e.Cron.Next(last, s.zone())
	return at, !at.IsZero(), nil
}

func (s *Service) zone() *time.Location { return s.Store.Effective(s.Policy).Zone }

// digest deals with the slots that have come since the last one: the latest counts, if the
// hub was not down for too long at its time.
func (s *Service) digest(ctx context.Context) error {
	e, err := s.load(ctx)
	if err != nil {
		return err
	}
	last, err := s.Store.Slot(ctx, store.DeliverDigest, e.Cron.String())
	if err != nil {
		return err
	}
	now := s.Store.Now()
	from := now.Add(-catchUp)
	if from.Before(last) {
		from = last
	}
	slot, ok := e.Cron.Last(from, now, s.zone())
	if !ok {
		if last.Before(now) { // all that was missed is too old
			return s.Store.PassSlot(ctx, store.DeliverDigest, e.Cron.String(), now)
		}
		return nil
	}
	_, err = s.Store.QueueDigest(ctx, e.Cron.String(), slot, s.Policy, s.digestText)
	return err
}

// remind lets the reminders be heard whose time has come. Without a gateway they show in
// the dashboard only.
func (s *Service) remind(ctx context.Context) error {
	e, err := s.load(ctx)
	if err != nil {
		return err
	}
	var compose func(store.Reminder) string
	if s.channel(e) != nil {
		compose = func(m store.Reminder) string { return reminderText(m, s.PublicURL) }
	}
	_, err = s.Store.FireReminders(ctx, s.Policy, compose)
	return err
}
