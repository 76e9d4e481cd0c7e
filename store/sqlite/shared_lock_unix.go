//go:build !windows

package sqlite

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// Where SQLite's locks are in a database file (sqlite.org/fileformat2.html, "The Lock-Byte Page").
const (
	sharedFirst = 0x40000000 + 2
	sharedSize  = 510
)

func takeShared(f *os.File) error {
	return unix.FcntlFlock(f.Fd(), unix.F_SETLK, &unix.Flock_t{Type: unix.F_RDLCK, Whence: io.SeekStart, Start: sharedFirst, Len: sharedSize})
}
