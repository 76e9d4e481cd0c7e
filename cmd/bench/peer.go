package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"syscall"
	"time"
)

// peer is a PocketBase with a collection like the hub's threads: what another small server
// on SQLite needs for one durable row.
type peer struct {
	hub     // address and token for the requests
	process *exec.Cmd
}

const (
	peerUser     = "bench@example.org"
	peerPassword = "bench-password-on-loopback"
	peerRecords  = "/api/collections/threads/records"
)

// startPeer starts a PocketBase binary over an empty folder.
func startPeer(ctx context.Context, binary, dir string) (*peer, error) {
	if out, err := exec.CommandContext(ctx, binary, "superuser", "create", peerUser, peerPassword, "--dir", dir).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("make PocketBase's user: %w: %s", err, out)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("find a port: %w", err)
	}
	p := &peer{hub: hub{addr: listener.Addr().String()}}
	if err := listener.Close(); err != nil {
		return nil, err
	}
	p.process = exec.Command(binary, "serve", "--http", p.addr, "--dir", dir)
	if err := p.process.Start(); err != nil {
		return nil, fmt.Errorf("start PocketBase: %w", err)
	}
	if err := p.prepare(ctx); err != nil {
		p.stop()
		return nil, fmt.Errorf("prepare PocketBase: %w", err)
	}
	return p, nil
}

// prepare signs in and makes the collection. Anyone may create its records: the hub's
// check of its token has no counterpart, to the peer's advantage.
func (p *peer) prepare(ctx context.Context) error {
	var session struct{ Token string }
	began := time.Now()
	for {
		err := p.send(ctx, "/api/collections/_superusers/auth-with-password", map[string]any{"identity": peerUser, "password": peerPassword}, &session)
		if err == nil {
			break
		}
		if time.Since(began) > 30*time.Second || ctx.Err() != nil {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
	p.token = session.Token
	text := func(name string) map[string]any { return map[string]any{"name": name, "type": "text"} }
	return p.send(ctx, "/api/collections", map[string]any{
		"name": "threads", "type": "base", "createRule": "",
		"fields": []any{text("summary"), text("project_slug"), text("source_tool"), text("status"), map[string]any{"name": "created", "type": "autodate", "onCreate": true}},
	}, nil)
}

func (p *peer) send(ctx context.Context, path string, body, answer any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+p.addr+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", p.token)
	r, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer r.Body.Close()
	got, err := io.ReadAll(r.Body)
	if err == nil && r.StatusCode != http.StatusOK {
		err = fmt.Errorf("POST %s: %s: %s", path, r.Status, got)
	}
	if err != nil || answer == nil {
		return err
	}
	return json.Unmarshal(got, answer)
}

func (p *peer) stop() {
	_ = p.process.Process.Signal(syscall.SIGTERM)
	_ = p.process.Wait()
}
