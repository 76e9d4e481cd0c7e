package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	soakWindows = 20
	// soakRest is between two calls of an agent: within a soakDay the hub gets the work of a busy day,
	// and not that of years, whose index would hide what leaks.
	soakRest   = 30 * time.Second
	soakDay    = 20 * time.Minute
	soakLook   = 5 * time.Second // between two looks at the process
	soakPrints = 10              // how many of the looks are printed
)

// soak lets agents, windows, reminders, a forge and backups work for a while and prints what the
// process takes meanwhile. What it takes at the start is not counted: the slope is that of the
// second half.
func (b *bench) soak(ctx context.Context, length time.Duration) error {
	b.threads = guardThreads
	return b.scratched(func() error {
		dir, err := b.data(ctx)
		if err != nil {
			return err
		}
		binary, err := b.stripped(ctx)
		if err != nil {
			return err
		}
		metrics, err := freeAddress()
		if err != nil {
			return err
		}
		forge, err := newForge(b.scratch)
		if err != nil {
			return err
		}
		defer forge.Close()
		var r *replica
		var env []string
		if b.replica {
			if r, err = newReplica(filepath.Join(b.scratch, "replica")); err != nil {
				return err
			}
			env = r.environment()
		}
		h, err := startWith(ctx, binary, dir, env, "--metrics", metrics)
		if err != nil {
			return err
		}
		defer h.stop()
		if err := h.setForge(forge.URL); err != nil {
			return err
		}
		if err := h.soak(ctx, length, b.pace, metrics, r); err != nil || r == nil {
			return err
		}
		h.stop()
		return r.print(ctx, binary)
	})
}

// soak lets all of them work at a pace: with 10, a soakDay has the work of ten days.
func (h *hub) soak(ctx context.Context, length time.Duration, pace float64, metrics string, r *replica) error {
	at := func(every time.Duration) time.Duration { return time.Duration(float64(every) / pace) }
	ctx, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	var mu sync.Mutex
	var failures []error
	fail := func(what string, err error) {
		if err != nil && ctx.Err() == nil {
			mu.Lock()
			defer mu.Unlock()
			failures = append(failures, fmt.Errorf("%s: %w", what, err))
			cancel()
		}
	}
	var work sync.WaitGroup
	var done shift
	work.Go(func() {
		var err error
		done, err = h.letAgentsWork(ctx, agentCount, at(soakRest))
		fail("agents", err)
	})
	if r != nil {
		work.Go(func() { fail("replica", r.watch(ctx, h)) })
	}
	for range soakWindows {
		w, err := h.open()
		if err != nil {
			return err
		}
		if w == nil {
			return errors.New("a stream is refused")
		}
		work.Go(w.read)
		context.AfterFunc(ctx, func() { w.Close() })
	}
	for _, chore := range []struct {
		name  string
		every time.Duration
		do    func() error
	}{
		{"reminder", 20 * time.Second, h.remind},
		{"page", 20 * time.Second, h.writePage},
		{"sync", 5 * time.Second, h.sync},
		{"backup", 30 * time.Second, h.backup},
	} {
		work.Go(func() {
			beat := time.NewTicker(at(chore.every))
			defer beat.Stop()
			for {
				select {
				case <-ctx.Done():
					return
				case <-beat.C:
					fail(chore.name, chore.do())
				}
			}
		})
	}
	var looks []look
	began := time.Now()
	fmt.Printf("  %8s %10s %10s %10s %12s %12s\n", "minutes", "RSS MB", "own MB", "live MB", "goroutines", "descriptors")
	printAt := length / soakPrints
	for over := false; !over; {
		select {
		case <-ctx.Done():
			over = true
		case <-time.After(soakLook):
			m := metricsOf(metrics)
			l := look{time.Since(began), h.rssMB(), h.ownMB(), m["go_memstats_next_gc_bytes"] / 2e6, int(m["go_goroutines"]), h.descriptors()}
			if looks = append(looks, l); l.at < printAt {
				continue
			}
			printAt += length / soakPrints
			fmt.Printf("  %8.1f %10.1f %10.1f %10.1f %12d %12d\n", l.at.Minutes(), l.rss, l.own, l.live, l.goroutines, l.descriptors)
		}
	}
	work.Wait()
	row("calls of agents", "%8d", done.calls)
	row("start_work p50, p99, max", "%8.1f %8.1f %8.1f ms", done.starts.at(0.5), done.starts.at(0.99), done.starts.at(1))
	second := looks[len(looks)/2:]
	rss, own, live := func(l look) float64 { return l.rss }, func(l look) float64 { return l.own }, func(l look) float64 { return l.live }
	daily := func(looks []look, of func(look) float64) float64 { return slope(looks, of) / pace * soakDay.Hours() }
	row("slope of RSS in the second half", "%8.1f MB for a day's work", daily(second, rss))
	row("of the least of each minute", "%8.1f MB for a day's work", daily(lows(second, rss), rss))
	row("the same of what is in no file", "%8.1f MB for a day's work", daily(lows(second, own), own))
	row("and of what the collector keeps", "%8.1f MB for a day's work", daily(lows(second, live), live))
	return errors.Join(failures...)
}

// look is what the process takes at a moment.
type look struct {
	at                      time.Duration
	rss, own                float64 // 10^6 bytes
	live                    float64 // what Go's collector has left, by the size at which it begins again
	goroutines, descriptors int
}

// lows are the looks at which a figure was the least of its minute: what the collector has not
// come to yet is no growth.
func lows(looks []look, of func(look) float64) (least []look) {
	for minute := range slices.Chunk(looks, int(time.Minute/soakLook)) {
		least = append(least, slices.MinFunc(minute, func(a, b look) int { return cmp.Compare(of(a), of(b)) }))
	}
	return least
}

// slope is the growth of a figure by least squares, an hour.
func slope(looks []look, of func(look) float64) float64 {
	var n, x, y, xx, xy float64
	for _, l := range looks {
		h := l.at.Hours()
		n, x, y, xx, xy = n+1, x+h, y+of(l), xx+h*h, xy+h*of(l)
	}
	if d := n*xx - x*x; d != 0 {
		return (n*xy - x*y) / d
	}
	return 0
}

// metricsOf reads the metrics of the process that have no labels; none when it does not tell.
func metricsOf(addr string) map[string]float64 {
	found := map[string]float64{}
	text, err := receive(asker{addr: addr}.get("/metrics"))
	if err != nil {
		return found
	}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if n, err := strconv.ParseFloat(value, 64); err == nil {
			found[name] = n
		}
	}
	return found
}

func (h *hub) asker() asker { return asker{h.addr, "Bearer " + h.token} }

// remind sets a reminder that is due at once.
func (h *hub) remind() error {
	_, err := receive(h.asker().post("/api/reminders", map[string]any{"text": "Look after the soak", "due_at": time.Now().UTC().Format(time.RFC3339)}))
	return err
}

func (h *hub) writePage() error {
	markdown := fmt.Sprintf("# Soak\n\nWritten at %s.\n", time.Now().Format(time.RFC3339Nano))
	_, err := receive(h.asker().request(http.MethodPut, "/api/wiki/soak", map[string]any{"markdown": markdown}))
	return err
}

// sync asks for one, unless one is under way.
func (h *hub) sync() error { return h.askUnlessBusy("/api/forge/sync", http.StatusConflict) }

// backup takes one, unless the last is still under way, as it may be at a high pace.
func (h *hub) backup() error { return h.askUnlessBusy("/api/backup", http.StatusServiceUnavailable) }

// askUnlessBusy posts without content, and takes one refusal for an answer.
func (h *hub) askUnlessBusy(path string, busy int) error {
	answer, err := client.Do(h.asker().post(path, map[string]any{}))
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode >= 300 && answer.StatusCode != busy {
		return fmt.Errorf("POST %s: %s", path, answer.Status)
	}
	_, err = io.Copy(io.Discard, answer.Body)
	return err
}

func (h *hub) setForge(url string) error {
	_, err := receive(h.asker().request(http.MethodPut, "/api/forge", map[string]any{"url": url, "sync": "both"}))
	return err
}
