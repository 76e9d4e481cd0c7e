package backup

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

// longRun says that the long counts of the reliability targets are wanted.
var longRun = os.Getenv("HUB_TEST_LONG") != ""

var agent = store.By{Actor: store.Agent, SourceTool: "claude-code"}

// addThreads writes threads with some history into a data folder's database.
func addThreads(t testing.TB, dir string, summaries ...string) {
	t.Helper()
	s := open(t, dir)
	for i, summary := range summaries {
		w, err := s.CreateThread(t.Context(), agent, "codex", store.ThreadInput{
			Summary:     store.Some(summary),
			ProjectSlug: store.Some(fmt.Sprintf("project-%d", i%3)),
			NextSteps:   store.Some([]string{"run it", "look at it"}),
			Tried:       store.Some([]store.Attempt{{What: "by hand", WhyNot: "too slow"}}),
		}, true)
		if err != nil {
			t.Fatal(err)
		}
		switch i % 4 {
		case 1:
			_, err = s.Block(t.Context(), agent, w.Item.ID, store.Guard{}, "waits for a key")
		case 2:
			_, err = s.Finish(t.Context(), agent, w.Item.ID, store.Guard{}, store.StatusDone, "shipped")
		case 3:
			_, err = s.Claim(t.Context(), agent, w.Item.ID, store.ClaimInput{Holder: "codex on laptop"})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	closeStore(t, s)
}

func open(t testing.TB, dir string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func closeStore(t testing.TB, s *store.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// export writes a data folder's backup into a file and returns its path.
func export(t testing.TB, dir string) string {
	t.Helper()
	s := open(t, dir)
	defer closeStore(t, s)
	return exportOf(t, s)
}

func exportOf(t testing.TB, s *store.Store) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "backup.zip")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := Export(t.Context(), s, Options{HubVersion: "1.2.3"}, f); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return file
}

// backupOf makes a data folder with a thread for each summary and exports it.
func backupOf(t testing.TB, summaries ...string) (dir, file string) {
	t.Helper()
	dir = storetest.Dir(t)
	addThreads(t, dir, summaries...)
	return dir, export(t, dir)
}

func restore(t testing.TB, file, dir string) Restored {
	t.Helper()
	r, err := Import(t.Context(), file, NoPassphrase, dir)
	if err != nil {
		t.Fatalf("import: %v", err)
	}
	return r
}

// dump is everything a database says, as sorted lines: the schema and each row of each
// table. What a backup leaves out on purpose is left out.
func dump(t testing.TB, database string) string {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+database+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var lines []string
	for _, row := range rows(t, db, "SELECT type, name, sql FROM sqlite_schema") {
		lines = append(lines, fmt.Sprint(row))
	}
	for _, table := range rows(t, db, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search_index_%' AND name NOT IN ('receipts', 'index_journal')") {
		name := table["name"].(string)
		for _, row := range rows(t, db, "SELECT * FROM "+name) {
			maps.DeleteFunc(row, func(column string, _ any) bool { return strings.HasPrefix(column, "lease_") })
			lines = append(lines, fmt.Sprint(name, row))
		}
	}
	for _, row := range rows(t, db, "SELECT rowid FROM search_index WHERE search_index MATCH 'thread'") {
		lines = append(lines, fmt.Sprint("found ", row))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func rows(t testing.TB, db *sql.DB, query string) []map[string]any {
	t.Helper()
	r, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	columns, err := r.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var out []map[string]any
	for r.Next() {
		values := make([]any, len(columns))
		targets := make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		if err := r.Scan(targets...); err != nil {
			t.Fatal(err)
		}
		row := map[string]any{}
		for i, c := range columns {
			row[c] = values[i]
		}
		out = append(out, row)
	}
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// tree is every file below a folder with its content; the lock file says nothing.
func tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == ".lock" {
			return err
		}
		b, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(name)] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func write(t testing.TB, dir, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// part is one entry of a zip built by hand.
type part struct {
	name string
	body []byte
	edit func(*zip.FileHeader) // after sizes and CRC are filled in
}

// parse takes a backup file apart.
func parse(t testing.TB, file string) []part {
	t.Helper()
	z, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	var out []part
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, part{name: f.Name, body: body})
	}
	return out
}

// parts takes a backup apart that holds no documents.
func parts(t testing.TB, file string) (manifest, database part) {
	t.Helper()
	out := parse(t, file)
	if len(out) != 2 || out[0].name != manifestEntry || out[1].name != databaseEntry {
		t.Fatalf("the backup holds %v", slices.Sorted(maps.Keys(entries(t, file))))
	}
	return out[0], out[1]
}

// entries are the texts of a backup file by their names.
func entries(t testing.TB, file string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, p := range parse(t, file) {
		texts[p.name] = string(p.body)
	}
	return texts
}

// build puts a zip together from parts, unpacked; it writes what the headers say, true or not.
func build(t testing.TB, list ...part) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, p := range list {
		h := &zip.FileHeader{Name: p.name, Method: zip.Store, CRC32: crc32.ChecksumIEEE(p.body)}
		h.CompressedSize64, h.UncompressedSize64 = uint64(len(p.body)), uint64(len(p.body))
		if p.edit != nil {
			p.edit(h)
		}
		w, err := z.CreateRaw(h)
		if err == nil {
			_, err = w.Write(p.body)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// described is a manifest part that fits a database, with edits.
func described(t testing.TB, database []byte, edits ...func(*Manifest)) part {
	t.Helper()
	sum := sha256.Sum256(database)
	m := Manifest{
		Format: formatName, Version: formatVersion, HubVersion: "1.2.3", SchemaVersion: store.SchemaVersion(),
		Entries: map[string]Entry{databaseEntry: {Size: int64(len(database)), SHA256: hex.EncodeToString(sum[:])}},
	}
	for _, edit := range edits {
		edit(&m)
	}
	text, err := m.text()
	if err != nil {
		t.Fatal(err)
	}
	return part{name: manifestEntry, body: text}
}

// changed is a database file after statements; nil: a new one.
func changed(t testing.TB, database []byte, statements string, args ...any) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "changed.sqlite3")
	if err := os.WriteFile(file, database, 0o600); err != nil {
		t.Fatal(err)
	}
	change(t, file, statements, args...)
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// change runs statements in a database file behind the hub's back.
func change(t testing.TB, file, statements string, args ...any) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(context.Background(), statements, args...)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}
