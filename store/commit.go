package store

import (
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"sync"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/store/match"
)

// Commit is what one commit changed.
type Commit struct {
	Generation uint64
	Events     []Event // in the order of their ids; none when only a lease was renewed

	docs []match.Doc // for the match index, in the order of the changes; of a gone item only the id
}

// subscribers are called after each commit, before the callers of its changes are
// answered: whoever has been told "done" finds the change everywhere.
type subscribers struct {
	mu   sync.Mutex
	next int
	fns  map[int]func(Commit)
}

// Subscribe calls fn after every commit, in commit order, until the returned function is
// called; a commit under way may still reach it then. fn runs on the writer: it must be
// quick and must not make a change itself.
func (s *Store) Subscribe(fn func(Commit)) (cancel func()) {
	s.subscribe.mu.Lock()
	defer s.subscribe.mu.Unlock()
	if s.subscribe.fns == nil {
		s.subscribe.fns = map[int]func(Commit){}
	}
	n := s.subscribe.next
	s.subscribe.next++
	s.subscribe.fns[n] = fn
	return func() {
		s.subscribe.mu.Lock()
		defer s.subscribe.mu.Unlock()
		delete(s.subscribe.fns, n)
	}
}

// publish tells of a batch. The generation rises last: an answer that was built while the
// subscribers were still catching up then counts as an old one.
func (s *Store) publish(kept []*change) {
	c := Commit{Generation: s.generation.Load() + 1}
	touched := false
	for _, k := range kept {
		touched = touched || k.tx.touched
		k.tx.remember(s)
		c.Events = append(c.Events, k.tx.events...)
		c.docs = append(c.docs, k.tx.docs...)
	}
	if !touched {
		return // such as the health check's commit
	}
	s.subscribe.mu.Lock()
	fns := slices.Collect(maps.Values(s.subscribe.fns))
	s.subscribe.mu.Unlock()
	for _, fn := range fns {
		s.tell(fn, c)
	}
	s.generation.Add(1)
}

// remember brings what is kept in memory up to date with a committed change.
func (t *tx) remember(s *Store) {
	saved := t.saved
	if t.moved {
		// Also those saved in this change: before the move, they were filed elsewhere.
		s.threads.Clear()
		saved = nil
	}
	for _, th := range saved {
		if th.deletedAt != nil {
			s.threads.Remove(th.ID)
			continue
		}
		s.threads.Replace(th.ID, th)
	}
	if t.prefs != nil {
		s.prefs.Store(t.prefs)
	}
}

// tell keeps a subscriber that fails from taking the writer down with it.
func (s *Store) tell(fn func(Commit), c Commit) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("panic in a subscriber", zap.String("type", fmt.Sprintf("%T", p)), zap.ByteString("stack", debug.Stack()))
		}
	}()
	fn(c)
}
