package backup

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
