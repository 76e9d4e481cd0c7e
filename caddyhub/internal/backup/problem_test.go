package backup

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

// wantProblem checks what the owner is told; without a text: nothing.
func (n *nightly) wantProblem(text string, since time.Time) {
	n.t.Helper()
	got, at, failing, err := n.Problem(n.t.Context())
	if err != nil || got != text || failing != (text != "") || failing && !at.Equal(since) {
		n.t.Errorf("%q since %v (%t, %v), want %q since %v", got, at, failing, err, text, since)
	}
}

// A folder that was never there is a problem from the start, and none once it is there.
func TestAMissingFolderIsAProblemAtOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "disk")
	n := newNightly(t, func(c *Config) { c.Dir = dir })
	missing := "the folder " + dir + " is missing; make it, or connect its disk"
	noticed := n.clock.Now()
	n.wantProblem(missing, noticed)
	n.clock.Advance(time.Hour)
	n.wantProblem(missing, noticed)
	n.clock.Set(time.Date(2026, 5, 5, 3, 30, 0, 0, time.UTC))
	for range 2 { // it has failed since it was noticed, however often it runs
		if !n.job() {
			t.Fatal("it did not run")
		}
		n.wantProblem(missing, noticed)
		n.clock.Advance(patience)
	}
	n.reopen()
	n.wantProblem(missing, noticed)
	n.job()
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	n.wantProblem(missing, noticed) // there is no backup yet
	if !n.job() {
		t.Fatal("it waits although the folder is there")
	}
	n.wantProblem("", time.Time{})

	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	n.clock.Advance(time.Hour)
	noticed = n.clock.Now()
	n.wantProblem(missing, noticed)
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	n.wantProblem("", time.Time{})
}

func TestAFolderThatTakesNoFilesIsAProblemAtOnce(t *testing.T) {
	n := newNightly(t)
	n.wantProblem("", time.Time{})
	if err := os.Chmod(n.Dir, 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(n.Dir, 0o700) })
	if f, err := os.Create(filepath.Join(n.Dir, "probe")); err == nil {
		_ = errors.Join(f.Close(), os.Remove(f.Name()))
		t.Skip("this user may write anywhere")
	}
	n.wantProblem("the hub can't write into the folder "+n.Dir+": permission denied", n.clock.Now())
}

func TestABackupThatFailedIsAProblemUntilOneSucceeds(t *testing.T) {
	n := newNightly(t)
	n.nights(1)
	n.wantProblem("", time.Time{})
	db := filepath.Join(n.Store.Dir(), store.DatabaseName)
	alter(t, db, "CREATE VIEW planted AS SELECT 1")
	n.clock.Set(time.Date(2026, 5, 6, 3, 30, 0, 0, time.UTC))
	since := n.clock.Now()
	for range 3 {
		if !n.job() {
			t.Fatal("it did not run")
		}
		n.wantProblem(n.Status().Problem, since)
		n.clock.Advance(patience)
	}
	elsewhere := n.Dir
	n.Dir = t.TempDir()
	n.wantProblem("", time.Time{}) // nothing is known of this one
	n.Dir = elsewhere
	alter(t, db, "DROP VIEW planted")
	if !n.job() {
		t.Fatal("it did not run")
	}
	n.wantProblem("", time.Time{})
	n.Dir = ""
	if setUp, err := n.SetUp(t.Context()); setUp || err != nil {
		t.Errorf("without a folder: %t, %v", setUp, err)
	}
	n.wantProblem("", time.Time{})
}

// A backup that is due and that nothing makes is a problem after an hour of watching.
func TestABackupThatIsNotMadeIsAProblem(t *testing.T) {
	n := newNightly(t)
	due := time.Date(2026, 5, 5, 3, 30, 0, 0, time.UTC)
	n.clock.Set(due.Add(5 * time.Hour)) // the machine slept
	n.wantProblem("", time.Time{})
	n.clock.Advance(late - time.Second)
	n.wantProblem("", time.Time{})
	n.clock.Advance(time.Second)
	n.wantProblem("the one that was due has not been made; the hub's log may say more", due)
	if !n.job() {
		t.Fatal("it did not run")
	}
	n.wantProblem("", time.Time{})
}

// reopen reads the record anew, as the next process does.
func (n *nightly) reopen() {
	n.t.Helper()
	keeper, err := OpenKeeper(n.Store.Dir())
	if err != nil {
		n.t.Fatal(err)
	}
	n.Keeper = keeper
}
