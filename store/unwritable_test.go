package store

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A folder that can't be written is read all the same, unless something in it is not yet
// in the database. The superuser may write anywhere, so the test asks for what SQLite would
// answer and leaves the folder to the check of its side files.
func TestUnchanging(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, side, content, want string
	}{
		{"alone", "", "", ""},
		{"with an empty log", "-wal", "", ""},
		{"with changes in the log", "-wal", "x", "still stand in hub.sqlite3-wal"},
		{"with the index of a running hub", "-shm", "x", "still stand in hub.sqlite3-shm"},
		{"with a journal", "-journal", "x", "still stand in hub.sqlite3-journal"},
	} {
		dir := t.TempDir()
		s := openStore(t, dir, Options{})
		create(t, s, "kept")
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if tt.side != "" {
			if err := os.WriteFile(database(dir)+tt.side, []byte(tt.content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		parameter, err := unchanging(database(dir))
		if tt.want != "" {
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%s: %v", tt.name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if version, err := checkFile(t.Context(), database(dir), parameter); err != nil || version != SchemaVersion() {
			t.Errorf("%s: %d, %v", tt.name, version, err)
		}
	}
}

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
	if _, err := CheckDatabase(t.Context(), file); err != nil {
		t.Error(err)
	}
	if c, err := CountDatabase(t.Context(), file); err != nil || c.Threads != 1 {
		t.Errorf("%+v, %v", c, err)
	}
}
