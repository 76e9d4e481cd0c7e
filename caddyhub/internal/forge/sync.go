package forge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/remote"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// maxPasses is how often a sync begins anew because somebody else pushed at the same time.
const maxPasses = 5

// farError is what went wrong at the remote, in words for the owner.
type farError struct{ error }

func (e farError) Unwrap() error { return e.error }

func far(err error) error {
	if err == nil {
		return nil
	}
	return farError{err}
}

// errMoving says that the branch moved under every pass.
var errMoving = error(phrase.ForgeMoving)

// Sync synchronises now, and reports whether it has ended: if not, it goes on behind the
// request. It is recorded before it begins; one that the hub dies under is taken up again.
// A [store.ConflictError] says that none is set up or that the forge is busy.
func (s *Service) Sync(ctx context.Context) (ended bool, err error) {
	if _, err := s.ready(ctx); err != nil {
		return false, err
	}
	j, err := s.beginSync(ctx, "", store.Time{})
	return s.watch(ctx, j, err)
}

// ready loads what is in effect, if a sync can run with it.
func (s *Service) ready(ctx context.Context) (effective, error) {
	e, err := s.load(ctx)
	switch {
	case err != nil:
		return e, err
	case e.URL == "":
		return e, errNotSetUp
	case e.Sync == SyncOff:
		return e, &store.ConflictError{Message: phrase.ForgeOff.String()}
	}
	return e, nil
}

// watch waits for the end of a job as long as a request does.
func (s *Service) watch(ctx context.Context, j *job, err error) (ended bool, _ error) {
	if err != nil {
		return false, err
	}
	if !j.wait(ctx, s.Patience) {
		return false, nil
	}
	return true, j.err
}

// beginSync records that a sync is wanted, and starts it.
func (s *Service) beginSync(ctx context.Context, schedule string, slot store.Time) (*job, error) {
	return s.begin(kindSync, func() error { return s.Store.WantForgeSync(ctx, schedule, slot) }, s.sync)
}

// sync runs a sync and records what became of it. What the remote says is no error.
func (s *Service) sync(ctx context.Context, j *job) error {
	after := context.WithoutCancel(ctx) // one that is broken off ends too
	e, err := s.load(after)
	if err != nil {
		return err
	}
	before, state, err := s.report(after, e)
	if err != nil {
		return err
	}
	out := *before // what it says of files stands until there is something else
	out.Remote = e.remote()
	out.Outcome = Outcome{Mode: e.Sync, StartedAt: store.At(s.Store.Now())}
	err = s.passes(ctx, &pass{Service: s, effective: e, layout: layout{e.Path}, job: j, out: &out, decision: state.Decision, decided: before.Diverged})
	if s.Worker.stopping() {
		return err // it stays wanted
	}
	out.EndedAt = store.At(s.Store.Now())
	s.conclude(&out, before, e, err, ctx.Err() != nil)
	text, err := json.Marshal(out)
	if err != nil {
		return fmt.Errorf("encode the outcome of a sync: %w", err)
	}
	return s.Store.EndForgeSync(after, text)
}

// conclude says in a report how a sync has ended.
func (s *Service) conclude(out, before *lastSync, e effective, err error, cancelled bool) {
	found, stopped := errors.AsType[divergedError](err)
	switch {
	case err == nil:
		out.State, out.Diverged = StateOK, nil
		s.importFailed.Store(false)
	case stopped:
		out.State, out.Diverged, out.Error = StateDiverged, found.Diverged, new(found.words(e.Branch))
		if found.again {
			out.Error = new(changedAgain)
		}
		out.Held, out.Skipped = before.Held, before.Skipped
		if out.Diverged.Since = out.EndedAt; before.Diverged != nil {
			out.Diverged.Since = before.Diverged.Since
		}
	case cancelled:
		out.State = StateCancelled
	default:
		out.State, out.Error = StateFailed, new(s.words(err))
	}
	out.Trouble = lasting(before.Trouble, out.Outcome)
}

// words says what went wrong to the owner; what is the hub's own is logged.
func (s *Service) words(err error) string {
	if distant := new(farError); errors.As(err, distant) {
		return distant.Error()
	}
	if refused := new(store.ConflictError); errors.As(err, &refused) {
		return refused.Message
	}
	s.Logger.Error("work on the forge failed", zap.Error(err))
	if errors.Is(err, store.ErrUnavailable) {
		return phrase.ForgeDatabase.String()
	}
	return phrase.ForgeInternal.String()
}

// passes synchronises, again from the start as long as others push in between.
func (s *Service) passes(ctx context.Context, begun *pass) (err error) {
	if begun.remote, err = s.open(begun.effective); err != nil {
		return err
	}
	for range maxPasses {
		p := *begun
		if err = p.run(ctx); !errors.Is(err, remote.ErrRejected) {
			return err
		}
	}
	return far(errMoving)
}
