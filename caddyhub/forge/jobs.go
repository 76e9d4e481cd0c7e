package forge

import (
	"context"
	"errors"
	"time"

	"github.com/progresshub/progresshub/caddyhub/schedule"
	"github.com/progresshub/progresshub/store"
)

// Jobs are what is done on the forge at its time: the scheduled sync, and one that was
// asked for when the hub ended under it.
func (s *Service) Jobs() []schedule.Job {
	return []schedule.Job{{Name: "forge", Due: s.due, Run: s.runDue}}
}

// due is when the next sync is; one that is missed is made up for once.
func (s *Service) due(ctx context.Context) (time.Time, bool, error) {
	e, err := s.load(ctx)
	if err != nil || !e.runs() || s.Worker.Job() != nil {
		return time.Time{}, false, err
	}
	state, err := s.Store.Forge(ctx)
	if err != nil || state.WantedAt != nil {
		return time.Time{}, err == nil, err // long over: now would be in the future of who asked a moment ago
	}
	last, err := s.Store.Slot(ctx, store.SlotForge, e.cron.String())
	if err != nil {
		return time.Time{}, false, err
	}
	at := e.cron.Next(last, s.zone())
	return at, !at.IsZero(), nil
}

// runDue runs a sync to its end, or to that of the engine.
func (s *Service) runDue(ctx context.Context) error {
	e, err := s.load(ctx)
	if err != nil || !e.runs() {
		return err
	}
	j, err := s.begin(ctx, e.cron.String(), store.At(s.Store.Now()))
	if errors.As(err, new(*store.ConflictError)) {
		return nil // the owner was faster; its end wakes the engine
	}
	if err != nil {
		return err
	}
	select {
	case <-j.over:
		return j.err
	case <-ctx.Done():
		s.Worker.Close()
		return ctx.Err()
	}
}
