//go:build unix

package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/progresshub/progresshub/store/storetest/race"
)

func init() { parts["meet a full disk"] = meetFullDisk }

// meetFullDisk lets the system refuse that any file grows, as a full disk does, in a
// process of its own because the limit holds for all its files.
func meetFullDisk() {
	check := func(what string, ok bool, args ...any) {
		if !ok {
			fmt.Println(append([]any{"failed:", what}, args...)...)
			os.Exit(0)
		}
	}
	ctx, c := context.Background(), newClock()
	s, err := Open(ctx, os.Getenv(dirVariable), Options{Now: c.Now})
	check("open", err == nil, err)
	check("create", posting(s, "before")(ctx) == nil)
	log, err := os.Stat(database(s.Dir()) + "-wal")
	check("stat", err == nil, err)
	signal.Ignore(unix.SIGXFSZ)
	var free unix.Rlimit
	left := 0
	check("read the limit", unix.Getrlimit(unix.RLIMIT_FSIZE, &free) == nil)
	for round := range 3 {
		full := free
		full.Cur = uint64(log.Size()) + uint64(round)*1000 // also in the middle of a write
		check("set the limit", unix.Setrlimit(unix.RLIMIT_FSIZE, &full) == nil)
		for range 3 {
			err = posting(s, "lost")(ctx)
			check("a change on a full disk", errors.Is(err, ErrUnavailable), err)
		}
		// The clock stands: the change before these was stored in this very moment.
		err = s.Healthy(ctx)
		check("healthy right after a change that was stored", errors.Is(err, ErrUnavailable), err)
		began := c.Now()
		c.advance(time.Minute)
		out, err := s.Outage(ctx)
		check("the outage", err == nil && out != nil && out.Since.Equal(began) && strings.Contains(out.Text, "disk"), out, err)
		err = s.Healthy(ctx)
		check("healthy on a full disk", errors.Is(err, ErrUnavailable), err)
		_, err = s.Threads(ctx, ThreadFilter{}, Policy{})
		check("reading on a full disk", err == nil, err)
		// A little room, which the single page of a check would find but no change.
		full.Cur = uint64(log.Size()) + 6000
		check("set the limit", unix.Setrlimit(unix.RLIMIT_FSIZE, &full) == nil)
		err = posting(s, "lost")(ctx)
		check("a change on a disk that is almost full", errors.Is(err, ErrUnavailable), err)
		err = s.Healthy(ctx)
		check("healthy on a disk that is almost full", errors.Is(err, ErrUnavailable), err)
		check("lift the limit", unix.Setrlimit(unix.RLIMIT_FSIZE, &free) == nil)
		out, err = s.Outage(ctx)
		check("no outage any more", err == nil && out == nil, out, err)
		err = s.Healthy(ctx)
		check("healthy again", err == nil, err)
		check("nothing of the proof stays", s.db.Row(ctx, "SELECT count(*) FROM receipts").Scan(&left) == nil && left == 0, left)
		err = posting(s, fmt.Sprint("after-", round))(ctx)
		check("a change afterwards", err == nil, err)
		log, err = os.Stat(database(s.Dir()) + "-wal")
		check("stat", err == nil, err)
	}
	check("close", s.Close() == nil)
	full := free
	full.Cur = 0
	check("set the limit", unix.Setrlimit(unix.RLIMIT_FSIZE, &full) == nil)
	_, err = Open(ctx, os.Getenv(dirVariable), Options{Now: c.Now, Existing: true})
	check("a start on a full disk", err != nil && strings.Contains(err.Error(), "make room on it"), err)
	check("lift the limit", unix.Setrlimit(unix.RLIMIT_FSIZE, &free) == nil)
	fmt.Println("passed")
}

func TestFullDiskIsSaidAndRecoversByItself(t *testing.T) {
	race.SkipShort(t)
	t.Parallel()
	dir := t.TempDir()
	cmd, out := play(t, "meet a full disk", dir)
	said, err := io.ReadAll(out)
	if err != nil || cmd.Wait() != nil || strings.TrimSpace(string(said)) != "passed" {
		t.Fatalf("%s %v", said, err)
	}
	s := openStore(t, dir, Options{})
	if got := summaries(t, s); got != "before after-0 after-1 after-2" {
		t.Errorf("kept: %s", got)
	}
	checkWhole(t, s)
}
