package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

const (
	// samples and enough bound what one read is asked: so often, or for so long.
	samples = 300
	enough  = 10 * time.Second
)

// reads asks each read over one connection. Before every question a thread is changed on
// another connection, so that no answer is one kept from the last time.
func (b *bench) reads(ctx context.Context) error {
	h, err := b.settled(ctx)
	if err != nil {
		return err
	}
	defer h.stop()
	cursors, err := deepCursors(h)
	if err != nil {
		return fmt.Errorf("walk the list: %w", err)
	}
	titles := newTitles(23)
	about := func(path string) func() []byte {
		return func() []byte { return h.request(path + "q=" + url.QueryEscape(titles.next())) }
	}
	get := func(path string) func() []byte { return fixed(h.request(path)) }
	i := 0
	next := func(of []string) string { i++; return of[i%len(of)] }
	row("", "%10s %10s  ms", "p50", "p99")
	for _, r := range []struct {
		name string
		next func() []byte
	}{
		{"list", get("/api/threads")},
		{"list, deep", func() []byte { return h.request(next(cursors)) }},
		{"list of a project", get("/api/threads?project=project-3")},
		{"list of a source_tool", get("/api/threads?source_tool=bench")},
		{"list of an energy that none has", get("/api/threads?energy=high")},
		{"list of what is done", get("/api/threads?status=done")},
		{"list of what is stale", get("/api/threads?stale=true")},
		{"list with q, words of a title", about("/api/threads?")},
		{"list with q, one common word", get("/api/threads?q=login")},
		{"list with q that matches nothing", get("/api/threads?q=zzyzx")},
		{"search, words of a title", about("/api/search?")},
		{"overlap, words of a title", about("/api/overlap?")},
		{"digest", get("/api/digest")},
		{"digest of a project, with q", about("/api/digest?project=project-3&")},
		{"activity", get("/api/events")},
		{"activity of one kind that is rare", get("/api/events?kind=thread.done")},
		{"activity of a source_tool", get("/api/events?source_tool=bench")},
		{"overview", get("/api/overview")},
		{"next", get("/api/next")},
		{"projects", get("/api/projects")},
		{"session_digest over MCP", func() []byte { return h.call("session_digest", map[string]any{"project": "project-3"}) }},
		{"list_threads over MCP", func() []byte { return h.call("list_threads", map[string]any{"project": "project-3"}) }},
	} {
		found, err := h.afterWrites(ctx, r.next)
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		row(r.name, "%10.2f %10.2f", found.at(0.5), found.at(0.99))
	}
	return nil
}

// afterWrites times a read, each behind a change of a thread.
func (h *hub) afterWrites(ctx context.Context, next func() []byte) (times, error) {
	reader, err := dial(h.addr)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	writer, err := h.writer()
	if err != nil {
		return nil, err
	}
	defer writer.Close()
	var found times
	for began := time.Now(); len(found) < samples && time.Since(began) < enough; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := writer.change(fmt.Sprint(len(found))); err != nil {
			return nil, err
		}
		_, took, err := reader.ask(next())
		if err != nil {
			return nil, err
		}
		found = append(found, took.Seconds())
	}
	return found, nil
}

// writer changes one thread over and over.
type writer struct {
	*conn
	h  *hub
	id string
}

func (h *hub) writer() (*writer, error) {
	c, err := dial(h.addr)
	if err != nil {
		return nil, err
	}
	body, _, err := c.ask(h.create("Watch what one change after another costs"))
	if err != nil {
		c.Close()
		return nil, err
	}
	var made struct{ ID string }
	err = json.Unmarshal(body, &made)
	return &writer{c, h, made.ID}, err
}

func (w *writer) change(focus string) error {
	_, _, err := w.ask(w.h.send(http.MethodPatch, "/api/threads/"+w.id, fmt.Sprintf(`{"focus":%q}`, focus)))
	return err
}

var nextPage = regexp.MustCompile(`<([^>]*)>; *rel="next"`)

// deepCursors walks the list from its start, at most a few thousand pages, and returns the
// addresses of the last pages it came by.
func deepCursors(h *hub) ([]string, error) {
	const pages, keep = 2_000, 200
	var found []string
	path := "/api/threads?limit=200"
	for range pages {
		header, _, err := h.get(path)
		if err != nil {
			return nil, err
		}
		link := nextPage.FindStringSubmatch(header.Get("Link"))
		if link == nil {
			break
		}
		address, err := url.Parse(link[1])
		if err != nil {
			return nil, err
		}
		path = address.RequestURI()
		found = append(found, strings.Replace(path, "limit=200", "limit=50", 1))
	}
	if len(found) == 0 {
		found = []string{path}
	}
	return found[max(0, len(found)-keep):], nil
}
