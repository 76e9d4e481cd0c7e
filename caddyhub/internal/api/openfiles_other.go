//go:build !unix

package api

import "math"

// openFiles is how many files and connections the process may have open: here nothing
// bounds them.
func openFiles() int { return math.MaxInt }
