package backup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

// nightly is a service with scheduled backups, on a clock that stands still until moved.
type nightly struct {
	*Service
	t     *testing.T
	clock *storetest.Clock
	log   *observer.ObservedLogs
}

// newNightly begins at noon; the first backup is due at 03:30 of the next day.
func newNightly(t *testing.T, edits ...func(*Config)) *nightly {
	t.Helper()
	n := &nightly{t: t, clock: storetest.NewClock(time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC))}
	dir := storetest.Dir(t)
	addThreads(t, dir, "thread one", "thread two")
	s, err := store.Open(t.Context(), dir, store.Options{Now: n.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeStore(t, s) })
	keeper, err := OpenKeeper(dir)
	if err != nil {
		t.Fatal(err)
	}
	cron, err := schedule.Parse("30 3 * * *")
	if err != nil {
		t.Fatal(err)
	}
	core, log := observer.New(zap.InfoLevel)
	n.log = log
	cfg := Config{Store: s, Keeper: keeper, Policy: store.Policy{Zone: time.UTC}, Logger: zap.New(core), Version: "1.2.3", Values: Values{Dir: t.TempDir(), Cron: cron, Keep: 3}}
	for _, edit := range edits {
		edit(&cfg)
	}
	n.Service = NewService(cfg)
	n.wantDue("2026-05-05T03:30:00Z")
	return n
}

// job does what the engine would at this moment, and reports whether it ran.
func (n *nightly) job() bool {
	n.t.Helper()
	job := n.Jobs()[0]
	at, ok, err := job.Due(n.t.Context())
	if err != nil {
		n.t.Fatal(err)
	}
	if !ok || at.After(n.clock.Now()) {
		return false
	}
	if err := job.Run(n.t.Context()); err != nil {
		n.t.Fatal(err)
	}
	return true
}

// nights lets so many nights pass, each with its backup.
func (n *nightly) nights(count int) {
	n.t.Helper()
	for range count {
		at, _, err := n.due(n.t.Context())
		if err != nil {
			n.t.Fatal(err)
		}
		n.clock.Set(at)
		if !n.job() {
			n.t.Fatal("no backup was made")
		}
		if last, _ := n.Keeper.Last(); last.Error != "" {
			n.t.Fatal(last.Error)
		}
	}
}

func (n *nightly) wantDue(want string) {
	n.t.Helper()
	at, ok, err := n.due(n.t.Context())
	if got := at.UTC().Format(time.RFC3339); err != nil || !ok || got != want {
		n.t.Errorf("due at %s, %t, %v; want %s", got, ok, err, want)
	}
}

// files are the names in the backup folder.
func (n *nightly) files() []string { return slices.Sorted(maps.Keys(tree(n.t, n.Dir))) }

func (n *nightly) wantFiles(want ...string) {
	n.t.Helper()
	if got := n.files(); !slices.Equal(got, want) {
		n.t.Errorf("the folder holds %q, want %q", got, want)
	}
}

// said are the messages in the log since the last call.
func (n *nightly) said() string {
	var list []string
	for _, e := range n.log.TakeAll() {
		list = append(list, e.Level.String()+": "+e.Message)
	}
	return strings.Join(list, "\n")
}

// A disk of another machine may have no way to sync a folder: its backups are recorded and rotated all
// the same.
func TestABackupFolderThatCannotBeSynced(t *testing.T) {
	syncFolder = func(string) error {
		return &fs.PathError{Op: "sync", Path: "/mnt/share", Err: errors.New("invalid argument")}
	}
	t.Cleanup(func() { syncFolder = store.SyncFolder })
	n := newNightly(t, func(c *Config) { c.Keep = 1 })
	n.nights(2)
	n.wantFiles("hub-backup-20260506T033000Z.zip")
	file := filepath.Join(t.TempDir(), "hub.zip")
	if _, err := ExportFile(t.Context(), n.Store, Options{}, file); err != nil {
		t.Error(err)
	}
}

func TestScheduledBackup(t *testing.T) {
	n := newNightly(t)
	if n.job() {
		t.Error("a backup was made before its time")
	}
	if got := n.Status(); got.Next.Format(time.RFC3339) != "2026-05-05T03:30:00Z" || got.Last != nil || got.Success != nil || got.Problem != "" {
		t.Errorf("%+v", got)
	}
	before := tree(t, n.Store.Dir())
	n.nights(1)
	n.wantFiles("hub-backup-20260505T033000Z.zip")
	file := filepath.Join(n.Dir, "hub-backup-20260505T033000Z.zip")
	info, err := os.Stat(file)
	if err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	v, err := Verify(t.Context(), file, NoPassphrase, t.TempDir())
	if err != nil || v.Counts.Threads != 2 || v.Manifest.HubVersion != "1.2.3" {
		t.Errorf("%+v, %v", v, err)
	}
	last, success := n.Keeper.Last()
	if last != success || last.File != file || last.Bytes != info.Size() || last.Counts != v.Counts || last.Encrypted || last.Error != "" || !last.At.Equal(n.clock.Now()) {
		t.Errorf("%+v, %+v", last, success)
	}
	n.wantDue("2026-05-06T03:30:00Z")
	if n.job() {
		t.Error("a second backup was made for the same slot")
	}
	again, err := OpenKeeper(n.Store.Dir())
	if err != nil {
		t.Fatal(err)
	}
	if kept, _ := again.Last(); *kept != *last {
		t.Errorf("after a restart: %+v, want %+v", kept, last)
	}
	after := tree(t, n.Store.Dir())
	for name := range after {
		if _, there := before[name]; !there && name != RecordName && name != store.IndexName {
			t.Errorf("%s is left in the data folder", name)
		}
	}
	if strings.Contains(after[RecordName], "thread one") {
		t.Error("the record tells of the threads")
	}
}

// However many slots went by while the hub was down, one backup makes up for them.
func TestMissedBackupIsMadeUpForOnce(t *testing.T) {
	n := newNightly(t)
	n.clock.Advance(40*24*time.Hour + time.Minute)
	if !n.job() || n.job() {
		t.Error("want one backup")
	}
	n.wantFiles("hub-backup-20260613T120100Z.zip")
	n.wantDue("2026-06-14T03:30:00Z")
}

func TestNoFolderNoBackups(t *testing.T) {
	n := newNightly(t)
	none := NewService(Config{Store: n.Store, Keeper: n.Keeper})
	if _, ok, err := none.due(t.Context()); ok || err != nil || none.Status() != nil || none.Ready() != nil {
		t.Errorf("%t, %v", ok, err)
	}
}

func TestScheduledBackupIsEncrypted(t *testing.T) {
	n := newNightly(t, func(c *Config) { c.Passphrase = "correct horse battery" })
	n.nights(1)
	n.wantFiles("hub-backup-20260505T033000Z.enc")
	for name, content := range tree(t, n.Dir) {
		if !strings.HasPrefix(content, sealMark) || strings.Contains(content, "thread one") {
			t.Errorf("%s is not encrypted", name)
		}
		v, err := Verify(t.Context(), filepath.Join(n.Dir, name), pass("correct horse battery"), t.TempDir())
		if err != nil || !v.Encrypted || v.Counts.Threads != 2 {
			t.Errorf("%+v, %v", v, err)
		}
	}
	if status := n.Status(); !status.Encrypted || !status.Success.Encrypted {
		t.Errorf("%+v", status)
	}
	if text := tree(t, n.Store.Dir())[RecordName]; strings.Contains(text, "horse") {
		t.Error("the record holds the passphrase")
	}
}

// Whatever goes wrong, the backups that are there stay, the owner is told in words, the log
// once, and it is tried again until it succeeds.
func TestBackupThatFails(t *testing.T) {
	plant := func(n *nightly) func() {
		db := filepath.Join(n.Store.Dir(), store.DatabaseName)
		alter(t, db, "CREATE TRIGGER planted AFTER INSERT ON slots BEGIN SELECT 1; END")
		return func() { alter(t, db, "DROP TRIGGER planted") }
	}
	aside := func(path string, instead func(path string) error) func(*nightly) func() {
		return func(n *nightly) func() {
			from := strings.Replace(path, "DIR", n.Dir, 1)
			if err := os.Rename(from, from+".aside"); err != nil {
				t.Fatal(err)
			}
			if err := instead(from); err != nil {
				t.Fatal(err)
			}
			return func() {
				if err := errors.Join(os.RemoveAll(from), os.Rename(from+".aside", from)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for _, tt := range []struct {
		name string
		do   func(*nightly) (undo func())
		want string
	}{
		{"the folder is gone", aside("DIR", func(string) error { return nil }), "is missing; make it, or connect its disk"},
		{"the folder is a file", aside("DIR", func(p string) error { return os.WriteFile(p, nil, 0o600) }), "is not a folder"},
		{"the folder is the data folder", func(n *nightly) func() {
			was := n.Dir
			n.Dir = n.Store.Dir()
			return func() { n.Dir = was }
		}, "is the data folder itself"},
		{"what is written can't be restored", plant, "trigger planted, which no hub makes"},
		{"a half-written file is in the way", func(n *nightly) func() {
			// As if another process were about to write the same.
			half := filepath.Join(n.Dir, ".hub-backup-20260506T033000Z.zip.part")
			write(t, n.Dir, filepath.Base(half), "theirs")
			return func() {
				if err := n.Keeper.Tidy(); err != nil || tree(t, n.Dir)[filepath.Base(half)] != "theirs" {
					t.Errorf("the file of another is gone, %v", err)
				}
				_ = os.Remove(half)
			}
		}, "file exists"},
		{"a file of its name is there", func(n *nightly) func() {
			write(t, n.Dir, "hub-backup-20260506T033000Z.zip", "theirs")
			return func() { _ = os.Remove(filepath.Join(n.Dir, "hub-backup-20260506T033000Z.zip")) }
		}, "is there already"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			n := newNightly(t)
			n.nights(1)
			before := tree(t, n.Dir)
			n.said()
			n.clock.Set(time.Date(2026, 5, 6, 3, 30, 0, 0, time.UTC))
			undo := tt.do(n)
			if !n.job() {
				t.Fatal("it did not run")
			}
			status := n.Status()
			if !strings.Contains(status.Problem, tt.want) || status.Last.Error == "" || status.Success == nil || status.Success.Error != "" {
				t.Errorf("%q, want %q; %+v", status.Problem, tt.want, status)
			}
			if got := n.said(); strings.Count(got, "error: ") != 1 || strings.Contains(got, "\n") {
				t.Errorf("said: %s", got)
			}
			if n.job() {
				t.Error("it was tried again at once")
			}
			undo()
			if after := tree(t, n.Dir); !maps.Equal(before, after) {
				t.Errorf("the folder holds %v", n.files())
			}
			n.clock.Advance(patience)
			if !n.job() || n.Status().Problem != "" || len(n.files()) != 2 {
				t.Errorf("it is not made up for: %+v, %v", n.Status(), n.files())
			}
			n.wantDue("2026-05-07T03:30:00Z")
		})
	}
}

func TestFailureIsSaidOnce(t *testing.T) {
	n := newNightly(t)
	dir := n.Dir
	n.Dir = filepath.Join(dir, "missing")
	n.clock.Set(time.Date(2026, 5, 5, 3, 30, 0, 0, time.UTC))
	for range 5 {
		if !n.job() {
			t.Fatal("it did not run")
		}
		n.clock.Advance(patience)
	}
	if got := n.said(); strings.Count(got, "error: ") != 1 {
		t.Errorf("said: %s", got)
	}
	alter(t, filepath.Join(n.Store.Dir(), store.DatabaseName), "CREATE VIEW planted AS SELECT 1")
	n.Dir = dir
	if !n.job() { // no waiting: it is another folder
		t.Fatal("it did not run")
	}
	if got := n.said(); strings.Count(got, "error: ") != 1 {
		t.Errorf("of another failure it says: %s", got)
	}
	n.clock.Advance(patience)
	if !n.job() || n.said() != "" {
		t.Errorf("the name of the file makes it news")
	}
	n.wantFiles()
}

// A run that a kill cut short leaves a half file; the next start removes it, and makes the
// backup again.
func TestKilledBackup(t *testing.T) {
	n := newNightly(t)
	n.nights(1)
	half := filepath.Join(n.Dir, ".hub-backup-20260506T033000Z.zip.part")
	write(t, n.Dir, filepath.Base(half), "half")
	if err := n.Keeper.change(func(r *record) { r.Partial = half }); err != nil {
		t.Fatal(err)
	}
	again, err := OpenKeeper(n.Store.Dir())
	if err != nil {
		t.Fatal(err)
	}
	n.Keeper = again
	if err := again.Tidy(); err != nil {
		t.Fatal(err)
	}
	n.wantFiles("hub-backup-20260505T033000Z.zip")
	n.clock.Set(time.Date(2026, 5, 6, 3, 31, 0, 0, time.UTC))
	if !n.job() {
		t.Error("it is not made up for")
	}
	n.wantFiles("hub-backup-20260505T033000Z.zip", "hub-backup-20260506T033100Z.zip")
}

func TestBackupEndsWithTheHub(t *testing.T) {
	n := newNightly(t)
	n.clock.Set(time.Date(2026, 5, 5, 3, 30, 0, 0, time.UTC))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := n.run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	n.wantFiles()
	if last, _ := n.Keeper.Last(); last != nil || n.said() != "" {
		t.Errorf("%+v", last)
	}
	n.wantDue("2026-05-05T03:30:00Z")
}

// alter runs statements in a database beside the hub.
func alter(t *testing.T, database, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+database+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), statements); err != nil {
		t.Fatal(fmt.Errorf("%s: %w", statements, err))
	}
}
