// Package bridge lets a program that can only start others speak to the hub: it takes MCP
// messages on standard input, a line each, posts them to the hub's endpoint and writes the
// answers to standard output, a line each.
//
// It understands as little of a message as it can: its id and method, and which version of
// the protocol it is of. So what the hub learns to do, the bridge can do.
//
//	bridge.go   the loop: lines in, lines out, what is under way
//	message.go  what is read of a message, and the answers that are the bridge's own
//	post.go     one message to the hub, and what may be tried again
//	cache.go    the last good answers, for when the hub is away
//	claims.go   what the agent has claimed, for when its session ends
package bridge

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/indexer"
)

// Bounds of a bridge.
const (
	maxLine    = 1 << 20 // bytes of a message, as the hub takes them
	maxAnswer  = 1 << 20 // bytes of an answer
	maxRunning = 8       // requests at the hub at once
	maxWaiting = 64      // of them and those that wait; then no more is read
	// grace is how long requests under way may take to end when the bridge shall.
	grace = 900 * time.Millisecond
	// lookEvery is how often a call looks whether the way is another one.
	lookEvery = 3 * time.Second
)

// Options are the parts of a bridge.
type Options struct {
	// Find tells the way to the hub. It is asked at the start, every few seconds before a call,
	// since a hub may have moved and still answer at its old place, and again when the hub can't
	// be reached or refuses the token, which another program may have renewed meanwhile.
	Find func() (indexer.Way, error)
	// StateDir is the folder for what is kept of a hub. It is made when something is kept.
	StateDir func(hub *url.URL) string
	// Folder is the one that the client started the bridge in.
	Folder string
	// Client sends the messages. It keeps its connections.
	Client *http.Client
	// Agent is the program and version in the User-Agent, such as hub-mcp/v1.2.0.
	Agent string
	Now   func() time.Time // the clock
	// Sleep waits between tries.
	Sleep func(context.Context, time.Duration) error
}

type bridge struct {
	Options
	slots chan struct{} // one for each request at the hub

	out struct {
		sync.Mutex
		io.Writer
	}
	work    sync.WaitGroup
	waiting chan struct{} // one for each request that is not answered

	mu      sync.Mutex
	running map[string]*request // by the id as it was written
	way     indexer.Way
	wayErr  error // why there is no way
	looked  time.Time
	client  string // what the client calls itself
	version string // of the protocol, as the hub answered the handshake
	answers *cache
	claims  *claims
}

// request is a message under way.
type request struct{ cancel context.CancelFunc }

// Run passes messages until in ends or the context does, and a moment longer for those under
// way. An error means that out could not be written to.
func Run(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	b := &bridge{
		Options: o, running: map[string]*request{},
		slots: make(chan struct{}, maxRunning), waiting: make(chan struct{}, maxWaiting),
	}
	b.out.Writer = out
	b.find(indexer.Way{})
	defer b.end()

	lines := make(chan []byte)
	go read(ctx, in, lines)
	ended := false
	for !ended {
		select {
		case line, more := <-lines:
			if ended = !more; more {
				b.take(ctx, stop, line)
			}
		case <-ctx.Done():
			ended = true
		}
	}
	quiet := make(chan struct{})
	go func() { b.work.Wait(); close(quiet) }()
	select {
	case <-quiet:
	case <-time.After(grace):
	}
	if err := context.Cause(ctx); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// read hands on the lines of in, those that are too long as nil.
func read(ctx context.Context, in io.Reader, lines chan<- []byte) {
	defer close(lines)
	r := bufio.NewReaderSize(in, 16<<10)
	for {
		line, err := readLine(r)
		if len(line) > 0 || errors.Is(err, errLong) {
			select {
			case lines <- line:
			case <-ctx.Done():
				return
			}
		}
		if err != nil && !errors.Is(err, errLong) {
			return
		}
	}
}

var errLong = errors.New("the line is too long")

// readLine reads a line, which is the caller's, without the space around it; one that is too
// long is read to its end and nil.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxLine+len("\r\n"); long {
			line = nil
		} else {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if long && err == nil {
			err = errLong
		}
		return bytes.TrimSpace(line), err
	}
}

// take begins with a message. It waits while too many are under way.
func (b *bridge) take(ctx context.Context, stop context.CancelCauseFunc, line []byte) {
	if line == nil {
		b.write(stop, failure(nil, codeInvalid, fmt.Sprintf("the message has more than %d bytes", maxLine)))
		return
	}
	m, err := parse(line)
	switch {
	case err != nil:
		b.write(stop, failure(nil, codeParse, err.Error()))
		return
	case m.method == "notifications/cancelled":
		// The hub keeps no sessions: what ends a request there is that nobody waits for it.
		b.cancel(m.cancelled())
		return
	case m.method == "":
		return // an answer: the hub asks nothing
	}
	if m.method == "initialize" {
		b.mu.Lock()
		b.client = m.clientName()
		b.mu.Unlock()
	}
	ctx, cancel := context.WithCancel(ctx)
	r := &request{cancel}
	if m.id != nil {
		b.mu.Lock()
		b.running[string(m.id)] = r
		b.mu.Unlock()
	}
	select {
	case b.waiting <- struct{}{}:
	case <-ctx.Done():
		cancel()
		return
	}
	b.work.Go(func() {
		defer func() {
			cancel()
			b.mu.Lock()
			if m.id != nil && b.running[string(m.id)] == r {
				delete(b.running, string(m.id))
			}
			b.mu.Unlock()
			<-b.waiting
		}()
		select {
		case b.slots <- struct{}{}:
		case <-ctx.Done():
			return
		}
		defer func() { <-b.slots }()
		answer := b.answer(ctx, m)
		if answer != nil && ctx.Err() == nil { // whoever cancels a request hears no more of it
			b.write(stop, answer)
		}
	})
}

// cancel ends a request under way.
func (b *bridge) cancel(id string) {
	b.mu.Lock()
	r := b.running[id]
	b.mu.Unlock()
	if r != nil {
		r.cancel()
	}
}

// write puts one line out. When nobody reads any more, the bridge has nothing left to do.
func (b *bridge) write(stop context.CancelCauseFunc, line []byte) {
	b.out.Lock()
	defer b.out.Unlock()
	if _, err := b.out.Write(append(line, '\n')); err != nil {
		stop(fmt.Errorf("write the answer: %w", err))
	}
}

// find asks for the way to the hub, and tells whether it is another one than a call went. Where there
// is none, the last one is kept to compare the next with.
func (b *bridge) find(went indexer.Way) (other bool) {
	way, err := b.Find()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.wayErr = err; err != nil {
		return true
	}
	b.use(way)
	return went.Base == nil || went.Base.String() != way.Base.String() || went.Token != way.Token
}

// look takes another way, if there is one. One that can't be read ends nothing, as long as the last
// one leads somewhere.
func (b *bridge) look() {
	now := b.Now()
	b.mu.Lock()
	due := !b.looked.IsZero() && now.Sub(b.looked) >= lookEvery
	if due || b.looked.IsZero() {
		b.looked = now
	}
	b.mu.Unlock()
	if !due {
		return
	}
	if way, err := b.Find(); err == nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.use(way)
	}
}

// use goes another way from now on. Its caller holds the lock.
func (b *bridge) use(way indexer.Way) {
	moved := b.way.Base == nil || b.way.Base.String() != way.Base.String()
	if moved {
		dir := b.StateDir(way.Base)
		b.answers = openCache(dir, way.Base.String())
		b.claims.close()
		b.claims = openClaims(dir, b.Folder)
	}
	b.way = way
}

// end forgets what the session has claimed: nobody is there any more to give it back.
func (b *bridge) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.claims.close()
}
