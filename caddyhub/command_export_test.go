package caddyhub

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// No name of the data folder makes it a place for a backup.
func TestNoExportIntoTheDataFolder(t *testing.T) {
	root := t.TempDir()
	data, elsewhere := filepath.Join(root, "data"), filepath.Join(root, "elsewhere")
	for _, dir := range []string{data, elsewhere, filepath.Join(data, "logs")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(data, filepath.Join(root, "link")); err != nil {
		t.Skip("no links here: ", err)
	}
	for _, opened := range []string{data, filepath.Join(root, "link")} {
		s, err := store.Open(t.Context(), opened, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for folder, refused := range map[string]bool{"data": true, "data/logs": true, "link": true, "link/logs": true, "elsewhere": false, "missing": false} {
			_, err := exportPath(s, filepath.Join(root, folder, "x.zip"), true)
			if got := err != nil && strings.Contains(err.Error(), "lies in the data folder"); got != refused {
				t.Errorf("%s of %s: %v", folder, filepath.Base(opened), err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
