package api

import (
	"sync"

	"github.com/progresshub/progresshub/store"
)

const (
	// maxStreams is how many event streams one configuration serves at a time. Each costs a
	// connection and some 40 KB.
	maxStreams = 1024
	// ownersPlaces is how many of them programs with the token leave to signed-in browsers, so
	// that one that opens streams without end does not shut the owner out.
	ownersPlaces = 24
)

// places are those for event streams.
type places struct {
	mu   sync.Mutex
	free int
}

// newPlaces makes the places for streams in a process that may have so many files open: the
// other half of those is for the database, and for all other requests.
func newPlaces(files int) places { return places{free: min(maxStreams, files/2)} }

// take takes a place for a stream of the owner's or an agent's, unless there is none left.
func (p *places) take(actor store.Actor) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.free == 0 || actor == store.Agent && p.free <= ownersPlaces {
		return false
	}
	p.free--
	return true
}

// leave gives a place back.
func (p *places) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free++
}
