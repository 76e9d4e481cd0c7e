// Package archive opens zip files that strangers made.
package archive

import (
	"archive/zip"
	"errors"
	"io"
)

// Open reads the directory of a zip. One that is larger than so many bytes is an error: its size is
// what the file says, and a small file can say anything.
func Open(r io.ReaderAt, size, maxDirectory int64) (*zip.Reader, error) {
	bounded := &meter{r: r, left: maxDirectory}
	z, err := zip.NewReader(bounded, size)
	bounded.open = true
	return z, err
}

// meter lets only so many bytes be read until it is opened.
type meter struct {
	r    io.ReaderAt
	left int64
	open bool
}

func (m *meter) ReadAt(p []byte, off int64) (int, error) {
	if !m.open {
		if m.left -= int64(len(p)); m.left < 0 {
			return 0, errors.New("its directory is too large")
		}
	}
	return m.r.ReadAt(p, off)
}
