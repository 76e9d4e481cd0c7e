package replicate

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/benbjohnson/litestream"
	"go.uber.org/zap"

	"github.com/progresshub/progresshub/store"
)

// following is a copy that is being kept up.
type following struct {
	t    *testing.T
	file string
	said chan string
	stop func()
}

func follow(t *testing.T, v Values, file string) *following {
	t.Helper()
	s, err := OpenSource(t.Context(), v, nobody, zap.NewNop())
	if err != nil {
		t.Fatal(err)
	}
	f := &following{t: t, file: file, said: make(chan string, 100)}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- s.Follow(ctx, Copy{File: file, Tell: func(text string) { f.said <- text }, look: 20 * time.Millisecond})
		_ = s.Close()
	}()
	stopped := false
	f.stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("it ended with %v", err)
		}
	}
	t.Cleanup(f.stop)
	return f
}

// reaches waits until the copy has what the hub has.
func (f *following) reaches(h *hub) {
	f.t.Helper()
	h.arrives()
	here, err := h.keeper.current().db.Pos()
	if err != nil {
		f.t.Fatal(err)
	}
	h.until("the copy is kept up", func() bool {
		at, err := litestream.ReadTXIDFile(f.file)
		mark, _ := os.ReadFile(f.file + "-replica") // another's, or none, until it has been made anew
		return err == nil && at >= here.TXID && string(mark) == h.keeper.current().id
	})
}

// has waits until the copy has what the hub has, ends it, and compares the two.
func (f *following) has(h *hub) {
	f.t.Helper()
	f.reaches(h)
	f.stop()
	if err := differ(sums(f.t, filepath.Join(h.dir, store.DatabaseName)), sums(f.t, f.file)); err != nil {
		f.t.Error(err)
	}
}

func (f *following) hears(want string) {
	f.t.Helper()
	select {
	case got := <-f.said:
		if !strings.HasPrefix(got, want) {
			f.t.Errorf("it says %q, and not %q", got, want)
		}
	case <-time.After(time.Minute):
		f.t.Errorf("it does not say %q", want)
	}
}

// forgets removes all files of a replica but snapshots, one of which is the newest: what a copy finds
// that was away for longer than they are kept.
func (h *hub) forgets() {
	h.t.Helper()
	h.arrives()
	r := h.keeper.current()
	if _, err := r.db.Snapshot(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
	for level := range litestream.SnapshotLevel {
		list, err := r.store.List(h.t.Context(), folderOf(level))
		if err != nil {
			h.t.Fatal(err)
		}
		var names []string
		for _, info := range list {
			names = append(names, info.Name)
		}
		if err := r.store.Delete(h.t.Context(), names); err != nil {
			h.t.Fatal(err)
		}
	}
}

func TestACopyIsKeptUp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		meanwhile func(t *testing.T, h *hub, o outage, f *following) *following
	}{
		{"while the hub works", func(_ *testing.T, h *hub, _ outage, f *following) *following {
			h.add(10)
			return f
		}},
		{"after it was ended", func(t *testing.T, h *hub, o outage, f *following) *following {
			f.stop()
			h.add(10)
			return follow(t, o.values, f.file)
		}},
		{"after it was away for too long", func(t *testing.T, h *hub, o outage, f *following) *following {
			f.stop()
			h.add(10)
			h.forgets()
			f = follow(t, o.values, f.file)
			f.hears("the copy is made anew: it was away for longer")
			return f
		}},
		{"when it wakes after too long", func(t *testing.T, h *hub, _ outage, f *following) *following {
			h.add(10)
			f.reaches(h) // or it writes itself how far it has come
			h.forgets()
			if err := litestream.WriteTXIDFile(f.file, 1); err != nil { // as if it had seen nothing since
				t.Fatal(err)
			}
			f.hears("the copy is made anew: it was away for longer")
			return f
		}},
		{"after the target was away", func(_ *testing.T, h *hub, o outage, f *following) *following {
			o.goAway()
			f.hears("the replica can't be followed at the moment")
			o.comeBack()
			f.hears("the replica is followed again")
			return f
		}},
		{"without the mark of its replica", func(t *testing.T, _ *hub, o outage, f *following) *following {
			f.stop()
			if err := os.Remove(f.file + "-replica"); err != nil {
				t.Fatal(err)
			}
			f = follow(t, o.values, f.file)
			f.hears("the copy is made anew: it does not say which replica it is of")
			return f
		}},
		{"after it was killed while it was made", func(t *testing.T, h *hub, o outage, f *following) *following {
			f.stop()
			if err := os.Remove(litestream.TXIDPath(f.file)); err != nil {
				t.Fatal(err)
			}
			f = follow(t, o.values, f.file)
			f.hears("the copy is made anew: it was broken off")
			return f
		}},
		{"of another replica in the same place", func(t *testing.T, h *hub, o outage, f *following) *following {
			f.stop()
			if err := os.WriteFile(f.file+"-replica", []byte("another"), 0o600); err != nil {
				t.Fatal(err)
			}
			f = follow(t, o.values, f.file)
			f.hears("the copy is made anew: it is one of another replica")
			return f
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := outages(t)["a disk that is pulled"](t)
			h := start(t, t.TempDir())
			h.keeper.Take(o.values)
			h.add(20)
			h.arrives()
			f := follow(t, o.values, filepath.Join(t.TempDir(), "copy"))
			h.until("there is a copy", func() bool {
				at, err := litestream.ReadTXIDFile(f.file)
				_, gone := os.Stat(f.file + "-replica")
				return err == nil && at > 0 && gone == nil
			})
			f = c.meanwhile(t, h, o, f)
			f.has(h)
			left, err := filepath.Glob(f.file + "*")
			if want := []string{f.file, f.file + "-replica", f.file + "-txid"}; err != nil || !slices.Equal(left, want) {
				t.Errorf("left are %s, %v", left, err)
			}
		})
	}
}

// A file that is none of its copies is left alone.
func TestAForeignFileIsNoCopy(t *testing.T) {
	t.Parallel()
	v := folder(t)
	h := start(t, t.TempDir())
	h.keeper.Take(v)
	h.add(1)
	h.arrives()
	s, err := OpenSource(t.Context(), v, nobody, zap.NewNop())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	file := filepath.Join(t.TempDir(), "mine")
	if err := os.WriteFile(file, []byte("my own"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Follow(t.Context(), Copy{File: file, Tell: func(string) {}}); err == nil || !strings.Contains(err.Error(), "is there, and no copy of a replica") {
		t.Errorf("%v", err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "my own" {
		t.Errorf("%q, %v", text, err)
	}
	if left, err := filepath.Glob(file + "-*"); err != nil || len(left) > 0 {
		t.Errorf("beside it are %s, %v", left, err)
	}
}
