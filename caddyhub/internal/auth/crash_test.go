//go:build unix

package auth

import (
	"fmt"
	"os"
	"syscall"
	"testing"

	"github.com/progresshub/progresshub/store/storetest"
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

func TestFullDisk(t *testing.T) {
	if !storetest.Alone(t) {
		return
	}
	for method, secret := range map[string]string{"token": theToken, "password": thePassword} {
		t.Run("verified with the "+method, func(t *testing.T) {
			h := newHub(t).withPassword()
			session, before := h.signIn(), h.readFile()
			free := storetest.FillDisk(t, 20)
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
