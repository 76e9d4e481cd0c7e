package caddyhub

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/progresshub/progresshub/caddyhub/internal/connect"
	"github.com/progresshub/progresshub/caddyhub/internal/indexer"
	"github.com/progresshub/progresshub/caddyhub/internal/indexer/transcript"
	"github.com/progresshub/progresshub/store/storetest"
	"github.com/progresshub/progresshub/store/storetest/race"
)

// owner asks the hub with the access token.
func (s *served) owner(t *testing.T, method, path, body string) string {
	t.Helper()
	status, answer, err := do(t.Context(), method, s.base+path, strings.NewReader(body), "Authorization", "Bearer "+privateToken)
	if err != nil || status >= 300 {
		t.Fatalf("%s %s: %d %s %v", method, path, status, answer, err)
	}
	return answer
}

// decide has the owner compare the code that a command shows, and allow or deny what it asks for.
func (s *served) decide(t *testing.T, lines *bufio.Reader, how, scope string) {
	t.Helper()
	page, err := lines.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	words, err := lines.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	_, id, _ := strings.Cut(strings.TrimSpace(page), "/ui/pair/")
	var pairing struct{ Code string }
	if err := json.Unmarshal([]byte(s.owner(t, http.MethodGet, "/api/pairings/"+id, "")), &pairing); err != nil || pairing.Code == "" || !strings.Contains(words, pairing.Code) {
		t.Fatalf("the owner sees the code %q, the machine says %q (%v)", pairing.Code, words, err)
	}
	body := ""
	if scope != "" {
		body = `{"scope":"` + scope + `"}`
	}
	s.owner(t, http.MethodPost, "/api/pairings/"+id+"/"+how, body)
}

// TestConnectInTheBrowser goes the way without the access token: the owner compares the code and
// allows the machine, at first to read only.
func TestConnectInTheBrowser(t *testing.T) {
	hub := startServe(t, []string{"HUB_AUTH_TOKEN=" + privateToken}, "--data", storetest.Dir(t))
	h := newHome(t)
	const mcp, config = ".cursor/mcp.json", ".config/progress-hub/config.toml"
	h.put(mcp, "{}")
	connect := func(scope string) string {
		t.Helper()
		cmd := h.command(nil, "connect", hub.base, "--yes")
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewReader(out)
		hub.decide(t, lines, "allow", scope)
		rest, err := io.ReadAll(lines)
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Fatalf("%v: %s", err, rest)
		}
		if !strings.Contains(h.read(config), `auth_token = "hubt_`) || !strings.Contains(h.read(mcp), h.program) {
			t.Errorf("the configuration is %s, the file %s", h.read(config), h.read(mcp))
		}
		return string(rest)
	}

	// The race detector makes the bridge too slow for the doctor's patience: its status tells nothing.
	if said := connect("read"); !strings.Contains(said, "may only read") {
		t.Errorf("it says %s", said)
	}
	if out, errs, status := h.run("", nil, "doctor"); status != 0 && !race.Enabled || !strings.Contains(out, "may only read") {
		t.Errorf("doctor: status %d, %s%s", status, out, errs)
	}
	var tokens []struct{ ID string }
	if err := json.Unmarshal([]byte(hub.owner(t, http.MethodGet, "/api/tokens", "")), &tokens); err != nil || len(tokens) != 1 {
		t.Fatalf("%+v %v", tokens, err)
	}
	hub.owner(t, http.MethodDelete, "/api/tokens/"+tokens[0].ID, "")
	if out, errs, status := h.run("", nil, "doctor"); status != 1 || !strings.Contains(out, "was revoked") {
		t.Errorf("doctor: status %d, %s%s", status, out, errs)
	}
	if said := connect("write"); strings.Contains(said, "may only read") {
		t.Errorf("it says %s", said)
	}
	if out, errs, status := h.run("", nil, "doctor"); status != 0 && !race.Enabled || !strings.Contains(out, "may read and write") {
		t.Errorf("doctor: status %d, %s%s", status, out, errs)
	}
	if out, errs, status := h.run("", nil, "connect", "--remove", "--yes"); status != 0 || !strings.Contains(out, "token stays in") || h.read(mcp) != "{}" {
		t.Errorf("remove: status %d, %s%s", status, out, errs)
	}
}

// TestConnectAccessToken: the owner's token goes to another address than the configured one only
// when its owner says so.
func TestConnectAccessToken(t *testing.T) {
	for name, c := range map[string]struct {
		given, input    string
		configured, yes bool
		asks, sends     bool
	}{
		"another address, no":         {"", "n\n", false, false, true, false},
		"another address, no answer":  {"", "", false, false, true, false},
		"another address, yes":        {"", "y\n", false, false, true, true},
		"another address, --yes":      {"", "", false, true, false, true},
		"another address, --token -":  {"-", privateToken + "\n", false, false, false, true},
		"the configured hub's, again": {"", "", true, false, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(tokenVariable, privateToken)
			sent := false
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				sent = sent || r.Header.Get("Authorization") == "Bearer "+privateToken
				w.WriteHeader(http.StatusUnauthorized)
			}))
			t.Cleanup(server.Close)
			base, err := url.Parse(server.URL)
			if err != nil {
				t.Fatal(err)
			}
			var asked bytes.Buffer
			cmd := &cobra.Command{}
			cmd.SetErr(&asked)
			r := &connecting{cmd: cmd, yes: c.yes, input: bufio.NewReader(strings.NewReader(c.input))}
			if token, err := r.token(t.Context(), newHubClient(indexer.Way{Base: base}), c.given, c.configured); err == nil {
				t.Errorf("got %q", token)
			}
			if sent != c.sends || strings.Contains(asked.String(), server.URL) != c.asks {
				t.Errorf("sent %v, asked %q", sent, asked.String())
			}
		})
	}
}

// TestConnectKeepsALink: a configuration that is kept elsewhere, with a link to it, stays there.
func TestConnectKeepsALink(t *testing.T) {
	open := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"status":"ok"}`) }))
	t.Cleanup(open.Close)
	m := connect.Machine{Environment: transcript.Environment{Home: t.TempDir(), Getenv: func(string) string { return "" }}, OS: "linux"}
	link, file := indexer.ConfigFile(m.Environment), filepath.Join(m.Home, "dotfiles", "config.toml")
	for _, name := range []string{file, link} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(file, []byte("# mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err)
	}
	cmd := &cobra.Command{}
	cmd.SetOut(io.Discard)
	r := &connecting{cmd: cmd, machine: m, yes: true}
	if _, _, err := r.reach(t.Context(), open.URL, ""); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), open.URL) || !strings.Contains(string(text), "# mine") {
		t.Errorf("the file is %s, %v", text, err)
	}
	if to, err := os.Readlink(link); err != nil || to != file {
		t.Errorf("the link leads to %s, %v", to, err)
	}
}

// TestRootWritesNothingOfOthers: sudo may keep the home of who calls it.
func TestRootWritesNothingOfOthers(t *testing.T) {
	folder := t.TempDir()
	info, err := os.Stat(folder)
	if err != nil {
		t.Fatal(err)
	}
	if _, known := ownerOf(info); !known {
		t.Skip("files have no owners here")
	}
	for _, c := range []struct {
		name   string
		folder string
		user   int
		want   bool
	}{
		{"the owner", folder, 1000, true},
		{"nowhere", "", 0, true},
		{"root in a folder of root", "/", 0, true},
	} {
		if err := checkOwner(c.folder, c.user); (err == nil) != c.want {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if os.Chown(folder, 1000, -1) != nil {
		t.Skip("only root gives files away")
	}
	if err := checkOwner(folder, 0); err == nil || !strings.Contains(err.Error(), "without sudo") {
		t.Errorf("root in the folder of another: %v", err)
	}
}

// TestTemporaryPrograms: what go run makes is gone by the time that a client starts it.
func TestTemporaryPrograms(t *testing.T) {
	for name, c := range map[string]struct {
		program, cache string
		want           bool
	}{
		"installed":          {"/usr/local/bin/hub", "", false},
		"built beside":       {"/home/me/progresshub/hub", "/home/me/.cache/build", false},
		"by go run":          {"/tmp/go-build123/b001/exe/hub", "", true},
		"in the cache of go": {"/home/me/.cache/build/ab/cd-d/hub", "/home/me/.cache/build", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("GOCACHE", c.cache)
			if got := isTemporary(filepath.FromSlash(c.program)); got != c.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

// openHub answers as a hub in development mode.
func openHub(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") != "" {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	_, _ = io.WriteString(w, `{"status":"ok"}`)
}

// TestConnectToAnotherHub: the agents of a machine go to another hub when its owner says so, and not
// before.
func TestConnectToAnotherHub(t *testing.T) {
	const former = "http://127.0.0.1:1"
	for name, c := range map[string]struct {
		input      string
		yes, moves bool
	}{
		"no":        {"n\n", false, false},
		"no answer": {"", false, false},
		"yes":       {"y\n", false, true},
		"--yes":     {"", true, true},
	} {
		t.Run(name, func(t *testing.T) {
			open := httptest.NewServer(http.HandlerFunc(openHub))
			t.Cleanup(open.Close)
			m := connect.Machine{Environment: transcript.Environment{Home: t.TempDir(), Getenv: func(string) string { return "" }}, OS: "linux"}
			file := indexer.ConfigFile(m.Environment)
			if err := indexer.SaveConfig(file, former, "hubt_former", m.Environment); err != nil {
				t.Fatal(err)
			}
			var asked bytes.Buffer
			cmd := &cobra.Command{}
			cmd.SetOut(io.Discard)
			cmd.SetErr(&asked)
			r := &connecting{cmd: cmd, machine: m, yes: c.yes, input: bufio.NewReader(strings.NewReader(c.input))}
			_, _, err := r.reach(t.Context(), open.URL, "")
			is, loadErr := indexer.OwnConfig(m.Environment)
			if loadErr != nil {
				t.Fatal(loadErr)
			}
			if moved := is.HubURL == open.URL && is.AuthToken == ""; moved != c.moves || (err == nil) != c.moves {
				t.Errorf("it says %v, the configuration has %s, %s", err, is.HubURL, is.AuthToken)
			}
			if !c.moves && (is.AuthToken != "hubt_former" || !strings.Contains(err.Error(), "stays connected to "+former)) {
				t.Errorf("it says %v, the configuration has %s, %s", err, is.HubURL, is.AuthToken)
			}
			if c.moves && !strings.Contains(r.moved, open.URL) {
				t.Errorf("it tells of %q", r.moved)
			}
			if !c.yes && !strings.Contains(asked.String(), "work with the hub at "+former) {
				t.Errorf("it asks %q", asked.String())
			}
		})
	}
}

// TestConnectSaysThatItMoved: where nothing is to be written, what has changed is said all the same.
func TestConnectSaysThatItMoved(t *testing.T) {
	h := newHome(t)
	for _, c := range []struct {
		says  string
		moves bool
	}{{"Written", false}, {"nothing to do", true}} {
		open := httptest.NewServer(http.HandlerFunc(openHub))
		t.Cleanup(open.Close)
		out, errs, status := h.run("", nil, "connect", open.URL, "--client", "cursor", "--yes")
		moved := strings.Contains(out, "work with the hub at "+open.URL+" now, also those that run")
		if status != 0 || !strings.Contains(out, c.says) || moved != c.moves {
			t.Errorf("status %d: %s%s", status, out, errs)
		}
	}
}
