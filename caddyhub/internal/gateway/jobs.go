package gateway

import (
	"context"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/store"
)

// Jobs are what the hub does at its time for the owner to hear: the reminders stand on the
// owner's clock; the digests, the reviews, the reminders, what waits for a decision and what fails are put into
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
			s.regularJob("digest"+suffix, s.digestOf(channel)),
			schedule.Job{
				Name: "outbox" + suffix,
				Due:  func(ctx context.Context) (time.Time, bool, error) { return lane.Due(ctx, s) },
				Run: func(ctx context.Context) error {
					p, err := s.plan(ctx, channel)
					if err != nil {
						return err
					}
					return lane.Run(ctx, p, s)
				},
			})
		if channel != store.ChannelGateway { // an agent is told what it can help with
			jobs = append(jobs, s.regularJob("review"+suffix, s.reviewOf(channel)))
		}
	}
	return jobs
}

// zoneDue is now as long as the reminders stand in the zone of another configuration, or where a clock
// has put them that was ahead. Also one that was refused may have moved them.
func (s *Service) zoneDue(context.Context) (time.Time, bool, error) {
	return time.Time{}, !s.Store.RemindersStandIn(s.Policy), nil
}

func (s *Service) zone() *time.Location { return s.Store.Effective(s.Policy).Zone }

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
