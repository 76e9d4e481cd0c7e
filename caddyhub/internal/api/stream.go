package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/health"
	"github.com/progresshub/progresshub/store"
)

const (
	// maxStreams is how many event streams one configuration serves at a time.
	maxStreams = 64
	// pingPeriod is how often a stream without changes shows that it is alive (docs/rest.md).
	pingPeriod = 15 * time.Second
	// writePatience is how long a client may take to accept what is sent to it.
	writePatience = 10 * time.Second
)

// stream sends the changes as they happen, as server-sent events (HTML Standard §9.2).
// What it sends comes from the database alone; a commit only makes it look there again. So
// a client that was away, and one that is slow, get every event once and in order.
//
// It ends with the request, the credential or the configuration. The client then comes back
// with the id of the last event it saw.
func (a *API) stream(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // nginx would hold back what does not fill a page
	if r.Method == http.MethodHead {
		return
	}
	select {
	case a.streams <- struct{}{}:
		defer func() { <-a.streams }()
	default:
		busy("too many event streams are open already").Write(w)
		return
	}
	// Before the first look at the database, or a change between the two would go unseen.
	changed, problems := make(signal, 1), make(signal, 1)
	defer a.Store.Subscribe(func(store.Commit) { changed.give() })()
	defer a.Health.Subscribe(problems.give)()
	s := eventStream{store: a.Store, health: a.Health, w: w, control: http.NewResponseController(w)}
	if err := s.find(r.Context(), r.Header.Get("Last-Event-ID")); err != nil {
		a.problemOf(r.Context(), err, "header").Write(w)
		return
	}
	if s.begin() != nil {
		return // the client is gone, here and below
	}
	if generation, _ := a.Health.Generation(); s.resumed && generation > 0 {
		problems.give() // they may have changed while the client was away
	}
	pings, stop := a.pings()
	defer stop()
	for {
		part, more, err := s.next(r.Context())
		// Looked at after the reading: what was changed since the end is not told.
		if err != nil || a.isOver(r) || len(part) > 0 && s.send(part) != nil {
			return
		}
		if more {
			continue
		}
		select {
		case <-changed:
		case <-problems:
			if s.send([]byte("event: problems\ndata: {}\n\n")) != nil {
				return
			}
		case <-pings:
			if s.send([]byte(": ping\n\n")) != nil {
				return
			}
		case <-r.Context().Done():
			return
		case <-a.Stopping:
			return
		}
	}
}

// isOver reports whether a stream must end: its configuration does, or the credential it was
// opened with no longer holds.
func (a *API) isOver(r *http.Request) bool {
	select {
	case <-a.Stopping:
		return true
	default:
	}
	_, refusal := a.Auth.Authenticate(r)
	return refusal != nil
}

// signal wakes a stream; whatever it is given until the stream looks is one.
type signal chan struct{}

func (s signal) give() {
	select {
	case s <- struct{}{}:
	default: // the stream is about to look anyway
	}
}

// tick is the source of a stream's pings and the function that ends it.
func tick() (<-chan time.Time, func()) {
	t := time.NewTicker(pingPeriod)
	return t.C, t.Stop
}

// eventStream is one client's stream.
type eventStream struct {
	store   *store.Store
	health  *health.Board
	w       http.ResponseWriter
	control *http.ResponseController
	last    string // id of the last event the client has, empty before the first
	first   string // how the stream begins
	resumed bool   // behind an event that the client has named
}

// find decides where the stream begins: behind the event the client names, else now.
func (s *eventStream) find(ctx context.Context, lastSeen string) (err error) {
	if lastSeen != "" {
		known, err := s.store.HasEvent(ctx, lastSeen)
		if err != nil {
			return err
		}
		if known {
			s.last, s.resumed = lastSeen, true
			return nil
		}
		s.first = "event: reset\ndata: {}\n"
	}
	last, at, err := s.store.LastEvent(ctx)
	s.last = last
	if lastSeen == "" && last != "" {
		changedAt := at.Time
		if _, problems := s.health.Generation(); problems.After(changedAt) {
			changedAt = problems
		}
		data := fmt.Sprintf("data: {\"quiet_ms\":%d}\n", max(0, s.store.Now().Sub(changedAt).Milliseconds()))
		// begin is the former name of ready, for clients that know only that one.
		s.first = "event: ready\n" + data + "id: " + last + "\n\n" + "event: begin\n" + data
	}
	return err
}

// begin tells the client where the stream begins, so that one that is cut off before the
// first change comes back to this place; and one that begins now, for how long nothing has
// changed: what it read before may be older than that.
func (s *eventStream) begin() error {
	return s.send([]byte("retry: 2000\n" + s.first + "id: " + s.last + "\n\n"))
}

// change is what the stream tells of an event.
type change struct {
	ID      string `json:"id" example:"cxy99bbg25ng"`
	Kind    string `json:"kind"`
	Subject string `json:"subject"`
	Also    int    `json:"also" doc:"How many other items the same change touched"`
}

// next reads the next events as a part of the stream, and reports whether there may be more.
func (s *eventStream) next(ctx context.Context) (part []byte, more bool, err error) {
	events, err := s.store.EventsAfter(ctx, s.last)
	if err != nil || len(events) == 0 {
		return nil, false, err
	}
	var b bytes.Buffer
	for _, e := range events {
		data, err := json.Marshal(change{e.ID, e.Kind, e.Subject, e.Also})
		if err != nil {
			return nil, false, err
		}
		fmt.Fprintf(&b, "event: change\nid: %s\ndata: %s\n\n", e.ID, data)
	}
	s.last = events[len(events)-1].ID
	return b.Bytes(), len(events) == store.MaxLimit, nil
}

// send writes a part of the stream at once. The deadline is for this part alone: over
// HTTP/2 one that stands while nothing is sent would end the stream.
func (s *eventStream) send(part []byte) error {
	// Not every writer knows deadlines; the server's own do.
	_ = s.control.SetWriteDeadline(time.Now().Add(writePatience))
	defer func() { _ = s.control.SetWriteDeadline(time.Time{}) }()
	if _, err := s.w.Write(part); err != nil {
		return err
	}
	return s.control.Flush()
}
