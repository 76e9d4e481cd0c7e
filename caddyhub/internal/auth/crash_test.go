//go:build unix

package auth

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
)

func TestModeUnderAnyUmask(t *testing.T) {
	for _, mask := range []int{0, 0o022, 0o077} {
		t.Run(fmt.Sprintf("%04o", mask), func(t *testing.T) {
			h := newHub(t)
			old := syscall.Umask(mask)
			defer syscall.Umask(old)
			for range 2 { // the first file and one in its place
				wants(t, h.change("token", theToken, newPassw), 200)
				info, err := os.Stat(h.file())
				if err != nil || info.Mode() != 0o600 {
					t.Errorf("mode %v, %v", info.Mode(), err)
				}
			}
		})
	}
	t.Run("a file that others may read is replaced", func(t *testing.T) {
		h := newHub(t).withPassword()
		if err := os.Chmod(h.file(), 0o644); err != nil {
			t.Fatal(err)
		}
		wants(t, h.change("token", theToken, newPassw), 200)
		if info, err := os.Stat(h.file()); err != nil || info.Mode() != 0o600 {
			t.Errorf("mode %v, %v", info.Mode(), err)
		}
	})
}

// fullDiskVariable marks the process that [TestFullDisk] starts for itself.
const fullDiskVariable = "HUB_TEST_FULL_DISK"

// fillDisk makes every write beyond a few bytes fail until the returned function is called.
// The limit holds for all files of the process, so only a process of its own may call it:
// in the one that runs the tests it also cuts what "go test" writes there.
func fillDisk(t *testing.T) (free func()) {
	t.Helper()
	if os.Getenv(fullDiskVariable) == "" {
		t.Fatal("the limit would hold for the process that runs the tests")
	}
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	full := syscall.Rlimit{Cur: 20, Max: old.Max}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &full); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
			t.Fatal(err)
		}
		signal.Reset(syscall.SIGXFSZ)
	}
}

func TestFullDisk(t *testing.T) {
	if os.Getenv(fullDiskVariable) == "" {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestFullDisk$", "-test.v")
		cmd.Env = append(os.Environ(), fullDiskVariable+"=1")
		said, err := cmd.CombinedOutput()
		if err != nil || strings.Count(string(said), "--- PASS: TestFullDisk/") != len(fullDiskSecrets) {
			t.Fatalf("%v\n%s", err, said)
		}
		return
	}
	for method, secret := range fullDiskSecrets {
		t.Run("verified with the "+method, func(t *testing.T) {
			h := newHub(t).withPassword()
			session, before := h.signIn(), h.readFile()
			free := fillDisk(t)
			w := h.change(method, secret, newPassw)
			free()
			wants(t, w, 503)
			if w.Header().Get("Retry-After") != "1" || w.Header().Get("Set-Cookie") != "" {
				t.Errorf("headers %v", w.Header())
			}
			if h.readFile() != before || !h.knows(session) {
				t.Error("the old hash or the old session is gone")
			}
			onlyFile(t, h.dir)
			wants(t, h.login("password", thePassword), 200)
			wants(t, h.login("password", newPassw), 401)
			wants(t, h.change(method, secret, newPassw), 200)
		})
	}
}

var fullDiskSecrets = map[string]string{"token": theToken, "password": thePassword}
