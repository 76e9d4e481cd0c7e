package forge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/forge/remote"
	"github.com/progresshub/progresshub/store"
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
var errMoving = errors.New("others push to the branch all the time: the next sync tries again")

// Sync synchronises now, and tells whether it has ended: if not, it goes on behind the
// request. It is recorded before it begins; one that the hub dies under is taken up again.
// A [store.ConflictError] says that none is set up or that the forge is busy.
func (s *Service) Sync(ctx context.Context) (ended bool, err error) {
	e, err := s.load(ctx)
	switch {
	case err != nil:
		return false, err
	case e.url == "":
		return false, errNotSetUp
	case e.mode == SyncOff:
		return false, &store.ConflictError{Message: "sync is off: set sync to pull or both first"}
	}
	j, err := s.beginSync(ctx, "", store.Time{})
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
	before, _, err := s.report(context.WithoutCancel(ctx)) // one that is broken off ends too
	if err != nil {
		return err
	}
	out := lastSync{Held: before.Held, Skipped: before.Skipped} // they stand until there are others
	out.StartedAt = store.At(s.Store.Now())
	err = s.passes(ctx, j, &out)
	if s.Worker.stopping() {
		return err // it stays wanted
	}
	out.State, out.EndedAt = StateOK, store.At(s.Store.Now())
	switch {
	case err == nil:
	case ctx.Err() != nil:
		out.State = StateCancelled
	default:
		out.State, out.Error = StateFailed, new(s.words(err))
	}
	out.Trouble = lasting(before.Trouble, out.Outcome)
	text, err := json.Marshal(out)
	if err != nil {
		return fmt.Errorf("encode the outcome of a sync: %w", err)
	}
	return s.Store.EndForgeSync(context.WithoutCancel(ctx), text)
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
		return "the hub can't use its database right now: is the disk full or read-only?"
	}
	return "something went wrong in the hub: its log says more"
}

// passes synchronises, again from the start as long as others push in between.
func (s *Service) passes(ctx context.Context, j *job, out *lastSync) error {
	e, err := s.load(ctx)
	if err != nil {
		return err
	}
	out.Mode = e.mode
	r, err := s.open(e)
	if err != nil {
		return err
	}
	for range maxPasses {
		p := &pass{Service: s, effective: e, layout: layout{e.path}, job: j, remote: r, out: out}
		if err = p.run(ctx); !errors.Is(err, remote.ErrRejected) {
			return err
		}
	}
	return far(errMoving)
}
