package gateway

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/health"
	"github.com/progresshub/progresshub/store"
)

// lasting is how long something has to fail before the owner is told: much passes by itself.
const lasting = 15 * time.Minute

// announcementsDue is now as long as something waits for the owner that nobody has told of.
func (s *Service) announcementsDue(ctx context.Context) (time.Time, bool, error) {
	requests, conflicts, err := s.Store.Unannounced(ctx)
	return time.Time{}, requests || conflicts, err
}

// announce tells of the change requests and conflicts that are new. Where nobody wants to hear of
// them they count as told: they are not made up for.
func (s *Service) announce(ctx context.Context) error {
	requests, err := s.targetsOf(ctx, store.DeliverApproval, s.names()...)
	if err != nil {
		return err
	}
	if err := s.Store.AnnounceRequests(ctx, func(a store.Approval) store.Message {
		m := requestMessage(a, s.PublicURL)
		m.To = requests.of(false)
		return m
	}); err != nil {
		return err
	}
	conflicts, err := s.targetsOf(ctx, store.DeliverConflict, s.names()...)
	if err != nil {
		return err
	}
	return s.Store.AnnounceConflicts(ctx, func(paths []string) store.Message {
		m := conflictMessage(paths, s.PublicURL)
		m.To = conflicts.of(false)
		return m
	})
}

// alarms remembers of which failing areas the owner has been told today.
type alarms struct {
	problems func() []health.Problem
	now      func() time.Time
	zone     func() *time.Location

	mu   sync.Mutex
	told map[string]string // the day, by area
}

func (a *alarms) day() string { return a.now().In(a.zone()).Format(time.DateOnly) }

// due is when the next of the present problems has lasted long enough.
func (a *alarms) due(context.Context) (at time.Time, ok bool, err error) {
	for _, p := range a.untold() {
		if end := p.Since.Add(lasting); !ok || end.Before(at) {
			at, ok = end, true
		}
	}
	return at, ok, nil
}

// untold are the present problems that the owner was not told of today.
func (a *alarms) untold() []health.Problem {
	a.mu.Lock()
	defer a.mu.Unlock()
	today := a.day()
	return slices.DeleteFunc(a.problems(), func(p health.Problem) bool { return a.told[p.Area] == today })
}

// tell notes that the owner is told of an area, and returns the day.
func (a *alarms) tell(area string) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.told[area] = a.day()
	return a.told[area]
}

// alarm tells of what has failed for a while, once an area and day; of a channel that fails, on the
// others. What can't be put into the outbox shows in the dashboard only: the disk may be full.
func (s *Service) alarm(ctx context.Context) error {
	for _, p := range s.alarms.untold() {
		if s.Store.Now().Sub(p.Since) < lasting {
			continue
		}
		others := slices.DeleteFunc(s.names(), func(channel string) bool { return channel == p.Area })
		all, err := s.targetsOf(ctx, store.DeliverAlarm, others...)
		if err != nil {
			return err
		}
		m := alarmMessage(p, s.PublicURL)
		m.To = all.of(false)
		if err := s.Store.QueueAlarm(ctx, p.Area, s.alarms.tell(p.Area), m); err != nil {
			return err
		}
	}
	return nil
}
