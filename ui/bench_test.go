package ui

import (
	"io/fs"
	"testing"
)

// BenchmarkLoad is the dashboard's part of a start.
func BenchmarkLoad(b *testing.B) {
	dist, err := fs.Sub(built, "dist")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := load(dist); err != nil {
			b.Fatal(err)
		}
	}
}
