package caddyhub

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store/storetest"
)

// TestImportFrom brings the work of another tool to a running hub, by processes of their own.
func TestImportFrom(t *testing.T) {
	dir := storetest.Dir(t)
	s := startServe(t, []string{"HUB_AUTH_TOKEN=" + privateToken}, "--data", dir)
	other := startServe(t, []string{"HUB_AUTH_TOKEN=" + privateToken}, "--data", storetest.Dir(t))
	home, folder := t.TempDir(), filepath.Join(t.TempDir(), "web")
	env := []string{"HOME=" + home, "USERPROFILE=" + home, "HUB_AUTH_TOKEN=" + privateToken}
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const tasks = ".taskmaster/tasks/tasks.json"
	write(tasks, `{"master":{"tasks":[{"id":1,"title":"Set up the repository","status":"done"},{"id":2,"title":"Sign-in","status":"pending","dependencies":[1]}]}}`)
	command := func(env []string, args ...string) (stdout, stderr string, status int) {
		t.Helper()
		return run(t, env, append([]string{"import-from", "--hub", s.base}, args...)...)
	}
	threads := func() int {
		t.Helper()
		_, answer, err := do(t.Context(), "GET", s.base+"/api/threads?status=open,done", nil, "Authorization", "Bearer "+privateToken)
		var list []json.RawMessage
		if err != nil || json.Unmarshal([]byte(answer), &list) != nil {
			t.Fatalf("%s %v", answer, err)
		}
		return len(list)
	}
	for _, c := range []struct {
		name   string
		env    []string
		args   []string
		status int
		says   string
		after  int
	}{
		{"only shown", env, []string{folder, "--dry-run"}, 0, "from Task Master: 1 project, 2 threads", 0},
		{"nobody to ask", env, []string{folder}, 2, "--yes brings it", 0},
		{"another tool's", env, []string{folder, "--as", "beads", "--dry-run"}, 1, "refuses", 0},
		{"no tool's", env, []string{folder, "--as", "jira", "--dry-run"}, 1, "must be one of adhd-hub, beads", 0},
		{"not there", env, []string{folder + "-not", "--dry-run"}, 1, "web-not", 0},
		{"without the token", env[:2], []string{folder, "--dry-run"}, 1, "this is the owner's to do", 0},
		{"brought", env, []string{folder, "--yes"}, 0, "takes all of it back", 2},
		{"brought again", env, []string{folder, "--yes"}, 0, "2 came before and stay as they are here", 2},
		{"to a project", env, []string{folder, "--yes", "--project", "other", "--json"}, 0, `"known":2`, 2},
	} {
		stdout, stderr, status := command(c.env, c.args...)
		if status != c.status || !strings.Contains(strings.ReplaceAll(stdout, ": ", ":")+stdout+stderr, c.says) || threads() != c.after {
			t.Errorf("%s: %d %s%s; %d threads", c.name, status, stdout, stderr, threads())
		}
	}
	// The way out, and in again on a hub of its own.
	for form, says := range map[string]string{"beads": "2 threads", "backlog": "2 threads", "markdown": "pages"} {
		file := filepath.Join(home, "work."+form)
		if stdout, stderr, status := run(t, env, "export", "--data", dir, "--as", form, "-o", file); status != 0 || !strings.Contains(stdout, "2 threads") {
			t.Errorf("export as %s: %d %s%s", form, status, stdout, stderr)
		}
		if stdout, stderr, status := run(t, env, "import-from", "--hub", other.base, file, "--dry-run"); status != 0 || !strings.Contains(stdout, says) {
			t.Errorf("%s in again: %d %s%s", form, status, stdout, stderr)
		}
	}
	for _, args := range [][]string{{"--as", "org"}, {"--as", "beads", "--passphrase", "long enough for it"}} {
		if _, stderr, status := run(t, env, append([]string{"export", "--data", dir, "-o", filepath.Join(home, "never")}, args...)...); status != 2 {
			t.Errorf("export %q: %d %s", args, status, stderr)
		}
	}
	write(tasks, `{"master":{"tasks":[{"id":1,"title":""}]}}`)
	if _, stderr, status := command(env, folder, "--yes"); status != 1 || !strings.Contains(stderr, "leave broken rows out with --skip-broken") || threads() != 2 {
		t.Errorf("a broken row: %d %s", status, stderr)
	}
	write(tasks, `{"master":{"tasks":[{"id":"?"`)
	if _, stderr, status := command(env, folder, "--yes"); status != 1 || !strings.Contains(stderr, "tasks.json") || threads() != 2 {
		t.Errorf("a broken file: %d %s", status, stderr)
	}
}
