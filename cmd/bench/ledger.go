package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/progresshub/progresshub/store"
)

// ledgerThreads is how many threads the events of the ledger are of, each created once and
// changed for the rest of its share.
const ledgerThreads = 20_000

// ledger makes years of events through the store, whose clock it moves. Old events are compacted
// each week of it, as the hub does each day.
func (b *bench) ledger(ctx context.Context) error {
	dir := filepath.Join(b.scratch, "data")
	took, err := b.writeLedger(ctx, dir)
	if err != nil {
		return err
	}
	row(fmt.Sprintf("%d events over %d years", b.events, b.years), "%8.0f a second", float64(b.events)/took.Seconds())
	if err := printSize("the file as written", dir); err != nil {
		return err
	}
	binary, err := b.stripped(ctx)
	if err != nil {
		return err
	}
	h, err := startReleased(ctx, binary, dir)
	if err != nil {
		return err
	}
	defer func() { h.stop() }()
	began := time.Now()
	if err := h.quiet(ctx); err != nil {
		return err
	}
	row("until the hub has come to rest", "%8.0f s", time.Since(began).Seconds())
	h.stop()
	if err := printSize("the file then", dir); err != nil {
		return err
	}
	if h, err = startReleased(ctx, binary, dir); err != nil {
		return err
	}
	for name, path := range map[string]string{
		"activity": "/api/events", "activity of a year ago": "/api/events?to=" + time.Now().AddDate(-1, 0, 0).Format(time.DateOnly),
	} {
		found, err := h.afterWrites(ctx, fixed(h.request(path)))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		row(name+", p50 p99", "%8.2f %8.2f ms", found.at(0.5), found.at(0.99))
	}
	return nil
}

// writeLedger spreads the events evenly until now.
func (b *bench) writeLedger(ctx context.Context, dir string) (time.Duration, error) {
	threads := min(ledgerThreads, b.events)
	span := time.Until(time.Now().AddDate(b.years, 0, 0))
	began := time.Now().Add(-span)
	var written atomic.Int64
	clock := func() time.Time {
		return began.Add(time.Duration(float64(span) * min(1, float64(written.Load())/float64(b.events))))
	}
	titles := newTitles(1)
	piece := 0
	var mu sync.Mutex
	compacted := began
	compact := func(s *store.Store) error {
		mu.Lock()
		defer mu.Unlock()
		if clock().Sub(compacted) < 7*24*time.Hour {
			return nil
		}
		compacted = clock()
		for more := true; more; {
			var err error
			if _, more, err = s.CompactEvents(ctx, store.Policy{}, store.DefaultUndoDays); err != nil {
				return err
			}
		}
		return nil
	}
	return withStore(ctx, dir, store.Options{Now: clock}, func(s *store.Store) error {
		return parallel(64, threads, func() int { piece++; return piece }, func(worker, _ int) error {
			made, err := s.CreateThread(ctx, by, "bench", thread(worker, titles.next()), true)
			if err != nil {
				return err
			}
			written.Add(1)
			for change := range b.events/threads - 1 {
				focus := store.ThreadInput{Focus: store.Some(fmt.Sprintf("step %d of what was planned", change))}
				if _, err := s.UpdateThread(ctx, by, made.Item.ID, store.Guard{}, focus, false); err != nil {
					return err
				}
				written.Add(1)
			}
			return compact(s)
		})
	})
}

// quiet waits until the hub takes less than a twentieth of a processor.
func (h *hub) quiet(ctx context.Context) error {
	const look = 10 * time.Second
	for before := h.cpu(); ; before = h.cpu() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(look):
		}
		if h.cpu()-before < look/20 {
			return nil
		}
	}
}

// printSize prints what the files of a folder take.
func printSize(name, dir string) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	all := 0.0
	for _, file := range files {
		size, err := fileMB(filepath.Join(dir, file.Name()))
		if err != nil {
			return err
		}
		all += size
	}
	row(name, "%8.0f MB", all)
	return nil
}
