package archive

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
)

func TestADirectoryIsBounded(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	text := strings.Repeat("x", 8<<10)
	for i := range 100 {
		entry, err := w.CreateHeader(&zip.FileHeader{Name: fmt.Sprint(i), Method: zip.Store})
		if err == nil {
			_, err = io.WriteString(entry, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	file, size := bytes.NewReader(b.Bytes()), int64(b.Len())
	if _, err := Open(file, size, 1<<10); err == nil || !strings.Contains(err.Error(), "directory is too large") {
		t.Errorf("a directory beyond its bound: %v", err)
	}
	// What is read of the files afterwards does not count.
	z, err := Open(file, size, 64<<10)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || string(got) != text {
			t.Fatalf("%s: %d bytes, %v", f.Name, len(got), err)
		}
	}
}
