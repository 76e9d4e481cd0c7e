//go:build unix

package backup

import "golang.org/x/sys/unix"

// Writable says what keeps the hub from making files in a folder, as far as the system tells
// without making one.
func Writable(dir string) error { return unix.Access(dir, unix.W_OK|unix.X_OK) }
