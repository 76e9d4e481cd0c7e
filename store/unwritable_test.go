package store

import (
	"os"
	"path/filepath"
	"testing"
)

func TestReadingAFolderThatCantBeWritten(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("the superuser may write anywhere")
	}
	dir := t.TempDir()
	s := openStore(t, dir, Options{})
	create(t, s, "kept")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(dir, 0o700) })
	read := openStore(t, dir, Options{ReadOnly: true})
	file := filepath.Join(t.TempDir(), "copy")
	if err := read.Snapshot(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	if _, _, err := CheckDatabase(t.Context(), file); err != nil {
		t.Error(err)
	}
	if c, err := CountDatabase(t.Context(), file); err != nil || c.Threads != 1 {
		t.Errorf("%+v, %v", c, err)
	}
}
