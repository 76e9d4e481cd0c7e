package sqlite

import (
	"context"
	"fmt"
	"sync"
	"testing"
)

// The check after an unclean end finds no damage in full text that is asked and changed meanwhile.
func TestTheCheckBesideFullTextThatChanges(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir(), Options{})
	works(t, db.Write(t.Context(), "make full text", func(tx *Tx) error {
		return tx.Exec("CREATE VIRTUAL TABLE words USING fts5(word, content = '', contentless_delete = 1)")
	}))
	write := func(from, n int) error {
		return db.Write(context.Background(), "spell", func(tx *Tx) error {
			for i := range n {
				if err := tx.Exec("INSERT INTO words(rowid, word) VALUES (?, ?)", from+i, fmt.Sprintf("word%d another%d", i, from+i)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	works(t, write(0, 20_000)) // so that a check takes longer than some changes
	stop := make(chan struct{})
	var writers sync.WaitGroup
	for w := range 4 {
		writers.Go(func() {
			for from := 1_000_000 * (w + 1); ; from += 20 {
				select {
				case <-stop:
					return
				default:
				}
				if err := write(from, 20); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	db.readers.SetMaxOpenConns(1) // the one that would check has read the words
	for round := range 10 {
		db.unclean = true
		<-db.CheckAfterUncleanEnd(func(ctx context.Context) error {
			var n int
			works(t, db.Row(ctx, "SELECT count(*) FROM words WHERE words MATCH 'word1'").Scan(&n))
			return write(500_000+20*round, 20)
		})
	}
	close(stop)
	writers.Wait()
	if err := db.corrupt.check(); err != nil {
		t.Error(err)
	}
}
