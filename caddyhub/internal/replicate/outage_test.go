package replicate

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

// A target that is away for two hours is told of, holds nothing up, and has everything soon after it
// is back.
func TestATargetIsAwayForTwoHours(t *testing.T) {
	t.Parallel()
	for name, make := range outages(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := make(t)
			h := start(t, t.TempDir())
			var later atomic.Int64
			h.keeper.now = func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
			h.keeper.Take(o.values)
			h.add(20)
			h.arrives()
			o.goAway()
			h.add(200)
			h.until("the failure is noticed", h.keeper.failing)
			later.Store(int64(2 * time.Hour))
			// Whoever finds the target gone does not wait for the lease to run out.
			if r := h.keeper.current(); r != nil {
				r.lease.held.Store(momentOf(time.Now().Add(-2 * time.Hour)))
			}
			if s := h.keeper.Status(); s.State != Failing || s.Error == "" || s.Lag < 2*time.Hour {
				t.Errorf("while it is away: %+v", s)
			}
			if text, _, failing, err := h.keeper.Problem(t.Context()); !failing || text == "" || err != nil {
				t.Errorf("the problem is %q, %t, %v", text, failing, err)
			}
			later.Store(0) // the commits to come have the clock's own times
			for range 10 { // more than the log may hold
				h.add(200)
			}
			o.comeBack()
			h.arrives()
			h.isWhole(o.values)
		})
	}
}

// A target that goes away again and again, at any moment of what is sent to it, misses nothing in the
// end.
func TestATargetIsCutOffAtAnyMoment(t *testing.T) {
	t.Parallel()
	rounds := 2
	if os.Getenv("HUB_TEST_LONG") != "" {
		rounds = 20
	}
	for name, make := range outages(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := make(t)
			h := start(t, t.TempDir())
			h.keeper.Take(o.values)
			h.add(1)
			h.arrives()
			over := atomic.Bool{}
			var writing sync.WaitGroup
			writing.Go(func() {
				for !over.Load() {
					h.add(1)
				}
			})
			for range rounds {
				time.Sleep(rand.N(2 * time.Second))
				o.goAway()
				time.Sleep(rand.N(time.Second))
				o.comeBack()
			}
			over.Store(true)
			writing.Wait()
			h.arrives()
			h.isWhole(o.values)
		})
	}
}

// What can't be sent is not kept for ever: the whole database is sent once the target is back.
func TestWhatIsNotSentIsNotKeptForEver(t *testing.T) {
	t.Parallel()
	for name, make := range outages(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := make(t)
			h := start(t, t.TempDir())
			h.keeper.mostKept = 256 << 10
			h.keeper.Take(o.values)
			ids := h.fill()
			h.arrives()
			o.goAway()
			n := 0
			h.until("it is let go", func() bool {
				for range 20 {
					h.change(ids, n)
					n++
				}
				return !WasUsed(h.dir)
			})
			h.add(5)
			o.comeBack()
			h.arrives()
			h.isWhole(o.values)
		})
	}
}

// isWhole ends the hub, after a drill that must be good, and looks that what is restored is what it
// had.
func (h *hub) isWhole(v Values) {
	h.t.Helper()
	if err := h.keeper.drill(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
	if s := h.keeper.Status(); s.State != OK || s.Drill == nil || !s.Drill.OK {
		h.t.Errorf("in the end: %+v, drill %+v", s, s.Drill)
	}
	h.stop()
	file, _ := restored(h.t, v, time.Time{})
	if err := differ(sums(h.t, filepath.Join(h.dir, store.DatabaseName)), sums(h.t, file)); err != nil {
		h.t.Error(err)
	}
}
