package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
)

// startHubPeer is the hub as one of the products.
func startHubPeer(ctx context.Context, binary, dir string) (*peer, error) {
	h, err := startReleased(ctx, binary, dir)
	if err != nil {
		return nil, err
	}
	a := asker{h.addr, "Bearer " + token}
	return &peer{
		process: h.process,
		again: func(ctx context.Context) (*process, error) {
			next, err := startReleased(ctx, binary, dir)
			if err != nil {
				return nil, err
			}
			return &next.process, nil
		},
		list:   func() *http.Request { return a.get("/api/threads") },
		search: func(title string) *http.Request { return a.get("/api/search?q=" + url.QueryEscape(title)) },
		create: func(title string) *http.Request {
			return a.post("/api/threads", map[string]any{"summary": title, "project_slug": "project-1", "source_tool": "bench"})
		},
	}, nil
}

// create compares creating with PocketBase, in turn, over 1, 8 and 64 connections. The hub
// always syncs before it answers; PocketBase does so when it is built for it.
func (b *bench) create(ctx context.Context) error {
	if b.pocketBase == "" && b.pocketBaseFull == "" {
		return fmt.Errorf("needs -pocketbase or -pocketbase-full")
	}
	h, err := b.released(ctx)
	if err != nil {
		return err
	}
	defer h.stop()
	titles := newTitles(11)
	ours := side{h.addr, func() []byte { return h.create(titles.next()) }, http.StatusCreated}
	for _, other := range []struct{ name, binary string }{
		{"as shipped, which answers before the disk has it", b.pocketBase},
		{"with synchronous=FULL", b.pocketBaseFull},
	} {
		if other.binary == "" {
			continue
		}
		p, err := startPocketBase(ctx, other.binary, filepath.Join(b.scratch, filepath.Base(other.binary)))
		if err != nil {
			return err
		}
		defer p.stop()
		caller := hub{process: p.process}
		theirs := side{p.addr, func() []byte {
			return caller.send(http.MethodPost, peerRecords, fmt.Sprintf(`{"summary":%q,"project_slug":"project-1","source_tool":"bench"}`, titles.next()))
		}, http.StatusOK}
		fmt.Printf("  hub / PocketBase %s\n", other.name)
		for _, connections := range []int{1, 8, 64} {
			part := *b
			part.clients = connections
			found, err := part.compare(ctx, ours, theirs)
			if err != nil {
				return err
			}
			row(fmt.Sprintf("%d connections", connections), "%8.2f      (%.0f a second)", found.ratio, found.rate)
		}
	}
	return nil
}

// fileMB is the size of a file in 10^6 bytes.
func fileMB(path string) (float64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return float64(info.Size()) / 1e6, nil
}
