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
// owner's clock; the digests, the reminders, what waits for a decision and what fails are put into
// the outbox; and what waits there is sent, on each channel by itself.
func (s *Service) Jobs() []schedule.Job {
	jobs := []schedule.Job{
		{Name: "zone", Due: s.zoneDue, Run: func(ctx context.Context) error { return s.Store.RescheduleReminders(ctx, s.Policy) }},
		{Name: "reminders", Due: s.Store.NextFiring, Run: s.remind},
		{Name: "announcements", Due: s.announcementsDue, Run: s.announce},
		{Name: "alarms", Due: s.alarmDue, Run: s.alarm},
	}
	for _, channel := range s.names() {
		suffix, lane := " "+channel, s.Outbox.Lane(channel)
		if channel == store.ChannelGateway {
			suffix = ""
		}
		jobs = append(jobs,
			schedule.Job{
				Name: "digest" + suffix,
				Due:  func(ctx context.Context) (time.Time, bool, error) { return s.digestDue(ctx, channel) },
				Run:  func(ctx context.Context) error { return s.digest(ctx, channel) },
			},
			schedule.Job{Name: "outbox" + suffix, Due: lane.Due, Run: func(ctx context.Context) error {
				p, _, err := s.plan(ctx, channel)
				if err != nil {
					return err
				}
				return lane.Run(ctx, p.Channel, p.Closed)
			}})
	}
	return jobs
}

// zoneDue is now as long as the reminders stand in the zone of another configuration. Also
// one that was refused may have moved them.
func (s *Service) zoneDue(context.Context) (time.Time, bool, error) {
	return time.Time{}, !s.Store.RemindersStandIn(s.Policy), nil
}

// digestDue is the first slot of a channel after the last one that was dealt with, which may be over.
func (s *Service) digestDue(ctx context.Context, channel string) (time.Time, bool, error) {
	p, cron, err := s.plan(ctx, channel)
	if err != nil || !p.hears(store.DeliverDigest) || p.Cron == NoDigest {
		return time.Time{}, false, err
	}
	last, err := s.Store.Slot(ctx, store.DigestJob(channel), cron.String())
	if err != nil {
		return time.Time{}, false, err
	}
	at := cron.Next(last, s.zone())
	return at, !at.IsZero(), nil
}

func (s *Service) zone() *time.Location { return s.Store.Effective(s.Policy).Zone }

// digest deals with the slots of a channel that have come since the last one: the latest counts, if
// the hub was not down for too long at its time.
func (s *Service) digest(ctx context.Context, channel string) error {
	_, cron, err := s.plan(ctx, channel)
	if err != nil {
		return err
	}
	job := store.DigestJob(channel)
	last, err := s.Store.Slot(ctx, job, cron.String())
	if err != nil {
		return err
	}
	now := s.Store.Now()
	from := now.Add(-catchUp)
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
	all, err := s.targetsOf(ctx, store.DeliverDigest, channel)
	if err != nil {
		return err
	}
	_, err = s.Store.QueueDigest(ctx, channel, cron.String(), slot, s.Policy, func(threads []store.Thread) store.Message {
		m := digestMessage(threads, s.PublicURL, s.Store.Now())
		m.To = all.of(false)
		return m
	})
	return err
}

// remind lets the reminders be heard whose time has come, on all channels at once. Without any they
// show in the dashboard only.
func (s *Service) remind(ctx context.Context) error {
	all, err := s.targetsOf(ctx, store.DeliverReminder, s.names()...)
	if err != nil {
		return err
	}
	var compose func(store.Reminder) store.Message
	if len(all.list) > 0 {
		compose = func(r store.Reminder) store.Message {
			m := reminderMessage(r, s.PublicURL)
			m.To = all.of(m.Notice.Urgent)
			return m
		}
	}
	_, err = s.Store.FireReminders(ctx, s.Policy, compose)
	return err
}
