package api

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/progresshub/progresshub/store"
)

// feedSize is how many events a feed keeps, and feedPart how many of them a stream is given at
// a time: what one read of the database brings.
const (
	feedSize = 1024
	feedPart = store.MaxLimit
)

// feed holds the latest events as the event streams send them. However many streams there
// are, an event is encoded once, and nobody asks the database for it. A stream that is behind
// the oldest event here reads the database until it has caught up, so that a slow client costs
// neither memory nor anybody else's time.
//
// It follows the store while there are streams.
type feed struct {
	store *store.Store

	joining sync.Mutex // held while streams come and go
	streams int
	end     func() // of following the store

	mu      sync.Mutex
	ring    [feedSize]toldEvent
	added   int           // events that the ring was given, of which it has the latest
	before  string        // every event behind this one is in the ring
	changed chan struct{} // closed when there is a newer event
	wake    signal        // for the goroutine that closes it
}

// toldEvent is an event and what a stream says of it.
type toldEvent struct {
	id   string
	text []byte
}

// join adds a stream, which leaves by the returned function.
func (f *feed) join(ctx context.Context) (leave func(), err error) {
	f.joining.Lock()
	defer f.joining.Unlock()
	if f.streams == 0 {
		if err := f.begin(ctx); err != nil {
			return nil, err
		}
	}
	f.streams++
	return f.leave, nil
}

func (f *feed) leave() {
	f.joining.Lock()
	defer f.joining.Unlock()
	if f.streams--; f.streams > 0 {
		return
	}
	f.end()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ring = [feedSize]toldEvent{} // a hub without streams holds on to nothing
}

// begin follows the store from now on.
func (f *feed) begin(ctx context.Context) error {
	f.mu.Lock()
	f.added, f.before, f.changed, f.wake = 0, "", make(chan struct{}), make(signal, 1)
	f.mu.Unlock()
	// Before the look at the database, or a commit between the two would be in neither.
	cancel := f.store.Subscribe(f.take)
	last, _, err := f.store.LastEvent(ctx)
	if err != nil {
		cancel()
		return err
	}
	f.mu.Lock()
	f.before = max(f.before, last)
	f.mu.Unlock()
	ended := make(chan struct{})
	f.end = func() { cancel(); close(ended) }
	go f.wakeStreams(f.wake, ended)
	return nil
}

// take adds the events of a commit. It runs on the writer, so waking the streams, which takes
// the longer the more there are, is left to another goroutine.
func (f *feed) take(c store.Commit) {
	if len(c.Events) == 0 {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, e := range c.Events {
		place := &f.ring[f.added%feedSize]
		if f.added >= feedSize {
			f.before = max(f.before, place.id)
		}
		*place = toldEvent{e.ID, eventText(e)}
		f.added++
	}
	f.wake.give()
}

func (f *feed) wakeStreams(wake signal, ended <-chan struct{}) {
	for {
		select {
		case <-wake:
			f.mu.Lock()
			old := f.changed
			f.changed = make(chan struct{})
			f.mu.Unlock()
			close(old)
		case <-ended:
			return
		}
	}
}

// after returns the first events behind one as a part of a stream, and the id of the last of
// them. wait is closed when there are newer ones; nil: there are already. behind says that the
// ring no longer has all of them: those up to the returned id are in the database.
func (f *feed) after(last string) (part []byte, upTo string, wait <-chan struct{}, behind bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if last < f.before {
		return nil, f.before, nil, true
	}
	from, oldest := f.added, max(0, f.added-feedSize)
	for from > oldest && f.ring[(from-1)%feedSize].id > last {
		from--
	}
	to := min(f.added, from+feedPart)
	if to == f.added {
		wait = f.changed
	}
	if to == from+1 { // as after most commits: all streams send the same bytes
		e := f.ring[from%feedSize]
		return e.text, e.id, wait, false
	}
	upTo = last
	for n := from; n < to; n++ {
		e := f.ring[n%feedSize]
		part, upTo = append(part, e.text...), e.id
	}
	return part, upTo, wait, false
}

// change is what the stream tells of an event.
type change struct {
	ID      string `json:"id" example:"cxy99bbg25ng"`
	Kind    string `json:"kind"`
	Subject string `json:"subject"`
	Also    int    `json:"also" doc:"How many other items the same change touched"`
}

// eventText is an event as a stream sends it.
func eventText(e store.Event) []byte {
	data, err := json.Marshal(change{e.ID, e.Kind, e.Subject, e.Also})
	if err != nil {
		panic(err) // of strings and a number: cannot be
	}
	return fmt.Appendf(nil, "event: change\nid: %s\ndata: %s\n\n", e.ID, data)
}
