package replicate

import (
	"context"
	"fmt"
	"net/netip"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// hub is a data folder in use, with what replicates it.
type hub struct {
	t      testing.TB
	dir    string
	store  *store.Store
	keeper *Keeper
	lock   *store.Lock
}

// quiet is a log of what goes wrong; Litestream tells of each page it reads.
func quiet(t testing.TB) *zap.Logger { return zaptest.NewLogger(t, zaptest.Level(zap.WarnLevel)) }

func plenty(string) int64 { return 1 << 40 }

// long is how long the clock has not been set.
func long() time.Duration { return 2 * steadyWait }

func nobody(netip.AddrPort) bool { return false }

// start opens a data folder as the hub does.
func start(t testing.TB, dir string) *hub {
	t.Helper()
	h := &hub{t: t, dir: dir}
	var err error
	if h.lock, err = store.AcquireLock(dir); err != nil {
		t.Fatal(err)
	}
	log := quiet(t)
	if h.store, err = store.Open(context.Background(), dir, store.Options{Logger: log, LogKept: !h.lock.Killed() && WasUsed(dir), KeepLog: WasUsed(dir)}); err != nil {
		t.Fatal(err)
	}
	if h.keeper, err = OpenKeeper(Config{Store: h.store, Logger: log, Own: nobody, Free: plenty, Steady: long, Alone: new(sync.Mutex)}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.stop() })
	return h
}

// stop ends it as the hub does: the store first.
func (h *hub) stop() {
	h.t.Helper()
	if h.lock == nil {
		return
	}
	for _, err := range []error{h.store.Close(), h.keeper.Close(leaveTime), h.lock.Release()} {
		if err != nil {
			h.t.Errorf("stop: %v", err)
		}
	}
	h.lock = nil
}

// add makes so many threads.
func (h *hub) add(n int) {
	h.t.Helper()
	for i := range n {
		if _, err := h.store.CreateThread(h.t.Context(), store.By{Actor: store.Owner}, "codex", store.ThreadInput{Summary: store.Some(fmt.Sprintf("Thread %d of %s", i, time.Now()))}, true); err != nil {
			h.t.Fatal(err)
		}
	}
}

// arrives waits until all commits have reached the target. That the keeper knows of it may be a moment
// early, see [coverage]; here Litestream reads the log once more, and then has nothing left to send.
func (h *hub) arrives() {
	h.t.Helper()
	h.until("all has arrived", func() bool {
		r := h.keeper.current()
		return r != nil && r.covered.look(h.store.LastCommit(), h.keeper.now()).IsZero() && r.use(h.t.Context(), r.db.Sync) == nil && r.complete()
	})
}

// until waits for what happens in the background, and for longer than a keeper pauses between two
// tries and lets a run end whose target is away.
func (h *hub) until(what string, is func() bool) {
	h.t.Helper()
	for end := time.Now().Add(maxPause + moveTime + 30*time.Second); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			h.t.Fatalf("%s: not in time: %+v", what, h.keeper.Status())
		}
	}
}

// sums are those of a database file.
func sums(t testing.TB, file string) store.Sums {
	t.Helper()
	s, err := store.SumDatabase(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// restored is the database from a target as it was at a moment.
func restored(t testing.TB, v Values, at time.Time) (file string, reached time.Time) {
	t.Helper()
	s, err := OpenSource(t.Context(), v, nobody, quiet(t))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	file = filepath.Join(t.TempDir(), store.DatabaseName)
	if reached, err = s.Restore(t.Context(), at, file); err != nil {
		t.Fatal(err)
	}
	if _, _, err := store.CheckDatabase(t.Context(), file); err != nil {
		t.Error(err)
	}
	return file, reached
}

// folder is a target in a folder.
func folder(t testing.TB) Values {
	return Values{To: Address("file:" + t.TempDir()), Keep: setting.Span{Duration: 7 * 24 * time.Hour}}
}
