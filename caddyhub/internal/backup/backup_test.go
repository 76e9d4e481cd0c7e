package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

func TestRoundTrip(t *testing.T) {
	rounds := 20
	switch {
	case longRun:
		rounds = 1000
	case testing.Short():
		rounds = 4
	}
	random := rand.New(rand.NewPCG(1, 2))
	var all store.Counts
	for round := range rounds {
		t.Run(fmt.Sprintf("database %d", round), func(t *testing.T) {
			dir := randomData(t, random, random.IntN(40))
			file := export(t, dir)
			to := filepath.Join(t.TempDir(), "new", "data")
			r := restore(t, file, to)
			if r.OldData != "" || r.Manifest.HubVersion != "1.2.3" || r.Manifest.SchemaVersion != store.SchemaVersion() {
				t.Errorf("restored %+v", r)
			}
			want, got := dump(t, filepath.Join(dir, store.DatabaseName)), dump(t, filepath.Join(to, store.DatabaseName))
			if want != got {
				t.Errorf("the restored database differs.\nwant:\n%s\ngot:\n%s", want, got)
			}
			held := r.Manifest.Counts
			for to, n := range map[*int]int{&all.Threads: held.Threads, &all.Projects: held.Projects, &all.Pages: held.Pages, &all.Reminders: held.Reminders, &all.Sessions: held.Sessions} {
				*to += n
			}
		})
	}
	if all.Threads == 0 || all.Projects == 0 || all.Pages == 0 || all.Reminders == 0 || all.Sessions == 0 {
		t.Errorf("the databases held no item of some kind: %+v", all)
	}
}

func TestRestoredFolderWorks(t *testing.T) {
	_, file := backupOf(t, "thread one", "thread two")
	to := filepath.Join(t.TempDir(), "data")
	restore(t, file, to)
	if info, err := os.Stat(to); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the data folder: %v, %v", info.Mode(), err)
	}
	if info, err := os.Stat(filepath.Join(to, store.DatabaseName)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the database: %v, %v", info.Mode(), err)
	}
	addThreads(t, to, "thread three")
	s := open(t, to)
	defer closeStore(t, s)
	page, err := s.Threads(t.Context(), store.ThreadFilter{}, store.Policy{})
	if err != nil || len(page.Threads) != 3 {
		t.Errorf("%d threads, %v", len(page.Threads), err)
	}
}

func TestImportKeepsOldData(t *testing.T) {
	_, file := backupOf(t, "thread from the backup")
	dir := t.TempDir()
	addThreads(t, dir, "thread from before")
	old := dump(t, filepath.Join(dir, store.DatabaseName))
	// As a hub leaves them when it is killed; they belong to the old database alone.
	write(t, dir, store.DatabaseName+"-shm", "shared memory")
	write(t, dir, store.DatabaseName+"-journal", "journal")

	r := restore(t, file, dir)
	if filepath.Dir(r.OldData) != dir || !strings.HasPrefix(filepath.Base(r.OldData), ".bak-") {
		t.Errorf("old data in %q", r.OldData)
	}
	kept := tree(t, r.OldData)
	if kept[store.DatabaseName+"-shm"] != "shared memory" || kept[store.DatabaseName+"-journal"] != "journal" {
		t.Errorf("side files kept: %v", maps.Keys(kept))
	}
	for _, side := range []string{"-shm", "-journal"} {
		if err := os.Remove(filepath.Join(r.OldData, store.DatabaseName+side)); err != nil {
			t.Fatal(err)
		}
	}
	if got := dump(t, filepath.Join(r.OldData, store.DatabaseName)); got != old {
		t.Errorf("the old data changed:\n%s", got)
	}
	for name := range tree(t, dir) {
		if name != store.DatabaseName && !strings.HasPrefix(name, ".bak-") {
			t.Errorf("left behind: %s", name)
		}
	}
	if again := restore(t, file, dir); again.OldData == r.OldData {
		t.Errorf("two restores keep their old data in one place, %s", again.OldData)
	}
}

func TestCredentialsAreNotTouched(t *testing.T) {
	from, _ := backupOf(t, "thread one")
	write(t, from, "dashboard-password.hash", "PASSWORD-CANARY")
	write(t, from, "secrets.json", "SECRET-CANARY")
	write(t, from, "access.json", "TOKEN-CANARY")
	file := export(t, from)
	packed, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	manifest, database := parts(t, file)
	for _, content := range [][]byte{packed, manifest.body, database.body} {
		if bytes.Contains(content, []byte("CANARY")) {
			t.Error("a credential is in the backup")
		}
	}
	withCredentials := build(t, manifest, part{name: "dashboard-password.hash", body: []byte("planted")}, database, part{name: "secrets.json", body: []byte("planted")}, part{name: "access.json", body: []byte("planted")})
	planted := filepath.Join(t.TempDir(), "planted.zip")
	if err := os.WriteFile(planted, withCredentials, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string]string{"a backup": file, "a backup with credentials put in": planted} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, "dashboard-password.hash", "mine\x00\r\n")
			write(t, dir, "secrets.json", `{"mine": true}`)
			write(t, dir, "access.json", `{"tokens": []}`)
			r := restore(t, file, dir)
			got := tree(t, dir)
			if got["dashboard-password.hash"] != "mine\x00\r\n" || got["secrets.json"] != `{"mine": true}` || got["access.json"] != `{"tokens": []}` {
				t.Errorf("credentials changed: %q", got)
			}
			if want := file == planted; (len(r.Ignored) == 3) != want {
				t.Errorf("ignored %v", r.Ignored)
			}
		})
	}
}

func TestSecretsOfTheMomentStayOut(t *testing.T) {
	dir := t.TempDir()
	addThreads(t, dir, "thread one")
	s := open(t, dir)
	page, err := s.Threads(t.Context(), store.ThreadFilter{}, store.Policy{})
	if err != nil {
		t.Fatal(err)
	}
	claimed, err := s.Claim(t.Context(), agent, page.Threads[0].ID, store.ClaimInput{Holder: "someone"})
	if err != nil {
		t.Fatal(err)
	}
	by := agent
	by.Receipt = &store.Receipt{Scope: "POST /api/threads", Key: "key", Request: []byte("digest"), Answer: func(any) ([]byte, error) { return []byte("RECEIPT-CANARY"), nil }}
	if _, err := s.CreateThread(t.Context(), by, "codex", store.ThreadInput{Summary: store.Some("thread two")}, true); err != nil {
		t.Fatal(err)
	}
	closeStore(t, s)
	_, database := parts(t, export(t, dir))
	for _, secret := range []string{claimed.Item.LeaseID, "RECEIPT-CANARY"} {
		if bytes.Contains(database.body, []byte(secret)) {
			t.Errorf("%q is in the backup", secret)
		}
	}
}

func TestExportLeavesNothingBehind(t *testing.T) {
	dir := t.TempDir()
	addThreads(t, dir, "thread one")
	before := dump(t, filepath.Join(dir, store.DatabaseName))
	s := open(t, dir)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Export(cancelled, s, Options{HubVersion: "1"}, new(bytes.Buffer)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled export: %v", err)
	}
	if err := Export(t.Context(), s, Options{HubVersion: "1"}, failingWriter{}); !errors.Is(err, errFull) {
		t.Errorf("export to a full disk: %v", err)
	}
	closeStore(t, s)
	for name := range tree(t, dir) {
		if name != store.DatabaseName && name != store.IndexName {
			t.Errorf("left behind: %s", name)
		}
	}
	if dump(t, filepath.Join(dir, store.DatabaseName)) != before {
		t.Error("the data changed")
	}
}

var errFull = errors.New("the disk is full")

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errFull }

func TestImportRefusesARunningHub(t *testing.T) {
	_, file := backupOf(t, "thread one")
	dir := t.TempDir()
	addThreads(t, dir, "thread from before")
	lock, err := store.AcquireLock(dir)
	if err != nil {
		t.Fatal(err)
	}
	before := tree(t, dir)
	var locked *store.LockedError
	if _, err := Import(t.Context(), file, NoPassphrase, dir); !errors.As(err, &locked) || locked.PID != os.Getpid() {
		t.Errorf("import beside a running hub: %v", err)
	}
	if after := tree(t, dir); !maps.Equal(before, after) {
		t.Error("the running hub's data changed")
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	restore(t, file, dir)
	if lock, err = store.AcquireLock(dir); err != nil {
		t.Fatalf("the import kept the lock: %v", err)
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
}

func TestImportOfNoFile(t *testing.T) {
	to := filepath.Join(t.TempDir(), "data")
	for name, file := range map[string]string{"missing": filepath.Join(t.TempDir(), "none.zip"), "a folder": t.TempDir()} {
		if _, err := Import(t.Context(), file, NoPassphrase, to); err == nil {
			t.Errorf("%s: imported", name)
		}
	}
	if _, err := Import(t.Context(), filepath.Join(to, "none.zip"), NoPassphrase, filepath.Join(to, "x")); err == nil {
		t.Error("imported")
	}
	if _, err := os.Stat(filepath.Join(to, "x")); err == nil {
		t.Error("a mistyped name made a data folder")
	}
}
