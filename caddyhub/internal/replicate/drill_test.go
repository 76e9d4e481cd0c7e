package replicate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// A drill restores what the hub has, also while changes come in, and leaves nothing behind.
func TestADrillFindsAllRows(t *testing.T) {
	t.Parallel()
	v := folder(t)
	v.Drill = setting.Span{Duration: time.Hour}
	h := start(t, t.TempDir())
	h.keeper.Take(v)
	h.add(30)
	h.arrives()
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
				h.add(1)
			}
		}
	}()
	for range 3 {
		if err := h.keeper.drill(t.Context()); err != nil {
			t.Fatal(err)
		}
		d := h.keeper.Status().Drill
		if d == nil || !d.OK || d.Rows < 60 || d.Bytes == 0 || d.Error != "" {
			t.Fatalf("%+v", d)
		}
	}
	close(stop)
	<-done
	if left, _ := filepath.Glob(filepath.Join(h.dir, drillPrefix+"*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	h.arrives() // until then none is due
	if at, ok, err := h.keeper.drillDue(t.Context()); err != nil || !ok || at.Before(time.Now().Add(59*time.Minute)) {
		t.Errorf("the next one is due at %s, %t, %v", at, ok, err)
	}
}

// A replica that can't be restored, or is not what the hub has, is a problem until a drill succeeds.
func TestADrillFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		spoil func(t *testing.T, ltx string)
		want  string
	}{
		{"a file is missing", func(t *testing.T, ltx string) {
			for _, level := range []string{"0", "1", "2", "3", "9"} {
				list, _ := filepath.Glob(filepath.Join(ltx, level, "0000000000000001-*"))
				for _, f := range list {
					if err := os.Remove(f); err != nil {
						t.Fatal(err)
					}
				}
			}
		}, "restore from the replica"},
		{"there is no room", func(*testing.T, string) {}, "the disk has only 1000 left"},
		{"files are damaged", func(t *testing.T, ltx string) {
			list, _ := filepath.Glob(filepath.Join(ltx, "*", "*.ltx"))
			for _, f := range list {
				text, err := os.ReadFile(f)
				if err != nil {
					t.Fatal(err)
				}
				for i := 200; i < len(text); i += 500 {
					text[i] ^= 0x40
				}
				if err := os.WriteFile(f, text, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v := folder(t)
			v.Drill = setting.Span{Duration: time.Hour}
			h := start(t, t.TempDir())
			h.keeper.Take(v)
			h.add(10)
			h.arrives()
			h.snapshotted(v)
			if c.name == "there is no room" {
				h.keeper.Free = func(string) int64 { return 1000 }
			}
			for range 3 { // a compaction that has read a file already writes what is in it once more
				c.spoil(t, filepath.Join(v.To.Folder(), rootFolder))
				if err := h.keeper.drill(t.Context()); err != nil {
					t.Fatal(err)
				}
				if d := h.keeper.Status().Drill; c.name != "a file is missing" || d == nil || !d.OK {
					break
				}
			}
			if n := wholes(t, v); c.name == "there is no room" && n > 2 {
				t.Errorf("the whole database was sent %d times", n)
			}
			if d := h.keeper.Status().Drill; d == nil || d.OK || !strings.Contains(d.Error, c.want) {
				t.Fatalf("%+v", d)
			}
			if at, ok, err := h.keeper.drillDue(t.Context()); err != nil || !ok || at.After(time.Now().Add(drillAgain)) {
				t.Errorf("it is tried again at %s, %t, %v", at, ok, err)
			}
			defer func() { // the whole database was sent anew, so the next one finds nothing
				h.keeper.Free = plenty
				if err := h.keeper.drill(t.Context()); err != nil {
					t.Fatal(err)
				}
				if d := h.keeper.Status().Drill; !d.OK {
					t.Errorf("once more: %+v", d)
				}
			}()
			text, since, failing, err := h.keeper.Problem(t.Context())
			if err != nil || !failing || since.IsZero() || !strings.HasPrefix(text, "restoring it as a test failed") {
				t.Errorf("%q, %s, %t, %v", text, since, failing, err)
			}
			recorded, err := ReadRecorded(h.dir, v)
			if err != nil {
				t.Fatal(err)
			}
			if _, _, failing, _ := recorded.Problem(t.Context()); !failing {
				t.Error("who looks from outside does not see it")
			}
		})
	}
}

// A drill that began before a replica ended does not open Litestream's database again.
func TestADrillOfAReplicaThatHasEnded(t *testing.T) {
	t.Parallel()
	h := start(t, t.TempDir())
	h.keeper.Take(folder(t))
	h.add(1)
	h.arrives()
	first := h.keeper.current()
	h.keeper.Take(folder(t))
	h.until("the next one", func() bool { return h.keeper.current() != nil })
	if _, _, err := h.keeper.present(t.Context(), first); err == nil {
		t.Error("it goes on")
	}
	if _, err := h.keeper.try(t.Context(), first, new(Drill)); err == nil {
		t.Error("a whole one is made")
	}
	if first.db.SQLDB() != nil {
		t.Error("the database is open again")
	}
}

// Rows that differ are told by their table, also where their number is the same.
func TestDatabasesAreComparedByRows(t *testing.T) {
	t.Parallel()
	present := func(h *hub) store.Sums {
		v, err := h.store.View(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		s, err := v.Sums(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	a, b := start(t, t.TempDir()), start(t, t.TempDir())
	a.add(3)
	b.add(3)
	if err := differ(present(a), present(a)); err != nil {
		t.Errorf("the same: %v", err)
	}
	err := differ(present(a), present(b))
	if err == nil || !strings.Contains(err.Error(), "threads has 3 rows instead of 3, or other ones") {
		t.Errorf("other threads: %v", err)
	}
	less := present(a)
	delete(less, "threads")
	if err := differ(present(a), less); err == nil || !strings.Contains(err.Error(), "threads is missing") {
		t.Errorf("no threads: %v", err)
	}
}
