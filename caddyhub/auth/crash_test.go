//go:build unix

package auth

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/wholefile"
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

func init() {
	roles["replace for ever"] = func(file string) {
		for i := 0; ; i++ {
			if err := wholefile.Replace(file, crashLine(i)); err != nil {
				fmt.Println(err)
				return
			}
			fmt.Println("replaced")
		}
	}
}

// crashLine is one of two contents of the file.
func crashLine(i int) []byte {
	h := hashed{salt: make([]byte, saltLength), hash: make([]byte, hashLength)}
	h.hash[0] = byte(i % 2)
	return h.text()
}

// A process that is killed at any point leaves the old or the new file.
func TestKillWhileReplacing(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, PasswordFileName)
	if err := wholefile.Replace(file, crashLine(0)); err != nil {
		t.Fatal(err)
	}
	for round := range 40 {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), "HUB_TEST_ROLE=replace for ever", "HUB_TEST_FILE="+file)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for range 1 + rand.IntN(20) {
			if lines.Scan() && lines.Text() != "replaced" {
				t.Error(lines.Text())
			}
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait()
		text, err := os.ReadFile(file)
		if err != nil || string(text) != string(crashLine(0)) && string(text) != string(crashLine(1)) {
			t.Fatalf("round %d: %q, %v", round, text, err)
		}
	}
}

// fillDisk makes every write beyond a few bytes fail until the returned function is called.
func fillDisk(t *testing.T) (free func()) {
	t.Helper()
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
	for method, secret := range map[string]string{"token": theToken, "password": thePassword} {
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
