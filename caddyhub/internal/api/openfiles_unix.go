//go:build unix

package api

import (
	"math"

	"golang.org/x/sys/unix"
)

// openFiles is how many files and connections the process may have open.
func openFiles() int {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return math.MaxInt
	}
	return int(min(limit.Cur, math.MaxInt32)) // the type differs between systems
}
