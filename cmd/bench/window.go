package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"
)

const (
	windowTime = 10 * time.Second
	changes    = 50 // a second
)

// windows opens event streams, as browsers do, and changes a thread at a steady pace.
func (b *bench) windows(ctx context.Context) error {
	h, err := b.settled(ctx)
	if err != nil {
		return err
	}
	defer h.stop()
	for _, n := range []int{200, 1000} {
		if err := h.watch(ctx, n); err != nil {
			return fmt.Errorf("%d streams: %w", n, err)
		}
	}
	return nil
}

// watch prints what n streams get of the changes, and what that costs.
func (h *hub) watch(ctx context.Context, n int) error {
	var all []*window
	closeAll := func() {
		for _, w := range all {
			w.Close()
		}
	}
	defer closeAll()
	for range n {
		w, err := h.open()
		if err != nil {
			return err
		}
		if w != nil { // not refused
			all = append(all, w)
		}
	}
	var readers sync.WaitGroup
	for _, w := range all {
		readers.Go(w.read)
	}
	before, began := h.cpu(), time.Now()
	sent, err := h.changeSteadily(ctx, windowTime)
	if err != nil {
		return err
	}
	time.Sleep(time.Second) // for what is under way
	share := 100 * (h.cpu() - before).Seconds() / time.Since(began).Seconds()
	closeAll()
	readers.Wait()
	var delivered times
	for _, w := range all {
		for _, e := range w.events {
			if at, ok := sent[e.id]; ok {
				delivered = append(delivered, e.at.Sub(at).Seconds())
			}
		}
	}
	row(fmt.Sprintf("%d streams, served", n), "%8d", len(all))
	row("  the hub's share of a core", "%8.0f %%", share)
	row("  events delivered of those sent", "%8d of %d", len(delivered), len(sent)*len(all))
	row("  change sent to event read: p50, p99, max", "%8.1f %8.1f %8.1f ms", delivered.at(0.5), delivered.at(0.99), delivered.at(1))
	return nil
}

// changeSteadily changes a thread so many times a second for a while and returns when each
// event's change was sent.
func (h *hub) changeSteadily(ctx context.Context, length time.Duration) (map[string]time.Time, error) {
	w, err := h.writer()
	if err != nil {
		return nil, err
	}
	defer w.Close()
	sent := map[string]time.Time{}
	beat := time.NewTicker(time.Second / changes)
	defer beat.Stop()
	for began := time.Now(); time.Since(began) < length; {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-beat.C:
		}
		at := time.Now()
		if err := w.change(at.String()); err != nil {
			return nil, err
		}
		sent[w.event] = at
	}
	return sent, nil
}

// window is one event stream, and the events it got.
type window struct {
	*conn
	events []arrival
}

type arrival struct {
	id string
	at time.Time
}

// open opens a stream. It is nil when the hub has enough of them.
func (h *hub) open() (*window, error) {
	c, err := dial(h.addr)
	if err != nil {
		return nil, err
	}
	if _, err := c.Write(h.request("/api/events/stream", "Accept", "text/event-stream")); err != nil {
		return nil, err
	}
	answer, err := http.ReadResponse(c.r, nil)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		return nil, c.Close()
	}
	return &window{conn: c}, nil
}

// read takes events until the stream is closed. The lines of the chunks between the events are
// not looked at.
func (w *window) read() {
	for {
		line, err := w.r.ReadSlice('\n')
		if err != nil {
			return
		}
		if id, ok := bytes.CutPrefix(line, []byte("id: ")); ok {
			w.events = append(w.events, arrival{string(bytes.TrimSpace(id)), time.Now()})
		}
	}
}
