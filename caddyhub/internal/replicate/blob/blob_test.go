package blob

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// testStore goes through what every store promises; it begins empty.
func testStore(t *testing.T, s Store) {
	t.Helper()
	ctx := t.Context()
	read := func(name string, offset, size int64) (string, error) {
		r, err := s.Get(ctx, name, offset, size)
		if err != nil {
			return "", err
		}
		text, err := io.ReadAll(r)
		return string(text), errors.Join(err, r.Close())
	}
	put := func(name, text string) {
		t.Helper()
		// A reader that tells nothing of its length, as those of the caller.
		if err := s.Put(ctx, name, io.MultiReader(strings.NewReader(text))); err != nil {
			t.Fatalf("put %s: %v", name, err)
		}
	}
	names := func(folder string) string {
		t.Helper()
		list, err := s.List(ctx, folder)
		if err != nil {
			t.Fatalf("list %s: %v", folder, err)
		}
		var text []string
		for _, info := range list {
			text = append(text, info.Name)
			if whole, err := read(info.Name, 0, 0); err != nil || int64(len(whole)) != info.Size || info.Modified.IsZero() {
				t.Errorf("%+v: %d bytes, %v", info, len(whole), err)
			}
		}
		return strings.Join(text, " ")
	}

	if err := s.Check(ctx); err != nil {
		t.Fatal(err)
	}
	if got := names("ltx/0000"); got != "" {
		t.Errorf("at first: %s", got)
	}
	if _, err := read("ltx/0000/a", 0, 0); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what is not there: %v", err)
	}
	put("ltx/0000/b", "the second")
	put("ltx/0000/a", "the first")
	put("ltx/0001/c", "of another folder")
	put("hub.lease", "")
	if got := names("ltx/0000"); got != "ltx/0000/a ltx/0000/b" {
		t.Errorf("the files of a folder: %s", got)
	}
	if got := names("ltx"); got != "" {
		t.Errorf("folders in it are left out: %s", got)
	}
	if got := names(""); got != "hub.lease" {
		t.Errorf("the files of the outermost folder: %s", got)
	}
	put("ltx/0000/a", "the first, anew")
	for _, c := range []struct {
		offset, size int64
		want         string
	}{{0, 0, "the first, anew"}, {4, 5, "first"}, {11, 0, "anew"}, {11, 100, "anew"}, {15, 0, ""}, {100, 10, ""}, {0, 3, "the"}} {
		if got, err := read("ltx/0000/a", c.offset, c.size); err != nil || got != c.want {
			t.Errorf("%d bytes from %d on: %q, %v", c.size, c.offset, got, err)
		}
	}
	if err := s.Delete(ctx, []string{"ltx/0000/a", "ltx/0000/gone", "ltx/0002/gone"}); err != nil {
		t.Errorf("delete: %v", err)
	}
	if err := s.Delete(ctx, nil); err != nil {
		t.Errorf("delete nothing: %v", err)
	}
	if got := names("ltx/0000"); got != "ltx/0000/b" {
		t.Errorf("after deleting one: %s", got)
	}

	// A file of which half arrives does not exist, and the one of before stays.
	half := io.MultiReader(strings.NewReader("half"), failing{})
	if err := s.Put(ctx, "ltx/0000/b", half); !errors.Is(err, errFailing) {
		t.Errorf("half a file: %v", err)
	}
	if got, err := read("ltx/0000/b", 0, 0); err != nil || got != "the second" {
		t.Errorf("after half a file: %q, %v", got, err)
	}
	if got := names("ltx/0000"); got != "ltx/0000/b" {
		t.Errorf("after half a file: %s", got)
	}

	large := make([]byte, 40<<20)
	for i := range large {
		large[i] = byte(rand.Uint32())
	}
	if err := s.Put(ctx, "ltx/0009/large", io.MultiReader(bytes.NewReader(large))); err != nil {
		t.Fatal(err)
	}
	if got, err := read("ltx/0009/large", 0, 0); err != nil || got != string(large) {
		t.Errorf("a large file: %d bytes, %v", len(got), err)
	}
	if got, err := read("ltx/0009/large", 30<<20, 1000); err != nil || got != string(large[30<<20:30<<20+1000]) {
		t.Errorf("a part of a large file: %d bytes, %v", len(got), err)
	}
}

// failing is the end of a reader that breaks off.
type failing struct{}

var errFailing = errors.New("the reader breaks off")

func (failing) Read([]byte) (int, error) { return 0, errFailing }

func TestFolder(t *testing.T) { testStore(t, NewFolder(t.TempDir())) }

// The folder may be a disk that is not connected: nothing is written in its place.
func TestAFolderIsNeverMade(t *testing.T) {
	path := filepath.Join(t.TempDir(), "disk")
	f := NewFolder(path)
	_, listed := f.List(t.Context(), "ltx")
	for what, err := range map[string]error{"check": f.Check(t.Context()), "put": f.Put(t.Context(), "ltx/0000/a", strings.NewReader("a")), "list": listed} {
		if err == nil || !strings.Contains(err.Error(), "is not there") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if found, _ := filepath.Glob(path); len(found) > 0 {
		t.Error("it was made")
	}
}

// What a process that was killed has left half-written goes, once nobody can be writing to it.
func TestAFolderIsSwept(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	s := NewFolder(root)
	old := time.Now().Add(-staleAge - time.Hour)
	for _, name := range []string{"ltx/9/.part-old", "ltx/9/.part-fresh", ".part-old", "ltx/9/old.ltx"} {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte("x"), 0o600)); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(name, "old") {
			if err := os.Chtimes(file, old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := s.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	var left []string
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			left = append(left, name)
		}
		return err
	})
	if want := []string{"ltx/9/.part-fresh", "ltx/9/old.ltx"}; err != nil || !slices.Equal(left, want) {
		t.Errorf("left: %q, %v", left, err)
	}
}
