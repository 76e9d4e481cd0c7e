package api

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/auth"
	"github.com/progresshub/progresshub/caddyhub/internal/health"
)

const (
	// pingPeriod is how often a stream without changes shows that it is alive (docs/rest.md).
	pingPeriod = 15 * time.Second
	// writePatience is how long a client may take to accept what is sent to it, at most.
	writePatience = 10 * time.Second
)

// stream sends the changes as they happen, as server-sent events (HTML Standard §9.2). Where
// it stands is the id of the last event it has sent: the next ones come from the feed or, for
// a client that was away or is slow, from the database. So each gets every event once and in
// order.
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
	if !a.places.take(auth.From(r.Context()).Actor) {
		busy("too many event streams are open already").Write(w)
		return
	}
	defer a.places.leave()
	leave, err := a.feed.join(r.Context())
	if err != nil {
		a.problemOf(r.Context(), err, "header").Write(w)
		return
	}
	defer leave()
	problems := make(signal, 1)
	defer a.Health.Subscribe(problems.give)()
	s := eventStream{feed: &a.feed, health: a.Health, w: w, control: http.NewResponseController(w), alone: r.ProtoMajor > 1}
	defer s.relax()
	if err := s.find(r.Context(), r.Header.Get("Last-Event-ID")); err != nil {
		a.problemOf(r.Context(), err, "header").Write(w)
		return
	}
	if s.begin() != nil {
		return // the client is gone, here and below
	}
	if _, changedAt := a.Health.Generation(); !s.seen.IsZero() && !changedAt.Before(s.seen) {
		problems.give() // they may have changed while the client was away
	}
	pings, stop := a.pings()
	defer stop()
	for {
		ended := a.Auth.Tokens().Ended()
		part, changed, err := s.next(r.Context())
		// Looked at after the reading: what was changed since the end is not told.
		if err != nil || a.isOver(r) || len(part) > 0 && s.send(part) != nil {
			return
		}
		if changed == nil {
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
		case <-ended: // a token was; this stream's, perhaps
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
	feed     *feed
	health   *health.Board
	w        http.ResponseWriter
	control  *http.ResponseController
	alone    bool      // each part has a deadline of its own
	deadline time.Time // of what is sent; zero: none stands
	last     string    // id of the last event the client has, empty before the first
	first    string    // how the stream begins
	seen     time.Time // when the event was that the client has named, behind which it goes on
}

// find decides where the stream begins: behind the event the client names, else now.
func (s *eventStream) find(ctx context.Context, lastSeen string) (err error) {
	if lastSeen != "" {
		at, known, err := s.feed.store.EventTime(ctx, lastSeen)
		if err != nil {
			return err
		}
		if known {
			s.last, s.seen = lastSeen, at.Time
			return nil
		}
		s.first = "event: reset\ndata: {}\n"
	}
	last, at, err := s.feed.store.LastEvent(ctx)
	s.last = last
	if lastSeen == "" && last != "" {
		changedAt := at.Time
		if _, problems := s.health.Generation(); problems.After(changedAt) {
			changedAt = problems
		}
		data := fmt.Sprintf("data: {\"quiet_ms\":%d}\n", max(0, s.feed.store.Now().Sub(changedAt).Milliseconds()))
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

// next returns the next events as a part of the stream. changed is closed when there are newer
// ones; nil: there may be some already.
func (s *eventStream) next(ctx context.Context) (part []byte, changed <-chan struct{}, err error) {
	part, upTo, changed, behind := s.feed.after(s.last)
	if !behind {
		s.last = upTo
		return part, changed, nil
	}
	events, err := s.feed.store.EventsAfter(ctx, s.last)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range events {
		part, upTo = append(part, eventText(e)...), e.ID
	}
	s.last = upTo
	return part, nil, nil
}

// send writes a part of the stream at once. Its deadline is for this part alone over HTTP/2,
// where one that stands while nothing is sent would end the stream. Over HTTP/1 it may stand,
// and is renewed when half of it is over: a timer costs as much as the rest of sending.
func (s *eventStream) send(part []byte) error {
	// Not every writer knows deadlines; the server's own do.
	if now := time.Now(); s.deadline.Sub(now) < writePatience/2 {
		s.deadline = now.Add(writePatience)
		_ = s.control.SetWriteDeadline(s.deadline)
	}
	if s.alone {
		defer s.relax()
	}
	if _, err := s.w.Write(part); err != nil {
		return err
	}
	return s.control.Flush()
}

// relax takes the deadline off: the connection may go on to serve other requests.
func (s *eventStream) relax() {
	s.deadline = time.Time{}
	_ = s.control.SetWriteDeadline(s.deadline)
}
