package storetest

import (
	"database/sql"
	"errors"
	"path/filepath"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// Refuse has the database of a data folder take no row of a table, as a full disk would.
func Refuse(t testing.TB, dir, table string) {
	t.Helper()
	Exec(t, dir, "CREATE TRIGGER refuse_"+table+" BEFORE INSERT ON "+table+" BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
}

// Accept ends [Refuse].
func Accept(t testing.TB, dir, table string) {
	t.Helper()
	Exec(t, dir, "DROP TRIGGER refuse_"+table)
}

// Exec runs a statement on the database of a data folder that a hub may have open.
func Exec(t testing.TB, dir, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, store.DatabaseName)+"?_pragma=busy_timeout(10000)")
	if err == nil {
		_, err = db.ExecContext(t.Context(), statement)
		err = errors.Join(err, db.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}
