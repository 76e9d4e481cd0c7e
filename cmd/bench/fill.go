package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/progresshub/progresshub/store"
)

// data is a data folder with as many threads as the run wants, to be written to.
func (b *bench) data(ctx context.Context) (string, error) {
	dir := filepath.Join(b.scratch, "data")
	if b.filled == "" {
		took, err := fill(ctx, dir, b.threads)
		if err == nil {
			row("filled by 64 writers", "%8.0f a second", float64(b.threads)/took.Seconds())
		}
		return dir, err
	}
	kept := filepath.Join(b.filled, sizeName(b.threads))
	if _, err := os.Stat(kept); errors.Is(err, os.ErrNotExist) {
		// Under another name until it is whole.
		part := kept + ".part"
		if _, err := fill(ctx, part, b.threads); err != nil {
			return "", err
		}
		if err := os.Rename(part, kept); err != nil {
			return "", err
		}
	}
	return dir, copyFolder(dir, kept)
}

// sizeName is a number of threads as people say it: 1k, 1m.
func sizeName(n int) string {
	switch {
	case n%1_000_000 == 0:
		return fmt.Sprintf("%dm", n/1_000_000)
	case n%1_000 == 0:
		return fmt.Sprintf("%dk", n/1_000)
	}
	return fmt.Sprint(n)
}

// copyFolder copies the files of a folder that has no folders.
func copyFolder(to, from string) error {
	files, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	for _, file := range files {
		if err := copyFile(filepath.Join(to, file.Name()), filepath.Join(from, file.Name())); err != nil {
			return fmt.Errorf("copy %s: %w", file.Name(), err)
		}
	}
	return nil
}

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// fill makes threads through the store, as many writers at once, and returns how long that
// took. The store is closed: what it leaves is one file.
func fill(ctx context.Context, dir string, n int) (time.Duration, error) {
	titles := newTitles(1)
	return withStore(ctx, dir, store.Options{}, func(s *store.Store) error {
		return parallel(64, n, titles.next, func(worker int, title string) error {
			_, err := s.CreateThread(ctx, by, "bench", thread(worker, title), true)
			return err
		})
	})
}

var by = store.By{Actor: store.Agent, SourceTool: "bench"}

// projects is how many the threads are spread over.
const projects = 20

func thread(worker int, title string) store.ThreadInput {
	return store.ThreadInput{Summary: store.Some(title), ProjectSlug: store.Some(fmt.Sprintf("project-%d", worker%projects))}
}

// withStore opens the store of a folder for f and returns how long f took.
func withStore(ctx context.Context, dir string, options store.Options, f func(*store.Store) error) (took time.Duration, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return 0, fmt.Errorf("make the data folder: %w", err)
	}
	lock, err := store.AcquireLock(dir)
	if err != nil {
		return 0, err
	}
	defer lock.Release()
	s, err := store.Open(ctx, dir, options)
	if err != nil {
		return 0, fmt.Errorf("open the store: %w", err)
	}
	began := time.Now()
	err = f(s)
	took = time.Since(began)
	if err := errors.Join(err, s.Close()); err != nil {
		return 0, fmt.Errorf("fill the store: %w", err)
	}
	return took, nil
}

// parallel hands n pieces of work to workers. It returns the first error, after which no new
// work begins.
func parallel[T any](workers, n int, next func() T, do func(worker int, work T) error) error {
	work, failed := make(chan T), make(chan error, workers)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for piece := range work {
				if err := do(w, piece); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	var err error
	for i := 0; i < n && err == nil; i++ {
		select {
		case work <- next():
		case err = <-failed:
		}
	}
	close(work)
	wg.Wait()
	select {
	case late := <-failed:
		err = errors.Join(err, late)
	default:
	}
	return err
}
