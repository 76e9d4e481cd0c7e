//go:build unix

package store

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// What root writes into the folder of another user's hub stays that user's.
func TestRootKeepsTheOwnerOfAFile(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	const file, folder = 12345, 23456
	for name, c := range map[string]struct {
		old  bool
		mode os.FileMode // of the folder
		want uint32
	}{
		"a new file": {false, 0o700, folder},
		"an old one": {true, 0o700, file},
		"an old one that anybody can have put there": {true, 0o1777, folder},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "secret")
			if c.old {
				if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
					t.Fatal(err)
				}
				if err := os.Chown(path, file, file); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Chown(dir, folder, folder); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(dir, c.mode); err != nil {
				t.Fatal(err)
			}
			if err := ReplaceFile(path, []byte("new")); err != nil {
				t.Fatal(err)
			}
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if owner := info.Sys().(*syscall.Stat_t); owner.Uid != c.want || owner.Gid != c.want || info.Mode() != 0o600 {
				t.Errorf("it belongs to %d:%d, mode %v", owner.Uid, owner.Gid, info.Mode())
			}
		})
	}
}
