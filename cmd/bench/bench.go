package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// bench is what a run measures and with what.
type bench struct {
	threads, rounds, clients int
	length                   time.Duration
	binary                   string  // the stripped hub
	filled                   string  // folder of filled data folders
	events, years            int     // of ledger
	replica                  bool    // with soak
	pace                     float64 // with soak: how much faster the work comes

	pocketBase, pocketBaseFull, memos, engram string // binaries; empty: no comparison

	scratch string // folder of the measurement
}

// scratched calls f with an empty scratch folder, which it removes afterwards.
func (b *bench) scratched(f func() error) (err error) {
	if b.scratch, err = os.MkdirTemp("", "hub-bench-"); err != nil {
		return fmt.Errorf("make a scratch folder: %w", err)
	}
	defer os.RemoveAll(b.scratch)
	return f()
}

// stripped is the binary people run. It is built once, the way it is released.
func (b *bench) stripped(ctx context.Context) (string, error) {
	if b.binary != "" {
		return b.binary, nil
	}
	binary := filepath.Join(b.scratch, "hub")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-tags", "nobadger,nomysql,nopgx,grpcnotrace", "-ldflags", "-s -w", "-o", binary, "./cmd/hub")
	build.Dir = filepath.Join("..", "..")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the hub (run this with go -C cmd/bench, or give -hub): %w: %s", err, out)
	}
	return binary, nil
}

// released fills a data folder and starts the stripped binary over it.
func (b *bench) released(ctx context.Context) (*hub, error) {
	dir, err := b.data(ctx)
	if err != nil {
		return nil, err
	}
	binary, err := b.stripped(ctx)
	if err != nil {
		return nil, err
	}
	return startReleased(ctx, binary, dir)
}

// settled is released, once the hub has done what follows its start.
func (b *bench) settled(ctx context.Context) (*hub, error) {
	h, err := b.released(ctx)
	if err != nil {
		return nil, err
	}
	if err := h.settle(ctx); err != nil {
		h.stop()
		return nil, err
	}
	return h, nil
}

// times are durations of one thing, in seconds.
type times []float64

// at is a quantile in milliseconds, such as 0.99; 1 is the longest.
func (t times) at(quantile float64) float64 {
	if len(t) == 0 {
		return 0
	}
	slices.Sort(t)
	return t[min(len(t)-1, int(quantile*float64(len(t))))] * 1e3
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// row prints a figure under the heading of its measurement.
func row(name, format string, values ...any) {
	fmt.Printf("  %-44s "+format+"\n", append([]any{name}, values...)...)
}
