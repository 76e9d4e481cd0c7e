//go:build !windows

package caddyhub

import "golang.org/x/sys/unix"

// keepFromOthers lets nobody else read the files that this process makes from now on.
func keepFromOthers() { unix.Umask(0o077) }
