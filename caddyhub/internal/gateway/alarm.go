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

// alarms remembers when the owner was told of which failing area. Every outbox has one: what a process
// has said, it does not say again under another configuration.
type alarms struct {
	mu    sync.Mutex
	told  map[string]time.Time // by area
	waits map[string]time.Time // until when one is put off, by area
}

// present is when the owner is to be told of each problem.
func (a *alarms) present(problems []health.Problem, now time.Time) (due []time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, p := range problems {
		at := p.Since.Add(lasting)
		for _, later := range []time.Time{a.told[p.Area].Add(store.AlarmRest), a.waits[p.Area]} {
			if at.Before(later) && later.Sub(now) <= store.FarAhead { // else the clock was wrong
				at = later
			}
		}
		due = append(due, at)
	}
	return due
}

// tell notes when the owner was told of an area.
func (a *alarms) tell(area string, at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.told[area] = at
}

// forget notes that the owner was not told after all, as the area works again.
func (a *alarms) forget(area string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.told, area)
}

// putOff has an area wait.
func (a *alarms) putOff(area string, until time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.waits[area] = until
}

// fails reports whether an area does; known: somebody has looked.
func (s *Service) fails(area string) (yes, known bool) {
	return slices.ContainsFunc(s.Problems(), func(p health.Problem) bool { return p.Area == area }), s.Checked()
}

// alarmDue is when the next of the present problems has lasted long enough.
func (s *Service) alarmDue(context.Context) (at time.Time, ok bool, err error) {
	due := s.Outbox.alarms.present(s.Problems(), s.Store.Now())
	if len(due) == 0 {
		return time.Time{}, false, nil
	}
	return slices.MinFunc(due, time.Time.Compare), true, nil
}

// alarm tells of what has failed for a while, once a day for each area; of a channel that fails, on the
// others.
func (s *Service) alarm(ctx context.Context) error {
	now, list := s.Store.Now(), s.Problems()
	var failed []error
	for i, due := range s.Outbox.alarms.present(list, now) {
		if !due.After(now) {
			failed = append(failed, s.alarmOf(ctx, list[i]))
		}
	}
	return errors.Join(failed...)
}

func (s *Service) alarmOf(ctx context.Context, p health.Problem) error {
	others := slices.DeleteFunc(s.names(), func(channel string) bool { return channel == p.Area })
	all, err := s.targetsOf(ctx, store.DeliverAlarm, others...)
	if err != nil {
		return err
	}
	m := alarmMessage(p, s.PublicURL)
	m.To = all.of(false)
	told, err := s.Store.QueueAlarm(ctx, p.Area, m)
	if err != nil && p.Area == storageArea {
		if !all.quiet.IsZero() {
			s.Outbox.alarms.putOff(p.Area, all.quiet.Time)
			return nil
		}
		now := s.Store.Now()
		err = s.sayAloud(ctx, "alarm-"+p.Area+"-"+now.In(s.zone()).Format(time.DateOnly), m)
		s.Outbox.alarms.tell(p.Area, now) // what could not be said is not said again
		return err
	}
	if err == nil {
		s.Outbox.alarms.tell(p.Area, told.Time)
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
