package sqlite

import (
	"os"
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
		db := open(t, dir, Options{})
		works(t, add(db, "kept"))
		works(t, db.Close())
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
		if version, err := notes.checkFile(t.Context(), database(dir), parameter); err != nil || version != notes.Version() {
			t.Errorf("%s: %d, %v", tt.name, version, err)
		}
	}
}
