package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store/storetest/race"
)

// foreign opens a database file as another program would.
func foreign(t testing.TB, file string, statements ...string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(file)+"?_pragma=busy_timeout(10000)&_pragma=foreign_keys(1)")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	for _, s := range statements {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// files are the names and bytes of a folder's files, but for the shared memory, which
// belongs to nobody.
func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(e.Name(), "-shm") && !(strings.HasSuffix(e.Name(), "-wal") && len(b) == 0) {
			all[e.Name()] = string(b)
		}
	}
	return all
}

func TestMigrationsAreNumberedWithoutGaps(t *testing.T) {
	t.Parallel()
	names, err := fs.Glob(migrationFiles, "migrations/*")
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range names {
		if !regexp.MustCompile(fmt.Sprintf(`^migrations/%04d_[a-z]+(_[a-z]+)*\.sql$`, i+1)).MatchString(name) {
			t.Errorf("file %d is %s", i+1, name)
		}
	}
	if len(names) != SchemaVersion() || len(names) == 0 {
		t.Errorf("%d files, version %d", len(names), SchemaVersion())
	}
}

func TestOpenMakesAPrivateDatabase(t *testing.T) {
	t.Parallel()
	// The name must reach SQLite as it is.
	dir := filepath.Join(t.TempDir(), "new", "a?b#c %20&mode=ro;ü")
	s := openStore(t, dir, Options{})
	th := create(t, s, "s")
	if s.Dir() != dir || number(t, s, "PRAGMA user_version") != SchemaVersion() || number(t, s, "PRAGMA application_id") != schema.ApplicationID {
		t.Errorf("opened %s with version %d", s.Dir(), number(t, s, "PRAGMA user_version"))
	}
	for path, want := range map[string]fs.FileMode{dir: 0o700, database(dir): 0o600, database(dir) + "-wal": 0o600, database(dir) + "-shm": 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v; want %v", path, info.Mode(), err, want)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	left := files(t, dir)
	if delete(left, IndexName); len(left) != 1 {
		t.Errorf("closing left %d files, want the database and its index alone", len(left))
	}
	again := openStore(t, dir, Options{})
	if got := read(t, again, th.ID); !reflect.DeepEqual(got, th) {
		t.Errorf("after reopening: %+v, want %+v", got, th)
	}
}

// A database of every earlier version comes up to date.
func TestOpenUpgrades(t *testing.T) {
	race.SkipShort(t)
	t.Parallel()
	for version := range SchemaVersion() {
		dir := t.TempDir()
		db := foreign(t, database(dir), migrations()[:version]...)
		if version > 0 {
			foreignExec(t, db, "PRAGMA application_id = "+strconv.Itoa(schema.ApplicationID))
		}
		foreignExec(t, db, "PRAGMA user_version = "+strconv.Itoa(version))
		db.Close()
		s := openStore(t, dir, Options{})
		create(t, s, "s")
		if got := number(t, s, "PRAGMA user_version"); got != SchemaVersion() {
			t.Errorf("version %d became %d", version, got)
		}
	}
}

func foreignExec(t testing.TB, db *sql.DB, statement string) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// newer makes a hub's database with a thread and a schema version of a later hub.
func newer(t *testing.T, dir string) {
	t.Helper()
	s, err := Open(t.Context(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	create(t, s, "s")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	foreign(t, database(dir), fmt.Sprintf("PRAGMA user_version = %d", SchemaVersion()+1)).Close()
}

func TestOpenRefusesWhatIsNotItsOwnUntouched(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		make func(t *testing.T, dir string)
		want string // in the error
	}{
		"a newer hub's": {newer, fmt.Sprintf("version %d, this hub knows version %d", SchemaVersion()+1, SchemaVersion())},
		"a newer hub's, killed in the middle": {func(t *testing.T, dir string) {
			running := t.TempDir()
			newer(t, running)
			db := foreign(t, database(running), "UPDATE threads SET summary = 'in the log only'")
			copyFile(t, database(running), database(dir))
			copyFile(t, database(running)+"-wal", database(dir)+"-wal")
			db.Close()
			if info, err := os.Stat(database(dir) + "-wal"); err != nil || info.Size() == 0 {
				t.Fatalf("the log is empty: %v", err)
			}
		}, fmt.Sprintf("version %d, this hub knows version %d", SchemaVersion()+1, SchemaVersion())},
		"another program's": {func(t *testing.T, dir string) {
			foreign(t, database(dir), "CREATE TABLE theirs(x)", "PRAGMA user_version = 1", "PRAGMA application_id = 42").Close()
		}, "another program"},
		"another program's without a mark, with a version": {func(t *testing.T, dir string) {
			foreign(t, database(dir), "CREATE TABLE theirs(x)", "PRAGMA user_version = 7").Close()
		}, "another program"},
		"another program's without mark and version": {func(t *testing.T, dir string) {
			foreign(t, database(dir), "CREATE TABLE theirs(x)").Close()
		}, "another program"},
		"garbage": {func(t *testing.T, dir string) {
			if err := os.WriteFile(database(dir), []byte(strings.Repeat("not a database ", 1000)), 0o600); err != nil {
				t.Fatal(err)
			}
		}, "not a database"},
		"cut off in the middle": {func(t *testing.T, dir string) {
			openStore(t, dir, Options{}).Close()
			info, err := os.Stat(database(dir))
			if err == nil {
				err = os.Truncate(database(dir), info.Size()/2)
			}
			if err != nil {
				t.Fatal(err)
			}
		}, "malformed"},
		"cut off in the header": {func(t *testing.T, dir string) {
			openStore(t, dir, Options{}).Close()
			if err := os.Truncate(database(dir), 50); err != nil {
				t.Fatal(err)
			}
		}, "database"},
	} {
		dir := t.TempDir()
		tc.make(t, dir)
		before := files(t, dir)
		for _, o := range []Options{{}, {ReadOnly: true}} {
			s, err := Open(context.Background(), dir, o)
			if err == nil {
				s.Close()
			}
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%s: got %v, want %q in the error", name, err, tc.want)
			}
			var ne *NewerSchemaError
			if errors.As(err, &ne) != strings.HasPrefix(name, "a newer") {
				t.Errorf("%s: got a %T", name, err)
			}
			if after := files(t, dir); !reflect.DeepEqual(after, before) {
				t.Errorf("%s: the files were touched", name)
			}
		}
		if _, _, err := CheckDatabase(context.Background(), database(dir)); err == nil {
			t.Errorf("%s: passes the check", name)
		}
	}
}

func TestOpenReadsOnlyWhatIsThere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if s, err := Open(t.Context(), dir, Options{ReadOnly: true}); err == nil {
		s.Close()
		t.Error("opened a database that is not there")
	}
	if left := files(t, dir); len(left) != 0 {
		t.Errorf("made %v", left)
	}
	if _, err := Open(t.Context(), database(dir)+"/x", Options{ReadOnly: true}); err == nil {
		t.Error("opened a folder that is not there")
	}
}
