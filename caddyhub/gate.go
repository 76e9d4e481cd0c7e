package caddyhub

import (
	"sync"
	"time"
)

// gate counts the requests under way and can be closed for good. It is what lets the store
// be closed only after the last request has left it.
type gate struct {
	mu     sync.Mutex
	inside int
	empty  chan struct{} // nil: open; closed when the last one has left the closed gate
}

// enter lets one in, or returns false when the gate is closed.
func (g *gate) enter() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.empty != nil {
		return false
	}
	g.inside++
	return true
}

// leave is called once for each that entered.
func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.inside--
	if g.empty != nil && g.inside == 0 {
		close(g.empty)
	}
}

// count is how many are inside.
func (g *gate) count() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.inside
}

// close lets nobody in any more and waits until all have left, at most for patience. It
// returns how many are still inside then. It may be called once.
func (g *gate) close(patience time.Duration) int {
	g.mu.Lock()
	g.empty = make(chan struct{})
	if g.inside == 0 {
		close(g.empty)
	}
	g.mu.Unlock()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-g.empty:
	case <-timer.C:
	}
	return g.count()
}
