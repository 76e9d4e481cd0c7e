package sqlite

import (
	"os"
	"strings"
	"testing"
)

// writesAnew writes until the log begins anew, and returns how many pages were written.
func writesAnew(t *testing.T, db *DB, most int) (pages int) {
	t.Helper()
	for last := int64(0); pages < most; pages += 500 {
		fillLog(t, db, 500)
		index, ok := db.index.read()
		if ok && index.frames < last {
			return pages
		}
		last = index.frames
	}
	return pages
}

// fillLog commits about that many pages.
func fillLog(t *testing.T, db *DB, pages int) {
	t.Helper()
	const perCommit = 500
	text := strings.Repeat("x", perCommit*4096)
	for range pages / perCommit {
		works(t, add(db, text))
	}
}

// TestTheLogIsBounded: whoever writes without a pause finds the log begun anew, if not at once
// because it is just being moved, and all that was committed in the database.
func TestTheLogIsBounded(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir(), Options{})
	const most = 10 * maxLogFrames
	pages := writesAnew(t, db, most)
	if pages >= most {
		t.Errorf("the log has not begun anew after %d pages", pages)
	}
	var bytes int64
	if err := db.Row(t.Context(), "SELECT sum(length(text)) FROM notes").Scan(&bytes); err != nil || bytes < int64(pages)*4096 {
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
			index, ok := db.index.read()
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
