package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store/sqlite"
	"github.com/progresshub/progresshub/store/storetest/race"
)

func init() { parts["compact until killed"] = compactUntilKilled }

// compactUntilKilled compacts in the smallest steps, beside changes, and tells of each step and of
// each change that was acknowledged.
func compactUntilKilled() {
	c := newClock()
	c.advance(200 * 24 * time.Hour)
	fail := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	s, err := Open(context.Background(), os.Getenv(dirVariable), Options{Now: c.Now})
	fail(err)
	go func() {
		for i := 0; ; i++ {
			w, err := s.CreateThread(context.Background(), agent, "", ThreadInput{Summary: Some(fmt.Sprint("beside it ", i))}, true)
			fail(err)
			fmt.Println("created", w.Item.ID)
		}
	}()
	for more := true; more; {
		more, err = compactLittle(context.Background(), s)
		fail(err)
		fmt.Println("compacted")
	}
	fmt.Println("whole")
	select {}
}

// compactLittle is the smallest step of a compaction.
func compactLittle(ctx context.Context, s *Store) (more bool, err error) {
	err = s.write(ctx, "compact", owner, func(tx *tx) error {
		_, more, err = tx.compact(inVienna.Zone, sqlite.FirstID(tx.now.AddDate(0, 0, -90)), 90, 0)
		return err
	})
	return more, err
}

// ledger is all that is known of the past, for a comparison.
type ledger struct {
	days  []string // compacted ones, whole
	stays []string // events that are left
	Compaction
}

// ledgerOf reads the events and days of what happened before a time.
func ledgerOf(t testing.TB, s *Store, before time.Time) (l ledger) {
	t.Helper()
	var err error
	read := func(query string) (rows []string) {
		if err == nil {
			rows, err = collect(t.Context(), s, scanString, query, sqlite.FirstID(before))
		}
		return rows
	}
	l.days = read(`SELECT json_array(id, item, subject, first_at, last_at, authors, notes) FROM compacted_events WHERE id < ? ORDER BY id`)
	l.stays = read(`SELECT json_array(id, item, kind, before, after) FROM events WHERE id < ? ORDER BY id`)
	if err == nil {
		l.Compaction, err = s.Compaction(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// changes is how many changes the ledger tells of.
func changes(t testing.TB, s *Store) int {
	t.Helper()
	return number(t, s, `SELECT (SELECT count(*) FROM events) + (SELECT coalesce(sum(k.value), 0)
		FROM compacted_events c, json_each(c.authors) a, json_each(a.value, '$.kinds') k)`)
}

// A hub that is killed in the middle of a compaction goes on where it was: nothing is counted
// twice or missing, and in the end the days are those of a compaction that nobody disturbed.
func TestKilledCompactionGoesOn(t *testing.T) {
	race.SkipShort(t)
	t.Parallel()
	rounds := 2
	if longRun {
		rounds = 200
	}
	dir := t.TempDir()
	s, c := newStore(t)
	var ids []string
	for i := range 8 {
		ids = append(ids, create(t, s, fmt.Sprint("thread ", i)).ID)
	}
	for i := range 24 * compactionChunk {
		focus(t, s, agent, ids[i%len(ids)], fmt.Sprint(i))
		c.advance(7 * time.Minute)
	}
	past := c.advance(time.Hour).Time
	if err := s.Snapshot(t.Context(), database(dir)); err != nil {
		t.Fatal(err)
	}
	written := changes(t, s)
	c.advance(200 * 24 * time.Hour)
	create(t, s, "now")
	compactAll(t, s, 90)
	want := ledgerOf(t, s, past)

	random := rand.New(rand.NewPCG(5, 6))
	for round := range rounds {
		dir := copyOf(t, dir)
		acknowledged := 0
		for whole := false; !whole; {
			killed, created := killCompaction(t, dir, 2+random.IntN(12))
			acknowledged += created
			whole = !killed
			again := openStore(t, dir, Options{Now: c.Now})
			if got := changes(t, again) - number(t, again, "SELECT count(*) FROM events WHERE id >= ?", sqlite.FirstID(past)); got != written {
				t.Errorf("round %d: %d changes, want %d", round, got, written)
			}
			if got := number(t, again, "SELECT count(*) FROM threads") - len(ids); got < acknowledged {
				t.Errorf("round %d: %d threads, %d were acknowledged", round, got, acknowledged)
			}
			checkIntegrity(t, again)
			checkKept(t, again)
			if err := again.Close(); err != nil {
				t.Fatal(err)
			}
		}
		again := openStore(t, dir, Options{Now: c.Now})
		create(t, again, "now")
		compactAll(t, again, 90)
		if got := ledgerOf(t, again, past); !reflect.DeepEqual(got.days, want.days) || !reflect.DeepEqual(got.stays, want.stays) || got.Events != want.Events || got.Lines != want.Lines {
			t.Errorf("round %d: %d events in %d days, want %d in %d", round, got.Events, got.Lines, want.Events, want.Lines)
		}
		works(t, again.Close())
	}
}

// killCompaction lets a process compact and kills it after some steps. It returns whether there
// was more to do, and how many threads it has acknowledged meanwhile.
func killCompaction(t testing.TB, dir string, steps int) (killed bool, created int) {
	t.Helper()
	cmd, out := play(t, "compact until killed", dir)
	killed = true
	for {
		line, err := out.ReadString('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		switch word, _, _ := strings.Cut(strings.TrimSpace(line), " "); {
		case err != nil:
			t.Fatal(err)
		case word == "created":
			created++
			continue
		case word == "whole":
			killed = false
		case word == "compacted":
			steps--
		}
		if steps == 0 || !killed {
			works(t, cmd.Process.Kill())
		}
	}
	_ = cmd.Wait() // killed
	if killed && steps > 0 {
		t.Fatal("the compaction ended by itself")
	}
	return killed, created
}

// copyOf is a folder with the same database.
func copyOf(t testing.TB, dir string) string {
	t.Helper()
	to := t.TempDir()
	copyFile(t, database(dir), database(to))
	return to
}
