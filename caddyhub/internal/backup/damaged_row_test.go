package backup

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest/race"
)

// A row that can't be read keeps no backup from being made: the row is in it as it is, the
// manifest names it, and the backup can be verified and restored.
func TestADamagedRowIsKeptAsItIs(t *testing.T) {
	for _, tc := range []struct{ table, key, column, text string }{
		{"threads", "id", "tried", `{"what":`},
		{"threads", "id", "next_steps", `{}`},
		{"projects", "slug", "workspace_paths", `null`},
		{"events", "id", "after", `[]`},
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

// A hub can leave a damaged item out but not a setting: a backup is made without it, names it,
// and keeps the others, also as copies to be read.
func TestADamagedSettingIsLeftOut(t *testing.T) {
	for _, tc := range []struct {
		name  string
		forge bool // is still there
	}{
		{"preferences", true},
		{"forge", false},
		{"o'clock", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir, _ := backupOf(t, "thread one")
			s := open(t, dir)
			if _, err := s.UpdateForgeSettings(t.Context(), agent, func(f *store.ForgeSettings) (string, error) {
				f.Path = new("notes")
				return "", nil
			}); err != nil {
				t.Fatal(err)
			}
			change(t, filepath.Join(dir, store.DatabaseName), "INSERT OR REPLACE INTO settings(name, value, updated_at) VALUES (?, '5', '')", tc.name)
			file := exportOf(t, s)
			closeStore(t, s)
			if _, there := entries(t, file)[forgeCopy]; there != tc.forge {
				t.Errorf("the forge's settings can be read in it: %t", there)
			}
			to := t.TempDir()
			done := restore(t, file, to)
			if want := []store.DamagedRow{{Table: "settings", ID: tc.name, Column: "value"}}; !slices.Equal(done.Manifest.LeftOut, want) || len(done.Damaged) > 0 {
				t.Errorf("left out %v, damaged %v", done.Manifest.LeftOut, done.Damaged)
			}
			again := open(t, to)
			defer closeStore(t, again)
			if f, err := again.ForgeSettings(t.Context()); err != nil || (f.Path != nil) != tc.forge {
				t.Errorf("%+v, %v", f, err)
			}
		})
	}
}

// However many rows are damaged, the backup can be restored, and no row beyond those passes.
func TestTooManyDamagedRowsToNameAreCounted(t *testing.T) {
	const more = 7
	dir, _ := backupOf(t, "thread one")
	change(t, filepath.Join(dir, store.DatabaseName), `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO session_records(id, tool, session_ref, title, updated_at, open_items) SELECT format('%012d', i), 'codex', i, 't', '', '{' FROM n`, maxNamed+more)
	file := export(t, dir)
	done := restore(t, file, t.TempDir())
	if len(done.Manifest.Damaged) != maxNamed || done.Manifest.DamagedMore["session_records"] != more || len(done.Damaged) != maxNamed+more {
		t.Errorf("%d named, %v more, %d found", len(done.Manifest.Damaged), done.Manifest.DamagedMore, len(done.Damaged))
	}
	_, database := parts(t, file)
	for name, tc := range map[string]struct {
		more map[string]int
		want string
	}{
		"one is not counted":       {map[string]int{"session_records": more - 1}, "the column open_items"},
		"counted in another table": {map[string]int{"threads": more}, "the column open_items"},
	} {
		t.Run(name, func(t *testing.T) {
			manifest := described(t, database.body, func(m *Manifest) { m.Damaged, m.DamagedMore = done.Manifest.Damaged, tc.more })
			if err := untouched(t, t.TempDir(), build(t, manifest, part{name: databaseEntry, body: database.body})); !strings.Contains(err.Error(), tc.want) {
				t.Error(err)
			}
		})
	}
}

// A manifest that no restore would read is not written.
func TestAManifestHasABound(t *testing.T) {
	race.SkipShort(t)
	m := Manifest{Damaged: []store.DamagedRow{{Table: "projects", ID: strings.Repeat("x", maxManifest), Column: "workspace_paths"}}}
	if text, err := m.text(); err == nil {
		t.Errorf("wrote %d bytes", len(text))
	}
}

// A file may say of itself what is damaged, but a setting never passes.
func TestABackupWithADamagedSettingIsRefused(t *testing.T) {
	dir, file := backupOf(t, "thread one")
	_, database := parts(t, file)
	body := changed(t, database.body, "INSERT OR REPLACE INTO settings(name, value, updated_at) VALUES ('preferences', 'x', '')")
	manifest := described(t, body, func(m *Manifest) {
		m.Damaged = []store.DamagedRow{{Table: "settings", ID: "preferences", Column: "value"}}
		m.DamagedMore = map[string]int{"settings": 1}
	})
	if err := untouched(t, dir, build(t, manifest, part{name: databaseEntry, body: body})); !strings.Contains(err.Error(), "a setting is damaged") {
		t.Error(err)
	}
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
			body := changed(t, good.body, fmt.Sprintf("UPDATE %s SET %s = ?", tc.table, tc.column), tc.text)
			err := untouched(t, dir, build(t, described(t, body), part{name: databaseEntry, body: body}))
			if want := "the column " + tc.column; !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "the table "+tc.table) {
				t.Errorf("%v, want %q", err, want)
			}
		})
	}
}
