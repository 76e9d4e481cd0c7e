package store

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store/storetest/race"
)

func init() { parts["replace a file for ever"] = replaceForEver }

// replaceForEver replaces the file in a folder, and says so each time.
func replaceForEver() {
	for i := 0; ; i++ {
		if err := ReplaceFile(filepath.Join(os.Getenv(dirVariable), "secret"), contents(i)); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("replaced")
	}
}

// contents is one of two contents of the file.
func contents(i int) []byte { return []byte(strings.Repeat(string(rune('a'+i%2)), 4000)) }

// A process that is killed at any point leaves the old or the new file.
func TestKillWhileReplacing(t *testing.T) {
	race.SkipShort(t)
	file := filepath.Join(t.TempDir(), "secret")
	if err := ReplaceFile(file, contents(0)); err != nil {
		t.Fatal(err)
	}
	for round := range 40 {
		child, out := play(t, "replace a file for ever", filepath.Dir(file))
		lines := bufio.NewScanner(out)
		for range 1 + rand.IntN(20) {
			if lines.Scan() && lines.Text() != "replaced" {
				t.Error(lines.Text())
			}
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait()
		got, err := os.ReadFile(file)
		if err != nil || string(got) != string(contents(0)) && string(got) != string(contents(1)) {
			t.Fatalf("round %d: %.20q, %v", round, got, err)
		}
	}
	if err := CleanFolder(filepath.Dir(file)); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(filepath.Dir(file)); len(left) != 1 {
		t.Errorf("%d entries are left: %v", len(left), left)
	}
}

func TestCleanFolderTakesNothingElse(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".new-1", "secrets.json", "new-1", "x.new-1"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, ".new-folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := CleanFolder(dir); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(dir)
	var names []string
	for _, e := range left {
		names = append(names, e.Name())
	}
	if got := strings.Join(names, " "); err != nil || got != ".new-folder new-1 secrets.json x.new-1" {
		t.Errorf("left: %s, %v", got, err)
	}
	if err := CleanFolder(filepath.Join(dir, "missing")); err == nil {
		t.Error("a missing folder was cleaned")
	}
}

func TestReplaceFile(t *testing.T) {
	dir := t.TempDir()
	for name, prepare := range map[string]func(path string) error{
		"nothing there":          func(string) error { return nil },
		"a file others may read": func(path string) error { return os.WriteFile(path, []byte("old"), 0o644) },
		"an empty folder":        func(path string) error { return os.Mkdir(path, 0o755) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
			if err := prepare(path); err != nil {
				t.Fatal(err)
			}
			if err := ReplaceFile(path, []byte("new")); err != nil {
				t.Fatal(err)
			}
			info, err := os.Stat(path)
			if err != nil || info.Mode() != 0o600 {
				t.Errorf("mode %v, %v", info.Mode(), err)
			}
			if got, err := os.ReadFile(path); err != nil || string(got) != "new" {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
	t.Run("what fails leaves nothing behind", func(t *testing.T) {
		path := filepath.Join(dir, "full")
		if err := os.MkdirAll(filepath.Join(path, "inside"), 0o700); err != nil {
			t.Fatal(err)
		}
		before, _ := os.ReadDir(dir)
		if err := ReplaceFile(path, []byte("new")); err == nil {
			t.Error("a folder with content was replaced")
		}
		if after, _ := os.ReadDir(dir); len(after) != len(before) {
			t.Errorf("%d entries, then %d", len(before), len(after))
		}
	})
}
