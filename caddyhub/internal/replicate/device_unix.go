//go:build !windows

package replicate

import (
	"fmt"
	"os"
	"syscall"
)

// sameDevice reports whether two files are in one file system.
func sameDevice(a, b os.FileInfo) bool {
	x, ok := a.Sys().(*syscall.Stat_t)
	y, ok2 := b.Sys().(*syscall.Stat_t)
	return ok && ok2 && x.Dev == y.Dev
}

// deviceNumber is the number by which the system tells a file from all others; empty: it has none.
func deviceNumber(info os.FileInfo) string {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%d:%d", s.Dev, s.Ino)
}
