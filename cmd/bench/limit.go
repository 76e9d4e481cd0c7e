package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
)

// limit measures the hub's answers beside the limit handler in its own process.
func (b *bench) limit(ctx context.Context) error {
	h, err := b.beside(ctx)
	if err != nil {
		return err
	}
	defer h.stop()
	q, err := newQuestions(h)
	if err != nil {
		return err
	}
	tag, err := h.tagOf(q.list)
	if err != nil {
		return err
	}
	limitList, limitOverlap := fixed(h.request("/limit/list")), fixed(h.request("/limit/overlap"))
	for _, r := range []struct {
		name       string
		hub, limit func() []byte
		status     int
	}{
		{"list, unchanged / limit", fixed(h.request(q.list)), limitList, http.StatusOK},
		{"list, unchanged, 304 / limit", fixed(h.request(q.list, "If-None-Match", tag)), limitList, http.StatusNotModified},
		{"list, not cached / limit", q.uncachedList, limitList, http.StatusOK},
		{"overlap / limit", q.overlap, limitOverlap, http.StatusOK},
	} {
		found, err := b.compare(ctx, side{h.addr, r.hub, r.status}, side{h.addr, r.limit, http.StatusOK})
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		row(r.name, "%8.3f      (%.0f a second)", found.ratio, found.rate)
	}
	more, err := b.mcpLatency(ctx, h, q.titles.next)
	if err != nil {
		return fmt.Errorf("latency over MCP: %w", err)
	}
	row("overlap over MCP - over REST / JSON echo", "%8.3f", more)
	rate, err := b.drive(ctx, side{h.addr, func() []byte { return h.create(q.titles.next()) }, http.StatusCreated})
	if err != nil {
		return fmt.Errorf("create: %w", err)
	}
	row("create, on disk before the answer", "%8.0f a second", rate)
	return nil
}

// beside starts the hub with the limit and echo handlers in its process, over a filled folder.
func (b *bench) beside(ctx context.Context) (*hub, error) {
	if _, err := b.data(ctx); err != nil {
		return nil, err
	}
	h, err := start(ctx, b.scratch)
	if err != nil {
		return nil, err
	}
	if err := h.settle(ctx); err != nil {
		h.stop()
		return nil, err
	}
	return h, nil
}

// questions are the requests that stand beside a limit, whose answers are kept as such.
type questions struct {
	*hub
	titles *titles
	list   string
}

func newQuestions(h *hub) (*questions, error) {
	q := &questions{hub: h, titles: newTitles(11), list: "/api/threads"}
	for name, path := range map[string]string{
		"list": q.list, "overlap": q.path("overlap"), "search": q.path("search"), "digest": q.path("digest"),
	} {
		if err := h.saveLimit(name, path); err != nil {
			return nil, err
		}
	}
	return q, nil
}

// path asks something about another title each time.
func (q *questions) path(what string) string {
	return "/api/" + what + "?q=" + url.QueryEscape(q.titles.next())
}

func (q *questions) overlap() []byte      { return q.request(q.path("overlap")) }
func (q *questions) search() []byte       { return q.request(q.path("search")) }
func (q *questions) digest() []byte       { return q.request(q.path("digest")) }
func (q *questions) uncachedList() []byte { return q.request(uncached(q.list)) }
