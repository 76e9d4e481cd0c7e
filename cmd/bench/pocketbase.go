package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os/exec"
	"strings"
)

const (
	peerUser     = "bench@example.org"
	peerPassword = "bench-password-on-loopback"
	peerRecords  = "/api/collections/threads/records"
)

// startPocketBase makes a collection like the hub's threads: what another small server on
// SQLite needs for one row. Anyone may list and create its records: the hub's check of its token
// has no counterpart, to the peer's advantage.
func startPocketBase(ctx context.Context, binary, dir string) (*peer, error) {
	if out, err := exec.CommandContext(ctx, binary, "superuser", "create", peerUser, peerPassword, "--dir", dir).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("make a user: %w: %s", err, out)
	}
	run := func(ctx context.Context) (*process, error) {
		return begin(ctx, "/api/health", func(addr string) *exec.Cmd {
			return exec.Command(binary, "serve", "--http", addr, "--dir", dir)
		})
	}
	p, err := run(ctx)
	if err != nil {
		return nil, err
	}
	a := asker{addr: p.addr}
	var session struct{ Token string }
	if err := answer(a.post("/api/collections/_superusers/auth-with-password", map[string]any{"identity": peerUser, "password": peerPassword}), &session); err != nil {
		p.stop()
		return nil, err
	}
	text := func(name string) map[string]any { return map[string]any{"name": name, "type": "text"} }
	a.authorization = session.Token
	if _, err := receive(a.post("/api/collections", map[string]any{
		"name": "threads", "type": "base", "createRule": "", "listRule": "",
		"fields": []any{text("summary"), text("project_slug"), text("source_tool"), text("status"), map[string]any{"name": "created", "type": "autodate", "onCreate": true}},
	})); err != nil {
		p.stop()
		return nil, err
	}
	a.authorization = ""
	return &peer{
		process: *p, again: run,
		list: func() *http.Request { return a.get(peerRecords + "?perPage=50&sort=-created") },
		search: func(title string) *http.Request {
			// All words of the title, as it has no ranking.
			var words []string
			for _, word := range strings.Fields(title) {
				words = append(words, fmt.Sprintf("summary~%q", word))
			}
			return a.get(peerRecords + "?perPage=50&filter=" + url.QueryEscape(strings.Join(words, "&&")))
		},
		create: func(title string) *http.Request {
			return a.post(peerRecords, map[string]any{"summary": title, "project_slug": "project-1", "source_tool": "bench"})
		},
	}, nil
}
