package api

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/backup"
	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/store"
)

// verify restores a backup that was answered into a scratch folder.
func (r response) verify(passphrase string) backup.Verified {
	r.t.Helper()
	r.wantStatus(http.StatusOK)
	file := filepath.Join(r.t.TempDir(), "backup")
	if err := os.WriteFile(file, []byte(r.Body), 0o600); err != nil {
		r.t.Fatal(err)
	}
	v, err := backup.Verify(r.t.Context(), file, func() (string, error) { return passphrase, nil }, r.t.TempDir())
	if err != nil {
		r.t.Fatal(err)
	}
	return v
}

func TestBackupIsDownloaded(t *testing.T) {
	h := newHub(t)
	h.create(`{"summary":"to be kept"}`)
	for _, tt := range []struct {
		name, body, passphrase, mediaType, ending string
	}{
		{"without a body", "", "", "application/zip", ".zip"},
		{"with an empty one", "{}", "", "application/zip", ".zip"},
		{"with no passphrase", `{"passphrase":null}`, "", "application/zip", ".zip"},
		{"encrypted", `{"passphrase":"correct horse \u00e4"}`, "correct horse ä", "application/octet-stream", ".enc"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.passphrase != "" && testing.Short() {
				t.Skip("derives a key for half a minute under the race detector")
			}
			h.t = t
			r := h.post("/api/backup", tt.body)
			v := r.verify(tt.passphrase)
			if v.Counts.Threads != 1 || v.Manifest.HubVersion != "test" || v.Encrypted != (tt.passphrase != "") {
				t.Errorf("%+v", v)
			}
			for name, want := range map[string]string{
				"Content-Type": tt.mediaType, "Cache-Control": "no-store", "X-Hub-Event": "", "Etag": "",
				"Content-Disposition": `attachment; filename="hub-backup-20260504T093000Z` + tt.ending + `"`,
			} {
				if got := r.Header.Get(name); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
			if strings.Contains(r.Body, token) {
				t.Error("the backup holds the access token")
			}
			entries, err := os.ReadDir(h.store.Dir())
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				if e.IsDir() {
					t.Errorf("%s is left", e.Name())
				}
			}
		})
	}
	h.t = t
	t.Run("no answer is kept for a key", func(t *testing.T) {
		again := request{method: http.MethodPost, path: "/api/backup", headers: map[string]string{"Idempotency-Key": "k"}}
		h.do(again).verify("")
		h.create(`{"summary":"another"}`)
		if v := h.do(again).verify(""); v.Counts.Threads != 2 {
			t.Errorf("an old backup: %+v", v.Counts)
		}
	})
}

func TestBackupIsGatedAsOtherWrites(t *testing.T) {
	h := newHub(t)
	post := func(headers map[string]string, body string) response {
		return h.do(request{method: http.MethodPost, path: "/api/backup", body: body, headers: headers})
	}
	post(map[string]string{"Authorization": ""}, "").wantProblem(http.StatusUnauthorized, "unauthorized", "")
	owner := h.asOwner()
	post(owner, "").verify("")
	delete(owner, "X-Hub-Request")
	post(owner, "").wantProblem(http.StatusForbidden, "forbidden", "")
	owner["X-Hub-Request"], owner["Origin"] = "1", "https://elsewhere.example"
	post(owner, "").wantProblem(http.StatusForbidden, "forbidden", "")

	h.get("/api/backup").wantProblem(http.StatusMethodNotAllowed, "method-not-allowed", "")
	post(map[string]string{"Content-Type": "text/plain"}, "{}").wantProblem(http.StatusUnsupportedMediaType, "unsupported-media-type", "")
	h.post("/api/backup?passphrase=canary", "").wantProblem(http.StatusUnprocessableEntity, "validation", "query.passphrase")
	for body, want := range map[string]int{
		`{"passphrase":""}`: 422, `{"passphrase":7}`: 422, `{"passphrase":["canary"]}`: 422, `{"password":"canary"}`: 422, `"canary"`: 422,
		`{"passphrase":"` + strings.Repeat("canary", 200) + `"}`: 422, `{"passphrase":"canary","passphrase":"canary"}`: 400, `{"Passphrase":"canary"}`: 400, `{`: 400,
		`{"passphrase":"` + strings.Repeat("canary", 200_000) + `"}`: 413,
	} {
		r := h.post("/api/backup", body)
		if r.Status != want || strings.Contains(r.Body, "canary") {
			t.Errorf("%.40s: %d %.200s, want %d", body, r.Status, r.Body, want)
		}
	}
}

func TestBackupsComeOneAtATime(t *testing.T) {
	h := newHub(t)
	first, err := h.api.Backup.Download(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	r := h.post("/api/backup", "{}")
	if p := r.wantProblem(http.StatusServiceUnavailable, "busy", ""); r.Header.Get("Retry-After") != "10" || !strings.Contains(p.Detail, "another backup is being downloaded") {
		t.Errorf("%v %+v", r.Header, p)
	}
	if r.Header.Get("Content-Disposition") != "" || r.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%v", r.Header)
	}
	first.Close()
	h.post("/api/backup", "{}").verify("")
}

// A client that goes away in the middle takes nothing from the next.
func TestBackupWhoseClientLeaves(t *testing.T) {
	h := newHub(t)
	w := &leaving{header: http.Header{}}
	h.api.downloadBackup(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/backup", http.NoBody))
	if w.header.Get("Content-Length") == "" || w.writes != 1 {
		t.Errorf("%v, %d writes", w.header, w.writes)
	}
	h.post("/api/backup", "{}").verify("")
}

// leaving is a client that is gone after the first part.
type leaving struct {
	header http.Header
	writes int
}

func (w *leaving) Header() http.Header { return w.header }
func (w *leaving) WriteHeader(int)     {}
func (w *leaving) Write([]byte) (int, error) {
	w.writes++
	return 0, http.ErrHandlerTimeout
}

func TestServerTellsOfScheduledBackups(t *testing.T) {
	h := newHub(t)
	body := func() *BackupBody { t.Helper(); return decode[ServerBody](h.get("/api/server")).Backup }
	if got := body(); got != nil {
		t.Errorf("%+v", got)
	}
	cron, err := schedule.Parse("30 3 * * *")
	if err != nil {
		t.Fatal(err)
	}
	keeper, err := backup.OpenKeeper(h.store.Dir())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	service := backup.NewService(backup.Config{Store: h.store, Keeper: keeper, Policy: store.Policy{Zone: time.UTC}, Version: "test", Values: backup.Values{Dir: dir, Cron: cron, Keep: 2}})
	h.api.Backup = service
	if got, err := json.Marshal(body()); err != nil || string(got) != `{"dir":"`+dir+`","cron":"30 3 * * *","schedule":"every day at 03:30","keep":2,"encrypted":false,"next_at":"2026-05-05T03:30:00.000Z","last":null,"last_success":null,"problem":null}` {
		t.Errorf("%s, %v", got, err)
	}
	job := service.Jobs()[0]
	night := func() {
		t.Helper()
		if _, _, err := job.Due(t.Context()); err != nil { // the schedule begins
			t.Fatal(err)
		}
		h.clock.Advance(24 * time.Hour)
		if err := job.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	h.create(`{"summary":"one"}`)
	night()
	if got := body(); got.Last == nil || got.Last.Verified == nil || got.Last.Verified.Threads != 1 || got.Last.Bytes == 0 || got.Last.Error != nil || got.Problem != nil || filepath.Dir(got.Last.File) != dir {
		t.Errorf("%+v", got)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if got := body(); got.Problem == nil || !strings.Contains(*got.Problem, "is missing") {
		t.Errorf("a folder that is gone shows before the night: %+v", got)
	}
	night()
	if got := body(); got.Last.Error == nil || got.Last.Verified != nil || got.LastSuccess.Verified == nil || got.Problem == nil || got.NextAt != store.At(h.clock.Now().Add(10*time.Minute)) {
		t.Errorf("%+v", got)
	}
}
