package backup

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// A row that can't be read keeps no backup from being made: the row is in it as it is, the
// manifest names it, and the backup can be verified and restored.
func TestADamagedRowIsKeptAsItIs(t *testing.T) {
	for _, tc := range []struct{ table, key, column, text string }{
		{"threads", "id", "tried", `{"what":`},
		{"threads", "id", "next_steps", `{}`},
		{"projects", "slug", "workspace_paths", `null`},
		{"events", "id", "after", `[]`},
		{"settings", "name", "value", `5`},
	} {
		t.Run(tc.table+" "+tc.column, func(t *testing.T) {
			dir, _ := backupOf(t, "thread one", "thread two")
			s := open(t, dir)
			if _, err := s.UpdateForgeSettings(t.Context(), agent, func(f *store.ForgeSettings) (string, error) {
				f.Path = new("notes")
				return "", nil
			}); err != nil {
				t.Fatal(err)
			}
			closeStore(t, s)
			id := spoil(t, filepath.Join(dir, store.DatabaseName), tc.table, tc.key, tc.column, tc.text)
			file := export(t, dir)
			read, err := Verify(t.Context(), file, NoPassphrase, "")
			if err != nil {
				t.Fatal(err)
			}
			if want := []store.DamagedRow{{Table: tc.table, ID: id, Column: tc.column}}; !slices.Equal(read.Manifest.Damaged, want) {
				t.Errorf("the manifest names %v, want %v", read.Manifest.Damaged, want)
			}
			to := t.TempDir()
			restore(t, file, to)
			before, after := dump(t, filepath.Join(dir, store.DatabaseName)), dump(t, filepath.Join(to, store.DatabaseName))
			if !strings.Contains(after, tc.text) || strings.Count(before, "\n") < strings.Count(after, "\n") {
				t.Error("the row is another after the restore")
			}
			again := open(t, to)
			defer closeStore(t, again)
			if page, err := again.Threads(t.Context(), store.ThreadFilter{}, store.Policy{}); err != nil || page.Total != 2 {
				t.Errorf("%d threads, %v", page.Total, err)
			}
		})
	}
}

// spoil puts a text into a column of one row and returns its key.
func spoil(t *testing.T, file, table, key, column, text string) (id string) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRowContext(t.Context(), fmt.Sprintf("SELECT %s FROM %s WHERE %s IS NOT NULL LIMIT 1", key, table, column)).Scan(&id); err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), fmt.Sprintf("UPDATE %s SET %s = ? WHERE %s = ?", table, column, key), text, id); err != nil {
		t.Fatal(err)
	}
	return id
}

// A backup whose database is whole but for what stands in a JSON column is refused with the
// name of the column, and the data folder stays as it is.
func TestABackupWithADamagedRowIsRefused(t *testing.T) {
	_, file := backupOf(t, "thread one", "thread two")
	_, good := parts(t, file)
	dir := t.TempDir()
	addThreads(t, dir, "thread from before")
	for _, tc := range []struct{ table, column, text string }{
		{"threads", "tried", `{"what":`},
		{"threads", "tried", `5`},
		{"threads", "next_steps", `{}`},
		{"projects", "workspace_paths", ``},
		{"projects", "workspace_paths", `null`},
		{"events", "after", `[]`},
	} {
		t.Run(tc.table+" "+tc.column+" "+tc.text, func(t *testing.T) {
			database := filepath.Join(t.TempDir(), "damaged.sqlite3")
			if err := os.WriteFile(database, good.body, 0o600); err != nil {
				t.Fatal(err)
			}
			db, err := sql.Open("sqlite", database)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := db.ExecContext(t.Context(), fmt.Sprintf("UPDATE %s SET %s = ?", tc.table, tc.column), tc.text); err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			body, err := os.ReadFile(database)
			if err != nil {
				t.Fatal(err)
			}
			err = untouched(t, dir, build(t, described(t, body), part{name: databaseEntry, body: body}))
			if want := "the column " + tc.column; !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "the table "+tc.table) {
				t.Errorf("%v, want %q", err, want)
			}
		})
	}
}
