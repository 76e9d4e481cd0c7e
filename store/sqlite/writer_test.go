package sqlite

import (
	"testing"
	"time"
)

// What finds nothing to change leaves nothing in the log, and counts as no commit: a replica would be
// said to miss it for ever.
func TestTheLastCommitIsInTheLog(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)
	db := open(t, t.TempDir(), Options{Now: func() time.Time { return now }})
	for _, c := range []struct {
		name, statement string
		counts          bool
	}{
		{"a row", "INSERT INTO notes VALUES ('1', 'one')", true},
		{"no row is there to change", "UPDATE notes SET text = 'two' WHERE text = 'none'", false},
		{"a row becomes what it is", "UPDATE notes SET text = 'one'", false},
		{"a row becomes something else", "UPDATE notes SET text = 'two'", true},
		{"no row is there to remove", "DELETE FROM notes WHERE text = 'none'", false},
		{"a row is removed", "DELETE FROM notes", true},
	} {
		before := db.LastCommit()
		now = now.Add(time.Minute)
		if err := db.Write(t.Context(), c.name, func(tx *Tx) error { return tx.Exec(c.statement) }); err != nil {
			t.Fatal(err)
		}
		want := before
		if c.counts {
			want = now
		}
		if got := db.LastCommit(); !got.Equal(want) {
			t.Errorf("%s: the last commit was at %s, want %s", c.name, got, want)
		}
	}
}
