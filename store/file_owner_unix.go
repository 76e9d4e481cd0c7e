//go:build unix

package store

import (
	"os"
	"path/filepath"
	"syscall"
)

// keepOwner gives a file that root writes to the owner of the one it replaces, or of the folder: another
// user's hub could not read one of root's. Into a folder where all may write, anybody can have put the
// old one, and is given nothing.
func keepOwner(f *os.File, path string) {
	if os.Geteuid() != 0 {
		return
	}
	of, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return
	}
	if old, err := os.Lstat(path); err == nil && of.Mode().Perm()&0o002 == 0 {
		of = old
	}
	if owner, known := of.Sys().(*syscall.Stat_t); known {
		_ = f.Chown(int(owner.Uid), int(owner.Gid)) // if the file system refuses, root has a file that is whole
	}
}
