//go:build !windows

package sqlite

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"
)

// lookAtLock makes this test look at the lock of a database, as another process.
const lookAtLock = "SQLITE_TEST_LOOK_AT_LOCK"

// TestTheSharedLockOutlivesAHandle: another process sees that a database is open also after a
// handle beside SQLite's was closed.
func TestTheSharedLockOutlivesAHandle(t *testing.T) {
	if path := os.Getenv(lookAtLock); path != "" {
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		works(t, err)
		defer f.Close()
		lock := unix.Flock_t{Type: unix.F_WRLCK, Whence: io.SeekStart, Start: sharedFirst, Len: sharedSize}
		works(t, unix.FcntlFlock(f.Fd(), unix.F_GETLK, &lock))
		fmt.Printf("locked=%t\n", lock.Type != unix.F_UNLCK)
		return
	}
	db := open(t, t.TempDir(), Options{})
	works(t, add(db, "one"))
	lock, err := OpenSharedLock(db.path())
	works(t, err)
	t.Cleanup(func() { lock.Close() })
	for _, step := range []struct {
		name string
		do   func() error
		want string
	}{
		{"as SQLite opened it", func() error { return nil }, "locked=true"},
		{"after a handle was closed", func() error {
			f, err := os.Open(db.path())
			if err != nil {
				return err
			}
			return f.Close()
		}, "locked=false"},
		{"after the lock was taken again", lock.Take, "locked=true"},
		{"and again", lock.Take, "locked=true"},
	} {
		works(t, step.do())
		cmd := exec.Command(os.Args[0], "-test.run=^TestTheSharedLockOutlivesAHandle$")
		cmd.Env = append(os.Environ(), lookAtLock+"="+db.path())
		out, err := cmd.CombinedOutput()
		works(t, err)
		if got := string(out[:min(len(out), len(step.want))]); got != step.want {
			t.Errorf("%s: %s, want %s", step.name, out, step.want)
		}
	}
}
