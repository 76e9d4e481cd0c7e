package sqlite

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
)

// notes is the schema of the tests: a table of texts.
var notes = &Schema{
	ApplicationID: 42,
	Migrations:    []string{"CREATE TABLE notes(id TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;"},
	LastID:        "SELECT id FROM notes ORDER BY id DESC LIMIT 1",
}

func open(t testing.TB, dir string, o Options) *DB {
	t.Helper()
	db, err := Open(t.Context(), dir, notes, o)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return db
}

// add is a change that adds a text.
func add(db *DB, text string) error {
	return db.Write(context.Background(), "add", func(tx *Tx) error { return insert(tx, text) })
}

func insert(tx *Tx, text string) error {
	return tx.Exec("INSERT INTO notes(id, text) VALUES (?, ?)", tx.NewID(), text)
}

// kept are the texts in the database, in the order of their ids.
func kept(t testing.TB, db *DB) string {
	t.Helper()
	rows, err := db.Query(t.Context(), "SELECT text FROM notes ORDER BY id")
	works(t, err)
	defer rows.Close()
	var texts []string
	for rows.Next() {
		var text string
		works(t, rows.Scan(&text))
		texts = append(texts, text)
	}
	works(t, rows.Err())
	return strings.Join(texts, " ")
}

// openReader is a connection of somebody else, which reads.
func openReader(t testing.TB, dir string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", dataSource(database(dir), readingOnly))
	works(t, err)
	var n int
	works(t, db.QueryRow("SELECT count(*) FROM notes").Scan(&n))
	return db
}

func works(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func database(dir string) string { return filepath.Join(dir, DatabaseName) }
