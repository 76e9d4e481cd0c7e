package sqlite

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"time"
	"weak"
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

// What a change holds is let go once it was made, also when smaller commits follow: what a request
// has found may keep an index alive that was replaced since.
func TestChangesThatWereMadeAreLetGo(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir(), Options{})
	const together = 20
	held := make(chan weak.Pointer[[1 << 10]byte], together)
	var writers sync.WaitGroup
	works(t, db.Between(t.Context(), "let them gather", func() error {
		for range together {
			writers.Go(func() {
				found := new([1 << 10]byte)
				held <- weak.Make(found)
				if err := db.Write(context.Background(), "add", func(tx *Tx) error { return insert(tx, string(found[:3])) }); err != nil {
					t.Error(err)
				}
			})
		}
		for db.Waiting() < together {
			runtime.Gosched()
		}
		return nil
	}))
	writers.Wait()
	works(t, add(db, "alone"))
	runtime.GC()
	close(held)
	kept := 0
	for found := range held {
		if found.Value() != nil {
			kept++
		}
	}
	if kept > 0 {
		t.Errorf("%d of %d are kept", kept, together)
	}
}
