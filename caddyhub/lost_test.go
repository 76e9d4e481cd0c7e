package caddyhub

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/backup"
	"github.com/progresshub/progresshub/store"
)

// A folder that has had a database never begins empty by itself; what a hub left there, or
// one of an earlier version, tells.
func TestALostDatabaseIsNotReplacedByAnEmptyOne(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	file := filepath.Join(dir, store.DatabaseName)
	saved := filepath.Join(t.TempDir(), "hub.zip")
	began := startServe(t, nil, "--data", dir)
	if status, body, err := do(t.Context(), http.MethodPost, began.base+"/api/threads", strings.NewReader(`{"summary":"kept"}`)); err != nil || status != http.StatusCreated {
		t.Fatalf("create: %d %s %v", status, body, err)
	}
	if _, errs, status := run(t, nil, "export", "-o", saved, "--data", dir); status != 0 {
		t.Fatal(errs)
	}
	began.interrupt(t)

	refused := func(name string, want ...string) {
		t.Helper()
		_, errs, status := run(t, nil, "serve", "--listen", "127.0.0.1:0", "--data", dir)
		if status != 1 || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: status %d, stderr %q", name, status, errs)
		}
		for _, want := range append(want, "hub import <backup> --data "+dir, "hub restore --from <address> --data "+dir, "hub serve --new --data "+dir) {
			if !strings.Contains(errs, want) {
				t.Errorf("%s: %q is not in %q", name, want, errs)
			}
		}
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(store.DatabaseName, "")
	refused("cut to nothing", "is empty")
	write(store.DatabaseName, strings.Repeat("x", 9000))
	refused("other text", "is damaged")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	write(store.DatabaseName+"-wal", "the last changes")
	refused("missing", "is missing", "hub.sqlite3-wal still holds its last changes")

	if out, errs, status := run(t, nil, "import", saved, "--data", dir); status != 0 {
		t.Fatalf("import: %s%s", out, errs)
	}
	if kept, err := filepath.Glob(filepath.Join(dir, ".bak-*", store.DatabaseName+"-wal")); err != nil || len(kept) != 1 {
		t.Errorf("the log is not kept: %v %v", kept, err)
	}
	again := startServe(t, nil, "--data", dir)
	if status, body, err := get(t.Context(), again.base+"/api/threads"); err != nil || status != http.StatusOK || !strings.Contains(body, "kept") {
		t.Errorf("after the import: %d %s %v", status, body, err)
	}
	again.interrupt(t)
	if _, errs, status := run(t, nil, "serve", "--new", "--listen", "127.0.0.1:0", "--data", dir); status != 1 || !strings.Contains(errs, "holds a database") {
		t.Errorf("--new beside a database: status %d, stderr %q", status, errs)
	}
	write(store.DatabaseName, "") // and whoever means it
	anew := startServe(t, nil, "--new", "--data", dir)
	if status, body, err := get(t.Context(), anew.base+"/api/threads"); err != nil || status != http.StatusOK || strings.TrimSpace(body) != "[]" {
		t.Errorf("--new: %d %s %v", status, body, err)
	}
	anew.interrupt(t)
	if !strings.Contains(anew.stderr.String(), "what was left of the old database is in "+filepath.Join(dir, ".bak-")) {
		t.Errorf("--new says %q", anew.stderr)
	}
}

func TestWhatAHubLeavesTellsOfItsDatabase(t *testing.T) {
	for _, tt := range []struct {
		left string // with a slash: a folder
		want bool
	}{
		{"", false},
		{".lock", true}, // as hubs left it that wrote nothing about the database
		{"secrets.json", true},
		{"dashboard-password.hash", true},
		{"dashboard-password.hash/", false}, // as a container makes it where nothing is mounted
		{"backups.json", true},
		{"replica.json", true},
		{".bak-20260101T000000.000Z/", true},
		{store.DatabaseName + "-wal", true},
		{store.DatabaseName + "-journal", true},
		{store.DatabaseName + "-shm", false},
		{"caddy/", false},
		{"lost+found/", false},
	} {
		dir := t.TempDir()
		var err error
		switch name, folder := strings.CutSuffix(tt.left, "/"); {
		case folder:
			err = os.Mkdir(filepath.Join(dir, name), 0o700)
		case name == ".lock":
			err = os.WriteFile(filepath.Join(dir, name), nil, 0o600)
		case name != "":
			err = os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		rt, err := openRuntime(dir, zap.NewNop())
		if err == nil {
			err = rt.Destruct()
		}
		if refused := err != nil; refused != tt.want {
			t.Errorf("%q: %v", tt.left, err)
		}
	}
}

// A first start that was cut short, or an import that was refused, leaves a folder that is
// as good as new.
func TestAFolderWithoutADatabaseStaysNew(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(t.TempDir(), "no.zip")
	if err := os.WriteFile(file, []byte("no backup"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := backup.Import(t.Context(), file, nil, dir); err == nil {
		t.Fatal("imported")
	}
	if err := os.WriteFile(filepath.Join(dir, store.DatabaseName), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		rt, err := openRuntime(dir, zap.NewNop())
		if err != nil {
			t.Fatal(err)
		}
		if err := rt.Destruct(); err != nil {
			t.Fatal(err)
		}
	}
	names := []string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if !slices.Equal(names, []string{".lock", store.DatabaseName}) {
		t.Errorf("the folder holds %q", names)
	}
}

// startPosting runs a hub that has one thread, and returns what makes another.
func startPosting(t *testing.T, dir string) (*served, func() (int, string, error)) {
	t.Helper()
	s := startServe(t, nil, "--data", dir)
	post := func() (int, string, error) {
		return do(t.Context(), http.MethodPost, s.base+"/api/threads", strings.NewReader(`{"summary":"work"}`))
	}
	if status, body, err := post(); err != nil || status != http.StatusCreated {
		t.Fatalf("create: %d %s %v", status, body, err)
	}
	return s, post
}

// Under a running hub, too: the answer and the log say what became of the file and what to
// do, and a backup made then holds everything.
func TestADatabaseRemovedUnderARunningHub(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	s, post := startPosting(t, dir)
	for _, side := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(filepath.Join(dir, store.DatabaseName+side)); err != nil {
			t.Fatal(err)
		}
	}
	const want = "hub.sqlite3 was removed while the hub runs"
	if status, body, err := post(); err != nil || status != http.StatusServiceUnavailable || !strings.Contains(body, want) {
		t.Errorf("create: %d %s %v", status, body, err)
	}
	if status, body, err := get(t.Context(), s.base+"/api/health"); err != nil || status != http.StatusServiceUnavailable {
		t.Errorf("health: %d %s %v", status, body, err)
	}
	if status, body, err := get(t.Context(), s.base+"/api/threads"); err != nil || status != http.StatusOK || !strings.Contains(body, "work") {
		t.Errorf("read: %d %s %v", status, body, err)
	}
	status, saved, err := do(t.Context(), http.MethodPost, s.base+"/api/backup", nil)
	if err != nil || status != http.StatusOK {
		t.Fatalf("backup: %d %s %v", status, saved, err)
	}
	s.interrupt(t)
	if !strings.Contains(s.stderr.String(), want) {
		t.Errorf("the log says %s", s.stderr)
	}
	file := filepath.Join(t.TempDir(), "hub.zip")
	if err := os.WriteFile(file, []byte(saved), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, errs, status := run(t, nil, "import", file, "--data", dir); status != 0 {
		t.Fatalf("import: %s%s", out, errs)
	}
	again := startServe(t, nil, "--data", dir)
	if status, body, err := get(t.Context(), again.base+"/api/threads"); err != nil || status != http.StatusOK || strings.Count(body, `"summary":"work"`) != 1 {
		t.Errorf("after the import: %d %s %v", status, body, err)
	}
}

// A log that is cut takes acknowledged changes with it, so nothing is acknowledged after it.
func TestALogCutUnderARunningHub(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	s, post := startPosting(t, dir)
	if err := os.Truncate(filepath.Join(dir, store.DatabaseName+"-wal"), 0); err != nil {
		t.Fatal(err)
	}
	const want = "hub.sqlite3-wal was cut"
	if status, body, err := post(); err != nil || status != http.StatusServiceUnavailable || !strings.Contains(body, want) {
		t.Errorf("create: %d %s %v", status, body, err)
	}
	status, body, err := get(t.Context(), s.base+"/api/health")
	if err != nil || status != http.StatusServiceUnavailable || !strings.Contains(body, want) || !strings.Contains(body, "hub import") || strings.Contains(body, dir) {
		t.Errorf("health: %d %s %v", status, body, err)
	}
}
