package caddyhub

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/api"
	"github.com/progresshub/progresshub/store/storetest"
)

// TestTokens makes, lists and revokes a token with a name on a running hub, each by a process of
// its own, and looks for it where no secret may be.
func TestTokens(t *testing.T) {
	dir := storetest.Dir(t)
	s := startServe(t, []string{"HUB_AUTH_TOKEN=" + privateToken}, "--data", dir)
	home := t.TempDir()
	env := []string{"HOME=" + home, "USERPROFILE=" + home, "HUB_AUTH_TOKEN=" + privateToken}
	command := func(env []string, args ...string) (stdout, stderr string, status int) {
		t.Helper()
		return run(t, env, append([]string{"token"}, args...)...)
	}
	stdout, stderr, status := command(env, "create", "--hub", s.base, "--name", "laptop", "--expires", "90d", "--json")
	var made api.CreatedToken
	if status != 0 || json.Unmarshal([]byte(stdout), &made) != nil || made.Name != "laptop" || made.Scope != "write" || made.ExpiresAt == nil {
		t.Fatalf("create: %d %s%s", status, stdout, stderr)
	}
	stdout, stderr, status = command(env, "create", "--hub", s.base, "--name", "reader", "--scope", "read")
	reading := strings.TrimSpace(stdout)
	if status != 0 || !strings.HasPrefix(reading, "hubt_") || strings.Contains(stderr, reading) {
		t.Errorf("create: %d %s%s", status, stdout, stderr)
	}
	works := func(token string) bool {
		status, _, err := do(t.Context(), "GET", s.base+"/api/threads", nil, "Authorization", "Bearer "+token)
		return err == nil && status == 200
	}
	if !works(made.Token) || !works(reading) {
		t.Error("a token opens nothing")
	}
	if stdout, stderr, status = command(env, "list", "--hub", s.base); status != 0 || strings.Count(stdout, "\n") != 3 || !strings.Contains(stdout, "laptop") || strings.Contains(stdout, "hubt_") {
		t.Errorf("list: %d %s%s", status, stdout, stderr)
	}
	if _, stderr, status = command(env, "revoke", "--hub", s.base, "Laptop"); status != 0 || works(made.Token) || !works(reading) {
		t.Errorf("revoke: %d %s", status, stderr)
	}
	for _, c := range []struct {
		name   string
		env    []string
		args   []string
		status int
		says   string
	}{
		{"a token itself", env, []string{"revoke", "--hub", s.base, "hubt_0123456789ab_0123456789012345678901234567890123456789abc"}, 2, "by its id or name"},
		{"revoked before", env, []string{"revoke", "--hub", s.base, "laptop"}, 1, "there is no token"},
		{"without a name", env, []string{"create", "--hub", s.base}, 2, "--name is required"},
		{"a name that is taken", env, []string{"create", "--hub", s.base, "--name", "reader"}, 1, "already"},
		{"for some time", env, []string{"create", "--hub", s.base, "--name", "a", "--expires", "soon"}, 2, "number of days"},
		{"without an address", env, []string{"list"}, 2, "--hub"},
		{"without the access token", append(env, "HUB_AUTH_TOKEN="), []string{"list", "--hub", s.base}, 1, "in the browser at " + s.base + "/ui/settings/agents"},
		{"revoke without it", append(env, "HUB_AUTH_TOKEN="), []string{"revoke", "--hub", s.base, "reader"}, 1, "in the browser at " + s.base + "/ui/settings/agents"},
		{"an end without it", append(env, "HUB_AUTH_TOKEN="), []string{"create", "--hub", s.base, "--name", "a", "--expires", "9d"}, 1, "--expires can't be asked for in the browser"},
		{"a scope without it", append(env, "HUB_AUTH_TOKEN="), []string{"create", "--hub", s.base, "--name", "a", "--scope", "all"}, 2, "read or write"},
		{"with an agent's token", append(env, "HUB_AUTH_TOKEN="+reading), []string{"list", "--hub", s.base}, 1, "for the owner alone"},
		{"with a token that all can see", env, []string{"list", "--hub", s.base, "--token", reading}, 2, "takes only -"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, stderr, status := command(c.env, c.args...)
			if status != c.status || !strings.Contains(stderr, c.says) || strings.Contains(stderr, reading) {
				t.Errorf("status %d: %s", status, stderr)
			}
		})
	}
	// A folder that somebody else has written, such as a clone, does not say where the access token goes.
	foreign := t.TempDir()
	if err := os.WriteFile(filepath.Join(foreign, "config.toml"), []byte("hub_url = \""+s.base+"\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := binary(t, env, "token", "list")
	cmd.Dir = foreign
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "say where the hub is") {
		t.Errorf("in a foreign folder: %v, %s", err, out)
	}
	// The secret of a token, whatever stands around it, is in none of the hub's files.
	for _, token := range []string{made.Token, reading} {
		secret := token[len("hubt_")+13:]
		if err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			if text, err := os.ReadFile(path); err == nil && strings.Contains(string(text), secret) {
				t.Errorf("%s holds the secret of a token", path)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTokenInTheBrowser makes tokens without the access token: the owner allows each in the browser,
// and none of them is the owner's.
func TestTokenInTheBrowser(t *testing.T) {
	s := startServe(t, []string{"HUB_AUTH_TOKEN=" + privateToken}, "--data", storetest.Dir(t))
	for name, c := range map[string]struct { // five, since more a minute are not let in
		args       []string
		how, scope string // what the owner decides
		says       string // on stderr, behind the question
		fails      bool
	}{
		"allowed":             {[]string{"--name", "laptop"}, "allow", "write", `the token "laptop", for the scope write`, false},
		"to read":             {[]string{"--name", "reader", "--scope", "read"}, "allow", "read", `for the scope read`, false},
		"more than was asked": {[]string{"--name", "more", "--scope", "read"}, "allow", "write", "allowed to write, not to read", false},
		"less, and as JSON":   {[]string{"--name", "less", "--json"}, "allow", "read", "allowed to read, not to write", false},
		"denied":              {[]string{"--name", "nobody"}, "deny", "", "was denied", true},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := binary(t, nil, append([]string{"token", "create", "--hub", s.base}, c.args...)...)
			var out bytes.Buffer
			cmd.Stdout = &out
			errs, err := cmd.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewReader(errs)
			if slices.Contains(c.args, "read") {
				if line, err := lines.ReadString('\n'); err != nil || !strings.Contains(line, "only read") {
					t.Errorf("it says %q, %v", line, err)
				}
			}
			s.decide(t, lines, c.how, c.scope)
			rest, err := io.ReadAll(lines)
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Wait(); (err != nil) != c.fails || !strings.Contains(string(rest), c.says) {
				t.Errorf("%v, it says %s", err, rest)
			}
			token := strings.TrimSpace(out.String())
			if slices.Contains(c.args, "--json") {
				var made api.CreatedToken
				if err := json.Unmarshal(out.Bytes(), &made); err != nil || made.Scope != c.scope || made.ID == "" {
					t.Errorf("%+v, %v", made, err)
				}
				token = made.Token
			}
			if c.fails {
				if token != "" {
					t.Errorf("got %q", token)
				}
				return
			}
			if strings.Contains(string(rest), token) {
				t.Errorf("it says %s", rest)
			}
			for path, want := range map[string]int{"/api/threads": 200, "/api/tokens": 403} {
				if status, text, err := do(t.Context(), "GET", s.base+path, nil, "Authorization", "Bearer "+token); err != nil || status != want {
					t.Errorf("%s: %d %s, %v", path, status, text, err)
				}
			}
		})
	}
}
