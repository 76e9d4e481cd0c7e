package forge

import (
	"context"

	"github.com/progresshub/progresshub/store"
)

// The ways in which a branch can have become another one.
const (
	ReasonRewritten = "rewritten" // the last known commit does not lead to it any more
	ReasonEmptied   = "emptied"   // it is gone, or has none of the known files
	ReasonVanished  = "vanished"  // more of them are gone at once than people delete
)

// maxNamed is how many of the files that are gone a [Diverged] names.
const maxNamed = 20

// Diverged is why a sync has stopped for the owner to say which side is right: it would
// have taken over what nobody may have meant.
type Diverged struct {
	Since   store.Time `json:"since" format:"date-time" doc:"When a sync found it first"`
	Reason  string     `json:"reason" enum:"rewritten,emptied,vanished" doc:"rewritten: the branch was replaced by another history; emptied: it is gone, or has none of the known files; vanished: many of them are gone at once"`
	Commit  string     `json:"commit" doc:"The newest commit of the branch then; empty: there is no branch" example:"5f3c1d0b6d5f0c0a8a3b0c9d1e2f3a4b5c6d7e8f"`
	Known   int        `json:"known" doc:"Files that the hub and the forge had in common" example:"63"`
	Missing int        `json:"missing" doc:"Of those, the ones that the forge does not have any more" example:"63"`
	Paths   []string   `json:"paths" nullable:"false" doc:"The first 20 of them" example:"[\"wiki/howto/router.md\"]"`
}

// errNotDiverged says that there is nothing to decide.
var errNotDiverged = &store.ConflictError{Message: "the hub and the forge have not diverged: there is nothing to decide"}

// Accept takes the forge's state over after the two have diverged: what is gone there is
// deleted here too, as any sync does, and can be undone. It ends as [Service.Sync] does.
func (s *Service) Accept(ctx context.Context) (ended bool, err error) {
	return false, errNotDiverged
}

// Restore brings the hub's texts back to the forge after the two have diverged, in a commit
// on top of what is there. It ends as [Service.Sync] does.
func (s *Service) Restore(ctx context.Context) (ended bool, err error) {
	return false, errNotDiverged
}
