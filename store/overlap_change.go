package store

import (
	"context"
	"slices"

	"github.com/progresshub/progresshub/store/match"
)

// indexing is what a change does to the overlap index.
type indexing struct {
	doc    match.Doc  // of an item that is gone only the id
	before *match.Doc // nil: it was not there
}

// follow takes over what a commit changed, as far as a change of it has not needed it before.
// What it brings is newer than whatever the build may still read of the same item.
func (x *overlapIndex) follow(changes []indexing) {
	ahead := x.ahead
	x.ahead = 0
	if x.replaced.Swap(false) {
		ahead = 0 // what it had is no longer there
	}
	x.apply(changes[ahead:])
	if x.journal.followed(len(changes)) > x.tolerated() {
		select {
		case x.kick <- struct{}{}:
		default: // it is under way
		}
	}
}

// findWithin is find as a change sees the items: also with what the changes in front of it
// did that share its commit. They reach the index here, since waiting for their commit would
// keep all that look for twins at the same time from sharing one. Others may find there what
// is not committed yet; what they read of it comes from the database.
func (x *overlapIndex) findWithin(tx *tx, q match.Query) []match.Hit {
	earlier := x.store.indexed.Earlier(tx.Tx)
	ahead := x.ahead
	x.ahead = len(earlier)
	x.apply(earlier[ahead:])
	return x.find(context.Background(), q)
}

// takeBack undoes in the index what changes did there whose commit has failed.
func (x *overlapIndex) takeBack(lost []indexing) {
	x.losses.Add(1)
	done := lost[:x.ahead]
	x.ahead = 0
	var undo []indexing
	for _, c := range slices.Backward(done) {
		if c.before == nil {
			c.before = &match.Doc{ID: c.doc.ID}
		}
		undo = append(undo, indexing{doc: *c.before})
	}
	x.apply(undo)
}

// apply brings the index up to date with changes.
func (x *overlapIndex) apply(changes []indexing) {
	last := make(map[string]int, len(changes))
	for i, c := range changes {
		last[c.doc.ID] = i
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	for i, c := range changes {
		if last[c.doc.ID] != i {
			continue // a later change of the same commit knows better
		}
		if !x.built.Load() {
			x.newer[c.doc.ID] = true
		}
		put(x.index, c.doc)
	}
}

// put brings a document into an index, or takes one out of which there is only the id.
func put(index *match.Index, d match.Doc) {
	if d.Kind == "" {
		index.Remove(d.ID)
		return
	}
	index.Put(d)
}
