package store

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"

	"go.uber.org/zap"

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
		x.writeSoon()
	}
}

// overtake brings into the index what the changes did in front of one that share its commit:
// waiting for that would keep all that look for twins at the same time from sharing one. Others
// may find there what is not committed yet; what they read of it comes from the database.
func (x *overlapIndex) overtake(tx *tx) {
	earlier := x.store.indexed.Earlier(tx.Tx)
	ahead := x.ahead
	x.ahead = len(earlier)
	x.apply(earlier[ahead:])
}

// twinsWithin are the threads that may be the same work as a text, as a change sees them. What
// was found before it only has to be brought up to date: the writer is no place to search in.
func (x *overlapIndex) twinsWithin(tx *tx, o outlook, text string, also []string, around area) []match.Hit {
	x.overtake(tx)
	if o.isAbout(text, around.project) && o.inbox == around.inbox && x.index.Renew(o.found, twinView) {
		return o.hits(twinView)
	}
	q := match.Query{Text: text, Also: also, Project: around.project, Now: tx.now.Time}
	return x.find(context.Background(), q, around.twins()).Hits[0]
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
		x.put(c.doc)
	}
}

// put brings a document into the index, or takes one out of which there is only the id. One that
// it panics over is left out: no text may keep the other items of a commit from being found, or the
// hub from starting. The caller holds x.mu.
func (x *overlapIndex) put(d match.Doc) {
	defer func() {
		if p := recover(); p != nil {
			x.lacks.Store(true)
			x.store.log.Error("panic over an item of the overlap index, which lacks it now", zap.String("kind", d.Kind), zap.String("id", d.ID), zap.String("type", fmt.Sprintf("%T", p)), zap.ByteString("stack", debug.Stack()))
		}
	}()
	if d.Kind == "" {
		x.index.Remove(d.ID)
		return
	}
	x.index.Put(d)
}
