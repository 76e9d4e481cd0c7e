package caddyhub

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
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
	if logs.Len() != 2 {
		t.Errorf("logged %v", logs.All())
	}
}
