package replicate

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// wholes are the files of a target that hold the whole database.
func wholes(t *testing.T, v Values) (n int) {
	t.Helper()
	for _, level := range []string{"0", "9"} {
		list, err := os.ReadDir(filepath.Join(v.To.Folder(), "ltx", level))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		for _, e := range list {
			if strings.HasPrefix(e.Name(), "0000000000000001-") {
				n++
			} else if info, err := e.Info(); err == nil && info.Size() > 20_000 {
				n++
			}
		}
	}
	return n
}

// A start goes on where the last one ended: it sends what is new, and not the database again.
func TestAStartGoesOn(t *testing.T) {
	t.Parallel()
	v := folder(t)
	dir := t.TempDir()
	for round := range 3 {
		h := start(t, dir)
		h.keeper.Take(v)
		h.add(3)
		h.arrives()
		if round > 0 {
			if n := wholes(t, v); n > 2 {
				t.Errorf("start %d: the target has the whole database %d times", round, n)
			}
		}
		h.stop()
	}
	file, _ := restored(t, v, time.Time{})
	if err := differ(sums(t, filepath.Join(dir, store.DatabaseName)), sums(t, file)); err != nil {
		t.Error(err)
	}
}

// Switching it off, on and elsewhere while changes come in loses none of them.
func TestSwitchingUnderLoad(t *testing.T) {
	t.Parallel()
	first, second := folder(t), folder(t)
	h := start(t, t.TempDir())
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
	for _, v := range []Values{first, {}, first, second, {}, second} {
		h.keeper.Take(v)
		if v.To != "" {
			h.until("it is replicated", func() bool { r := h.keeper.current(); return r != nil && r.values == v && r.complete() })
		} else {
			h.until("it is not", func() bool { return h.keeper.current() == nil })
		}
	}
	close(stop)
	<-done
	h.arrives()
	h.stop()
	file, _ := restored(t, second, time.Time{})
	if err := differ(sums(t, filepath.Join(h.dir, store.DatabaseName)), sums(t, file)); err != nil {
		t.Error(err)
	}
	restored(t, first, time.Time{}) // as far as it went
}

// Off, it is as if there were no replica: the log is emptied at the end, and nothing is left beside.
func TestWithoutAReplicaNothingIsLeft(t *testing.T) {
	t.Parallel()
	h := start(t, t.TempDir())
	h.keeper.Take(Values{})
	h.add(3)
	if s := h.keeper.Status(); s.State != Off {
		t.Errorf("%+v", s)
	}
	h.stop()
	for _, name := range []string{store.DatabaseName + "-wal", store.ReplicationFolder, RecordName} {
		if _, err := os.Stat(filepath.Join(h.dir, name)); !os.IsNotExist(err) {
			t.Errorf("%s is there: %v", name, err)
		}
	}
}

// A database that was restored goes on in the same target, and the moments of before stay.
func TestARestoredDatabaseGoesOnInItsTarget(t *testing.T) {
	t.Parallel()
	v := folder(t)
	h := start(t, t.TempDir())
	h.keeper.Take(v)
	h.add(10)
	h.arrives()
	time.Sleep(1100 * time.Millisecond) // moments are told apart by the second
	before := time.Now()
	time.Sleep(1100 * time.Millisecond)
	h.add(10)
	h.arrives()
	h.stop()
	past, reached := restored(t, v, before)
	if reached.After(before) {
		t.Errorf("%s was reached, which is after %s", reached, before)
	}
	want := sums(t, past)
	if n := want["threads"].Rows; n != 10 {
		t.Errorf("%d threads then", n)
	}
	dir := t.TempDir()
	if err := os.Rename(past, filepath.Join(dir, store.DatabaseName)); err != nil {
		t.Fatal(err)
	}
	s, err := OpenSource(t.Context(), v, nobody, zap.NewNop())
	if err != nil {
		t.Fatal(err)
	}
	id, err := s.ID(t.Context())
	if err := errors.Join(err, s.Close(), Adopt(dir, v.To, id)); err != nil || id == "" {
		t.Fatal(err)
	}
	again := start(t, dir)
	again.keeper.Take(v)
	again.add(1)
	again.arrives()
	again.stop()
	newest, _ := restored(t, v, time.Time{})
	if err := differ(sums(t, filepath.Join(dir, store.DatabaseName)), sums(t, newest)); err != nil {
		t.Error(err)
	}
	then, _ := restored(t, v, before)
	if err := differ(want, sums(t, then)); err != nil {
		t.Errorf("the moment of before: %v", err)
	}
}

// A replica is known by its id, however its address is spelled, after a restart and after a restore.
func TestAnotherSpellingOfTheTarget(t *testing.T) {
	t.Parallel()
	v := folder(t)
	other := v
	other.To = Address("file://" + v.To.Folder() + "/")
	dir := t.TempDir()
	h := start(t, dir)
	h.keeper.Take(v)
	h.add(2)
	h.arrives()
	id := h.keeper.current().id
	h.stop()
	fresh := t.TempDir()
	file, _ := restored(t, v, time.Time{})
	if err := errors.Join(os.Rename(file, filepath.Join(fresh, store.DatabaseName)), Adopt(fresh, v.To, id)); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{dir, fresh} {
		h := start(t, dir)
		h.keeper.Take(other)
		h.add(1)
		h.until("it goes on", func() bool { s := h.keeper.Status(); return s.State == OK || s.Error != "" })
		if s := h.keeper.Status(); s.Error != "" {
			t.Fatal(s.Error)
		}
		h.arrives()
		h.isWhole(other)
	}
}

// Only one hub writes to a target.
func TestOneHubATarget(t *testing.T) {
	t.Parallel()
	v := folder(t)
	first, second := start(t, t.TempDir()), start(t, t.TempDir())
	first.keeper.Take(v)
	first.add(1)
	first.arrives()
	second.keeper.Take(v)
	second.until("it is refused", func() bool { return strings.Contains(second.keeper.Status().Error, "another hub") })
	if second.keeper.current() != nil {
		t.Error("it replicates")
	}
	first.stop() // which gives the target free, but leaves what is there
	second.until("it is refused still", func() bool { return strings.Contains(second.keeper.Status().Error, "none of this data folder") })
	file, _ := restored(t, v, time.Time{})
	if err := differ(sums(t, filepath.Join(first.dir, store.DatabaseName)), sums(t, file)); err != nil {
		t.Errorf("the first one's replica: %v", err)
	}
}

// A copy of the data folder, on the same machine, does not take the target from the hub that has it.
func TestACopiedFolderWaits(t *testing.T) {
	t.Parallel()
	v := folder(t)
	h := start(t, t.TempDir())
	h.keeper.Take(v)
	h.add(1)
	h.arrives()
	dir := filepath.Join(t.TempDir(), "try")
	if err := os.CopyFS(dir, os.DirFS(h.dir)); err != nil {
		t.Fatal(err)
	}
	first := h.keeper.current()
	second := start(t, dir)
	second.keeper.Take(v)
	second.add(1)
	second.until("it is refused", func() bool { return strings.Contains(second.keeper.Status().Error, "another hub") })
	h.add(1)
	h.arrives()
	if h.keeper.current() != first || first.lease.beat(t.Context()) != nil {
		t.Error("the first one has lost the target")
	}
	h.equals(v)
}

// The passphrase of a replica is that of its first file.
func TestAnotherPassphraseIsRefused(t *testing.T) {
	t.Parallel()
	plain, sealed := folder(t), folder(t)
	sealed.Passphrase = "correct horse battery staple"
	for _, v := range []Values{plain, sealed} {
		h := start(t, t.TempDir())
		h.keeper.Take(v)
		h.add(1)
		h.arrives()
		h.stop()
	}
	for name, c := range map[string]struct {
		v    Values
		want string
	}{
		"none for an encrypted one": {Values{To: sealed.To}, "its passphrase is needed"},
		"a wrong one":               {Values{To: sealed.To, Passphrase: "wrong horse battery"}, "not that of this replica"},
		"one for a plain one":       {Values{To: plain.To, Passphrase: "correct horse battery staple"}, "is not encrypted"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := OpenSource(t.Context(), c.v, nobody, nil); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("reading: %v", err)
			}
			c.v.Keep = setting.Span{Duration: time.Hour}
			h := start(t, t.TempDir())
			h.keeper.Take(c.v)
			h.until("it is refused", func() bool { return strings.Contains(h.keeper.Status().Error, c.want) })
		})
	}
}

// A target that is not there is told of, and used when it comes.
func TestATargetMayComeLater(t *testing.T) {
	t.Parallel()
	disk := filepath.Join(t.TempDir(), "disk")
	v := Values{To: Address("file:" + disk), Keep: setting.Span{Duration: time.Hour}}
	h := start(t, t.TempDir())
	h.keeper.Take(v)
	h.add(3)
	h.until("it is told", func() bool { return strings.Contains(h.keeper.Status().Error, "is not there") })
	if err := os.Mkdir(disk, 0o700); err != nil {
		t.Fatal(err)
	}
	h.arrives()
	// And it may go again for a time.
	if err := os.Rename(disk, disk+".away"); err != nil {
		t.Fatal(err)
	}
	h.add(3)
	h.until("it is told again", func() bool { return strings.Contains(h.keeper.Status().Error, "is not there") })
	if err := os.Rename(disk+".away", disk); err != nil {
		t.Fatal(err)
	}
	h.arrives()
	if s := h.keeper.Status(); s.State != OK || s.Error != "" {
		t.Errorf("%+v", s)
	}
}
