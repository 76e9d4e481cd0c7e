package remote

import (
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/caddyhub/internal/outbound"
)

// longRun asks for the long counts.
var longRun = os.Getenv("HUB_TEST_LONG") != ""

func count(short, long int) int {
	if longRun {
		return long
	}
	return short
}

func options(t testing.TB, url string) Options {
	return Options{
		URL: url, Branch: "main", Username: gitserver.Username, Token: gitserver.Token, Dir: t.TempDir(),
		Client: outbound.NewClientWithin(func(netip.AddrPort) bool { return false }, Deadline),
	}
}

func must(t testing.TB, o Options) *Remote {
	t.Helper()
	r, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func fetch(t testing.TB, r *Remote) *Tree {
	t.Helper()
	tree, err := r.Fetch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func hub() Author {
	return Author{"Progress Hub", "hub@example.org", time.Date(2026, 11, 22, 10, 30, 0, 0, time.FixedZone("", 3600))}
}

func push(t testing.TB, r *Remote, onto *Tree, changes ...Change) *Tree {
	t.Helper()
	tree, err := commitAndPush(t, r, onto, changes, hub())
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func write(path, text string) Change { return Change{path, []byte(text)} }

// texts are all regular files of a tree.
func texts(t testing.TB, tree *Tree) map[string]string {
	t.Helper()
	files, err := tree.Files("")
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]string, len(files))
	for _, f := range files {
		content, err := tree.Read(f.Path, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		if int64(len(content)) != f.Size {
			t.Errorf("%s has %d bytes, listed with %d", f.Path, len(content), f.Size)
		}
		all[f.Path] = string(content)
	}
	return all
}

// damage overwrites the middle of every file in a folder.
func damage(dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for i := len(content) / 3; i < len(content)/2; i++ {
			content[i] ^= 0x55
		}
		if err := os.Remove(path); err != nil { // packs are read-only
			return err
		}
		return os.WriteFile(path, content, 0o600)
	})
}

// commitAndPush makes a commit and pushes it.
func commitAndPush(t testing.TB, r *Remote, onto *Tree, changes []Change, by Author) (*Tree, error) {
	t.Helper()
	c, err := r.Commit(onto, changes, "Sync", by)
	if err != nil || c == nil {
		return onto, err
	}
	return r.Push(t.Context(), c)
}
