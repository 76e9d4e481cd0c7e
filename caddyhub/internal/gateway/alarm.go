package gateway

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/health"
	"github.com/progresshub/progresshub/store"
)

// lasting is how long something has to fail before the owner is told: much passes by itself.
const lasting = 15 * time.Minute

// storageArea is what fails when nothing can be put into the outbox.
const storageArea = "storage"

// alarms remembers of which failing areas the owner has been told today. Every outbox has one:
// what a process has said, it does not say again under another configuration.
type alarms struct {
	mu    sync.Mutex
	told  map[string]string    // the day, by area
	waits map[string]time.Time // until when one is put off, by area
}

// present are the problems that the owner is to be told of, and when.
func (a *alarms) present(problems []health.Problem, today string) (list []health.Problem, due []time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, p := range problems {
		if a.told[p.Area] == today {
			continue
		}
		at := p.Since.Add(lasting)
		if later := a.waits[p.Area]; at.Before(later) {
			at = later
		}
		list, due = append(list, p), append(due, at)
	}
	return list, due
}

// tell notes that the owner is told of an area on a day.
func (a *alarms) tell(area, day string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.told[area] = day
}

// putOff has an area wait.
func (a *alarms) putOff(area string, until time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.waits[area] = until
}

func (s *Service) today() string { return s.Store.Now().In(s.zone()).Format(time.DateOnly) }

// alarmDue is when the next of the present problems has lasted long enough.
func (s *Service) alarmDue(context.Context) (at time.Time, ok bool, err error) {
	_, due := s.Outbox.alarms.present(s.Problems(), s.today())
	if len(due) == 0 {
		return time.Time{}, false, nil
	}
	return slices.MinFunc(due, time.Time.Compare), true, nil
}

// alarm tells of what has failed for a while, once an area and day; of a channel that fails, on the
// others.
func (s *Service) alarm(ctx context.Context) error {
	today := s.today()
	list, due := s.Outbox.alarms.present(s.Problems(), today)
	var failed []error
	for i, p := range list {
		if !due[i].After(s.Store.Now()) {
			failed = append(failed, s.alarmOf(ctx, p, today))
		}
	}
	return errors.Join(failed...)
}

func (s *Service) alarmOf(ctx context.Context, p health.Problem, today string) error {
	others := slices.DeleteFunc(s.names(), func(channel string) bool { return channel == p.Area })
	all, err := s.targetsOf(ctx, store.DeliverAlarm, others...)
	if err != nil {
		return err
	}
	m := alarmMessage(p, s.PublicURL)
	m.To = all.of(false)
	err = s.Store.QueueAlarm(ctx, p.Area, today, m)
	if err != nil && p.Area == storageArea {
		if !all.quiet.IsZero() {
			s.Outbox.alarms.putOff(p.Area, all.quiet.Time)
			return nil
		}
		err = s.sayAloud(ctx, "alarm-"+p.Area+"-"+today, m)
		s.Outbox.alarms.tell(p.Area, today) // what could not be said is not said again
		return err
	}
	if err == nil {
		s.Outbox.alarms.tell(p.Area, today)
	}
	return err
}

// sayAloud sends an alarm past the outbox, which the disk does not take it into: on all its ways at
// once, and without a second try. Its id is the same in every process, so that receivers can drop a
// repetition. Its error is that of a channel that panics.
func (s *Service) sayAloud(ctx context.Context, id string, m store.Message) error {
	m.Notice.ID, m.Notice.Kind = id, store.DeliverAlarm
	var ways sync.WaitGroup
	panicked := make([]error, len(m.To))
	for i, to := range m.To {
		p, err := s.plan(ctx, to.Channel)
		if err != nil || p.Channel == nil {
			continue // switched off at this moment
		}
		ways.Go(func() {
			defer func() {
				if reason := recover(); reason != nil {
					panicked[i] = fmt.Errorf("say the alarm on %s: internal error (%T)", to.Channel, reason)
				}
			}()
			d := Message{Delivery: store.Delivery{ID: id, Kind: store.DeliverAlarm, Channel: to.Channel, Device: to.Device, Notice: &m.Notice, Text: m.Text}}
			if body, err := p.Channel.Compose(d); err == nil {
				p.Channel.Send(ctx, d, body.Sent)
			}
		})
	}
	ways.Wait()
	return errors.Join(panicked...)
}
