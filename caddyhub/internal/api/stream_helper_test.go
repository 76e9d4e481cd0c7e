package api

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// message is one block of an event stream.
type message struct{ event, id, data, comment, retry string }

// listener is a client of the event stream.
type listener struct {
	t      testing.TB
	resp   *http.Response
	lines  *bufio.Scanner
	cancel context.CancelFunc
}

// listen opens a stream behind an event, or from now. Headers are those of [hub.asOwner].
func listen(t testing.TB, base, last string, headers map[string]string) *listener {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/api/events/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	if last != "" {
		req.Header.Set("Last-Event-ID", last)
	}
	for name, value := range headers {
		if value == "" {
			req.Header.Del(name)
			continue
		}
		req.Header.Set(name, value)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	l := &listener{t, resp, bufio.NewScanner(resp.Body), cancel}
	t.Cleanup(l.leave)
	return l
}

func (l *listener) leave() {
	l.cancel()
	_ = l.resp.Body.Close()
}

// next waits for the next block; false: the stream has ended.
func (l *listener) next() (m message, ok bool) {
	for l.lines.Scan() {
		name, value, _ := strings.Cut(l.lines.Text(), ":")
		value = strings.TrimPrefix(value, " ")
		switch name {
		case "":
			if l.lines.Text() == "" {
				return m, true
			}
			m.comment = value
		case "event":
			m.event = value
		case "id":
			m.id = value
		case "data":
			m.data = value
		case "retry":
			m.retry = value
		default:
			l.t.Errorf("line %q", l.lines.Text())
		}
	}
	return message{}, false
}

// begin takes the first block. One that says ready comes again under its former name.
func (l *listener) begin() message {
	l.t.Helper()
	m, ok := l.next()
	if !ok || m.retry != "2000" {
		l.t.Fatalf("the stream begins with %+v", m)
	}
	if m.event == "ready" {
		if former, ok := l.next(); !ok || former != (message{event: "begin", data: m.data, id: m.id}) {
			l.t.Fatalf("after ready comes %+v", former)
		}
	}
	return m
}

// change takes the next block, which must be a change.
func (l *listener) change() change {
	l.t.Helper()
	m, ok := l.next()
	var c change
	if err := json.Unmarshal([]byte(m.data), &c); !ok || m.event != "change" || err != nil || c.ID != m.id {
		l.t.Fatalf("not a change: %+v", m)
	}
	return c
}

// wantEnd waits for the end of a stream that must bring nothing more.
func (l *listener) wantEnd() {
	l.t.Helper()
	if m, ok := l.next(); ok {
		l.t.Errorf("got %+v, want the end", m)
	}
}

// streaming is a hub behind a server of its own, whose streams have their pings from the
// returned channel. A ping that was taken shows that a stream had nothing else to do.
func streaming(t testing.TB) (h *hub, base string, pings chan time.Time) {
	t.Helper()
	h = newHub(t)
	base, pings = h.streams()
	return h, base, pings
}

// streams puts a hub behind a server, as [streaming] does.
func (h *hub) streams() (base string, pings chan time.Time) {
	pings = make(chan time.Time)
	h.api.pings = func() (<-chan time.Time, func()) { return pings, func() {} }
	server := httptest.NewServer(h.api)
	h.t.Cleanup(server.Close)
	return server.URL, pings
}

func (h *hub) lastEvent() string {
	h.t.Helper()
	id, _, err := h.store.LastEvent(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	return id
}

func (h *hub) eventsAfter(id string) (all []string) {
	h.t.Helper()
	for {
		events, err := h.store.EventsAfter(h.t.Context(), id)
		if err != nil {
			h.t.Fatal(err)
		}
		if len(events) == 0 {
			return all
		}
		for _, e := range events {
			id = e.ID
			all = append(all, id)
		}
	}
}
