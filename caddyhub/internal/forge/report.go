package forge

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/progresshub/progresshub/store"
)

// The ways in which a sync ends.
const (
	StateOK        = "ok"
	StateFailed    = "failed"
	StateCancelled = "cancelled"
	StateDiverged  = "diverged" // it has changed nothing: the owner decides
)

// Outcome is what became of a sync.
type Outcome struct {
	State     string     `json:"state" enum:"ok,failed,cancelled,diverged" doc:"diverged: nothing was changed on either side, and the owner is to decide"`
	Error     *string    `json:"error" doc:"Why it failed or stopped" example:"the forge refuses the token"`
	Mode      string     `json:"mode" enum:"off,pull,both" doc:"Which way it went"`
	StartedAt store.Time `json:"started_at" format:"date-time"`
	EndedAt   store.Time `json:"ended_at" format:"date-time"`
	Commit    string     `json:"commit" doc:"The newest commit of the branch that the hub knows; empty: there is none" example:"5f3c1d0b6d5f0c0a8a3b0c9d1e2f3a4b5c6d7e8f"`
	Pulled    int        `json:"pulled" doc:"Documents that took the forge's text" example:"2"`
	Pushed    int        `json:"pushed" doc:"Files that went to the forge" example:"1"`
	Merged    int        `json:"merged" doc:"Of both: those that both sides had changed"`
	Deleted   int        `json:"deleted" doc:"Pages that one side had deleted, and then the other"`
}

// Held is a file that is not pushed, because it looks as if it held a credential.
type Held struct {
	Path string `json:"path" doc:"Inside the repository" example:"wiki/howto/router.md"`
	Line int    `json:"line" example:"12"`
	Kind string `json:"kind" doc:"What it looks like" example:"GitHub token"`
}

// Skipped is a file of the forge that the hub can't take.
type Skipped struct {
	Path   string `json:"path" example:"projects/Home/PROGRESS.md"`
	Reason string `json:"reason" example:"the folder is no slug: lower-case letters, digits and hyphens"`
}

// maxListed is how many files a report names at most, of each kind.
const maxListed = 100

// lastSync is a report as the database keeps it.
type lastSync struct {
	Outcome
	Remote   string    `json:"remote"` // what it was with: it says nothing of another
	Held     []Held    `json:"held"`
	Skipped  []Skipped `json:"skipped"`
	Trouble  *trouble  `json:"trouble,omitempty"`  // nil: all is well
	Diverged *Diverged `json:"diverged,omitempty"` // nil: it goes on by itself
}

func (l *lastSync) hold(path string, line int, kind string) {
	if len(l.Held) < maxListed {
		l.Held = append(l.Held, Held{path, line, kind})
	}
}

// skip names a file once, with the first reason.
func (l *lastSync) skip(path, reason string) {
	named := slices.ContainsFunc(l.Skipped, func(s Skipped) bool { return s.Path == path })
	if !named && len(l.Skipped) < maxListed {
		l.Skipped = append(l.Skipped, Skipped{path, reason})
	}
}

// report is what the last sync has left behind; without a state, there was none with the
// remote that is set, or what it left can't be read.
func (s *Service) report(ctx context.Context, e effective) (out *lastSync, state store.ForgeState, err error) {
	if state, err = s.Store.Forge(ctx); err != nil {
		return nil, state, err
	}
	none := &lastSync{Held: []Held{}, Skipped: []Skipped{}}
	if state.LastSync == nil {
		return none, state, nil
	}
	out = &lastSync{Remote: state.Remote, Held: []Held{}, Skipped: []Skipped{}} // an older hub does not say which
	if err := json.Unmarshal(state.LastSync, out); err != nil {                 // which could repeat what stands there
		if !s.unreadable.Swap(true) {
			s.Logger.Error("what became of the last sync can't be read, its row in the database is damaged: the next sync writes it anew")
		}
		return none, state, nil
	}
	if out.Remote != e.remote() {
		return none, state, nil
	}
	if out.Trouble == nil && out.State == StateFailed && out.Error != nil {
		out.Trouble = lasting(nil, out.Outcome) // a hub that kept none has written it
	}
	return out, state, nil
}

// Standing is how things stand between the hub and the forge.
type Standing struct {
	Syncing   bool       // or a sync is to be taken up again
	Job       *Job       // nil: there is no work under way
	Import    *Importing // nil: there is none under way or to be taken up again
	LastSync  *Outcome   // nil: there was none with this remote
	Diverged  *Diverged  // nil: there is nothing to decide
	Held      []Held
	Skipped   []Skipped
	Conflicts []store.ForgeConflicting
}

// Standing tells how things stand.
func (s *Service) Standing(ctx context.Context) (Standing, error) {
	job := s.Worker.Job() // before its outcome: between the two, it is shown as under way
	e, err := s.load(ctx)
	if err != nil {
		return Standing{}, err
	}
	last, state, err := s.report(ctx, e)
	if err != nil {
		return Standing{}, err
	}
	conflicts, err := s.conflicting(ctx, state.Remote == e.remote())
	if err != nil {
		return Standing{}, err
	}
	asked, err := s.Store.ForgeImport(ctx)
	if err != nil {
		return Standing{}, err
	}
	syncing := job != nil && job.Kind == kindSync || state.WantedAt != nil && e.runs()
	out := Standing{Syncing: syncing, Job: job, Diverged: last.Diverged, Held: last.Held, Skipped: last.Skipped, Conflicts: conflicts}
	if last.State != "" {
		out.LastSync = &last.Outcome
	}
	if asked != nil {
		out.Import = &Importing{Slugs: asked.Slugs, AskedAt: asked.AskedAt}
		if asked.TriedAt != nil {
			out.Import.Error = &asked.Error
		}
	}
	return out, nil
}

// Cancel breaks the work under way off, and waits for its end. Where there is none, it is
// an import that waits for another try.
func (s *Service) Cancel(ctx context.Context) error {
	if s.Worker.Job() != nil {
		return s.Worker.Cancel(ctx)
	}
	asked, err := s.Store.ForgeImport(ctx)
	if err != nil || asked == nil {
		return err
	}
	defer s.Changed() // one problem less
	return s.Store.EndForgeImport(ctx)
}

// Conflicts lists what waits for the owner's decision, with the texts of both sides. Those
// with a remote that is not set any more are none.
func (s *Service) Conflicts(ctx context.Context, limit int, cursor string) (store.ForgeConflictPage, error) {
	list, err := s.Store.ForgeConflicts(ctx, limit, cursor)
	if err != nil {
		return list, err
	}
	e, err := s.load(ctx)
	if err != nil {
		return store.ForgeConflictPage{}, err
	}
	state, err := s.Store.Forge(ctx)
	if state.Remote != e.remote() {
		list = store.ForgeConflictPage{Conflicts: []store.ForgeConflict{}}
	}
	return list, err
}

// conflicting lists the files in conflict, which the remote that is set has met or not.
func (s *Service) conflicting(ctx context.Context, met bool) ([]store.ForgeConflicting, error) {
	if !met {
		return []store.ForgeConflicting{}, nil
	}
	return s.Store.ForgeConflicting(ctx)
}
