package store

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

// wantCorrupt checks that a store says that its database is damaged, wherever it can, and
// that it was logged once.
func wantCorrupt(t *testing.T, s *Store, logs *observer.ObservedLogs) {
	t.Helper()
	var corrupt *CorruptError
	before := sizes(t, s.Dir())
	for range 2 {
		if err := posting(s, "lost")(t.Context()); !errors.As(err, &corrupt) || !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "hub import") {
			t.Errorf("a change: %v", err)
		}
		if err := s.Healthy(t.Context()); !errors.As(err, &corrupt) {
			t.Errorf("healthy: %v", err)
		}
		if out, err := s.Outage(t.Context()); err != nil || out == nil || out.Since.IsZero() || !strings.Contains(out.Text, "is damaged") {
			t.Errorf("the outage: %+v, %v", out, err)
		}
	}
	if n := logs.FilterMessageSnippet("nothing further is written").Len(); n != 1 {
		t.Errorf("logged %d times: %v", n, logs.All())
	}
	works(t, s.Close())
	if after := sizes(t, s.Dir()); after != before {
		t.Errorf("before %s, after %s", before, after)
	}
}

// Whoever meets the damage first, a reader or the writer, no change is taken after it.
func TestACorruptDatabaseTakesNoChange(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, table string
		meet        func(t *testing.T, s *Store) error
	}{
		{"a reader", "threads", func(t *testing.T, s *Store) error {
			_, err := s.Threads(t.Context(), ThreadFilter{}, Policy{})
			return err
		}},
		{"the writer", "receipts", func(t *testing.T, s *Store) error {
			return s.write(t.Context(), "test", owner, func(tx *tx) error { return tx.Exec("DELETE FROM receipts WHERE scope = 'x'") })
		}},
		{"a backup", "receipts", func(t *testing.T, s *Store) error { return s.Snapshot(t.Context(), t.TempDir()+"/copy") }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			first, err := Open(t.Context(), dir, Options{})
			works(t, err)
			<-first.overlap.done
			create(t, first, "kept")
			page := number(t, first, "SELECT rootpage FROM sqlite_schema WHERE name = ?", tt.table)
			size := number(t, first, "PRAGMA page_size")
			works(t, first.Close())
			f, err := os.OpenFile(database(dir), os.O_WRONLY, 0)
			works(t, err)
			_, err = f.WriteAt(make([]byte, size), int64(page-1)*int64(size))
			works(t, errors.Join(err, f.Close()))

			core, logs := observer.New(zap.ErrorLevel)
			s := openStore(t, dir, Options{Existing: true, Logger: zap.New(core)})
			if err := tt.meet(t, s); !errors.Is(err, ErrUnavailable) {
				t.Errorf("met: %v", err)
			}
			if tt.table != "threads" {
				if got := summaries(t, s); got != "kept" {
					t.Errorf("read: %q", got)
				}
			}
			wantCorrupt(t, s, logs)
		})
	}
}

// killedHub copies what a killed hub leaves: a database, and a log with what it wrote since.
// older is a whole copy of the database from before most of it.
func killedHub(t *testing.T) (older, dir string) {
	t.Helper()
	older, dir = database(t.TempDir()), t.TempDir()
	s := openStore(t, t.TempDir(), Options{})
	create(t, s, "first")
	checkpoint(t, s)
	copyFile(t, database(s.Dir()), older)
	for i := range 60 {
		create(t, s, fmt.Sprint("between ", i, strings.Repeat(" and much more", 30)))
	}
	checkpoint(t, s)
	create(t, s, "last")
	for _, side := range []string{"", "-wal"} {
		copyFile(t, database(s.Dir())+side, database(dir)+side)
	}
	return older, dir
}

func TestAnOlderDatabaseBesideANewerLogTakesNoChange(t *testing.T) {
	t.Parallel()
	older, dir := killedHub(t)
	copyFile(t, older, database(dir))
	for range 2 { // also when it is started again
		core, logs := observer.New(zap.ErrorLevel)
		s := openStore(t, dir, Options{Existing: true, Logger: zap.New(core)})
		<-s.checked
		wantCorrupt(t, s, logs)
	}
}

func TestAWholeDatabaseIsCheckedAfterAnUncleanEndAlone(t *testing.T) {
	t.Parallel()
	_, dir := killedHub(t)
	for _, unclean := range []bool{true, false} {
		s, err := Open(t.Context(), dir, Options{Existing: true})
		works(t, err)
		if checked := s.checked != nil; checked != unclean {
			t.Errorf("after an unclean end %t: checked %t", unclean, checked)
		}
		if unclean {
			<-s.checked
		}
		<-s.overlap.done
		works(t, s.Healthy(t.Context()))
		works(t, s.Close())
	}
}
