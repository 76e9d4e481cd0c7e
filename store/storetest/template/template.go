// Package template copies a folder for each test that begins with it. What is in it is made
// once in a process: making a database by its migrations takes several times as long as
// copying one, under the race detector most of a test.
package template

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// Folder is a folder that tests begin with.
type Folder struct {
	files func() (map[string][]byte, error)
}

// New returns a folder with the files that fill puts into the one it is given.
func New(fill func(dir string) error) *Folder {
	return &Folder{sync.OnceValues(func() (map[string][]byte, error) { return filled(fill) })}
}

// Copy makes a folder of the test's own, which is removed with the test, and returns its path.
func (f *Folder) Copy(t testing.TB) string {
	t.Helper()
	files, err := f.files()
	if err != nil {
		t.Fatalf("fill the folder that is copied: %v", err)
	}
	dir := t.TempDir()
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// filled reads what fill leaves behind.
func filled(fill func(dir string) error) (map[string][]byte, error) {
	dir, err := os.MkdirTemp("", "template-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := fill(dir); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, e := range entries {
		if !e.Type().IsRegular() {
			return nil, fmt.Errorf("%s is not a file", e.Name())
		}
		if files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			return nil, err
		}
	}
	return files, nil
}
