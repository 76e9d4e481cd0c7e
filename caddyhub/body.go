package caddyhub

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

// How long the body of a request may take to arrive, from the beginning of the request.
const (
	// strangerBody is for requests without a credential that holds: signing in.
	strangerBody = 10 * time.Second
	// knownBody and knownRate are for all others: so long, and a second more for so many
	// bytes. A body that does not say its length counts as the largest one.
	knownBody = time.Minute
	knownRate = 64 << 10
	// largestBody is the most that any address takes.
	largestBody = 16 << 20

	// lastStranger and lastKnown are what is left of it once the process is to end.
	lastStranger = time.Second
	lastKnown    = 4 * time.Second

	// strangerDrain is how long a client without a credential may go on sending after its
	// answer, and maxDrain how much any client.
	strangerDrain = 2 * time.Second
	maxDrain      = 64 << 20
)

// bodyTime is how long a body of a length may take; -1: not known.
func bodyTime(known bool, length int64) time.Duration {
	if !known {
		return strangerBody
	}
	if length < 0 || length > largestBody {
		length = largestBody
	}
	return knownBody + time.Duration(length)*time.Second/knownRate
}

// body is the body of a request, which must arrive by a deadline. It is the deadline of the
// whole, while the server's own timeouts begin anew with each byte.
type body struct {
	io.ReadCloser
	known   bool // the request brings a credential that holds
	control *http.ResponseController
	forget  func() bool // the end of the process
	restore func()      // gives the server its own patience back

	mu       sync.Mutex
	deadline time.Time
	whole    bool // read to its end
	released bool // control must not be used any more
}

// takeBody gives the body of a request its deadline, which comes sooner when the process is
// to end. A request without a body has none.
func (a *App) takeBody(w http.ResponseWriter, r *http.Request) *body {
	if r.Body == nil || r.ContentLength == 0 {
		return nil
	}
	b := &body{ReadCloser: r.Body, known: a.guard.Knows(r) || a.grants.Knows(r), control: http.NewResponseController(w)}
	last := lastStranger
	if b.known {
		last = lastKnown
	}
	most := bodyTime(b.known, r.ContentLength)
	b.restore = patience(r, most)
	b.hurry(most)
	b.forget = context.AfterFunc(a.runtime.ending, func() { b.hurry(last) })
	r.Body = b
	return b
}

// patience lets the body of a request stall for a time, where the server would end it sooner.
// It returns what undoes that.
func patience(r *http.Request, most time.Duration) (restore func()) {
	if reader, _ := caddyhttp.IdleTimeoutsFromContext(r.Context()); reader != nil {
		return reader.Override(most, 0)
	}
	return func() {}
}

// Read reads on. After the deadline its errors are [os.ErrDeadlineExceeded].
func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		b.end()
	}
	return n, err
}

// end takes the deadline off a body that has arrived: one that stays on the connection would
// end the request itself.
func (b *body) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.whole && !b.released {
		b.whole = true
		_ = b.control.SetReadDeadline(time.Time{})
	}
}

// hurry leaves the body no more than the given time from now.
func (b *body) hurry(left time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	deadline := time.Now().Add(left)
	if b.whole || b.released || !b.deadline.IsZero() && b.deadline.Before(deadline) {
		return
	}
	b.deadline = deadline
	// Not every writer knows deadlines; the server's own do.
	_ = b.control.SetReadDeadline(deadline)
}

func (b *body) isWhole() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.whole
}

// release ends the use of the body. Its deadline stays: it is for what the server still reads.
func (b *body) release() {
	b.forget()
	b.restore()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.released = true
}
