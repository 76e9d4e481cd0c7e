package caddyhub

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

// Root may restore the hub of another user; what that user can't write then is said, and how to mend it.
func TestAnImportAsRootNamesTheOwner(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "hub.zip")
	s, err := store.Open(t.Context(), dir, store.Options{})
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, errs, status := run(t, nil, "export", "--data", dir, "-o", file); status != 0 {
		t.Fatalf("export: %d, %s", status, errs)
	}
	to := t.TempDir()
	if _, errs, status := run(t, nil, "import", file, "--data", to); status != 0 || errs != "" {
		t.Errorf("into an own folder: %d, %q", status, errs)
	}
	if os.Chown(to, 12345, -1) != nil {
		t.Skip("only root may give a folder away")
	}
	_, errs, status := run(t, nil, "import", file, "--data", to)
	if status != 0 || !strings.Contains(errs, "chown -R 12345 "+to+"\n") {
		t.Errorf("into a folder of another user: %d, %q", status, errs)
	}
}

// An import goes on with damaged rows and says on stderr how many there are and which, the
// first of them; so does a verification.
func TestAnImportNamesDamagedRows(t *testing.T) {
	for _, tc := range []struct{ rows, named int }{{0, 0}, {2, 2}, {maxReported + 3, maxReported}} {
		t.Run(fmt.Sprint(tc.rows), func(t *testing.T) {
			dir, file := storetest.Dir(t), filepath.Join(t.TempDir(), "hub.zip")
			s, err := store.Open(t.Context(), dir, store.Options{})
			if err == nil {
				err = s.Close()
			}
			if err != nil {
				t.Fatal(err)
			}
			db, err := sql.Open("sqlite", filepath.Join(dir, store.DatabaseName))
			if err != nil {
				t.Fatal(err)
			}
			for i := range tc.rows {
				_, broken := db.ExecContext(t.Context(), `INSERT INTO session_records(id, tool, session_ref, title, updated_at, open_items) VALUES (format('%012d', ?1), 'codex', ?1, 't', '', '{')`, i)
				err = errors.Join(err, broken)
			}
			if err := errors.Join(err, db.Close()); err != nil {
				t.Fatal(err)
			}
			if _, errs, status := run(t, nil, "export", "--data", dir, "-o", file); status != 0 {
				t.Fatalf("export: %d, %s", status, errs)
			}
			_, errs, status := run(t, nil, "import", file, "--data", t.TempDir(), "--json")
			said, _, verified := run(t, nil, "backup", "verify", file)
			for name, text := range map[string]string{"import": errs, "verify": said} {
				if got := strings.Count(text, "the column open_items of"); got != tc.named {
					t.Errorf("%s names %d rows:\n%s", name, got, text)
				}
				if got := strings.Contains(text, fmt.Sprintf("damaged rows, kept as they are: %d\n", tc.rows)); got != (tc.rows > 0) {
					t.Errorf("%s says how many: %t:\n%s", name, got, text)
				}
				if got := strings.Contains(text, "and 3 more"); got != (tc.rows > tc.named) {
					t.Errorf("%s says that there are more: %t:\n%s", name, got, text)
				}
			}
			if status != 0 || verified != 0 || tc.rows == 0 && errs != "" {
				t.Errorf("status %d and %d, stderr %q", status, verified, errs)
			}
		})
	}
}
