package main

import (
	"context"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
)

// startEngram makes the session that its observations belong to.
func startEngram(ctx context.Context, binary, dir string) (*peer, error) {
	run := func(ctx context.Context) (*process, error) {
		return begin(ctx, "/health", func(addr string) *exec.Cmd {
			_, port, _ := strings.Cut(addr, ":")
			child := exec.Command(binary, "serve", port)
			child.Env = append(os.Environ(), "ENGRAM_DATA_DIR="+dir)
			return child
		})
	}
	p, err := run(ctx)
	if err != nil {
		return nil, err
	}
	a := asker{addr: p.addr}
	if _, err := receive(a.post("/sessions", map[string]any{"id": "bench", "project": "project-1", "directory": dir})); err != nil {
		p.stop()
		return nil, err
	}
	return &peer{
		process: *p, again: run,
		list: func() *http.Request { return a.get("/observations/recent?limit=50") },
		search: func(title string) *http.Request {
			return a.get("/search?limit=50&q=" + url.QueryEscape(title))
		},
		create: func(title string) *http.Request {
			return a.post("/observations", map[string]any{"session_id": "bench", "type": "decision", "title": title, "content": title, "project": "project-1"})
		},
	}, nil
}
