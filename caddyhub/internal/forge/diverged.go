package forge

import (
	"context"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// The ways in which a branch can have become another one.
const (
	ReasonRewritten = "rewritten" // the last known commit does not lead to it any more
	ReasonEmptied   = "emptied"   // it is gone, or has none of the known files
	ReasonVanished  = "vanished"  // more of them are gone at once than people delete
	ReasonRestored  = "restored"  // it is the hub's database that is of an earlier moment
)

// What may be gone of the known files before a sync asks: five, or a fifth of them.
const (
	mayVanish     = 5
	mayVanishPart = 5
)

// maxNamed is how many of the files that are gone a [Diverged] names.
const maxNamed = 20

// Diverged is why a sync has stopped for the owner to say which side is right: it would
// have taken over what nobody may have meant.
type Diverged struct {
	Since   store.Time `json:"since" format:"date-time" doc:"When a sync found it first"`
	Reason  string     `json:"reason" enum:"rewritten,emptied,vanished,restored" doc:"rewritten: the branch was replaced by another history; emptied: it is gone, or has none of the known files; vanished: many of them are gone at once; restored: the hub was restored as it once was"`
	Commit  string     `json:"commit" doc:"The newest commit of the branch then; empty: there is no branch" example:"5f3c1d0b6d5f0c0a8a3b0c9d1e2f3a4b5c6d7e8f"`
	Known   int        `json:"known" doc:"Files that the hub and the forge had in common" example:"63"`
	Missing int        `json:"missing" doc:"Of those, the ones that the forge does not have any more" example:"63"`
	Paths   []string   `json:"paths" nullable:"false" doc:"The first 20 of them" example:"[\"wiki/howto/router.md\"]"`
}

// words says what has happened.
func (d *Diverged) words(branch string) string {
	switch d.Reason {
	case ReasonRewritten:
		return phrase.ForgeRewritten(branch).String()
	case ReasonRestored:
		return phrase.ForgeRestored(branch).String()
	case ReasonEmptied:
		if d.Known == 1 {
			return phrase.ForgeEmptiedOne(branch).String()
		}
		return phrase.ForgeEmptied(branch, d.Known).String()
	}
	return phrase.ForgeVanished(d.Missing, d.Known, branch).String()
}

// changedAgain says that a decision was about something else than what is there now.
var changedAgain = phrase.ForgeChanged.String()

// divergedError ends a sync that has changed nothing.
type divergedError struct {
	*Diverged
	again bool // the owner has decided, about something else
}

func (e divergedError) Error() string { return "the hub and the forge have diverged: " + e.Reason }

// errNotDiverged says that there is nothing to decide.
var errNotDiverged = &store.ConflictError{Message: phrase.ForgeTogether.String()}

// Accept takes the forge's state over after the two have diverged: what is gone there is
// deleted here too, as any sync does, and can be undone. It ends as [Service.Sync] does; a
// [store.ConflictError] says why a sync that has ended did not do it. about is the
// [Diverged.Commit] that the owner was shown; nil: what was found last.
func (s *Service) Accept(ctx context.Context, about *string) (ended bool, err error) {
	return s.decide(ctx, store.ForgeAccept, about)
}

// Restore puts the hub's texts back into the forge after the two have diverged, in a commit
// on top of what is there. It takes about, and ends, as [Service.Accept] does.
func (s *Service) Restore(ctx context.Context, about *string) (ended bool, err error) {
	return s.decide(ctx, store.ForgeRestore, about)
}

// decide runs a sync that does what the owner has decided.
func (s *Service) decide(ctx context.Context, decision store.ForgeDecision, about *string) (ended bool, err error) {
	e, err := s.ready(ctx)
	if err != nil {
		return false, err
	}
	last, _, err := s.report(ctx, e)
	switch {
	case err != nil:
		return false, err
	case last.Diverged == nil:
		return false, errNotDiverged
	case about != nil && *about != last.Diverged.Commit:
		return false, &store.ConflictError{Message: changedAgain}
	case decision == store.ForgeRestore && e.Sync != SyncBoth:
		return false, &store.ConflictError{Message: "nothing goes to the forge while sync is " + e.Sync + ": set sync to both first"}
	}
	j, err := s.begin(kindSync, func() error { return s.Store.DecideForge(ctx, decision) }, s.sync)
	ended, err = s.watch(ctx, j, err)
	if err != nil || !ended {
		return ended, err
	}
	if last, _, err = s.report(ctx, e); err == nil && last.Error != nil {
		err = &store.ConflictError{Message: *last.Error}
	}
	return true, err
}

// stand looks whether the branch is what it was, and more. If it may not be, the pass ends,
// unless the owner has decided.
func (p *pass) stand(ctx context.Context) error {
	found := p.diverged()
	switch {
	case found == nil && p.tip == p.tree.Commit && !p.restored:
		return nil
	case found == nil:
		return p.Store.ReachForge(ctx, p.tree.Commit)
	case p.decision == "" || p.decided == nil || p.decided.Commit != found.Commit:
		return divergedError{found, p.decision != ""}
	case p.decision == store.ForgeRestore:
		return p.adopt(ctx)
	}
	return p.proceed(ctx, nil)
}

// diverged compares the branch with what is known of it; nil: it is what it was, and more.
func (p *pass) diverged() *Diverged {
	found := &Diverged{Commit: p.tree.Commit, Paths: []string{}}
	for _, f := range p.known {
		if f.Gone {
			continue
		}
		found.Known++
		d, _ := p.layout.read(f.Path)
		_, there := p.files[f.Path]
		if there || p.bars(f.Path) != "" || d.page == "" && p.owners[f.Path] == "" || d.page != "" && !p.pages[d.page] {
			continue // it is there, or nobody misses it
		}
		if found.Missing++; found.Missing <= maxNamed {
			found.Paths = append(found.Paths, f.Path)
		}
	}
	switch {
	case found.Known == 0:
		return nil
	case p.restored && p.tip != p.tree.Commit:
		found.Reason = ReasonRestored
	case p.tree.Commit == "":
		found.Reason = ReasonEmptied
	case !p.leads:
		found.Reason = ReasonRewritten
	case found.Missing == found.Known:
		found.Reason = ReasonEmptied
	case found.Missing > max(mayVanish, found.Known/mayVanishPart):
		found.Reason = ReasonVanished
	default:
		return nil
	}
	return found
}

// adopt makes what the forge has now what both sides have in common: all that the hub has
// beside it is then a change of the hub's, which the pass brings there. Where the branch is still that
// of the last sync, only what is gone there is the question: the rest is synced as ever.
func (p *pass) adopt(ctx context.Context) error {
	var common []store.ForgeChange
	for _, f := range p.known {
		file, there := p.files[f.Path]
		if p.bars(f.Path) != "" {
			continue
		}
		if !there {
			common = append(common, store.ForgeChange{ForgeFile: f, Deleted: true})
			continue
		}
		if p.leads {
			continue
		}
		known, met, err := p.Store.ForgeFile(ctx, f.Path)
		if err != nil {
			return err
		}
		d, _ := p.layout.read(f.Path)
		d.path = f.Path
		theirs, wrong, err := p.theirs(d, known, met)
		if err != nil {
			return err
		}
		if wrong == "" {
			known.Base, known.Hash, known.Gone = theirs, file.Hash, false
			common = append(common, store.ForgeChange{ForgeFile: known})
		}
	}
	return p.proceed(ctx, common)
}

// proceed records that the pass goes on with the branch as it is.
func (p *pass) proceed(ctx context.Context, common []store.ForgeChange) error {
	if err := p.Store.EndForgePushes(ctx, p.tree.Commit, common); err != nil {
		return err
	}
	return p.learn(ctx)
}
