package store

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store/match"
)

// reopened closes a store and opens its folder again.
func reopened(t *testing.T, s *Store) *Store {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return openStore(t, s.Dir(), Options{Now: s.now})
}

// resumed reports whether the index of a store came from its file.
func resumed(t *testing.T, s *Store) bool {
	t.Helper()
	x := newOverlapIndex(s)
	return x.resume(t.Context()) == nil
}

// writeDown writes the index of a store down, which from then on does so no more by itself.
func writeDown(t *testing.T, s *Store) {
	t.Helper()
	rest(s)
	works(t, s.overlap.write(t.Context()))
}

// written is when the index of a store was written down.
func written(t *testing.T, s *Store) time.Time {
	t.Helper()
	info, err := os.Stat(s.overlap.file())
	if err != nil {
		t.Fatal(err)
	}
	return info.ModTime()
}

// checkIndex compares the index of a store with one that is built of all items.
func checkIndex(t *testing.T, s *Store, texts ...string) {
	t.Helper()
	want := newOverlapIndex(s)
	if err := want.rebuild(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := s.overlap.index.Len(); got != want.index.Len() {
		t.Errorf("%d items, want %d", got, want.index.Len())
	}
	for _, text := range texts {
		list := func(x *match.Index) (found []string) {
			for _, h := range x.Search(match.Query{Text: text}) {
				found = append(found, fmt.Sprint(h.ID, " ", h.Project, " ", h.Status, " ", h.Score))
			}
			return found
		}
		if got, want := list(s.overlap.index), list(want.index); !slices.Equal(got, want) {
			t.Errorf("%q finds\n%v, want\n%v", text, got, want)
		}
	}
}

// furnish makes items of several kinds, and takes some back.
func furnish(t *testing.T, s *Store) (texts []string) {
	t.Helper()
	for i := range 20 {
		th := create(t, s, fmt.Sprint("rotate the signing key of server ", i), inProject("shop"))
		if i%5 == 0 {
			done(t)(s.DeleteThread(t.Context(), owner, th.ID, Guard{}))
		}
		if i%5 == 1 {
			done(t)(s.Finish(t.Context(), agent, th.ID, Guard{}, StatusDone, ""))
		}
	}
	create(t, s, "mow the lawn")
	return []string{"rotate the signing key of server 7", "signing key", "mow the lawn", "shop"}
}

func TestTheIndexIsKeptInAFile(t *testing.T) {
	t.Parallel()
	t.Run("over a restart", func(t *testing.T) {
		s, _ := newStore(t)
		texts := furnish(t, s)
		works(t, s.overlap.ready(t.Context())) // or there is nothing to write down
		s = reopened(t, s)
		if !resumed(t, s) {
			t.Error("it was built anew")
		}
		checkIndex(t, s, texts...)
	})
	t.Run("at the end, when writing it was cut off", func(t *testing.T) {
		s, _ := newStore(t)
		texts := furnish(t, s)
		rest(s)
		works(t, os.RemoveAll(s.overlap.file())) // an earlier one would be brought up to date
		create(t, s, "paint the garden fence")
		cut, cancel := context.WithCancel(t.Context())
		cancel()
		if s.overlap.write(cut) == nil {
			t.Fatal("it was not cut off")
		}
		s = reopened(t, s)
		if !resumed(t, s) {
			t.Error("it was built anew")
		}
		checkIndex(t, s, texts...)
	})
	t.Run("with what has changed since it was written", func(t *testing.T) {
		s, _ := newStore(t)
		texts := furnish(t, s)
		writeDown(t, s)
		th := create(t, s, "paint the garden fence")
		done(t)(s.UpdateThread(t.Context(), agent, th.ID, Guard{}, ThreadInput{Summary: Some("varnish the garden fence")}, false))
		gone := create(t, s, "paint the shed")
		done(t)(s.DeleteThread(t.Context(), owner, gone.ID, Guard{}))
		if _, err := s.UpdateProject(t.Context(), owner, "shop", ProjectInput{Slug: Some("store")}); err != nil {
			t.Fatal(err)
		}
		s.overlap.journal.changes.Store(0) // too few to be written down at the end
		before := written(t, s)
		s = reopened(t, s)
		if !before.Equal(written(t, s)) || !resumed(t, s) {
			t.Error("it was built anew")
		}
		checkIndex(t, s, append(texts, "varnish the garden fence", "paint the shed", "store")...)
	})
	t.Run("which is damaged", func(t *testing.T) {
		s, _ := newStore(t)
		texts := furnish(t, s)
		s = reopened(t, s)
		works(t, s.Close())
		path := filepath.Join(s.Dir(), IndexName)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for name, data := range map[string][]byte{
			"empty":     nil,
			"cut short": data[:len(data)/2],
			"flipped":   append(append(bytes.Clone(data[:len(data)/2]), ^data[len(data)/2]), data[len(data)/2+1:]...),
			"foreign":   bytes.Repeat([]byte("not an index"), 1000),
		} {
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			s = openStore(t, s.Dir(), Options{Now: s.now})
			t.Log(name)
			checkIndex(t, s, texts...)
			works(t, s.Close())
		}
	})
}

// A file of another database, or of another time of this one, is not used.
func TestAStrangeIndexIsNotUsed(t *testing.T) {
	t.Parallel()
	t.Run("an older copy of the database", func(t *testing.T) {
		s, _ := newStore(t)
		furnish(t, s)
		s = reopened(t, s)
		works(t, s.Close())
		older, err := os.ReadFile(filepath.Join(s.Dir(), DatabaseName))
		if err != nil {
			t.Fatal(err)
		}
		s = openStore(t, s.Dir(), Options{Now: s.now})
		create(t, s, "knit a scarf")
		works(t, s.Close())
		if err := os.WriteFile(filepath.Join(s.Dir(), DatabaseName), older, 0o600); err != nil {
			t.Fatal(err)
		}
		s = openStore(t, s.Dir(), Options{Now: s.now})
		checkIndex(t, s, "knit a scarf")
		create(t, s, "bake a cake") // takes the number that the scarf had
		s = reopened(t, s)
		checkIndex(t, s, "knit a scarf", "bake a cake")
	})
	t.Run("a backup that is put in place", func(t *testing.T) {
		s, _ := newStore(t)
		furnish(t, s)
		backup := filepath.Join(t.TempDir(), "copy")
		works(t, s.Snapshot(t.Context(), backup))
		create(t, s, "knit a scarf")
		works(t, s.Close())
		copied, err := os.ReadFile(backup)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(s.Dir(), DatabaseName), copied, 0o600); err != nil {
			t.Fatal(err)
		}
		s = openStore(t, s.Dir(), Options{Now: s.now})
		checkIndex(t, s, "knit a scarf", "signing key")
	})
}

// The journal holds what the file lacks and no more.
func TestTheJournalIsTrimmed(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	furnish(t, s)
	writeDown(t, s)
	count := func() (n int) {
		works(t, s.db.Row(t.Context(), "SELECT count(*) FROM index_journal").Scan(&n))
		return n
	}
	if n := count(); n != 1 {
		t.Errorf("%d rows behind what was written down, want its mark", n)
	}
	create(t, s, "bake a cake")
	if n := count(); n != 2 {
		t.Errorf("%d rows after one change", n)
	}
}

// While an item can't be read, the index lacks it: once mended, it must come back.
func TestAnIndexWithAGapIsNotKept(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	th := create(t, s, "rotate the backup keys")
	s.sql(t, "UPDATE threads SET tried = 'x' WHERE id = ?", th.ID)
	works(t, s.Close())
	works(t, os.RemoveAll(s.overlap.file())) // if the index was built in time, there is one
	s = openStore(t, s.Dir(), Options{Now: s.now})
	create(t, s, "bake a cake")
	works(t, s.Close())
	if _, err := os.Stat(s.overlap.file()); !os.IsNotExist(err) {
		t.Errorf("a file was written: %v", err)
	}
	s = openStore(t, s.Dir(), Options{Now: s.now})
	s.sql(t, "UPDATE threads SET tried = '[]' WHERE id = ?", th.ID)
	s = reopened(t, s)
	checkIndex(t, s, "rotate the backup keys")
}

// What is asked while the index is being built finds all that shares its words, and what is
// written meanwhile.
func TestQuestionsBeforeTheIndexIsBuilt(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for i := range 200 {
		create(t, s, fmt.Sprint("unrelated chore for the garden number ", i))
	}
	twin := create(t, s, "Rotate the signing keys of the update server")
	unbuilt(s)
	got, err := s.Start(t.Context(), agent, StartInput{NewThread: NewThread{ThreadInput: ThreadInput{Summary: Some("rotate signing keys of the update server")}}, Claim: ClaimInput{Holder: "a"}})
	if err != nil || got.Created || got.Thread.ID != twin.ID {
		t.Errorf("created %v, thread %s, %v; want %s", got.Created, got.Thread.ID, err, twin.ID)
	}
	if n := s.overlap.index.Len(); n > 2*maxCandidates {
		t.Errorf("%d items were looked at", n)
	}
	made, err := s.Start(t.Context(), agent, StartInput{NewThread: NewThread{ThreadInput: ThreadInput{Summary: Some("bake a cake for the party")}}, Claim: ClaimInput{Holder: "a"}})
	if err != nil || !made.Created {
		t.Fatalf("%+v, %v", made, err)
	}
	again, err := s.Start(t.Context(), agent, StartInput{NewThread: NewThread{ThreadInput: ThreadInput{Summary: Some("bake a cake for the party")}}, Claim: ClaimInput{Holder: "b"}})
	if err != nil || again.Created || again.Thread.ID != made.Thread.ID {
		t.Errorf("created %v, thread %s, %v; want %s", again.Created, again.Thread.ID, err, made.Thread.ID)
	}
}

func BenchmarkResume(b *testing.B) {
	dir := os.Getenv("HUB_TEST_FOLDER")
	if dir == "" {
		b.Skip("HUB_TEST_FOLDER names no data folder with an index")
	}
	s := openStore(b, dir, Options{})
	for b.Loop() {
		x := newOverlapIndex(s)
		if err := x.resume(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
