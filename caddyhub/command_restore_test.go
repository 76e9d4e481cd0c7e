package caddyhub

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

// replicated is a hub with a replica in a folder.
type replicated struct {
	*served
	t       *testing.T
	dir, to string
	threads int
}

func serveReplicated(t *testing.T) *replicated {
	t.Helper()
	r := &replicated{t: t, dir: filepath.Join(t.TempDir(), "data"), to: "file:" + t.TempDir()}
	r.served = startServe(t, []string{"HUB_REPLICATE_TO=" + r.to}, "--data", r.dir)
	return r
}

// add makes threads and waits until they are in the replica.
func (r *replicated) add(n int) {
	r.t.Helper()
	for range n {
		r.threads++
		if status, body, err := do(r.t.Context(), http.MethodPost, r.base+"/api/threads", strings.NewReader(fmt.Sprintf(`{"summary":"Thread %d"}`, r.threads))); err != nil || status != http.StatusCreated {
			r.t.Fatalf("create: %d %s %v", status, body, err)
		}
	}
	// Lags are told in tenths of a second: a commit that is missing shows in some looks.
	for end, good := time.Now().Add(time.Minute), 0; good < 5; time.Sleep(50 * time.Millisecond) {
		var server struct {
			Replica struct {
				State      string
				LagSeconds float64 `json:"lag_seconds"`
				Error      *string
			}
		}
		_, body, err := get(r.t.Context(), r.base+"/api/server")
		if err != nil || json.Unmarshal([]byte(body), &server) != nil {
			r.t.Fatalf("%s %v", body, err)
		}
		good++
		if s := server.Replica; s.State != "ok" || s.LagSeconds > 0 {
			good = 0
		}
		if time.Now().After(end) {
			r.t.Fatalf("not replicated: %+v", server.Replica)
		}
	}
}

// threadsIn is how many threads a data folder holds.
func threadsIn(t *testing.T, file string) int {
	t.Helper()
	c, err := store.CountDatabase(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	return c.Threads
}

// The database comes back on another machine, as it is and as it was.
func TestRestoreFromAReplica(t *testing.T) {
	t.Parallel()
	r := serveReplicated(t)
	r.add(3)
	time.Sleep(1100 * time.Millisecond) // moments are told apart by the second
	before := time.Now()
	time.Sleep(1100 * time.Millisecond)
	r.add(2)

	if _, errs, status := run(t, nil, "restore", "--from", r.to, "--data", r.dir); status != 1 || !strings.Contains(errs, "is in use by process") {
		t.Errorf("while the hub runs: %d %s", status, errs)
	}
	r.interrupt(t)
	if err := os.RemoveAll(r.dir); err != nil { // its disk is gone
		t.Fatal(err)
	}

	dir := filepath.Join(t.TempDir(), "another")
	out, errs, status := run(t, []string{"HUB_REPLICATE_TO=" + r.to}, "restore", "--data", dir)
	if status != 0 || !strings.Contains(out, "5 threads") || strings.Contains(out, "before is in") {
		t.Fatalf("%d %s %s", status, out, errs)
	}
	file := filepath.Join(t.TempDir(), "copy.sqlite3")
	out, errs, status = run(t, nil, "restore", "--from", r.to, "--at", before.Format(time.RFC3339Nano), "-o", file, "--json")
	var done struct {
		Moment time.Time
		File   string
		Counts store.Counts
	}
	if status != 0 || json.Unmarshal([]byte(out), &done) != nil || done.Counts.Threads != 3 || done.Moment.After(before) || done.File != file || threadsIn(t, file) != 3 {
		t.Errorf("a moment before: %d %s %s", status, out, errs)
	}
	if _, errs, status := run(t, nil, "restore", "--from", r.to, "-o", file); status != 1 || !strings.Contains(errs, "is there already") {
		t.Errorf("over a file: %d %s", status, errs)
	}
	out, errs, status = run(t, nil, "restore", "--from", r.to, "--list", "--json")
	var list struct {
		Oldest, Newest time.Time
		Files          int
	}
	if status != 0 || json.Unmarshal([]byte(out), &list) != nil || list.Files == 0 || !list.Oldest.Before(before) || !list.Newest.After(before) {
		t.Errorf("the list: %d %s %s", status, out, errs)
	}
	if out, _, status := run(t, nil, "restore", "--from", r.to, "--list"); status != 0 || !strings.HasPrefix(out, "any moment from ") {
		t.Errorf("the list: %d %s", status, out)
	}
	if _, errs, status := run(t, nil, "restore", "--from", r.to, "--at", "30d", "--data", dir); status != 1 || !strings.Contains(errs, "the replica goes from ") {
		t.Errorf("a moment of no replica: %d %s", status, errs)
	}

	again := startServe(t, nil, "--data", dir)
	if _, body, err := get(t.Context(), again.base+"/api/threads"); err != nil || strings.Count(body, `"summary"`) != 5 {
		t.Errorf("%s %v", body, err)
	}
	again.interrupt(t)
	out, errs, status = run(t, nil, "restore", "--from", r.to, "--at", before.Format("2006-01-02T15:04:05.999"), "--data", dir)
	if status != 0 || !strings.Contains(out, "3 threads") || !strings.Contains(out, ".bak-") {
		t.Errorf("over a database: %d %s %s", status, out, errs)
	}
	if got := threadsIn(t, filepath.Join(dir, store.DatabaseName)); got != 3 {
		t.Errorf("%d threads", got)
	}

	// It goes on in the same place, and so it does after an import.
	r.served, r.dir = startServe(t, []string{"HUB_REPLICATE_TO=" + r.to}, "--data", dir), dir
	r.add(1)
	saved := filepath.Join(t.TempDir(), "hub.zip")
	if _, errs, status := run(t, nil, "export", "-o", saved, "--data", dir); status != 0 {
		t.Fatal(errs)
	}
	r.add(2)
	r.interrupt(t)
	if _, errs, status := run(t, nil, "import", saved, "--data", dir); status != 0 {
		t.Fatal(errs)
	}
	r.served = startServe(t, []string{"HUB_REPLICATE_TO=" + r.to}, "--data", dir)
	r.add(1)
	r.interrupt(t)
	file = filepath.Join(t.TempDir(), "last.sqlite3")
	if _, errs, status := run(t, nil, "restore", "--from", r.to, "-o", file); status != 0 || threadsIn(t, file) != 5 {
		t.Errorf("after a restore and an import: %d threads, %s", threadsIn(t, file), errs)
	}
}

// Whoever begins anew without a database does not send the empty one over the replica of the old one.
func TestABeginningLeavesTheReplica(t *testing.T) {
	t.Parallel()
	r := serveReplicated(t)
	r.add(2)
	r.interrupt(t)
	if err := os.Remove(filepath.Join(r.dir, store.DatabaseName)); err != nil {
		t.Fatal(err)
	}
	anew := startServe(t, []string{"HUB_REPLICATE_TO=" + r.to}, "--new", "--data", r.dir)
	until(t, "the replica is foreign", func() bool {
		_, body, err := get(t.Context(), anew.base+"/api/server")
		if err != nil || strings.Contains(body, `"state":"ok"`) {
			t.Fatalf("%s %v", body, err)
		}
		return strings.Contains(body, "none of this data folder")
	})
	anew.interrupt(t)
	file := filepath.Join(t.TempDir(), "newest.sqlite3")
	if _, errs, status := run(t, nil, "restore", "--from", r.to, "-o", file); status != 0 || threadsIn(t, file) != 2 {
		t.Errorf("the replica: %d threads, %s", threadsIn(t, file), errs)
	}
}

func TestRestoreUsage(t *testing.T) {
	t.Parallel()
	empty := "file:" + t.TempDir()
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"", 2, "--from says where the replica is"},
		{"--from /mnt/hub", 2, "must begin with file:"},
		{"--from sftp://hub@nas/b", 2, "key_file"},
		{"--from " + empty + " --at yesterday", 2, "--at must be a time"},
		{"--from " + empty + " --list --at 2h", 2, "--list changes nothing"},
		{"--from " + empty + " --follow", 2, "--follow needs -o"},
		{"--from " + empty + " --follow -o x --at 2h", 2, "leave --at away"},
		{"--from " + empty + " -o /nowhere/at/all/x", 2, "-o: the folder /nowhere/at/all is not there: make it first"},
		{"--from " + empty + " --list", 1, "there is no replica in this target"},
		{"--from file:/nowhere/at/all --list", 1, "is not there"},
	} {
		_, errs, status := run(t, nil, append([]string{"restore"}, strings.Fields(c.args)...)...)
		if status != c.status || !strings.Contains(errs, c.want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: %d %s", c.args, status, errs)
		}
	}
}

func TestMomentOf(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("there", 2*60*60)
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, zone)
	for text, want := range map[string]time.Time{
		"":                              {},
		"2h":                            now.Add(-2 * time.Hour),
		"90m":                           now.Add(-90 * time.Minute),
		"3d":                            now.AddDate(0, 0, -3),
		"2026-05-04T09:00":              time.Date(2026, 5, 4, 9, 0, 0, 999_000_000, zone),
		"2026-05-04 09:00:30":           time.Date(2026, 5, 4, 9, 0, 30, 999_000_000, zone),
		"2026-05-04T09:00:30Z":          time.Date(2026, 5, 4, 9, 0, 30, 999_000_000, time.UTC),
		"2026-05-04T09:00:30.250+05:30": time.Date(2026, 5, 4, 3, 30, 30, 250_000_000, time.UTC),
	} {
		if got, err := momentOf(text, now); err != nil || !got.Equal(want) {
			t.Errorf("%q: %s, %v", text, got, err)
		}
	}
	for _, text := range []string{"yesterday", "-2h", "09:00", "2026-13-01"} {
		if got, err := momentOf(text, now); err == nil {
			t.Errorf("%q: %s", text, got)
		}
	}
}
