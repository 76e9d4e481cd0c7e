package caddyhub

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"github.com/progresshub/progresshub/store/storetest"
)

func TestAnOpenDataFolderIsTightenedAndReportedOnce(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("access is not kept in these bits there")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "hub.sqlite3")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, mode := range map[string]os.FileMode{dir: 0o755, file: 0o644} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	core, logs := observer.New(zap.WarnLevel)
	for range 2 {
		tighten(dir, zap.New(core))
	}
	for path, want := range map[string]os.FileMode{dir: 0o700, file: 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	var said []string
	for _, e := range logs.All() {
		said = append(said, fmt.Sprint(e.Message, " ", e.ContextMap()["path"], " ", e.ContextMap()["was"]))
	}
	want := []string{
		"others could read what the hub keeps: no longer " + dir + " -rwxr-xr-x",
		"others could read what the hub keeps: no longer " + file + " -rw-r--r--",
	}
	if !slices.Equal(said, want) {
		t.Errorf("logged %q, want %q", said, want)
	}
}

// TestServeTightensAnOpenDataFolder: it says so at the start that finds the folder open, and
// not again.
func TestServeTightensAnOpenDataFolder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("access is not kept in these bits there")
	}
	dir := storetest.Dir(t)
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for start, want := range []int{1, 0} {
		s := startServe(t, nil, "--data", dir)
		if status := s.interrupt(t); status != 0 {
			t.Errorf("status %d", status)
		}
		const words = "others could read what the hub keeps: no longer"
		if said := s.stderr.String(); strings.Count(said, words) != want || want > 0 && !(strings.Contains(said, "WARN") && strings.Contains(said, dir) && strings.Contains(said, "-rwxr-xr-x")) {
			t.Errorf("start %d: %s", start, said)
		}
		if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("start %d: %v %v", start, info.Mode(), err)
		}
	}
}
