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
// answered: whoever has been told "done" finds the change everywhere. The caches of the store
// come first, then the generation rises, then everybody else hears of it: so whoever has
// heard finds the change as well.
type subscribers struct {
	mu   sync.Mutex
	next int
	fns  map[int]func(Commit)
}

// Subscribe calls fn after every commit, in commit order, until the returned function is
// called; a commit under way may still reach it then. fn runs on the writer: it must be
// quick and must not make a change itself.
func (s *Store) Subscribe(fn func(Commit)) (cancel func()) { return s.listeners.add(fn) }

func (u *subscribers) add(fn func(Commit)) (cancel func()) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.fns == nil {
		u.fns = map[int]func(Commit){}
	}
	n := u.next
	u.next++
	u.fns[n] = fn
	return func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		delete(u.fns, n)
	}
}

func (u *subscribers) all() []func(Commit) {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Collect(maps.Values(u.fns))
}

// publish tells of a batch. An answer that was built while the caches were still catching up
// counts as an old one once the generation rises.
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
	for _, fn := range s.caches.all() {
		s.tell(fn, c)
	}
	s.generation.Add(1)
	for _, fn := range s.listeners.all() {
		s.tell(fn, c)
	}
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
