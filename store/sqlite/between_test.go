package sqlite

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
)

// TestNothingChangesBetweenTwoCommits: what runs there finds all that was committed before, and no
// change is made until it returns.
func TestNothingChangesBetweenTwoCommits(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir(), Options{})
	count := func() (n int, err error) {
		err = db.Row(context.Background(), "SELECT count(*) FROM notes").Scan(&n)
		return n, err
	}
	var writers sync.WaitGroup
	stop := make(chan struct{})
	for range 8 {
		writers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					if err := add(db, "x"); err != nil {
						t.Error(err)
						return
					}
				}
			}
		})
	}
	for range 50 {
		err := db.Between(t.Context(), "look", func() error {
			before, err := count()
			for range 20 {
				after, again := count()
				if err := errors.Join(err, again); err != nil || after != before {
					t.Errorf("%d notes, then %d, %v", before, after, err)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	writers.Wait()
}

func TestBetweenTellsWhatBecameOfIt(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir(), Options{})
	wrong := errors.New("wrong")
	ended, end := context.WithCancel(t.Context())
	end()
	for _, tc := range []struct {
		name string
		ctx  context.Context
		fn   func() error
		want string
	}{
		{"it works", t.Context(), func() error { return nil }, ""},
		{"its error", t.Context(), func() error { return wrong }, "wrong"},
		{"a panic", t.Context(), func() error { panic("no") }, "internal error"},
		{"nobody waits any more", ended, func() error { t.Error("it ran"); return nil }, "context canceled"},
	} {
		err := db.Between(tc.ctx, tc.name, tc.fn)
		if (err == nil) != (tc.want == "") || err != nil && err.Error() != tc.want {
			t.Errorf("%s: %v, want %q", tc.name, err, tc.want)
		}
	}
	works(t, add(db, "one"))
	if got := kept(t, db); got != "one" {
		t.Errorf("afterwards: %s", got)
	}
}

// TestAKeptLogIsNotMoved: neither many commits nor the end move it, while somebody else has the
// database open; once it is not kept any more, both do.
func TestAKeptLogIsNotMoved(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		keep []bool
		most int  // pages that are written to see whether it is moved
		want bool // whether it stays
	}{
		{"kept", []bool{true}, 3 * maxLogFrames, true},
		{"kept no more", []bool{true, false}, 10 * maxLogFrames, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			db := open(t, dir, Options{})
			for _, keep := range tc.keep {
				works(t, db.KeepLog(t.Context(), keep))
			}
			if stays := writesAnew(t, db, tc.most) >= tc.most; stays != tc.want {
				t.Errorf("the log stays: %t", stays)
			}
			other := openReader(t, dir) // keeps SQLite from moving it when the last one closes
			works(t, db.Close())
			info, err := os.Stat(db.path() + "-wal")
			works(t, err)
			if stays := info.Size() > 0; stays != tc.want {
				t.Errorf("after the end the log has %d bytes", info.Size())
			}
			works(t, other.Close())
		})
	}
}

// TestAKeptLogIsNoUncleanEnd: the database is not searched for damage because of it.
func TestAKeptLogIsNoUncleanEnd(t *testing.T) {
	t.Parallel()
	for name, kept := range map[string]bool{"kept on purpose": true, "left by a process that was killed": false} {
		dir := t.TempDir()
		db := open(t, dir, Options{})
		works(t, db.KeepLog(t.Context(), true))
		works(t, add(db, strings.Repeat("x", 5000)))
		other := openReader(t, dir)
		works(t, db.Close())
		again := open(t, dir, Options{LogKept: kept})
		if again.unclean == kept {
			t.Errorf("%s: unclean %t", name, again.unclean)
		}
		works(t, other.Close())
	}
}

// TestTheLockTellsOfAKilledHolder has no tests beside it: a program that one of them starts would have
// a copy of the killed holder's lock for a moment, and that lock has a holder, so nobody waits for it.
func TestTheLockTellsOfAKilledHolder(t *testing.T) {
	dir := t.TempDir()
	first, err := AcquireLock(dir)
	works(t, err)
	if first.Killed() {
		t.Error("nobody had it before")
	}
	works(t, first.close()) // as the system does for a process that was killed
	second, err := AcquireLock(dir)
	works(t, err)
	if !second.Killed() {
		t.Error("the first never released it")
	}
	works(t, second.Release())
	third, err := AcquireLock(dir)
	works(t, err)
	if third.Killed() {
		t.Error("the second released it")
	}
	works(t, third.Release())
}
