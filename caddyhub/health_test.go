package caddyhub

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/api"
	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

// problems waits until the areas that fail are these, and returns them. A stream that ends is
// begun anew, as browsers do: one that reads at the moment when the database goes away does.
func (f *follower) problems(t *testing.T, base string, areas ...string) map[string]api.OverviewProblem {
	t.Helper()
	for {
		status, body, err := get(t.Context(), base+"/api/overview")
		var o api.Overview
		if err != nil || status != 200 || json.Unmarshal([]byte(body), &o) != nil {
			t.Fatalf("%d %s %v", status, body, err)
		}
		found := map[string]api.OverviewProblem{}
		var got []string
		for _, p := range o.Problems {
			found[p.Area] = p
			got = append(got, p.Area)
		}
		if strings.Join(got, " ") == strings.Join(areas, " ") {
			return found
		}
		for name := f.line("event: "); name != "problems"; name = f.line("event: ") {
			if name == "" {
				*f = *follow(t, http.DefaultClient, base, "")
				break
			}
		}
	}
}

// What the owner set up and fails stands in the overview, in the metrics and on the stream,
// and goes away by itself.
func TestWhatFailsIsTold(t *testing.T) {
	dir, disk, port, nowhere := t.TempDir(), filepath.Join(t.TempDir(), "disk"), freePort(t), freePort(t)
	var refuses atomic.Bool
	refuses.Store(true)
	gw := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if refuses.Load() {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	t.Cleanup(gw.Close)
	cron, _ := daily() // no backup and no sync comes between
	config := fmt.Sprintf("data_dir %s\nbackup {\n dir %s\n cron %s\n}\ngateway {\n webhook_url %s\n}\nforge {\n url http://127.0.0.1:%s/me/notes.git\n sync both\n cron %s\n}", dir, disk, cron, gw.URL, nowhere, cron)
	load(t, site(t, port, config, "hub\nmetrics /metrics"))
	base := "http://127.0.0.1:" + port
	f := follow(t, http.DefaultClient, base, "")

	problems := func(areas ...string) map[string]api.OverviewProblem {
		t.Helper()
		return f.problems(t, base, areas...)
	}
	metrics := func(want ...string) {
		t.Helper()
		_, body, err := get(t.Context(), base+"/metrics")
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range want {
			if !strings.Contains(body, "\n"+line+"\n") {
				t.Errorf("the metrics lack %s", line)
			}
		}
	}
	post := func(path string) {
		t.Helper()
		if status, body, err := do(t.Context(), http.MethodPost, base+path, strings.NewReader("")); err != nil || status >= 300 {
			t.Fatalf("%s: %d %s %v", path, status, body, err)
		}
	}

	// From the start, long before the first backup is due.
	want := api.OverviewProblem{Area: "backup", Text: "Backups fail: the folder " + disk + " is missing; make it, or connect its disk.", URL: "/ui/settings/data"}
	want.Code, want.Params = "problem.backup", map[string]any{"why": map[string]any{"text": "the folder " + disk + " is missing; make it, or connect its disk", "code": "backup.folder_missing", "params": map[string]any{"folder": disk}}}
	got := problems("backup")["backup"]
	if want.Since = got.Since; !reflect.DeepEqual(got, want) || got.Since.IsZero() {
		t.Errorf("%+v, want %+v", got, want)
	}
	metrics(`hub_problem{area="backup"} 1`, `hub_problem{area="forge"} 0`, `hub_problem{area="gateway"} 0`, `hub_problem{area="storage"} 0`, "hub_backup_last_ok 0")

	post("/api/gateway/test")
	if got := problems("backup", "gateway")["gateway"]; got.Text != "Alerts fail: the gateway answered 401: check the token." || got.URL != "/ui/settings/alerts" {
		t.Errorf("%+v", got)
	}
	post("/api/forge/sync")
	if got := problems("backup", "forge", "gateway")["forge"]; !strings.HasPrefix(got.Text, "Sync with the forge fails: ") || got.URL != "/ui/settings/forge" {
		t.Errorf("%+v", got)
	}
	metrics(`hub_problem{area="backup"} 1`, `hub_problem{area="forge"} 1`, `hub_problem{area="gateway"} 1`)

	refuses.Store(false)
	post("/api/gateway/test")
	problems("backup", "forge")
	if err := os.Mkdir(disk, 0o700); err != nil {
		t.Fatal(err)
	}
	running(t).health.Recheck() // as the clock does
	problems("forge")
	metrics(`hub_problem{area="backup"} 0`, `hub_problem{area="forge"} 1`, `hub_problem{area="gateway"} 0`)
}

// Nobody needs to try a change: the hub looks at its files by itself.
func TestARemovedDatabaseIsAProblemUntilItIsBack(t *testing.T) {
	dir, port := storetest.Dir(t), freePort(t)
	load(t, site(t, port, "data_dir "+dir, "hub\nmetrics /metrics"))
	base := "http://127.0.0.1:" + port
	f := follow(t, http.DefaultClient, base, "")
	f.problems(t, base)
	file := filepath.Join(dir, store.DatabaseName)
	for range 2 {
		if err := os.Rename(file, file+".away"); err != nil {
			t.Fatal(err)
		}
		running(t).health.Recheck() // as the clock does
		got := f.problems(t, base, "storage")["storage"]
		if !strings.HasPrefix(got.Text, "Changes can't be stored: hub.sqlite3 was removed while the hub runs") || got.URL != "/ui/settings/data" || time.Since(got.Since.Time).Abs() > time.Minute {
			t.Errorf("%+v", got)
		}
		if status, body, err := do(t.Context(), http.MethodPost, base+"/api/threads", strings.NewReader(`{"summary":"lost"}`)); err != nil || status != http.StatusServiceUnavailable {
			t.Errorf("a change: %d %s %v", status, body, err)
		}
		if err := os.Rename(file+".away", file); err != nil {
			t.Fatal(err)
		}
		running(t).health.Recheck()
		f.problems(t, base)
	}
	if status, body, err := do(t.Context(), http.MethodPost, base+"/api/threads", strings.NewReader(`{"summary":"kept"}`)); err != nil || status != http.StatusCreated {
		t.Errorf("a change: %d %s %v", status, body, err)
	}
}

func TestADivergedForgeIsAProblemUntilItsFilesAreBack(t *testing.T) {
	server := gitserver.New(t)
	dir, port := storetest.Dir(t), freePort(t)
	cron, _ := daily() // no sync comes between
	load(t, site(t, port, fmt.Sprintf("data_dir %s\nforge {\n url %s\n username %s\n token %s\n sync both\n cron %s\n}", dir, server.BehindCaddy(t, asBinary), gitserver.Username, gitserver.Token, cron), "hub"))
	base := "http://127.0.0.1:" + port
	f := follow(t, http.DefaultClient, base, "")
	server.Write("main", map[string]string{"projects/home/PROGRESS.md": "# Home\n"})
	if status, answer, err := do(t.Context(), http.MethodPost, base+"/api/forge/import", strings.NewReader("{}")); err != nil || status >= 300 {
		t.Fatalf("import: %d %s %v", status, answer, err)
	}
	synced(t, base)
	f.problems(t, base)
	tip := server.Tip("main")
	server.Git("update-ref", "-d", "refs/heads/main")
	synced(t, base)
	got := f.problems(t, base, "forge")["forge"]
	if !strings.Contains(got.Text, "nothing was changed on either side") || got.URL != "/ui/settings/forge" || got.Since.IsZero() {
		t.Errorf("%+v", got)
	}
	server.Git("update-ref", "refs/heads/main", tip)
	synced(t, base)
	f.problems(t, base)
}

// A row that can't be read is a problem of the storage, named by its id.
func TestADamagedRowIsAProblem(t *testing.T) {
	dir := storetest.Dir(t)
	s, err := store.Open(t.Context(), dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	bad, err := s.CreateThread(t.Context(), store.By{Actor: store.Owner}, "", store.ThreadInput{Summary: store.Some("Rotate the keys")}, true)
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", filepath.Join(dir, store.DatabaseName))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(t.Context(), `UPDATE threads SET tried = '5' WHERE id = ?`, bad.Item.ID)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if s, err = store.Open(t.Context(), dir, store.Options{}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Threads(t.Context(), store.ThreadFilter{}, store.Policy{}); err != nil {
		t.Fatal(err)
	}
	text, since, failing, err := storage{s}.Problem(t.Context())
	if want := "The row of the thread " + bad.Item.ID + " can't be read (tried): restore a backup from before, or mend the row (docs/backups.md says how)."; err != nil || !failing || since.IsZero() || text != want {
		t.Errorf("%q since %s, %v, %v", text, since, failing, err)
	}
}
