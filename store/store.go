// Package store is the hub's domain: the types, their rules, and every transaction on the one
// SQLite file. It knows neither HTTP nor Caddy.
//
// A change goes through the writer ([Store.Close] ends it): one transaction holds the
// changed row, its event and its search rows, and is on disk before the call returns.
// Changes that arrive together share one commit. Reads run beside it on a pool of their
// own and see only what was committed.
//
// Who wants to know of changes hangs on one signal, [Store.Subscribe]; who only wants to
// know whether anything changed compares [Store.Generation].
package store

import (
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/store/sqlite"
)

// Store is the open database of one data folder. Its methods may be called from any
// number of goroutines.
type Store struct {
	db  *sqlite.DB
	now func() time.Time
	log *zap.Logger

	// What changes note for the end of their commit; the hooks are registered in [Open].
	spelled   *sqlite.Hook[spelling]       // for the full text
	journaled *sqlite.Hook[indexing]       // for the journal of the overlap index: what indexed has
	saved     *sqlite.Hook[*Thread]        // as it is now; nil: so many that none is worth naming
	chosen    *sqlite.Hook[*Preferences]   // as they are now
	moved     *sqlite.Hook[*time.Location] // the zone in which the reminders stand now
	indexed   *sqlite.Hook[indexing]       // for the overlap index
	news      *sqlite.Hook[*Event]         // nil: what a reader can see has changed without an event

	threads    *Recent[string, Thread]
	prefs      atomic.Pointer[Preferences]
	hubID      atomic.Pointer[string] // nil: not asked for yet
	overlap    *overlapIndex
	grams      *gramWriter
	generation atomic.Uint64
	listeners  subscribers

	pending receiptLocks
	// rescheduled is the zone in which the reminders stand; nil: in that of each change.
	rescheduled atomic.Pointer[time.Location]
	// clockSeen is the latest time of the clock since then; nil: nobody has looked.
	clockSeen atomic.Pointer[Time]
	damaged   damages         // that were logged
	checked   <-chan struct{} // closed after the check that follows an unclean end; nil: there is none
}

// Dir is the data folder.
func (s *Store) Dir() string { return s.db.Dir() }

// Now is the store's clock.
func (s *Store) Now() time.Time { return s.now() }

// Generation counts the commits since the store was opened. An answer built from reads
// that began at one generation holds as long as the number stays the same.
func (s *Store) Generation() uint64 { return s.generation.Load() }

// Commit is what one commit changed.
type Commit struct {
	Generation uint64
	Events     []Event // in the order of their ids; none when only a lease was renewed
}

// subscribers are those who hear of each commit.
type subscribers struct {
	mu   sync.Mutex
	next int
	fns  map[int]func(Commit)
}

// Subscribe calls fn after every commit, in commit order, until the returned function is
// called; a commit under way may still reach it then. fn runs on the writer, before the
// callers of the changes are answered: it must be quick and must not make a change itself.
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

// publish tells of a commit. An answer that was built while the caches were still catching up
// counts as an old one once the generation rises.
func (s *Store) publish(news []*Event) {
	c := Commit{Generation: s.generation.Add(1)}
	for _, e := range news {
		if e != nil {
			c.Events = append(c.Events, *e)
		}
	}
	for _, fn := range s.listeners.all() {
		s.tell(fn, c)
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
