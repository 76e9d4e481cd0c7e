package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/progresshub/progresshub/store"
)

// bench is one run at one size.
type bench struct {
	threads, rounds, clients int
	length                   time.Duration
	pocketBase               string // its binary; empty: no comparison
}

func (b *bench) run(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "hub-bench-")
	if err != nil {
		return fmt.Errorf("make a data folder: %w", err)
	}
	defer os.RemoveAll(dir)
	filled, err := fill(ctx, filepath.Join(dir, "data"), b.threads)
	if err != nil {
		return err
	}
	h, err := start(ctx, dir)
	if err != nil {
		return err
	}
	defer h.stop()
	fmt.Printf("%d threads (made at %.0f a second by 64 writers)\n", b.threads, float64(b.threads)/filled.Seconds())
	fmt.Printf("  %-44s %8.0f ms\n", "start to the first 200", h.started.Seconds()*1e3)
	if err := h.settle(ctx); err != nil {
		return err
	}
	fmt.Printf("  %-44s %8.1f MB\n", "memory of the idle process (RSS)", h.rssMB())

	list, overlap := "/api/threads", "/api/overlap?limit=5&q="+url.QueryEscape(newTitles(7).next())
	for name, path := range map[string]string{"list": list, "overlap": overlap} {
		if err := h.saveLimit(name, path); err != nil {
			return err
		}
	}
	tag, err := h.tagOf(list)
	if err != nil {
		return err
	}
	titles := newTitles(11)
	var mu sync.Mutex
	title := func() string {
		mu.Lock()
		defer mu.Unlock()
		return titles.next()
	}
	question := func() string { return "/api/overlap?limit=5&q=" + url.QueryEscape(title()) }
	limitList, limitOverlap := h.request("/limit/list"), h.request("/limit/overlap")
	rows := []struct {
		name        string
		hub, limit  func() []byte
		notModified bool
	}{
		{"list, unchanged / limit", fixed(h.request(list)), fixed(limitList), false},
		{"list, unchanged, 304 / limit", fixed(h.request(list, "If-None-Match", tag)), fixed(limitList), true},
		{"list, not cached / limit", func() []byte { return h.request(uncached(list)) }, fixed(limitList), false},
		{"overlap / limit", func() []byte { return h.request(question()) }, fixed(limitOverlap), false},
	}
	for _, row := range rows {
		want := http.StatusOK
		if row.notModified {
			want = http.StatusNotModified
		}
		r, err := b.compare(ctx, side{h.addr, row.hub, want}, side{h.addr, row.limit, http.StatusOK})
		if err != nil {
			return fmt.Errorf("%s: %w", row.name, err)
		}
		fmt.Printf("  %-44s %8.3f      (%.0f a second)\n", row.name, r.ratio, r.rate)
	}
	more, err := b.mcpLatency(ctx, h, title)
	if err != nil {
		return fmt.Errorf("latency over MCP: %w", err)
	}
	fmt.Printf("  %-44s %8.3f\n", "overlap over MCP - over REST / JSON echo", more)
	body := func() string {
		return fmt.Sprintf(`{"summary":%q,"project_slug":"project-1","source_tool":"bench"}`, title())
	}
	create := side{h.addr, func() []byte { return h.post("/api/threads", body()) }, http.StatusCreated}
	if b.pocketBase == "" {
		rate, err := b.drive(ctx, create)
		if err != nil {
			return fmt.Errorf("create: %w", err)
		}
		fmt.Printf("  %-44s %8.0f a second\n\n", "create, on disk before the answer", rate)
		return nil
	}
	p, err := startPeer(ctx, b.pocketBase, filepath.Join(dir, "peer"))
	if err != nil {
		return err
	}
	defer p.stop()
	r, err := b.compare(ctx, create, side{p.addr, func() []byte { return p.post(peerRecords, body()) }, http.StatusOK})
	if err != nil {
		return fmt.Errorf("create: %w", err)
	}
	fmt.Printf("  %-44s %8.3f      (%.0f a second)\n\n", "create, on disk before the answer / PocketBase", r.ratio, r.rate)
	return nil
}

// side is one of two things compared: requests to an address, and the status they must get.
type side struct {
	addr   string
	next   func() []byte
	status int
}

// ratio is the outcome of a comparison: medians over the rounds.
type ratio struct{ ratio, rate float64 }

// compare drives two sides in turn.
func (b *bench) compare(ctx context.Context, ours, theirs side) (ratio, error) {
	var ratios, rates []float64
	for range b.rounds {
		base, err := b.drive(ctx, theirs)
		if err != nil {
			return ratio{}, fmt.Errorf("the other side: %w", err)
		}
		rate, err := b.drive(ctx, ours)
		if err != nil {
			return ratio{}, err
		}
		ratios, rates = append(ratios, rate/base), append(rates, rate)
	}
	return ratio{median(ratios), median(rates)}, nil
}

// uncached asks for the first page under a cursor never used before.
func uncached(path string) string {
	const digits = "0123456789abcdefghjkmnpqrstvwxyz"
	cursor := []byte("zz0000000000")
	for i := 2; i < len(cursor); i++ {
		cursor[i] = digits[rand.IntN(len(digits))]
	}
	return path + "?cursor=" + string(cursor)
}

func fixed(b []byte) func() []byte { return func() []byte { return b } }

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// fill makes threads through the store, as many writers at once, and returns how long
// that took.
func fill(ctx context.Context, dir string, n int) (time.Duration, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return 0, fmt.Errorf("make the data folder: %w", err)
	}
	lock, err := store.AcquireLock(dir)
	if err != nil {
		return 0, err
	}
	defer lock.Release()
	s, err := store.Open(ctx, dir, store.Options{})
	if err != nil {
		return 0, fmt.Errorf("open the store: %w", err)
	}
	work := make(chan string)
	errs := make(chan error, 1)
	began := time.Now()
	var wg sync.WaitGroup
	for w := range 64 {
		wg.Go(func() {
			by := store.By{Actor: store.Agent, SourceTool: "bench"}
			for title := range work {
				_, err := s.CreateThread(ctx, by, "bench", store.ThreadInput{
					Summary:     store.Some(title),
					ProjectSlug: store.Some(fmt.Sprintf("project-%d", w%20)),
				}, true)
				if err != nil {
					select {
					case errs <- err:
					default:
					}
				}
			}
		})
	}
	titles := newTitles(1)
	for range n {
		work <- titles.next()
	}
	close(work)
	wg.Wait()
	took := time.Since(began)
	select {
	case err := <-errs:
		return 0, fmt.Errorf("fill the store: %w", err)
	default:
	}
	return took, s.Close()
}
