package store

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/progresshub/progresshub/store/match"
)

// A merged thread is the one it was merged into: who asks for its work, or by its id, gets that.

// inHeir marks a merged thread in the index, where its own status would say nothing.
const inHeir = "merged"

// mostMerges is how often a thread is followed into another one.
const mostMerges = 16

// heir follows a merged thread to the one it is part of now. When that is gone it is the last
// that is left.
func heir(t Thread, read func(id string) (Thread, error)) (Thread, error) {
	for range mostMerges {
		if t.MergedInto == nil {
			break
		}
		next, err := read(*t.MergedInto)
		if errors.As(err, new(*NotFoundError)) {
			break
		}
		if err != nil {
			return t, err
		}
		t = next
	}
	return t, nil
}

// ThreadNow returns the thread that one is by now: itself, or the one it was merged into.
func (s *Store) ThreadNow(ctx context.Context, id string) (Thread, error) {
	read := func(id string) (Thread, error) { return s.Thread(ctx, id) }
	t, err := read(id)
	if err != nil {
		return t, err
	}
	return heir(t, read)
}

// follow leads the change of a merged thread to the one it is part of now. The lease of a merged
// thread ended with the merge: bringing it is bringing none.
func (tx *tx) follow(t Thread, g *Guard) (Thread, error) {
	now, err := heir(t, tx.thread)
	switch {
	case err != nil || now.ID == t.ID:
		return t, err
	case g.Version != 0:
		return t, &ConflictError{Message: fmt.Sprintf("this thread was merged into %s: read that one and change it there", now.ID)}
	case t.lease.was(g.LeaseID):
		g.LeaseID = ""
	}
	return now, nil
}

// checkMerged refuses to undo what would leave a thread active though it was merged, merged with itself,
// or, if it was active, with one that is finished by now.
func (tx *tx) checkMerged(t *Thread, wasActive bool) error {
	if t.MergedInto == nil {
		return nil
	}
	if t.Status.Active() {
		return &ConflictError{Message: fmt.Sprintf("thread %s was merged into %s: undo that first", t.ID, *t.MergedInto)}
	}
	into, err := tx.threadOnce(*t.MergedInto)
	if err != nil {
		return err
	}
	switch {
	case into.ID == t.ID:
		return &ConflictError{Message: fmt.Sprintf("thread %s was merged into this one, %s: undo that first", *t.MergedInto, t.ID)}
	case wasActive && !into.Status.Active():
		return &ConflictError{Message: fmt.Sprintf("thread %s, which this one would be part of, is %s: reopen it first", into.ID, into.Status)}
	}
	return nil
}

// ofMerged adds to a conflict that it is about another thread than the one that was named.
func ofMerged(err error, named, id string) error {
	if conflict := (*ConflictError)(nil); named != id && errors.As(err, &conflict) {
		conflict.MergedInto = id
		conflict.Message = fmt.Sprintf("this thread was merged into %s: %s", id, conflict.Message)
	}
	return err
}

// threadNow is [Store.ThreadNow] as this change sees it.
func (tx *tx) threadNow(id string) (Thread, error) {
	t, err := tx.thread(id)
	if err != nil {
		return t, err
	}
	return heir(t, tx.thread)
}

// heirHits puts the threads that others were merged into in their places, each once.
func (s *Store) heirHits(ctx context.Context, hits []match.Hit) ([]match.Hit, error) {
	list := make([]match.Hit, 0, len(hits))
	for _, h := range hits {
		if h.Kind == kindThread && h.Status == inHeir {
			t, err := s.ThreadNow(ctx, h.ID)
			if errors.As(err, new(*NotFoundError)) {
				continue // gone since the index was asked
			}
			if err != nil {
				return nil, err
			}
			h.Name = nameOf(h, t.ID)
			h.ID, h.Status = t.ID, string(t.Status)
		}
		if !slices.ContainsFunc(list, func(other match.Hit) bool { return other.ID == h.ID }) {
			list = append(list, h)
		}
	}
	return list, nil
}

// nameOf is the number of the name that a thread was found by: a name of one merged into it is
// none of its own.
func nameOf(h match.Hit, id string) int {
	if h.ID != id {
		return 0
	}
	return h.Name
}

// heirItems does the same for what a search found, as far as it asks for the heirs.
func (s *Store) heirItems(ctx context.Context, q SearchQuery, found []ranked) ([]ranked, error) {
	list := make([]ranked, 0, len(found))
	for _, r := range found {
		if r.Kind == kindThread && r.Status == inHeir {
			t, err := s.ThreadNow(ctx, r.ID)
			if errors.As(err, new(*NotFoundError)) {
				continue
			}
			if err != nil {
				return nil, err
			}
			r.indexed = indexed{t.doc(), ThreadURI(t.ID)}
			r.Status = string(t.Status)
			if !q.wants(r.Kind, r.ID) {
				continue
			}
		}
		list = append(list, r)
	}
	return list, nil
}
