package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

// displacements are what may happen to the files of a database under a running hub.
var displacements = []struct {
	name, want string
	readable   bool // this process still reads what was there
	do         func(t *testing.T, file string)
}{
	{"removed", "hub.sqlite3 was removed", true, func(t *testing.T, file string) { works(t, os.Remove(file)) }},
	{"removed with its log", "hub.sqlite3 was removed", true, func(t *testing.T, file string) {
		for _, side := range []string{"", "-wal", "-shm"} {
			works(t, os.Remove(file+side))
		}
	}},
	{"replaced", "hub.sqlite3 was replaced by another file", true, func(t *testing.T, file string) {
		copyFile(t, file, file+".new")
		works(t, os.Rename(file+".new", file))
	}},
	{"cut to nothing", "to 0 bytes", false, func(t *testing.T, file string) { works(t, os.Truncate(file, 0)) }},
	{"cut to a page", "to 4096 bytes", false, func(t *testing.T, file string) { works(t, os.Truncate(file, 4096)) }},
	{"its log cut to nothing", "hub.sqlite3-wal was cut from", false, func(t *testing.T, file string) { works(t, os.Truncate(file+"-wal", 0)) }},
	{"its log cut to its header", "hub.sqlite3-wal was cut from", false, func(t *testing.T, file string) { works(t, os.Truncate(file+"-wal", 32)) }},
	{"without its log", "hub.sqlite3-wal was removed", true, func(t *testing.T, file string) { works(t, os.Remove(file+"-wal")) }},
}

// checkpoint moves the log into the database, which grows by that.
func checkpoint(t testing.TB, s *Store) {
	t.Helper()
	foreign(t, database(s.Dir()), "PRAGMA wal_checkpoint(PASSIVE)").Close()
	works(t, s.db.Ready()) // it has seen the files
}

func works(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestADisplacedDatabaseTakesNoChange(t *testing.T) {
	t.Parallel()
	for _, tt := range displacements {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			core, logs := observer.New(zap.InfoLevel)
			s := openStore(t, t.TempDir(), Options{Logger: zap.New(core)})
			create(t, s, "kept")
			checkpoint(t, s)
			tt.do(t, database(s.Dir()))
			for range 2 {
				err := posting(s, "lost")(t.Context())
				var displaced *DisplacedError
				if !errors.As(err, &displaced) || !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "hub import") {
					t.Errorf("a change: %v", err)
				}
				if err := s.Healthy(t.Context()); !errors.As(err, &displaced) {
					t.Errorf("healthy: %v", err)
				}
			}
			said := logs.FilterLevelExact(zap.ErrorLevel)
			// Whoever reads what is no longer there says so as well, such as the writer of grams.
			if said.FilterMessageSnippet(tt.want).Len() != 1 || tt.readable && said.Len() != 1 {
				t.Errorf("logged %v", said.All())
			}
			if !tt.readable {
				return
			}
			if got := summaries(t, s); got != "kept" {
				t.Errorf("read: %q", got)
			}
			file := filepath.Join(t.TempDir(), "copy")
			works(t, s.Snapshot(t.Context(), file))
			if c, err := CountDatabase(t.Context(), file); err != nil || c.Threads != 1 {
				t.Errorf("a copy of the last state: %+v, %v", c, err)
			}
		})
	}
}

func TestADatabaseMovedBackTakesChangesAgain(t *testing.T) {
	t.Parallel()
	core, logs := observer.New(zap.InfoLevel)
	s := openStore(t, t.TempDir(), Options{Logger: zap.New(core)})
	create(t, s, "before")
	file := database(s.Dir())
	works(t, os.Rename(file, file+".away"))
	if err := posting(s, "lost")(t.Context()); !errors.Is(err, ErrUnavailable) {
		t.Errorf("while it is away: %v", err)
	}
	works(t, os.Rename(file+".away", file))
	works(t, s.Healthy(t.Context()))
	create(t, s, "after")
	if got := summaries(t, s); got != "before after" {
		t.Errorf("kept: %q", got)
	}
	if len(logs.All()) != 2 || !strings.Contains(logs.All()[1].Message, "are back") {
		t.Errorf("logged %v", logs.All())
	}
}

// What another program does through SQLite makes the files smaller, too, and loses nothing.
func TestAnotherProgramMayShrinkTheFiles(t *testing.T) {
	t.Parallel()
	for name, statements := range map[string]string{
		"an emptied log":      "PRAGMA wal_checkpoint(TRUNCATE)",
		"a vacuumed database": "VACUUM; PRAGMA wal_checkpoint(TRUNCATE)",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openStore(t, t.TempDir(), Options{})
			_, err := s.PutPage(t.Context(), owner, "large", NoRev, strings.Repeat("A line.\n", 20_000))
			works(t, err)
			_, err = s.DeletePage(t.Context(), owner, "large", 0)
			works(t, err)
			checkpoint(t, s)
			before := sizes(t, s.Dir())
			foreign(t, database(s.Dir()), "DELETE FROM revisions").Close()
			foreign(t, database(s.Dir()), statements).Close()
			if sizes(t, s.Dir()) == before {
				t.Fatal("nothing became smaller: the test shows nothing")
			}
			create(t, s, "after")
			works(t, s.Healthy(t.Context()))
		})
	}
}

// The log beside a database that is gone may hold the only copy of the last changes.
func TestClosingADisplacedDatabaseKeepsItsLog(t *testing.T) {
	t.Parallel()
	for _, tt := range displacements {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, err := Open(t.Context(), t.TempDir(), Options{})
			works(t, err)
			<-s.overlap.done
			checkpoint(t, s)
			create(t, s, "only in the log")
			tt.do(t, database(s.Dir()))
			before := sizes(t, s.Dir())
			works(t, s.Close())
			if after := sizes(t, s.Dir()); after != before {
				t.Errorf("before %s, after %s", before, after)
			}
		})
	}
}

// sizes are the names, sizes and times of a database and its log.
func sizes(t *testing.T, dir string) string {
	t.Helper()
	all := ""
	for _, side := range []string{"", "-wal"} {
		if info, err := os.Stat(database(dir) + side); err == nil && info.Size() > 0 {
			all += fmt.Sprint(info.Name(), " ", info.Size(), " ", info.ModTime(), " ")
		}
	}
	return all
}

func TestADisplacedDatabaseIsNoticedWithin30Seconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		core, logs := observer.New(zap.ErrorLevel)
		s, err := Open(context.Background(), t.TempDir(), Options{Logger: zap.New(core)})
		works(t, err)
		<-s.overlap.done
		synctest.Wait() // what the start has left to write
		works(t, os.Remove(database(s.Dir())))
		time.Sleep(30 * time.Second)
		synctest.Wait()
		if logs.Len() != 1 {
			t.Errorf("logged %v", logs.All())
		}
		works(t, s.Close())
	})
}

func TestAFolderThatHadADatabaseDoesNotBeginEmpty(t *testing.T) {
	t.Parallel()
	whole := func(t *testing.T, dir string) {
		s, err := Open(t.Context(), dir, Options{})
		works(t, err)
		<-s.overlap.done
		create(t, s, "kept")
		works(t, s.Close())
	}
	for _, tt := range []struct {
		name, want string
		spoil      func(t *testing.T, file string)
	}{
		{"missing", "is missing", func(t *testing.T, file string) { works(t, os.Remove(file)) }},
		{"cut to nothing", "is empty", func(t *testing.T, file string) { works(t, os.Truncate(file, 0)) }},
		{"cut short", "is damaged", func(t *testing.T, file string) { works(t, os.Truncate(file, 5000)) }},
		{"of zeros", "is damaged", func(t *testing.T, file string) { works(t, os.WriteFile(file, make([]byte, 8192), 0o600)) }},
		{"of other text", "is damaged", func(t *testing.T, file string) {
			works(t, os.WriteFile(file, []byte(strings.Repeat("no database ", 500)), 0o600))
		}},
		{"cut to nothing, with a log", "hub.sqlite3-wal still holds its last changes", func(t *testing.T, file string) {
			works(t, os.Truncate(file, 0))
			works(t, os.WriteFile(file+"-wal", []byte("changes"), 0o600))
		}},
		{"missing, with a log", "hub.sqlite3-wal still holds its last changes", func(t *testing.T, file string) {
			works(t, os.Remove(file))
			works(t, os.WriteFile(file+"-wal", []byte("changes"), 0o600))
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			whole(t, dir)
			tt.spoil(t, database(dir))
			before := sizes(t, dir)
			s, err := Open(t.Context(), dir, Options{Existing: true})
			if err == nil {
				s.Close()
			}
			if !errors.As(err, new(*LostDatabaseError)) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("opened: %v", err)
			}
			if after := sizes(t, dir); after != before {
				t.Errorf("before %s, after %s", before, after)
			}
			if there, err := HasDatabase(t.Context(), dir); there || err != nil {
				t.Errorf("there is one: %t, %v", there, err)
			}
		})
	}
	dir := t.TempDir()
	whole(t, dir)
	if there, err := HasDatabase(t.Context(), dir); !there || err != nil {
		t.Errorf("there is one: %t, %v", there, err)
	}
	if got := summaries(t, openStore(t, dir, Options{Existing: true})); got != "kept" {
		t.Errorf("kept: %q", got)
	}
}
