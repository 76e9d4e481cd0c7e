package store

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store/match"
	"github.com/progresshub/progresshub/store/outline"
	"github.com/progresshub/progresshub/store/sqlite"
)

// must takes the result of a change that has to succeed: must[Page](t)(s.PutPage(...)).
func must[T any](t testing.TB) func(Written[T], error) Written[T] {
	return func(w Written[T], err error) Written[T] {
		t.Helper()
		if err != nil {
			t.Fatalf("change: %v", err)
		}
		return w
	}
}

func putPage(t testing.TB, s *Store, path, markdown string) Written[Page] {
	t.Helper()
	return must[Page](t)(s.PutPage(t.Context(), owner, path, 0, markdown))
}

func putProgress(t testing.TB, s *Store, project, markdown string) Written[Progress] {
	t.Helper()
	return must[Progress](t)(s.PutProgress(t.Context(), owner, project, 0, markdown))
}

func mustUndo(t testing.TB, s *Store, event string) string {
	t.Helper()
	return must[Undone](t)(s.Undo(t.Context(), owner, event, Guard{})).EventID
}

func readPage(t testing.TB, s *Store, path string) Page {
	t.Helper()
	p, err := s.Page(t.Context(), path)
	if err != nil {
		t.Fatalf("read page %s: %v", path, err)
	}
	return p
}

func readProgress(t testing.TB, s *Store, project string) Progress {
	t.Helper()
	p, err := s.Progress(t.Context(), project)
	if err != nil {
		t.Fatalf("read the progress file of %s: %v", project, err)
	}
	return p
}

// isOutdated reports whether a change was refused for the revision it was made against.
func isOutdated(err error, current int) bool {
	var ve *VersionError
	return errors.As(err, &ve) && ve.Current == current
}

// documentItems are all live documents.
func documentItems(t testing.TB, s *Store) (items []indexed) {
	t.Helper()
	for _, source := range sources {
		if source.kind != kindPage && source.kind != kindProgress {
			continue
		}
		list, err := collect(t.Context(), s, source.scan, source.rows)
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, list...)
	}
	return items
}

// documents are the texts of all live documents by their address.
func documents(t testing.TB, s *Store) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, item := range documentItems(t, s) {
		texts[item.uri] = item.Body
	}
	return texts
}

// checkDerived compares what is kept beside the texts, the links and both indexes, with
// what the texts say.
func checkDerived(t testing.TB, s *Store) {
	t.Helper()
	var links, kept []string
	docs := map[string]string{}
	for _, item := range documentItems(t, s) {
		docs[item.ID] = item.Kind
		for _, path := range outline.Read(item.Body).Links {
			links = append(links, itemKey(item.Kind, item.ID)+" "+path)
		}
	}
	kept, err := collect(t.Context(), s, scanString, "SELECT from_item || ' ' || to_path FROM links ORDER BY 1")
	if err != nil {
		t.Fatal(err)
	}
	if slices.Sort(links); !slices.Equal(kept, links) {
		t.Errorf("links kept:\n%s\nin the texts:\n%s", strings.Join(kept, "\n"), strings.Join(links, "\n"))
	}
	rows, err := collect(t.Context(), s, func(r rowScanner) (row [2]string, err error) {
		var n int64
		err = r.Scan(&n, &row[1])
		row[0] = sqlite.EncodeID(uint64(n))
		return row, err
	}, "SELECT row, kind FROM search_kinds WHERE kind IN ('page', 'progress')")
	if err != nil {
		t.Fatal(err)
	}
	indexed := map[string]string{}
	for _, r := range rows {
		indexed[r[0]] = r[1]
	}
	if !maps.Equal(indexed, docs) {
		t.Errorf("documents in the full text: %v, want %v", indexed, docs)
	}
}

// checkFound reports whether the documents with a word are those at the addresses: in memory,
// in the full text, and in memory once the store was opened again.
func checkFound(t *testing.T, s *Store, word string, uris ...string) {
	t.Helper()
	dir := t.TempDir()
	works(t, s.Snapshot(t.Context(), database(dir)))
	again, err := Open(t.Context(), dir, Options{Now: s.now})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	<-again.overlap.done
	byID := map[string]string{}
	for _, source := range sources {
		list, err := collect(t.Context(), s, source.scan, source.rows)
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range list {
			byID[item.ID] = item.uri
		}
	}
	slices.Sort(uris)
	fullText, err := collect(t.Context(), s, func(r rowScanner) (string, error) {
		var n int64
		err := r.Scan(&n)
		return byID[sqlite.EncodeID(uint64(n))], err
	}, "SELECT rowid FROM text_index WHERE text_index MATCH ?", word)
	if err != nil {
		t.Fatal(err)
	}
	if slices.Sort(fullText); !slices.Equal(fullText, uris) {
		t.Errorf("full text finds %q in %v, want %v", word, fullText, uris)
	}
	for name, index := range map[string]*match.Index{"memory": s.overlap.index, "memory after a restart": again.overlap.index} {
		var got []string
		for _, h := range index.Search(match.Query{Text: word}) {
			if h.Passed { // else it is only the nearest
				got = append(got, byID[h.ID])
			}
		}
		if slices.Sort(got); !slices.Equal(got, uris) {
			t.Errorf("%s finds %q in %v, want %v", name, word, got, uris)
		}
	}
}
