package store

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store/sqlite"
)

func TestSnapshotLeavesOutWhatIsSecret(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	var secrets []string
	var last Thread
	for i := range 30 {
		last = create(t, s, fmt.Sprint("thread ", i))
		held := claim(t, s, last.ID, "holder of the moment")
		secrets = append(secrets, held.LeaseID)
		r := receipt(fmt.Sprint("secret-key-", i), "digest")
		r.Answer = func(any) ([]byte, error) { return []byte("answer-" + held.LeaseID), nil }
		done(t)(s.Block(t.Context(), By{Actor: Agent, Receipt: r}, last.ID, Guard{LeaseID: held.LeaseID}, "r"))
		secrets = append(secrets, r.Key, "answer-")
	}
	if err := s.ReachForge(t.Context(), "5f3c"); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "copy?.sqlite3")
	if err := s.Snapshot(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range secrets {
		if bytes.Contains(raw, []byte(secret)) {
			t.Errorf("the copy holds %q", secret)
		}
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if raw[18] != 1 || raw[19] != 1 {
		t.Error("the copy wants a write-ahead log beside it")
	}
	if entries, _ := os.ReadDir(filepath.Dir(file)); len(entries) != 1 {
		t.Errorf("%d files were left beside the copy", len(entries)-1)
	}
	if version, _, err := CheckDatabase(t.Context(), file); err != nil || version != SchemaVersion() {
		t.Errorf("check: version %d, %v", version, err)
	}
	dir := t.TempDir()
	copyFile(t, file, database(dir))
	restored := openStore(t, dir, Options{Now: s.now})
	want := read(t, s, last.ID)
	if want.Lease == nil {
		t.Error("the copy took the lease from the original")
	}
	want.Lease, want.lease = nil, leaseRow{}
	if got := read(t, restored, last.ID); fmt.Sprint(shown(t, got)) != fmt.Sprint(shown(t, want)) {
		t.Errorf("restored %+v\nwant     %+v", got, want)
	}
	if f, err := restored.Forge(t.Context()); err != nil || f.Tip != "5f3c" || !f.Restored {
		t.Errorf("of the forge it knows %+v, %v", f, err)
	}
	if f, err := s.Forge(t.Context()); err != nil || f.Tip != "5f3c" || f.Restored {
		t.Errorf("the original knows %+v, %v", f, err)
	}
	checkCounts(t, restored)
	if got := overlap(t, restored, OverlapQuery{Text: "thread 7"}); len(got.Hits) == 0 {
		t.Error("nothing is found in the restored store")
	}
}

func TestSnapshotDestroysNothing(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	create(t, s, "s")
	dir := t.TempDir()
	file := filepath.Join(dir, "copy")
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Snapshot(t.Context(), file); err == nil || files(t, dir)["copy"] != "mine" {
		t.Errorf("an existing file was overwritten: %v", err)
	}
	if err := s.Snapshot(t.Context(), filepath.Join(dir, "missing", "copy")); err == nil {
		t.Error("no folder, no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Snapshot(ctx, filepath.Join(dir, "ended")); err == nil {
		t.Error("an ended request made a copy")
	}
	if left := files(t, dir); len(left) != 1 {
		t.Errorf("a failed copy left its file behind, with what is to stay out: %d files", len(left))
	}
}

// Each copy is the state between two commits: a thread is in it with its event, its count
// and its search row, or not at all. Half of the copies come from a store of another
// process, which only reads.
func TestSnapshotIsConsistentUnderWrites(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	beside := openStore(t, s.Dir(), Options{ReadOnly: true})
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	started := make(chan struct{}, 4)
	for i := range 4 {
		wg.Go(func() {
			for j := 0; ctx.Err() == nil; j++ {
				w, err := s.CreateThread(context.Background(), agent, "", ThreadInput{Summary: Some(fmt.Sprint(i, j)), ProjectSlug: Some(fmt.Sprint("p", j%3))}, true)
				if err == nil {
					_, err = s.Finish(context.Background(), agent, w.Item.ID, Guard{}, StatusDone, "")
				}
				if err != nil {
					t.Error(err)
					return
				}
				if j == 0 {
					started <- struct{}{}
				}
			}
		})
	}
	for range 4 {
		<-started
	}
	copies := 4
	if testing.Short() {
		copies = 2
	}
	for n := range copies {
		from := []*Store{s, beside}[n%2]
		dir := t.TempDir()
		before := number(t, s, "SELECT count(*) FROM threads")
		if err := from.Snapshot(t.Context(), database(dir)); err != nil {
			t.Fatal(err)
		}
		after := number(t, s, "SELECT count(*) FROM threads")
		if _, _, err := CheckDatabase(t.Context(), database(dir)); err != nil {
			t.Error(err)
		}
		restored := openStore(t, dir, Options{ReadOnly: true})
		checkWhole(t, restored)
		if got := number(t, restored, "SELECT count(*) FROM threads"); got < before || got > after {
			t.Errorf("%d threads, want %d to %d", got, before, after)
		}
	}
	stop()
	wg.Wait()
}

// checkWhole says whether every thread has its event, its count and its search row.
func checkWhole(t testing.TB, s *Store) {
	t.Helper()
	threads := number(t, s, "SELECT count(*) FROM threads")
	for what, query := range map[string]string{
		"counts":          "SELECT coalesce(sum(n), 0) FROM thread_counts",
		"search rows":     "SELECT count(*) FROM search_index WHERE rowid NOT IN (SELECT row FROM search_kinds)",
		"creation events": "SELECT count(*) FROM threads JOIN events ON subject = 'hub://threads/' || threads.id AND kind = 'thread.created'",
		"statuses with their event": `SELECT count(*) FROM threads WHERE status = 'open'
			OR EXISTS (SELECT 1 FROM events WHERE subject = 'hub://threads/' || threads.id AND kind = 'thread.' || status)`,
	} {
		if got := number(t, s, query); got != threads {
			t.Errorf("%d %s of %d threads", got, what, threads)
		}
	}
	checkIntegrity(t, s)
}

func checkIntegrity(t testing.TB, s *Store) {
	t.Helper()
	var verdict string
	// On a connection that has not read full text: what one remembers of it is held against it.
	err := sqlite.Read(t.Context(), database(s.Dir()), func(db sqlite.Querier) error {
		return db.QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&verdict)
	})
	if err != nil || verdict != "ok" {
		t.Errorf("integrity: %s, %v", verdict, err)
	}
}

func TestCheckDatabaseSeesDamage(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for i := range 200 {
		create(t, s, fmt.Sprint(strings.Repeat("long ", 50), i), inProject(fmt.Sprint("p", i%7)))
	}
	whole := filepath.Join(t.TempDir(), "whole")
	if err := s.Snapshot(t.Context(), whole); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	// Whole pages only: a flipped letter inside a text is not damage SQLite can know.
	for name, damage := range map[string]func([]byte) []byte{
		"a page of zeros":      func(b []byte) []byte { clear(b[len(b)/8192*4096:][:4096]); return b },
		"the schema":           func(b []byte) []byte { clear(b[100:4096]); return b },
		"the end cut off":      func(b []byte) []byte { return b[:len(b)-4096] },
		"the first page alone": func(b []byte) []byte { return b[:4096] },
		"nothing but zeros":    func(b []byte) []byte { clear(b); return b },
	} {
		file := filepath.Join(t.TempDir(), "damaged")
		if err := os.WriteFile(file, damage(bytes.Clone(raw)), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := CheckDatabase(t.Context(), file); err == nil {
			t.Errorf("%s: passes the check", name)
		}
	}
	lost := foreign(t, whole, "PRAGMA foreign_keys = 0", "DELETE FROM projects WHERE slug = 'p3'")
	lost.Close()
	if _, _, err := CheckDatabase(t.Context(), whole); err == nil || !strings.Contains(err.Error(), "missing") {
		t.Errorf("threads without their project: %v", err)
	}
	if _, _, err := CheckDatabase(t.Context(), filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("no file passes the check")
	}
}

func TestReadOnlyStoreReadsBesideTheWriter(t *testing.T) {
	t.Parallel()
	s, c := newStore(t)
	th := create(t, s, "seen by both")
	beside := openStore(t, s.Dir(), Options{ReadOnly: true, Now: c.Now})
	c.advance(time.Minute)
	done(t)(s.Block(t.Context(), agent, th.ID, Guard{}, "r"))
	if got := read(t, beside, th.ID); got.Status != StatusBlocked {
		t.Errorf("the reader sees %s", got.Status)
	}
	if got := overlap(t, beside, OverlapQuery{Text: "seen by both"}); len(got.Hits) != 1 {
		t.Errorf("overlap: %+v", got)
	}
}
