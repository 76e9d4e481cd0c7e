package backup

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

// half makes a data folder with old data and its side files, and a decided swap in it.
func half(t *testing.T, file string) (dir string, s swap) {
	t.Helper()
	dir = t.TempDir()
	for _, name := range databaseFiles {
		write(t, dir, name, "old "+name)
	}
	write(t, dir, "dashboard-password.hash", "mine")
	scratch, err := os.MkdirTemp(dir, scratchPrefix)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := check(t.Context(), f, NoPassphrase, scratch); err != nil {
		t.Fatal(err)
	}
	if s, err = decide(dir, scratch); err != nil {
		t.Fatal(err)
	}
	return dir, s
}

func TestSwapCutShortAnywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("takes one step after the other, alone")
	}
	_, file := backupOf(t, "thread one")
	_, database := parts(t, file)
	_, s := half(t, file)
	for n := range len(s.steps()) + 1 {
		for _, again := range []int{0, n / 2, n} { // some steps may run a second time
			t.Run(fmt.Sprintf("after step %d, repeated from %d", n, again), func(t *testing.T) {
				dir, s := half(t, file)
				for _, step := range append(s.steps()[:n:n], s.steps()[again:n]...) {
					if err := step(); err != nil {
						t.Fatal(err)
					}
				}
				for range 2 {
					if err := Recover(dir); err != nil {
						t.Fatal(err)
					}
				}
				want := map[string]string{store.DatabaseName: string(database.body), "dashboard-password.hash": "mine"}
				for _, name := range databaseFiles {
					want[keptPrefix+s.stamp+"/"+name] = "old " + name
				}
				if got := tree(t, dir); !maps.Equal(got, want) {
					t.Errorf("the data folder holds %v", maps.Keys(got))
				}
			})
		}
	}
}

func TestRecoverForgetsWhatWasNotDecided(t *testing.T) {
	dir := t.TempDir()
	addThreads(t, dir, "thread one")
	before := tree(t, dir)
	for _, name := range []string{".import-1", ".export-1"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, dir, name+"/"+store.DatabaseName, "half")
	}
	if err := Recover(dir); err != nil {
		t.Fatal(err)
	}
	if after := tree(t, dir); !maps.Equal(before, after) {
		t.Errorf("the data folder holds %v", maps.Keys(after))
	}
	if err := Recover(filepath.Join(dir, "missing")); err != nil {
		t.Errorf("no data folder yet: %v", err)
	}
}

// The variables that make the test binary import a file and end.
const importFile, importInto = "HUB_TEST_IMPORT_FILE", "HUB_TEST_IMPORT_INTO"

func TestMain(m *testing.M) {
	if file := os.Getenv(importFile); file != "" {
		if _, err := Import(context.Background(), file, NoPassphrase, os.Getenv(importInto)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	shippedWork, workFactor = workFactor, quickWork
	os.Exit(m.Run())
}

// TestKilledImport kills real imports at different moments: what is there afterwards is
// the old data or the new, whole.
func TestKilledImport(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes, one after the other")
	}
	rounds := 10
	if longRun {
		rounds = 400
	}
	from, file := backupOf(t, "thread from the backup")
	fresh := dump(t, filepath.Join(from, store.DatabaseName))
	dir := t.TempDir()
	addThreads(t, dir, "thread from before")
	credentials := map[string]string{"dashboard-password.hash": "mine\x00\r\n", "secrets.json": `{"mine": true}`}
	for name, text := range credentials {
		write(t, dir, name, text)
	}
	began := time.Now()
	if out, err := importer(t.Context(), file, t.TempDir()).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	whole := time.Since(began)
	killed := 0
	for round := range rounds {
		old := dump(t, filepath.Join(dir, store.DatabaseName))
		ctx, cancel := context.WithTimeout(t.Context(), whole*time.Duration(round+1)/time.Duration(rounds))
		err := importer(ctx, file, dir).Run()
		cancel()
		if err != nil {
			killed++
		}
		if err := Recover(dir); err != nil {
			t.Fatal(err)
		}
		got := dump(t, filepath.Join(dir, store.DatabaseName))
		if got != old && got != fresh {
			t.Fatalf("round %d left neither the old data nor the new:\n%s", round, got)
		}
		left := tree(t, dir)
		for name := range left {
			if strings.HasPrefix(name, scratchPrefix) || strings.HasPrefix(name, decidedPrefix) {
				t.Errorf("round %d left %s", round, name)
			}
		}
		for name, text := range credentials {
			if left[name] != text {
				t.Errorf("round %d: %s is now %q", round, name, left[name])
			}
		}
		addThreads(t, dir, fmt.Sprintf("thread of round %d", round))
	}
	if killed == 0 {
		t.Error("no import was killed")
	}
}

func importer(ctx context.Context, file, dir string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, os.Args[0])
	cmd.Env = append(os.Environ(), importFile+"="+file, importInto+"="+dir)
	return cmd
}

// hub export works beside a hub that starts: what it is about to pack stays, and what one that was
// killed has left goes.
func TestRecoverBesideAnExport(t *testing.T) {
	dir := t.TempDir()
	addThreads(t, dir, "one")
	if err := os.Mkdir(filepath.Join(dir, exportPrefix+"left"), 0o700); err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(t.Context(), dir, store.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer closeStore(t, s)
	recovered := false
	w := writerFunc(func(b []byte) (int, error) {
		if !recovered {
			recovered = true
			if err := Recover(dir); err != nil {
				t.Error(err)
			}
		}
		return len(b), nil
	})
	if err := Export(t.Context(), s, Options{Passphrase: "a good long passphrase"}, w); err != nil || !recovered {
		t.Errorf("the export: %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, exportPrefix+"*")); err != nil || len(left) > 0 {
		t.Errorf("left in the data folder: %q, %v", left, err)
	}
}

type writerFunc func([]byte) (int, error)

func (w writerFunc) Write(b []byte) (int, error) { return w(b) }
