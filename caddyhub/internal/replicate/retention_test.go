package replicate

import (
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"
)

// A clock that is far ahead, as at the start of some machines, removes no moment; what is too old
// goes once the clock has gone steadily for a while.
func TestAClockThatIsAheadRemovesNothing(t *testing.T) {
	t.Parallel()
	v := folder(t)
	dir := t.TempDir()
	h := start(t, dir)
	h.keeper.Take(v)
	h.add(1)
	h.arrives()
	h.snapshotted(v)
	h.add(1)
	h.arrives()
	if _, err := h.keeper.current().db.Snapshot(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.stop()
	old, err := filepath.Glob(filepath.Join(v.To.Folder(), "ltx", "9", "0*"))
	if err != nil || len(old) != 2 {
		t.Fatalf("%v, %v", old, err)
	}
	ago := time.Now().Add(-v.Keep.Duration - 2*snapshotEvery)
	for _, file := range old {
		if err := os.Chtimes(file, ago, ago); err != nil {
			t.Fatal(err)
		}
	}
	left := func() (n int) {
		for _, file := range old {
			if _, err := os.Stat(file); err == nil {
				n++
			}
		}
		return n
	}
	var steady atomic.Int64
	h = start(t, dir)
	h.keeper.Steady = func() time.Duration { return time.Duration(steady.Load()) }
	h.keeper.Take(v)
	h.until("the old ones were looked at", func() bool { r := h.keeper.current(); return r != nil && r.files.owed.Load() || left() < 2 })
	if left() < 2 {
		t.Fatal("the moments of before are gone")
	}
	steady.Store(int64(2 * time.Hour))
	h.until("they go", func() bool { return left() == 0 })
	h.equals(v)
}
