package gateway

import (
	"context"
	"time"

	"github.com/progresshub/progresshub/store"
)

// announcementsDue is now as long as something waits for the owner that nobody has told of.
func (s *Service) announcementsDue(ctx context.Context) (time.Time, bool, error) {
	some, err := s.Store.Unannounced(ctx)
	return time.Time{}, some, err
}

// announce tells of the change requests and conflicts that are new, and of threads that can start.
// Where nobody wants to hear of them they count as told: they are not made up for.
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
	if err := s.Store.AnnounceConflicts(ctx, func(paths []string) store.Message {
		m := conflictMessage(paths, s.PublicURL)
		m.To = conflicts.of(false)
		return m
	}); err != nil {
		return err
	}
	ready, err := s.targetsOf(ctx, store.DeliverReady, s.names()...)
	if err != nil {
		return err
	}
	return s.Store.AnnounceFreed(ctx, func(list []store.Freed) store.Message {
		m := readyMessage(list, s.PublicURL)
		m.To = ready.of(false)
		return m
	})
}
