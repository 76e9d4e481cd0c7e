package schedule

import (
	"sync"
	"time"
)

// Steady watches whether a clock goes as time passes. What can't be taken back and is done by the clock
// waits until it has for a while: a machine's clock may be wrong when it starts, until it has asked
// another one, and somebody may set it wrong for a moment.
type Steady struct {
	now func() time.Time
	ran func() time.Duration

	mu          sync.Mutex
	at          time.Time // what the clock said last
	last, since time.Duration
}

// mostDrift is how much more or less a clock goes between two looks at it that is not set.
const mostDrift = time.Minute

// NewSteady begins to watch a clock beside one that nobody sets.
func NewSteady(now func() time.Time, ran func() time.Duration) *Steady {
	return &Steady{now: now, ran: ran, at: now().Round(0), last: ran(), since: ran()}
}

// For is how long the clock has not been set: since the watch began, or since the last look, of which
// there are to be several a minute.
func (s *Steady) For() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ran := s.now().Round(0), s.ran()
	if drift := at.Sub(s.at) - (ran - s.last); drift.Abs() > mostDrift {
		s.since = ran
	}
	s.at, s.last = at, ran
	return ran - s.since
}
