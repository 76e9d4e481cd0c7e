package forge

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"github.com/progresshub/progresshub/store"
)

// Imported is what an import has done.
type Imported struct {
	Registered []string  `json:"registered" nullable:"false" doc:"The slugs of the projects that are new" example:"[\"home-server\"]"`
	Pulled     int       `json:"pulled" doc:"Progress files that were taken over" example:"1"`
	Conflicts  int       `json:"conflicts" doc:"Progress files that both sides had changed in the same place"`
	Skipped    []Skipped `json:"skipped" nullable:"false"`
}

// Importing is an import that was asked for and has not ended yet.
type Importing struct {
	Slugs   []string   `json:"slugs" doc:"Those that were chosen; null: all that are new" example:"[\"home-server\"]"`
	AskedAt store.Time `json:"asked_at" format:"date-time"`
	Error   *string    `json:"error" doc:"Why the last try failed; there is another at the next time of the schedule" example:"the git server can't be reached"`
}

// Import registers projects of the remote and takes their progress files over; without
// slugs, all that are new. It registers in by's name, and reports whether it has ended: if
// not, it goes on behind the request. It is recorded before it begins; one that the hub
// dies under is taken up again.
func (s *Service) Import(ctx context.Context, by store.By, slugs []string) (done Imported, ended bool, err error) {
	e, err := s.load(ctx)
	if err != nil {
		return Imported{}, false, err
	}
	if e.URL == "" {
		return Imported{}, false, errNotSetUp
	}
	var alone atomic.Bool
	result := Imported{Registered: []string{}, Skipped: []Skipped{}}
	j, err := s.begin(kindImport, func() error {
		return s.Store.KeepForgeImport(ctx, store.ForgeImport{
			Remote: e.remote(), Slugs: slugs, Actor: by.Actor, SourceTool: by.SourceTool, AskedAt: store.At(s.Store.Now()),
		})
	}, s.importing(&result, alone.Load))
	if err != nil {
		return Imported{}, false, err
	}
	if !j.wait(ctx, s.Patience) {
		alone.Store(true)
		return Imported{}, false, nil
	}
	return result, true, s.told(j.err)
}

// importDue is when the import that was asked for is taken up again: at the next time of the
// schedule when it has failed, and at once when the hub ended under it, when its settings have
// changed, and when a sync has succeeded since.
func (s *Service) importDue(ctx context.Context) (time.Time, bool, error) {
	asked, err := s.Store.ForgeImport(ctx)
	if err != nil || asked == nil || s.Worker.Job() != nil {
		return time.Time{}, false, err
	}
	e, err := s.load(ctx)
	if err != nil || !s.importFailed.Load() || asked.TriedAt == nil || asked.Remote != e.remote() {
		return time.Time{}, err == nil, err
	}
	at := e.Cron.Next(asked.TriedAt.Time, s.zone())
	return at, !at.IsZero(), nil
}

// resumeImport runs the import that was asked for to its end, or to that of the engine.
func (s *Service) resumeImport(ctx context.Context) error {
	nothing := func() error { return nil } // it is recorded
	alone := func() bool { return true }
	j, err := s.begin(kindImport, nothing, s.importing(new(Imported), alone))
	return s.attend(ctx, j, err)
}

// importing does the import that is recorded, and records what became of it. One that fails
// is over when somebody waits to be told; alone, it stays for another try.
func (s *Service) importing(done *Imported, alone func() bool) func(context.Context, *job) error {
	return func(ctx context.Context, j *job) error {
		asked, err := s.Store.ForgeImport(ctx)
		if err != nil || asked == nil {
			return err
		}
		err = s.carryOut(ctx, j, asked, done)
		after := context.WithoutCancel(ctx) // one that is broken off ends too
		switch {
		case s.Worker.stopping():
			return err // it stays wanted
		case err != nil && ctx.Err() == nil && alone():
			s.importFailed.Store(true)
			asked.TriedAt, asked.Error = new(store.At(s.Store.Now())), s.words(err)
			if asked.FailedAt == nil {
				asked.FailedAt = asked.TriedAt
			}
			return s.Store.KeepForgeImport(after, *asked)
		}
		return cmp.Or(err, s.Store.EndForgeImport(after))
	}
}

// told makes of what the remote said a refusal in words for the owner.
func (s *Service) told(err error) error {
	if distant := new(farError); errors.As(err, distant) {
		return &store.ConflictError{Message: distant.Error()}
	}
	return err
}

// carryOut does what an import asks for; what was done of it before is not done again.
func (s *Service) carryOut(ctx context.Context, j *job, asked *store.ForgeImport, done *Imported) error {
	e, err := s.load(ctx)
	if err != nil || e.remote() != asked.Remote {
		return err // what was chosen there says nothing of another
	}
	p, err := s.look(ctx, j, e)
	if err != nil {
		return err
	}
	found, err := p.candidates(ctx)
	if err != nil {
		return err
	}
	if asked.Slugs == nil {
		// By name from now on: what is registered when the hub ends is new no more.
		asked.Slugs = newOf(found)
		if err := s.Store.KeepForgeImport(ctx, *asked); err != nil {
			return err
		}
	}
	return p.take(ctx, asked, found, done)
}

// newOf are the projects that the hub does not have.
func newOf(found []Candidate) []string {
	slugs := []string{}
	for _, c := range found {
		if c.State == CandidateNew {
			slugs = append(slugs, c.Slug)
		}
	}
	return slugs
}

// take registers what is chosen and pulls it.
func (p *pass) take(ctx context.Context, asked *store.ForgeImport, found []Candidate, done *Imported) error {
	chosen := slices.DeleteFunc(found, func(c Candidate) bool { return !slices.Contains(asked.Slugs, c.Slug) })
	for _, slug := range asked.Slugs {
		if !slices.ContainsFunc(chosen, func(c Candidate) bool { return c.Slug == slug }) {
			p.out.skip(p.layout.progress(slug), "the forge has no such project that can be taken")
		}
	}
	p.job.step("importing projects", len(chosen))
	for _, c := range chosen {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.register(ctx, asked.By(), c, done); err != nil {
			return err
		}
		p.job.tick()
	}
	done.Pulled, done.Conflicts, done.Skipped = p.out.Pulled+p.out.Merged, len(p.conflicts), p.out.Skipped
	return nil
}

func (p *pass) register(ctx context.Context, by store.By, c Candidate, done *Imported) error {
	if c.State == CandidateNew {
		_, err := p.Store.CreateProject(ctx, by, store.ProjectInput{Slug: store.Some(c.Slug), Title: store.Some(c.Title)})
		if refused := new(store.ConflictError); errors.As(err, &refused) {
			p.out.skip(c.file.path, refused.Message)
			return nil
		}
		if errors.As(err, new(*store.InvalidError)) {
			p.out.skip(c.file.path, reason(err))
			return nil
		}
		if err != nil {
			return err
		}
		done.Registered = append(done.Registered, c.Slug)
	}
	return p.syncFile(ctx, c.file)
}
