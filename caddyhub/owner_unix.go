//go:build unix

package caddyhub

import (
	"io/fs"
	"syscall"
)

// ownerOf is the number of the user a file belongs to.
func ownerOf(info fs.FileInfo) (user uint32, known bool) {
	of, known := info.Sys().(*syscall.Stat_t)
	if !known {
		return 0, false
	}
	return of.Uid, true
}
