package caddyhub

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"go.uber.org/zap"
)

// tighten takes a data folder, and the files in it, away from everybody but its user: it
// holds the database and credentials. What can't be changed is only warned about: the folder
// may be another user's, shared on purpose.
func tighten(dir string, log *zap.Logger) {
	closeTo(dir, 0o700, log)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return // opening the folder fails with it
	}
	for _, e := range entries {
		if e.Type().IsRegular() {
			closeTo(filepath.Join(dir, e.Name()), 0o600, log)
		}
	}
}

// closeTo gives a file or folder the mode, if others than its user may do anything with it.
func closeTo(path string, mode fs.FileMode, log *zap.Logger) {
	info, err := os.Stat(path)
	if err != nil || !isOpen(info) {
		return
	}
	was := zap.Stringer("was", info.Mode().Perm())
	if err := os.Chmod(path, mode); err != nil {
		log.Warn("others can read what the hub keeps, and that can't be changed", zap.String("path", path), was, zap.Error(err))
		return
	}
	log.Warn("others could read what the hub keeps: no longer", zap.String("path", path), was)
}

// isOpen reports whether others than its user may do anything with a file or folder.
func isOpen(info fs.FileInfo) bool {
	return runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 // access is kept elsewhere there
}
