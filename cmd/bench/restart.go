package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"
)

// restart starts the stripped hub again and again over the same folder.
func (b *bench) restart(ctx context.Context) error {
	h, err := b.released(ctx)
	if err != nil {
		return err
	}
	binary, dir := h.cmd.Path, filepath.Join(b.scratch, "data")
	defer func() { h.stop() }()
	again := func(end func()) error {
		end()
		next, err := startReleased(ctx, binary, dir)
		if err == nil {
			h = next
		}
		return err
	}
	var starts, firsts times
	for i := range b.rounds {
		if err := again(h.stop); err != nil {
			return err
		}
		took, err := h.firstStart(ctx, fmt.Sprintf("Look at what start number %d takes", i))
		if err != nil {
			return err
		}
		starts, firsts = append(starts, h.started.Seconds()), append(firsts, took.Seconds())
	}
	row("clean stop: start to the first 200", "%8.0f ms", starts.at(0.5))
	row("clean stop: first start_work behind that", "%8.0f ms", firsts.at(0.5))

	if err := again(h.stop); err != nil {
		return err
	}
	time.Sleep(10 * time.Second) // as long as it takes to come to rest
	row("memory of the idle process (RSS)", "%8.1f MB", h.rssMB())
	if err := h.settle(ctx); err != nil {
		return err
	}
	row("the same after an overlap", "%8.1f MB", h.rssMB())

	if err := h.load(ctx, 3*time.Second); err != nil {
		return err
	}
	log, err := os.Stat(filepath.Join(dir, "hub.sqlite3-wal"))
	if err != nil {
		return err
	}
	if err := again(func() {}); err != nil {
		return err
	}
	row("kill -9 under load: log left behind", "%8.1f MB", float64(log.Size())/1e6)
	row("kill -9 under load: start to the first 200", "%8.0f ms", h.started.Seconds()*1e3)
	took, err := h.firstStart(ctx, "Look at what the start behind the power cut takes")
	if err != nil {
		return err
	}
	row("kill -9 under load: first start_work", "%8.0f ms", took.Seconds()*1e3)
	return nil
}

// firstStart is how long an agent waits that calls start_work right after the start.
func (h *hub) firstStart(ctx context.Context, intent string) (time.Duration, error) {
	c, err := dial(h.addr)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	a := agent{hub: h, conn: c}
	began := time.Now()
	_, err = a.use(ctx, "start_work", map[string]any{"intent": intent, "source_tool": "bench", "project": "project-1", "new": true})
	return time.Since(began), err
}

// load lets clients create threads and kills the hub under them.
func (h *hub) load(ctx context.Context, length time.Duration) error {
	ended := make(chan error, 1)
	titles := newTitles(47)
	go func() {
		ended <- parallel(8, 1<<30, titles.next, func(_ int, title string) error {
			c, err := dial(h.addr)
			if err != nil {
				return err
			}
			defer c.Close()
			_, _, err = c.ask(h.create(title))
			return err
		})
	}()
	select {
	case <-ctx.Done():
		h.kill()
		return ctx.Err()
	case err := <-ended:
		return err
	case <-time.After(length):
	}
	h.kill()
	var refused *net.OpError
	if err := <-ended; !errors.As(err, &refused) && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	return nil
}
