package main

import (
	"context"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// startMemos makes the first user, who owns the memos.
func startMemos(ctx context.Context, binary, dir string) (*peer, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	run := func(ctx context.Context) (*process, error) {
		return begin(ctx, "/healthz", func(addr string) *exec.Cmd {
			host, port, _ := strings.Cut(addr, ":")
			return exec.Command(binary, "--addr", host, "--port", port, "--data", dir, "--log-level", "error")
		})
	}
	p, err := run(ctx)
	if err != nil {
		return nil, err
	}
	a := asker{addr: p.addr}
	var session struct{ AccessToken string }
	_, err = receive(a.post("/api/v1/users", map[string]any{"username": "bench", "password": peerPassword, "role": "ADMIN"}))
	if err == nil {
		err = answer(a.post("/api/v1/auth/signin", map[string]any{"passwordCredentials": map[string]any{"username": "bench", "password": peerPassword}}), &session)
	}
	if err != nil {
		p.stop()
		return nil, err
	}
	a.authorization = "Bearer " + session.AccessToken
	return &peer{
		process: *p, again: run,
		list: func() *http.Request { return a.get("/api/v1/memos?pageSize=50") },
		search: func(title string) *http.Request {
			var words []string
			for _, word := range strings.Fields(title) {
				words = append(words, "content.contains("+strconv.Quote(word)+")")
			}
			return a.get("/api/v1/memos?pageSize=50&filter=" + url.QueryEscape(strings.Join(words, " && ")))
		},
		create: func(title string) *http.Request {
			return a.post("/api/v1/memos", map[string]any{"content": title, "visibility": "PRIVATE"})
		},
	}, nil
}
