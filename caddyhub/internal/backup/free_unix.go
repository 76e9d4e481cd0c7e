//go:build linux || darwin

package backup

import (
	"math"

	"golang.org/x/sys/unix"
)

// FreeBytes is the room left for us on a folder's disk; without an answer it does not limit.
func FreeBytes(dir string) int64 {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return math.MaxInt64
	}
	// The fields' types differ between systems.
	free := float64(st.Bavail) * float64(st.Bsize)
	return int64(min(free, math.MaxInt64/2))
}
