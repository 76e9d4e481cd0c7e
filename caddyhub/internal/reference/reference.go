// Package reference is for tests: it keeps the pages of docs/ that follow from code, and writes
// their Markdown.
//
//	reference.go  a page: compared with the code, or written anew
//	markdown.go   tables, code and lines of it
package reference

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Keep compares a file with what follows from the code. The file is named from the root of the
// repository, with slashes; write puts into it what it should be.
func Keep(t testing.TB, write bool, file, want string) {
	t.Helper()
	at := filepath.Join(root(t), filepath.FromSlash(file))
	is, err := os.ReadFile(at)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	switch {
	case err == nil && string(is) == want:
	case write:
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is not what the code says; `%s` writes it", file, Command(t))
	}
}

// Page keeps a page. Its first line says what wrote it.
func Page(t testing.TB, write bool, file, text string) {
	t.Helper()
	Keep(t, write, file, "<!-- Written by "+Command(t)+". Change the code instead. -->\n\n"+text)
}

// Only sees that a folder has the given pages and no others: one whose subject is gone stays
// behind.
func Only(t testing.TB, write bool, folder string, files []string) {
	t.Helper()
	named := map[string]bool{}
	for _, file := range files {
		named[file] = true
	}
	entries, err := os.ReadDir(filepath.Join(root(t), filepath.FromSlash(folder)))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		file := folder + "/" + entry.Name()
		switch at := filepath.Join(root(t), filepath.FromSlash(file)); {
		case named[file]:
		case write:
			if err := os.Remove(at); err != nil {
				t.Fatal(err)
			}
		default:
			t.Errorf("%s is about nothing that there is (%s removes it)", file, Command(t))
		}
	}
}

// Command is the command line that writes what this test keeps.
func Command(t testing.TB) string {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	of, err := filepath.Rel(root(t), here)
	if err != nil {
		t.Fatal(err)
	}
	name, _, _ := strings.Cut(t.Name(), "/")
	return fmt.Sprintf("go test ./%s -run %s -update", filepath.ToSlash(of), name)
}

// root is the folder of the repository: the nearest one above with a go.mod.
func root(t testing.TB) string {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for dir := here; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatalf("no go.mod above %s", here)
		}
	}
}
