package sqlite

import (
	"os"
	"strings"
	"testing"
)

// fillLog commits about that many pages.
func fillLog(t *testing.T, db *DB, pages int) {
	t.Helper()
	const perCommit = 500
	text := strings.Repeat("x", perCommit*4096)
	for range pages / perCommit {
		works(t, add(db, text))
	}
}

// TestTheLogIsBounded: whoever writes without a pause finds the log begun anew, and all that was
// committed in the database.
func TestTheLogIsBounded(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir(), Options{})
	fillLog(t, db, 2*maxLogFrames)
	info, err := os.Stat(db.path() + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	if most := int64(maxLogFrames+1000) * (4096 + 24); info.Size() > most {
		t.Errorf("the log takes %d bytes, want at most %d", info.Size(), most)
	}
	var bytes int64
	if err := db.Row(t.Context(), "SELECT sum(length(text)) FROM notes").Scan(&bytes); err != nil || bytes < 2*maxLogFrames*4096 {
		t.Errorf("%d bytes are there, %v", bytes, err)
	}
}

// TestTheLogIsMovedInQuiet: a log that is worth it is moved into the database beside the writer,
// and begins anew with the next change.
func TestTheLogIsMovedInQuiet(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name  string
		pages int
		want  bool
	}{
		{"a long log", quietLogFrames + 1000, true},
		{"a short one stays", quietLogFrames / 2, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			db := open(t, t.TempDir(), Options{})
			fillLog(t, db, tc.pages)
			c := checkpointer{db: db, pool: db.checkpoints.pool}
			if c.checkpoint(quietLogFrames); (c.moved > 0) != tc.want {
				t.Fatalf("%d pages were moved", c.moved)
			}
			fillLog(t, db, 500)
			index, ok := readWALIndex(db.path())
			if begunAnew := index.frames < 1000; !ok || tc.want && !begunAnew {
				t.Errorf("the log has %d pages after the next change", index.frames)
			}
		})
	}
}

// TestADisplacedDatabaseIsNotMovedInto: what the log holds stays there when its database lost its
// name: it may be the only copy.
func TestADisplacedDatabaseIsNotMovedInto(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir(), Options{})
	fillLog(t, db, quietLogFrames+1000)
	if err := os.Rename(db.path(), db.path()+".away"); err != nil {
		t.Fatal(err)
	}
	c := checkpointer{db: db, pool: db.checkpoints.pool}
	if c.checkpoint(0); c.moved > 0 {
		t.Errorf("%d pages were moved", c.moved)
	}
}
