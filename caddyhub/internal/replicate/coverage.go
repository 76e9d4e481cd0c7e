package replicate

import (
	"sync"
	"time"

	"github.com/superfly/ltx"
)

// coverage knows which commits have reached the target. It does not ask Litestream, which may have
// stopped without a word (its issue 1083): what counts is that a file with them was written. Litestream
// dates a file just after it has read the log: a commit in between seems to be in it, until the next
// file, a second later, has it.
type coverage struct {
	mu       sync.Mutex
	read     time.Time // when the commits in the newest file of the target were read
	at       time.Time // when that file was written
	uncaught time.Time // when the oldest commit was made that is not in it; zero: none
	caught   time.Time // when the newest commit was made that was found to be in it
}

// wrote is told of each file that was written.
func (c *coverage) wrote(h ltx.Header, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = now
	// A header has whole milliseconds.
	if read := time.UnixMilli(h.Timestamp + 1); read.After(c.read) {
		c.read = read
	}
}

// begun is told when a replica was found to have all that had been committed by then: there is
// nothing to be written of it.
func (c *coverage) begun(by time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if by.After(c.read) {
		c.read = by
	}
}

// known reports whether it is known what the target has: else that is not compared yet.
func (c *coverage) known() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.read.IsZero()
}

// look is told of the last commit, now and then, and returns since when commits are missing from
// the target; zero: none is. Times that are yet to come are of a clock that was set back since: what
// is committed from now on would seem to be older than what was sent before.
func (c *coverage) look(last, now time.Time) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	caught := !last.After(c.read) || last.Equal(c.caught)
	if c.read.After(now) {
		c.read = now
	}
	if caught {
		c.caught, c.uncaught = last, time.Time{}
	} else if c.uncaught.IsZero() || !c.uncaught.After(c.read) || c.uncaught.After(now) {
		c.uncaught = last
		if last.After(now) {
			c.uncaught = now
		}
	}
	return c.uncaught
}

// synced is when something was written last; zero: nothing was.
func (c *coverage) synced() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}
