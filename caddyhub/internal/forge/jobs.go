package forge

import (
	"context"
	"errors"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/store"
)

// Jobs are what is done on the forge at its time: the scheduled sync, and what was asked
// for when the hub ended under it.
func (s *Service) Jobs() []schedule.Job {
	return []schedule.Job{
		{Name: "forge", Due: s.due, Run: s.runDue},
		{Name: "forge import", Due: s.importDue, Run: s.resumeImport},
	}
}

// begin starts work that the hub must know of when it dies under it: record says so in the
// database before anything is done, and before anybody is told that it goes on. A
// [store.ConflictError] says that the forge is busy.
func (s *Service) begin(kind string, record func() error, work func(context.Context, *job) error) (*job, error) {
	recorded := make(chan error, 1)
	j, err := s.Worker.start(kind, func(ctx context.Context, j *job) error {
		defer s.Changed() // the next one may be due
		if err := <-recorded; err != nil {
			return err
		}
		return work(ctx, j)
	})
	if err != nil {
		return nil, err
	}
	err = record()
	recorded <- err
	return j, err
}

// attend waits for the end of a job that the engine began, or for that of the engine.
func (s *Service) attend(ctx context.Context, j *job, err error) error {
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

// due is when the next sync is; one that is missed is made up for once.
func (s *Service) due(ctx context.Context) (time.Time, bool, error) {
	e, err := s.load(ctx)
	if err != nil || !e.runs() || s.Worker.Job() != nil {
		return time.Time{}, false, err
	}
	state, err := s.Store.Forge(ctx)
	if err != nil || state.WantedAt != nil {
		return time.Time{}, err == nil, err // at once: by the clock that the engine has read before, now is never over
	}
	last, err := s.Store.Slot(ctx, store.SlotForge, e.Cron.String())
	if err != nil {
		return time.Time{}, false, err
	}
	at := e.Cron.Next(last, s.zone())
	return at, !at.IsZero(), nil
}

// runDue runs a sync to its end, or to that of the engine.
func (s *Service) runDue(ctx context.Context) error {
	e, err := s.load(ctx)
	if err != nil || !e.runs() {
		return err
	}
	j, err := s.beginSync(ctx, e.Cron.String(), store.At(s.Store.Now()))
	return s.attend(ctx, j, err)
}
