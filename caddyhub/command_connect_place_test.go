package caddyhub

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/connect"
	"github.com/progresshub/progresshub/store/storetest"
)

// TestConnectPlace: the project with the folder's git remote learns the folder, and forgets it
// with --remove; what it knew before stays.
func TestConnectPlace(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("there is no git")
	}
	hub := startServe(t, []string{"HUB_AUTH_TOKEN=" + privateToken}, "--data", storetest.Dir(t))
	post := func(text string) {
		t.Helper()
		if status, body, err := do(t.Context(), http.MethodPost, hub.base+"/api/projects", strings.NewReader(text), "Authorization", "Bearer "+privateToken); err != nil || status != http.StatusCreated {
			t.Fatalf("%d %s %v", status, body, err)
		}
	}
	folders := func() string {
		t.Helper()
		status, body, err := do(t.Context(), http.MethodGet, hub.base+"/api/projects/atlas", nil, "Authorization", "Bearer "+privateToken)
		var p connect.Project
		if err != nil || status != http.StatusOK || json.Unmarshal([]byte(body), &p) != nil {
			t.Fatalf("%d %s %v", status, body, err)
		}
		return strings.Join(p.Folders, " ")
	}
	post(`{"title":"Atlas","repo_url":"https://git.example.org/me/atlas","workspace_paths":["/elsewhere/atlas"]}`)
	h := newHome(t)
	h.put("atlas/docs/x", "")
	h.put("other/x", "")
	if err := os.Symlink(filepath.Join(h.home, "atlas"), filepath.Join(h.home, "link")); err != nil {
		t.Skip(err)
	}
	for _, args := range [][]string{{"init", "-q"}, {"remote", "add", "origin", "https://me:secret@git.example.org/me/atlas.git"}} {
		cmd := exec.CommandContext(t.Context(), git, append([]string{"-C", filepath.Join(h.home, "atlas")}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v", out, err)
		}
	}
	path := []string{"PATH=" + filepath.Dir(git)}
	if _, errs, status := h.run(privateToken+"\n", nil, "connect", hub.base, "--client", "cursor", "--token", "-", "--yes"); status != 0 {
		t.Fatal(errs)
	}
	here := "/elsewhere/atlas " + filepath.Join(h.home, "atlas")
	for _, c := range []struct {
		name          string
		args          []string
		says, folders string
	}{
		{"dry run", []string{"--project", "atlas", "--dry-run"}, "would know the folder", "/elsewhere/atlas"},
		{"the first time", []string{"--project", "atlas", "--yes"}, "belongs to the hub's project atlas now", here},
		{"again", []string{"--project", "atlas", "--yes"}, "belongs to the hub's project atlas.", here},
		{"a folder below", []string{"--project", "atlas/docs", "--yes"}, "belongs to the hub's project atlas.", here},
		{"without a remote", []string{"--project", "other", "--yes"}, "No project of the hub has the folder", here},
		{"another one taken back", []string{"--project", "other", "--remove", "--yes"}, "", here},
		{"taken back", []string{"--project", "atlas", "--remove", "--yes"}, "no more", "/elsewhere/atlas"},
		{"by a link", []string{"--project", "link", "--yes"}, "belongs to the hub's project atlas now", here},
		{"by a link, taken back", []string{"--project", "link", "--remove", "--yes"}, "no more", "/elsewhere/atlas"},
		{"taken back again", []string{"--project", "atlas", "--remove", "--yes"}, "nothing to do", "/elsewhere/atlas"},
	} {
		out, errs, status := h.run("", path, append([]string{"connect", "--client", "cursor"}, c.args...)...)
		if is := folders(); status != 0 || !strings.Contains(out, c.says) || strings.Contains(out+errs, "secret") || is != c.folders {
			t.Errorf("%s: status %d, the project has %s\n%s%s", c.name, status, is, out, errs)
		}
	}
	post(`{"title":"Maps","slug":"maps","repo_url":"https://git.example.org/me/atlas"}`)
	out, errs, status := h.run("", path, "connect", "--client", "cursor", "--project", "atlas", "--yes")
	if status != 0 || !strings.Contains(out, "several projects: atlas, maps. Name the one you mean") || folders() != "/elsewhere/atlas" {
		t.Errorf("of several projects: status %d, it has %s\n%s%s", status, folders(), out, errs)
	}
}
