package caddyhub

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/indexer"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

// TestIndex indexes the fixtures of all formats into a hub, each a process of its own.
func TestIndex(t *testing.T) {
	s := startServe(t, []string{"HUB_AUTH_TOKEN=" + privateToken}, "--data", storetest.Dir(t))
	home := t.TempDir()
	for tool, folder := range map[string]string{"claude-code": ".claude/projects", "codex": ".codex/sessions", "cursor": ".cursor/projects", "gemini-cli": ".gemini/tmp"} {
		if err := os.CopyFS(filepath.Join(home, folder), os.DirFS(filepath.Join("internal/indexer", "transcript", "testdata", tool))); err != nil {
			t.Fatal(err)
		}
	}
	config := filepath.Join(home, "config.toml")
	if err := os.WriteFile(config, []byte("hub_url = '"+s.base+"'\nauth_token = '"+privateToken+"'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	env := []string{"HOME=" + home, "USERPROFILE=" + home}
	index := func(args ...string) (sum indexer.Summary, stderr string, status int) {
		t.Helper()
		stdout, stderr, status := run(t, env, append([]string{"index", "--config", config, "--json"}, args...)...)
		if status == 0 {
			if err := json.Unmarshal([]byte(stdout), &sum); err != nil {
				t.Fatalf("%v: %s%s", err, stdout, stderr)
			}
		}
		return sum, stderr, status
	}
	if sum, stderr, status := index("--dry-run"); status != 0 || sum.Sent != 15 || sum.Created != 0 {
		t.Errorf("dry run: %+v %s", sum, stderr)
	}
	if sum, stderr, status := index(); status != 0 || sum.Created != 15 || sum.Refused != 0 {
		t.Errorf("first run: %+v %s", sum, stderr)
	}
	if sum, stderr, status := index(); status != 0 || sum.Sent != 0 || sum.Bytes != 0 {
		t.Errorf("second run: %+v %s", sum, stderr)
	}
	if sum, stderr, status := index("--full"); status != 0 || sum.Sent != 15 || sum.Created+sum.Updated != 0 {
		t.Errorf("all anew: %+v %s", sum, stderr)
	}
	_, body, err := do(t.Context(), "GET", s.base+"/api/sessions?tool=claude-code", nil, "Authorization", "Bearer "+privateToken)
	var list []store.SessionRecord
	if err != nil || json.Unmarshal([]byte(body), &list) != nil || len(list) != 2 {
		t.Fatalf("%v: %s", err, body)
	}
	got := list[1]
	if got.Title == "Backup keys rotated monthly" {
		got = list[0]
	}
	if got.Title != "Split payment webhook into routes" || len(got.OpenItems) != 2 || *got.WorkspacePath != "/home/me/src/shop" || got.EndedAt == nil {
		t.Errorf("the hub has %+v", got)
	}
	s.interrupt(t)
	if _, stderr, status := run(t, env, "index", "--config", config, "--since", "yesterday"); status != 2 {
		t.Errorf("an odd --since: %d %s", status, stderr)
	}
	if err := os.WriteFile(config, []byte("hub_url = '"+s.base+"'\nauth_token = 'x'\nhub = 1"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, stderr, status := index(); status != 1 || !strings.Contains(stderr, `unknown key "hub"`) {
		t.Errorf("an unknown key: %d %s", status, stderr)
	}
}

// TestIndexNeedsATokenOnlyWhereTheHubHasOne: a hub in development mode takes the sessions of
// its own machine without one, and every mismatch says which side to change.
func TestIndexNeedsATokenOnlyWhereTheHubHasOne(t *testing.T) {
	const token = "auth_token = '" + privateToken + "'\n"
	for name, tt := range map[string]struct {
		hub    []string // environment of the hub
		config string
		want   string // in the error; empty: it works
	}{
		"development mode, no token": {},
		"development mode, a token":  {config: token, want: "is in development mode and takes no access token: take auth_token out of"},
		"a placeholder, no token":    {hub: []string{"HUB_AUTH_TOKEN=changeme"}},
		"a token, none sent":         {hub: []string{"HUB_AUTH_TOKEN=" + privateToken}, want: "wants a token, and there is none in"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startServe(t, tt.hub, "--data", storetest.Dir(t))
			home := t.TempDir()
			if err := os.CopyFS(filepath.Join(home, ".codex/sessions"), os.DirFS("internal/indexer/transcript/testdata/codex")); err != nil {
				t.Fatal(err)
			}
			config := filepath.Join(home, "config.toml")
			if err := os.WriteFile(config, []byte("hub_url = '"+s.base+"'\n"+tt.config), 0o600); err != nil {
				t.Fatal(err)
			}
			out, errs, status := run(t, []string{"HOME=" + home}, "index", "--config", config)
			if tt.want == "" && (status != 0 || !strings.HasPrefix(out, "sent ")) || tt.want != "" && (status != 1 || !strings.Contains(errs, tt.want)) {
				t.Errorf("status %d, %s%s", status, out, errs)
			}
		})
	}
}

// TestIndexSaysWhatTheHubLacks: a hub that does not have everything is no success, and gets the rest with
// the next run.
func TestIndexSaysWhatTheHubLacks(t *testing.T) {
	for name, tt := range map[string]struct {
		damaged string // a transcript that can't be read
		answer  string // to the first batch
		want    string // in the error; empty: there is none
		then    int    // records of the next batch
	}{
		"it takes all":          {answer: `{"status":"created"}`},
		"it refuses a record":   {answer: `{"status":"invalid","errors":[{"location":"body.title","message":"is too odd"}]}`, want: "1 record it refused", then: 1},
		"a file can't be read":  {damaged: "rollout-2.jsonl.zst", answer: `{"status":"created"}`, want: "1 path that can't be read"},
		"both, and in one line": {damaged: "rollout-2.jsonl.zst", answer: `{"status":"invalid"}`, want: "1 record it refused, sent again by the next run; 1 path", then: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var batches atomic.Int32
			var records atomic.Int32
			hub := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				if r.Method == http.MethodGet {
					_, _ = io.WriteString(w, "[]")
					return
				}
				text, _ := io.ReadAll(r.Body)
				records.Store(int32(strings.Count(string(text), `"session_ref"`)))
				answer := tt.answer
				if batches.Add(1) > 1 {
					answer = `{"status":"created"}`
				}
				_, _ = io.WriteString(w, `{"results":[`+answer+`]}`)
			}))
			t.Cleanup(hub.Close)
			home := t.TempDir()
			write := func(name, text string) string {
				t.Helper()
				path := filepath.Join(home, filepath.FromSlash(name))
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				return path
			}
			config := write("config.toml", "hub_url = '"+hub.URL+"'\n")
			write(".claude/projects/-srv-shop/a.jsonl", `{"type":"user","cwd":"/srv/shop","timestamp":"2026-05-04T09:30:00Z","message":{"role":"user","content":"one"}}`+"\n")
			if tt.damaged != "" {
				write(".codex/sessions/"+tt.damaged, "damaged")
			}
			index := func() (stdout, stderr string, status int) {
				return run(t, []string{"HOME=" + home, "USERPROFILE=" + home}, "index", "--config", config)
			}
			stdout, stderr, status := index()
			if !strings.HasPrefix(stdout, "sent 1 session record") || (status != 0) != (tt.want != "") || status > 1 || !strings.Contains(stderr, tt.want) {
				t.Errorf("status %d, %s%s", status, stdout, stderr)
			}
			records.Store(0)
			if _, stderr, status = index(); int(records.Load()) != tt.then || (status != 0) != (tt.damaged != "") {
				t.Errorf("the next run sends %d records, want %d: status %d, %s", records.Load(), tt.then, status, stderr)
			}
		})
	}
}

func TestSince(t *testing.T) {
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.Local)
	for given, want := range map[string]time.Time{
		"":                     {},
		"7d":                   now.AddDate(0, 0, -7),
		"2w":                   now.AddDate(0, 0, -14),
		"90m":                  now.Add(-90 * time.Minute),
		"2026-05-01":           time.Date(2026, 5, 1, 0, 0, 0, 0, time.Local),
		"2026-05-01T10:00:00Z": time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC),
	} {
		if got, err := since(given, now); err != nil || !got.Equal(want) {
			t.Errorf("%q: %v, %v", given, got, err)
		}
	}
	for _, given := range []string{"yesterday", "-7d", "d", "1e9d", "2026-13-01", "-1h"} {
		if got, err := since(given, now); err == nil {
			t.Errorf("%q is %v", given, got)
		}
	}
}
