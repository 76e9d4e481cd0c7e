package caddyhub

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/caddyserver/caddy/v2"

	"github.com/progresshub/progresshub/caddyhub/forge/gitserver"
)

// A hub synchronises through Caddy, also across reloads and with what the configuration
// fixes.
func TestForgeThroughCaddy(t *testing.T) {
	server := gitserver.New(t)
	address := server.BehindCaddy(t, asBinary)
	dir, port := t.TempDir(), freePort(t)
	config := func(days int) string {
		return site(t, port, fmt.Sprintf("data_dir %s\nstale_days %d\nforge {\n url %s\n username %s\n token %s\n sync both\n}", dir, days, address, gitserver.Username, gitserver.Token), "hub")
	}
	load(t, config(1))
	base := "http://127.0.0.1:" + port
	call := func(method, path, body string) string {
		t.Helper()
		status, answer, err := do(t.Context(), method, base+path, strings.NewReader(body))
		if err != nil || status >= 300 {
			t.Fatalf("%s %s: %d %s %v", method, path, status, answer, err)
		}
		return answer
	}
	server.Write("main", map[string]string{"projects/home/PROGRESS.md": "# Home\n"})
	call(http.MethodPost, "/api/forge/import", "{}")
	for i := range 3 {
		call(http.MethodPut, fmt.Sprintf("/api/wiki/page-%d", i), `{"markdown":"# Page\n"}`)
		if err := caddy.Load(adapt(t, config(2+i)), true); err != nil {
			t.Fatal(err)
		}
		var now struct {
			LastSync struct{ State, Commit string } `json:"last_sync"`
		}
		if err := json.Unmarshal([]byte(call(http.MethodPost, "/api/forge/sync", "{}")), &now); err != nil {
			t.Fatal(err)
		}
		if now.LastSync.State != "ok" || now.LastSync.Commit != server.Tip("main") {
			t.Errorf("after reload %d: %+v", i, now)
		}
	}
	files := server.Files("main")
	for _, path := range []string{"wiki/page-0.md", "wiki/page-2.md", "projects/home/PROGRESS.md", "INDEX.md"} {
		if files[path] == "" {
			t.Errorf("the forge lacks %s", path)
		}
	}
	if body := call(http.MethodGet, "/api/forge", ""); strings.Contains(body, gitserver.Token) || !strings.Contains(body, `"url":"the Caddyfile"`) {
		t.Errorf("got %s", body)
	}
}

// synced synchronises and returns how things stand then.
func synced(t *testing.T, base string) string {
	t.Helper()
	for {
		status, answer, err := do(t.Context(), http.MethodPost, base+"/api/forge/sync", strings.NewReader("{}"))
		switch {
		case err != nil:
			t.Fatal(err)
		case status == http.StatusOK:
			return answer
		case status != http.StatusConflict: // one that was cut short has been taken up again
			t.Fatalf("%d %s", status, answer)
		}
	}
}

// Killed at each exchange with the forge, before and after the forge has done its part, the
// hub loses no line and writes none twice.
func TestForgeSurvivesKills(t *testing.T) {
	server := gitserver.New(t)
	var mu sync.Mutex
	var victim *os.Process
	left, late := -1, false // kill at the request after so many, once the forge has answered
	door := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		now := left == 0
		left--
		after, process := late, victim
		mu.Unlock()
		if now && !after {
			_ = process.Kill()
			return
		}
		answer := httptest.NewRecorder()
		server.Handler.ServeHTTP(answer, r)
		if now {
			_ = process.Kill()
			return
		}
		for name, values := range answer.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(answer.Code)
		_, _ = w.Write(answer.Body.Bytes())
	}))
	t.Cleanup(door.Close)
	env := []string{"HUB_FORGE_URL=" + door.URL + "/notes.git", "HUB_FORGE_USERNAME=" + gitserver.Username, "HUB_FORGE_TOKEN=" + gitserver.Token, "HUB_FORGE_SYNC=both"}
	dir := t.TempDir()
	server.Write("main", map[string]string{"wiki/log.md": "# Log\n\n## Log\n"})
	const exchanges = 4 // of one sync that pushes
	for round := range 2 * exchanges {
		h := startServe(t, env, "--data", dir)
		send := func(method, path, body string) (int, string, error) {
			return do(t.Context(), method, h.base+path, strings.NewReader(body))
		}
		if answer := synced(t, h.base); !strings.Contains(answer, `"state":"ok"`) {
			t.Fatalf("round %d: %s", round, answer)
		}
		var page struct{ Markdown string }
		_, answer, err := send(http.MethodGet, "/api/wiki/log", "")
		if err == nil {
			err = json.Unmarshal([]byte(answer), &page)
		}
		if err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(map[string]string{"markdown": page.Markdown + fmt.Sprintf("- 2026-05-04 09:%02d hub %d\n", 2*round, round)})
		if status, answer, err := send(http.MethodPut, "/api/wiki/log", string(text)); err != nil || status != http.StatusOK {
			t.Fatalf("%d %s %v", status, answer, err)
		}
		server.Write("main", map[string]string{"wiki/log.md": server.Files("main")["wiki/log.md"] + fmt.Sprintf("- 2026-05-04 09:%02d human %d\n", 2*round+1, round)})
		mu.Lock()
		victim, left, late = h.cmd.Process, round/2, round%2 == 1
		mu.Unlock()
		_, _, _ = send(http.MethodPost, "/api/forge/sync", "{}") // it may be the last thing the hub does
		_ = h.cmd.Process.Kill()
		_ = h.cmd.Wait()
		mu.Lock()
		left = -1
		mu.Unlock()
	}
	h := startServe(t, env, "--data", dir)
	if answer := synced(t, h.base); !strings.Contains(answer, `"conflicts":[]`) {
		t.Errorf("got %s", answer)
	}
	theirs := server.Files("main")["wiki/log.md"]
	_, ours, err := get(t.Context(), h.base+"/api/wiki/log")
	if err != nil {
		t.Fatal(err)
	}
	for round := range 2 * exchanges {
		for _, who := range []string{"hub", "human"} {
			line := fmt.Sprintf("%s %d\n", who, round)
			if n, m := strings.Count(theirs, line), strings.Count(ours, strings.TrimSuffix(line, "\n")+`\n`); n != 1 || m != 1 {
				t.Errorf("%q stands %d times in the forge and %d times in the hub", line, n, m)
			}
		}
	}
	if status := h.interrupt(t); status != 0 {
		t.Errorf("status %d", status)
	}
}

// Killed in the middle of an import, the hub finishes what was chosen when it starts again,
// and registers nothing twice.
func TestForgeImportSurvivesAKill(t *testing.T) {
	server := gitserver.New(t)
	const there, chosen = 120, 100
	files, slugs := map[string]string{}, []string{}
	for i := range there {
		slug := fmt.Sprintf("p%03d", i)
		files["projects/"+slug+"/PROGRESS.md"] = "# Project\n"
		if i < chosen {
			slugs = append(slugs, slug)
		}
	}
	server.Write("main", files)
	env := []string{"HUB_FORGE_URL=" + server.URL, "HUB_FORGE_USERNAME=" + gitserver.Username, "HUB_FORGE_TOKEN=" + gitserver.Token}
	dir := t.TempDir()
	h := startServe(t, env, "--data", dir)
	read := func(path string, into any) {
		t.Helper()
		_, answer, err := get(t.Context(), h.base+path)
		if err == nil {
			err = json.Unmarshal([]byte(answer), into)
		}
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	type project struct {
		Slug     string
		Progress struct{ Rev int }
	}
	answered := make(chan error, 1)
	body, err := json.Marshal(map[string]any{"slugs": slugs})
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		_, _, err := do(t.Context(), http.MethodPost, h.base+"/api/forge/import", strings.NewReader(string(body)))
		answered <- err
	}()
	for projects := []project(nil); len(projects) < 3; {
		read("/api/projects?limit=200", &projects)
	}
	_ = h.cmd.Process.Kill()
	_ = h.cmd.Wait()
	if err := <-answered; err == nil {
		t.Fatal("the import was over before the kill")
	}
	h = startServe(t, env, "--data", dir)
	for waits := true; waits; {
		var now struct{ Import json.RawMessage }
		read("/api/forge", &now)
		waits = string(now.Import) != "null"
	}
	var projects []project
	read("/api/projects?limit=200", &projects)
	got := []string{}
	for _, p := range projects {
		if p.Progress.Rev != 1 {
			t.Errorf("%s has revision %d", p.Slug, p.Progress.Rev)
		}
		got = append(got, p.Slug)
	}
	if slices.Sort(got); !slices.Equal(got, slugs) {
		t.Errorf("%d projects: %v", len(got), got)
	}
	if status := h.interrupt(t); status != 0 {
		t.Errorf("status %d", status)
	}
}
