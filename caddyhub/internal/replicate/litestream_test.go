package replicate

import (
	"database/sql"
	"path/filepath"
	"testing"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/benbjohnson/litestream/file"

	"github.com/progresshub/progresshub/store"
)

// A replica that is not encrypted is one of Litestream's own.
func TestLitestreamReadsAReplica(t *testing.T) {
	t.Parallel()
	v := folder(t)
	h := start(t, t.TempDir())
	h.keeper.Take(v)
	h.add(20)
	h.arrives()
	h.stop()
	r := litestream.NewReplicaWithClient(nil, file.NewReplicaClient(v.To.Folder()))
	o := litestream.NewRestoreOptions()
	o.OutputPath = filepath.Join(t.TempDir(), store.DatabaseName)
	o.IntegrityCheck = litestream.IntegrityCheckFull
	if err := r.Restore(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if err := differ(sums(t, filepath.Join(h.dir, store.DatabaseName)), sums(t, o.OutputPath)); err != nil {
		t.Error(err)
	}
}

// The tables that a migration makes are those that Litestream would: it changes no schema, and a
// hub knows its own database again.
func TestTheTablesAreLitestreams(t *testing.T) {
	t.Parallel()
	tables := func(path string) map[string]string {
		t.Helper()
		db, err := sql.Open("sqlite", "file:"+path)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		rows, err := db.QueryContext(t.Context(), "SELECT name, sql FROM sqlite_schema WHERE name GLOB '_litestream_*'")
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		found := map[string]string{}
		for rows.Next() {
			var name, text string
			if err := rows.Scan(&name, &text); err != nil {
				t.Fatal(err)
			}
			found[name] = text
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		return found
	}
	theirs := filepath.Join(t.TempDir(), "theirs")
	other, err := sql.Open("sqlite", "file:"+theirs+"?_pragma=journal_mode(wal)")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.ExecContext(t.Context(), "CREATE TABLE t(x)"); err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	db := litestream.NewDB(theirs)
	db.Replica = litestream.NewReplicaWithClient(db, file.NewReplicaClient(t.TempDir()))
	db.Replica.MonitorEnabled, db.MonitorInterval = false, 0
	if err := db.Open(); err != nil {
		t.Fatal(err)
	}
	if err := db.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	h := start(t, t.TempDir())
	h.stop()
	ours, want := tables(filepath.Join(h.dir, store.DatabaseName)), tables(theirs)
	if err := db.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if len(ours) != 2 || len(want) != 2 {
		t.Fatalf("%d tables of ours, %d of Litestream's", len(ours), len(want))
	}
	for name, text := range want {
		if ours[name] != text {
			t.Errorf("%s is %q, and Litestream's is %q", name, ours[name], text)
		}
	}
}

// With external, Litestream's own program replicates beside the hub, which leaves the log to it and
// ends as fast as ever.
func TestLitestreamReplicatesBesideTheHub(t *testing.T) {
	t.Parallel()
	target := t.TempDir()
	h := start(t, t.TempDir())
	h.keeper.Take(Values{To: External})
	h.add(1)
	db := litestream.NewDB(filepath.Join(h.dir, store.DatabaseName))
	db.Replica = litestream.NewReplicaWithClient(db, file.NewReplicaClient(target))
	if err := db.Open(); err != nil {
		t.Fatal(err)
	}
	h.add(50)
	if s := h.keeper.Status(); s.State != Off || s.To != External {
		t.Errorf("%+v", s)
	}
	h.until("the other one has begun", func() bool { at, err := db.Pos(); return err == nil && at.TXID > 0 })
	began := time.Now()
	h.stop()
	if took := time.Since(began); took > 9*time.Second { // emptying the log would wait for ten
		t.Errorf("it took %s to end", took)
	}
	if err := db.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !WasUsed(h.dir) {
		t.Error("the next start would take the log for that of a killed hub")
	}
	restored, _ := restored(t, Values{To: Address("file:" + target)}, time.Time{})
	if err := differ(sums(t, filepath.Join(h.dir, store.DatabaseName)), sums(t, restored)); err != nil {
		t.Error(err)
	}
	if _, err := OpenSource(t.Context(), Values{To: External}, nobody, nil); err == nil {
		t.Error("external is taken for a place")
	}
}
