package replicate

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

// fill makes threads large enough that moving the log is worth it, and returns their ids.
func (h *hub) fill() (ids []string) {
	h.t.Helper()
	for i := range 100 {
		w, err := h.store.CreateThread(h.t.Context(), store.By{Actor: store.Owner}, "codex", store.ThreadInput{Summary: store.Some(fmt.Sprint("Thread ", i, strings.Repeat(" words", 40)))}, true)
		if err != nil {
			h.t.Fatal(err)
		}
		ids = append(ids, w.Item.ID)
	}
	return ids
}

// change changes one of them.
func (h *hub) change(ids []string, n int) {
	h.t.Helper()
	in := store.ThreadInput{Summary: store.Some(fmt.Sprint("Another ", n, strings.Repeat(" words", 40)))}
	if _, err := h.store.UpdateThread(h.t.Context(), store.By{Actor: store.Owner}, ids[(n*13)%len(ids)], store.Guard{}, in, false); err != nil {
		h.t.Fatal(err)
	}
}

// snapshotted waits for the first snapshot: one of the whole database after it would mend what is
// missing before.
func (h *hub) snapshotted(v Values) {
	h.t.Helper()
	h.until("the day's snapshot is there", func() bool {
		list, _ := filepath.Glob(filepath.Join(v.To.Folder(), "ltx", "9", "0*"))
		return len(list) == 1
	})
}

// equals makes sure that the replica, to which all has been sent, restores what the hub has.
func (h *hub) equals(v Values) {
	h.t.Helper()
	h.arrives()
	d := Drill{}
	if _, err := h.keeper.try(h.t.Context(), h.keeper.current(), &d); err != nil {
		h.t.Errorf("a drill: %v", err)
	}
	h.stop()
	file, _ := restored(h.t, v, time.Time{})
	if err := differ(sums(h.t, filepath.Join(h.dir, store.DatabaseName)), sums(h.t, file)); err != nil {
		h.t.Error(err)
	}
}

// While nothing is replicated the store moves the log itself and begins it anew. What came meanwhile
// is in the replica all the same.
func TestALogThatWasMovedMeanwhile(t *testing.T) {
	t.Parallel()
	v := folder(t)
	h := start(t, t.TempDir())
	ids := h.fill()
	h.keeper.Take(v)
	h.arrives()
	h.snapshotted(v)
	changed := func() time.Time {
		info, err := os.Stat(filepath.Join(h.dir, store.DatabaseName))
		if err != nil {
			t.Fatal(err)
		}
		return info.ModTime()
	}
	h.keeper.Take(Values{})
	h.until("off", func() bool { return h.keeper.current() == nil && !WasUsed(h.dir) })
	n, before := 0, changed()
	h.until("the store has moved the log", func() bool {
		h.change(ids, n)
		n++
		return changed().After(before)
	})
	h.add(2)
	h.keeper.Take(v)
	h.until("on again", func() bool { r := h.keeper.current(); return r != nil && r.complete() })
	h.add(1)
	h.equals(v)
}

// A place that comes some time after the start gets what was committed until then.
func TestAPlaceThatComesLate(t *testing.T) {
	t.Parallel()
	v := folder(t)
	dir, place := t.TempDir(), v.To.Folder()
	h := start(t, dir)
	ids := h.fill()
	h.keeper.Take(v)
	h.arrives()
	h.snapshotted(v)
	h.stop()
	if err := os.Rename(place, place+".away"); err != nil {
		t.Fatal(err)
	}
	h = start(t, dir)
	h.keeper.Take(v)
	for n := range 9 {
		h.change(ids, n)
	}
	h.until("it is missed", func() bool { return strings.Contains(h.keeper.Status().Error, "is not there") })
	h.add(2)
	if err := os.Rename(place+".away", place); err != nil {
		t.Fatal(err)
	}
	h.arrives()
	h.add(1)
	h.equals(v)
}

// A log that grows too long while the place can't be reached is not kept any longer; the whole
// database is sent then.
func TestALogIsNotKeptForEver(t *testing.T) {
	t.Parallel()
	v := folder(t)
	dir, place := t.TempDir(), v.To.Folder()
	h := start(t, dir)
	h.keeper.Take(v)
	h.add(1)
	h.arrives()
	h.stop()
	if err := os.Rename(place, place+".away"); err != nil {
		t.Fatal(err)
	}
	h = start(t, dir)
	h.keeper.logSize = func() int64 { return keptLog + 1 }
	h.keeper.Take(v)
	h.until("the log is let go", func() bool { return !WasUsed(dir) })
	h.add(5)
	if err := os.Rename(place+".away", place); err != nil {
		t.Fatal(err)
	}
	h.equals(v)
}

// Another place begins with the whole database, whatever Litestream still has of its changes.
func TestAnotherEmptyPlace(t *testing.T) {
	t.Parallel()
	first, second := folder(t), folder(t)
	h := start(t, t.TempDir())
	h.keeper.Take(first)
	for range 3 {
		h.add(1)
		h.arrives()
	}
	// As five minutes do.
	if err := os.Remove(filepath.Join(h.dir, store.ReplicationFolder, "ltx", "0", "0000000000000001-0000000000000001.ltx")); err != nil {
		t.Fatal(err)
	}
	h.keeper.Take(second)
	h.until("it is replicated elsewhere", func() bool { r := h.keeper.current(); return r != nil && r.values == second })
	h.add(1)
	h.equals(second)
}

// The replica of another hub is left as it is, by a hub of more changes, too, and by one that begins
// on a new machine with the settings of the old one.
func TestAnotherHubsReplicaIsLeftAlone(t *testing.T) {
	t.Parallel()
	own, left := folder(t), folder(t)
	a := start(t, t.TempDir())
	a.keeper.Take(left)
	a.add(40)
	a.arrives()
	a.stop()
	want := sums(t, filepath.Join(a.dir, store.DatabaseName))
	b := start(t, t.TempDir())
	b.keeper.Take(own)
	for range 4 {
		b.add(10)
		b.arrives()
	}
	fresh := start(t, t.TempDir())
	for name, h := range map[string]*hub{"one of more changes": b, "a fresh one": fresh} {
		h.keeper.Take(left)
		h.until(name+" is refused", func() bool { return strings.Contains(h.keeper.Status().Error, "none of this data folder") })
	}
	file, _ := restored(t, left, time.Time{})
	if err := differ(want, sums(t, file)); err != nil {
		t.Error(err)
	}
	b.keeper.Take(own)
	b.equals(own) // and it goes on in its own place
}

// A place that is emptied, or whose disk was taken away and left an empty folder, is told of at the
// next look at the lease; nothing is begun there.
func TestAnEmptiedPlace(t *testing.T) {
	t.Parallel()
	v := folder(t)
	h := start(t, t.TempDir())
	h.keeper.Take(v)
	h.add(1)
	h.arrives()
	entries, err := os.ReadDir(v.To.Folder())
	if err != nil {
		t.Fatal(err)
	}
	away := t.TempDir()
	for _, e := range entries {
		if err := os.Rename(filepath.Join(v.To.Folder(), e.Name()), filepath.Join(away, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	h.until("it is told", func() bool { return strings.Contains(h.keeper.Status().Error, "which is gone") })
	if h.keeper.current() != nil {
		t.Error("it goes on")
	}
	for _, e := range entries { // the disk is there again
		if err := os.RemoveAll(filepath.Join(v.To.Folder(), e.Name())); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(filepath.Join(away, e.Name()), filepath.Join(v.To.Folder(), e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	h.add(1)
	h.until("it goes on", func() bool { r := h.keeper.current(); return r != nil && r.complete() })
	h.equals(v)
}

// A replica with a hole is not restored as if nothing were missing: what can be had is named.
func TestAHoleIsTold(t *testing.T) {
	t.Parallel()
	v := folder(t)
	h := start(t, t.TempDir())
	h.keeper.Take(v)
	h.add(1)
	h.arrives()
	h.snapshotted(v)
	for range 5 {
		h.add(1)
		h.arrives()
	}
	h.stop()
	files, err := filepath.Glob(filepath.Join(v.To.Folder(), "ltx", "0", "*.ltx"))
	if err != nil || len(files) < 6 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, level := range []string{"1", "2", "3"} { // what else leads there
		if err := os.RemoveAll(filepath.Join(v.To.Folder(), "ltx", level)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(files[len(files)-2]); err != nil {
		t.Fatal(err)
	}
	s, err := OpenSource(t.Context(), v, nobody, quiet(t))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	hole := new(HoleError)
	for name, at := range map[string]time.Time{"the newest": {}, "just now": time.Now()} {
		file := filepath.Join(t.TempDir(), "none")
		if _, err := s.Restore(t.Context(), at, file); !errors.As(err, &hole) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(file); err == nil {
			t.Errorf("%s: a file was made", name)
		}
	}
	if _, reached := restored(t, v, hole.Until); !reached.Equal(hole.Until) {
		t.Errorf("%s was reached for %s", reached, hole.Until)
	}
}

// An encrypted replica whose key is gone is called so, and not one that was never encrypted.
func TestALostKeyIsCalledSo(t *testing.T) {
	t.Parallel()
	v := folder(t)
	v.Passphrase = "correct horse battery staple"
	h := start(t, t.TempDir())
	h.keeper.Take(v)
	h.add(1)
	h.arrives()
	h.stop()
	if err := os.Remove(filepath.Join(v.To.Folder(), keyName)); err != nil {
		t.Fatal(err)
	}
	for _, passphrase := range []string{"", v.Passphrase} {
		v.Passphrase = passphrase
		if _, err := OpenSource(t.Context(), v, nobody, nil); err == nil || !strings.Contains(err.Error(), "its key is gone") {
			t.Errorf("with the passphrase %q: %v", passphrase, err)
		}
	}
}
