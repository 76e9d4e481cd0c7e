package caddyhub

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store/storetest"
	"github.com/progresshub/progresshub/store/storetest/race"
)

// atHome runs the hub's binary for an owner with a home of their own.
type atHome struct {
	testing.TB
	home, program string
}

func newHome(t *testing.T) *atHome {
	t.Helper()
	h := &atHome{TB: t, home: t.TempDir()}
	h.program = h.linked(binaryName)
	return h
}

// linked is the program by another name, in a folder of its own: elsewhere than go test puts it.
func (h *atHome) linked(name string) string {
	h.Helper()
	program := filepath.Join(h.TempDir(), name)
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	here, err := os.Executable()
	if err != nil {
		h.Fatal(err)
	}
	if err := os.Link(here, program); err != nil {
		h.Skipf("the test binary can't be linked: %v", err)
	}
	return program
}

func (h *atHome) put(name, text string) {
	h.Helper()
	file := filepath.Join(h.home, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		h.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		h.Fatal(err)
	}
}

func (h *atHome) read(name string) string {
	text, err := os.ReadFile(filepath.Join(h.home, filepath.FromSlash(name)))
	if err != nil {
		return ""
	}
	return string(text)
}

// command is one of the hub's, as its owner runs it.
func (h *atHome) command(env []string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(h.Context(), h.program, args...)
	cmd.Env = append([]string{asBinary + "=1", "HOME=" + h.home, "USERPROFILE=" + h.home, "APPDATA=" + h.home, "PATH="}, env...)
	cmd.Dir = h.home
	return cmd
}

func (h *atHome) run(input string, env []string, args ...string) (stdout, stderr string, status int) {
	h.Helper()
	cmd := h.command(env, args...)
	cmd.Stdin = strings.NewReader(input)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); cmd.ProcessState == nil {
		h.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// hook runs a hook of Cursor's until it says something: it gives up in time for a session, of which a
// busy machine may need much to start it.
func (h *atHome) hook(input func(try int) string, event string) (stdout, stderr string, status int) {
	h.Helper()
	for try := 0; try < 20 && status == 0 && (try == 0 || stdout == "{}\n"); try++ {
		stdout, stderr, status = h.run(input(try), nil, "hook", event, "--client", "cursor")
	}
	return stdout, stderr, status
}

// bridge starts hub mcp.
func (h *atHome) bridge() (cmd *exec.Cmd, in io.WriteCloser, lines *bufio.Reader) {
	h.Helper()
	cmd = h.command(nil, "mcp")
	in, err := cmd.StdinPipe()
	if err != nil {
		h.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		h.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		h.Fatal(err)
	}
	return cmd, in, bufio.NewReader(out)
}

// TestConnect goes the way of a new user: connect, connect again, use the bridge, take it back.
func TestConnect(t *testing.T) {
	hub := startServe(t, []string{"HUB_AUTH_TOKEN=" + privateToken}, "--data", storetest.Dir(t))
	h := newHome(t)
	const before = "{\n  // mine\n  \"mcpServers\": {},\n}\n"
	const mcp, config = ".cursor/mcp.json", ".config/progress-hub/config.toml"
	h.put(mcp, before)

	if out, errs, status := h.run("", nil, "connect", hub.base, "--dry-run"); status != 0 || !strings.Contains(out, "+    \"hub\": {") || h.read(mcp) != before || h.read(config) != "" {
		t.Fatalf("dry run: status %d, %s%s", status, out, errs)
	}
	if _, errs, status := h.run("", []string{"HUB_AUTH_TOKEN=wrong"}, "connect", hub.base, "--yes"); status != 1 || !strings.Contains(errs, "does not take that access token") || h.read(mcp) != before {
		t.Fatalf("wrong token: status %d, %s", status, errs)
	}
	out, errs, status := h.run(privateToken+"\n", nil, "connect", hub.base, "--token", "-", "--yes", "--json")
	var done struct {
		Clients []connected `json:"clients"`
	}
	if err := json.Unmarshal([]byte(out), &done); err != nil || status != 0 || len(done.Clients) != 1 || done.Clients[0].State != "connected" || done.Clients[0].ID != "cursor" {
		t.Fatalf("status %d, %s%s", status, out, errs)
	}
	if !strings.Contains(errs, "\n  Cursor: restart Cursor\n") || !strings.Contains(errs, "hub connect --hooks also hands the digest to Cursor") {
		t.Errorf("it says %s", errs)
	}
	if is := h.read(config); !strings.Contains(is, `auth_token = "hubt_`) || strings.Contains(is+out+errs, privateToken) {
		t.Errorf("the configuration is %s, printed %s%s", is, out, errs)
	}
	if is := h.read(mcp); !strings.Contains(is, h.program) || !strings.Contains(is, "// mine") {
		t.Errorf("the file is %s", is)
	}
	if is := h.read(mcp + ".hub-bak"); is != before {
		t.Errorf("the copy of the file is %q", is)
	}
	if out, errs, status := h.run("", nil, "connect", "--yes"); status != 0 || !strings.Contains(out, "Cursor: nothing to do") {
		t.Errorf("again: status %d, %s%s", status, out, errs)
	}
	answer, errs, status := h.run(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_projects","arguments":{}}}`+"\n", nil, "mcp")
	if status != 0 || !strings.Contains(answer, "0 projects") || strings.Count(answer, "\n") != 1 {
		t.Errorf("the bridge: status %d, %s%s", status, answer, errs)
	}
	out, errs, status = h.run("", nil, "doctor", "--json")
	// The race detector makes the bridge too slow for the doctor's patience.
	healthy := status == 0 && strings.Contains(out, `"ok":true}`) && strings.Contains(out, `{"id":"start cursor","state":"ok",`) || race.Enabled
	if !healthy || !strings.HasPrefix(out, `{"checks":[`) || strings.Contains(out, "hubt_") || !strings.Contains(out, `{"id":"modern","state":"ok",`) {
		t.Errorf("doctor: status %d, %s%s", status, out, errs)
	}
	if out, errs, status := h.run("", nil, "doctor", "--client", "emacs"); status != 2 || out != "" {
		t.Errorf("doctor of no client: status %d, %s%s", status, out, errs)
	}
	if out, errs, status := h.run("", nil, "connect", "--hooks", "--yes"); status != 0 || strings.Contains(out, "hub connect --hooks") || !strings.Contains(h.read(".cursor/hooks.json"), "hook session-start --client cursor") {
		t.Errorf("hooks: status %d, %s%s", status, out, errs)
	}
	if out, errs, status := h.run("{}", nil, "hook", "session-start", "--client", "cursor"); status != 0 || out != "{}\n" {
		t.Errorf("a hook with nothing to say: status %d, %s%s", status, out, errs)
	}
	if status, body, err := do(t.Context(), http.MethodPost, hub.base+"/api/threads", strings.NewReader(`{"summary":"Paint the shed"}`), "Authorization", "Bearer "+privateToken); err != nil || status != http.StatusCreated {
		t.Fatalf("%d %s %v", status, body, err)
	}
	if out, errs, status := h.hook(func(int) string { return "{}" }, "session-start"); status != 0 || !strings.Contains(out, "Paint the shed") {
		t.Errorf("a hook: status %d, %s%s", status, out, errs)
	}
	if out, errs, status := h.run("", nil, "connect", "--hooks=guard", "--yes"); status != 0 || !strings.Contains(h.read(".cursor/hooks.json"), "hook stop --client cursor") {
		t.Errorf("the guard: status %d, %s%s", status, out, errs)
	}
	h.guard(t)
	h.put("shed/AGENTS.md", "Be kind.\n")
	if out, errs, status := h.run("", nil, "connect", "--rules", "--project", "shed", "--client", "codex,cursor,zed", "--yes"); status != 0 || strings.Count(h.read("shed/AGENTS.md"), "## Progress Hub") != 1 || !strings.Contains(h.read("shed/.cursor/rules/progress-hub.mdc"), "alwaysApply: true") {
		t.Errorf("rules: status %d, %s%s", status, out, errs)
	}
	if out, errs, status := h.run("", nil, "connect", "--remove", "--project", "shed", "--client", "codex,cursor,zed", "--yes"); status != 0 || h.read("shed/AGENTS.md") != "Be kind.\n" || h.read("shed/.cursor/rules/progress-hub.mdc") != "" {
		t.Errorf("rules removed: status %d, %s%s", status, out, errs)
	}
	for _, args := range [][]string{{"hook"}, {"hook", "no-such", "--what"}, {"hook", "session-start", "--what"}, {"hook", "stop", "--what"}} {
		if _, errs, status := h.run("", nil, args...); status != 0 {
			t.Errorf("%v: status %d, %s", args, status, errs)
		}
	}
	if out, errs, status := h.run("", nil, "connect", "--remove", "--yes"); status != 0 || h.read(mcp) != before || h.read(".cursor/hooks.json") != "" {
		t.Errorf("remove: status %d, %s%s\n%s", status, out, errs, h.read(mcp))
	}
}

// TestConnectAProjectNamesTheProgram: the files of a project are read on other machines too.
func TestConnectAProjectNamesTheProgram(t *testing.T) {
	hub := startServe(t, []string{"HUB_AUTH_TOKEN=" + privateToken}, "--data", storetest.Dir(t))
	for _, c := range []struct {
		name, path string
		args       []string
		file       string
		byName     bool
	}{
		{"on PATH", "here", []string{"--project", "shed"}, "shed/.cursor/mcp.json", true},
		{"not on PATH", "elsewhere", []string{"--project", "shed"}, "shed/.cursor/mcp.json", false},
		{"the owner's own file", "here", nil, ".cursor/mcp.json", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHome(t)
			h.put("shed/README.md", "")
			path := map[string]string{"here": filepath.Dir(h.program), "elsewhere": h.home}[c.path]
			args := append([]string{"connect", hub.base, "--token", "-", "--client", "cursor", "--yes"}, c.args...)
			out, errs, status := h.run(privateToken+"\n", []string{"PATH=" + path}, args...)
			if is := h.read(c.file); status != 0 || strings.Contains(is, `"command": "hub"`) != c.byName || strings.Contains(is, h.program) == c.byName {
				t.Errorf("status %d, %s%s\n%s", status, out, errs, is)
			}
			if out, errs, status := h.run("", []string{"PATH=" + path}, append([]string{"connect", "--client", "cursor", "--yes"}, c.args...)...); status != 0 || !strings.Contains(out, "nothing to do") {
				t.Errorf("again: status %d, %s%s", status, out, errs)
			}
		})
	}
}

// TestConnectWithoutPrograms: a machine without any that agents run in can speak to the hub all the
// same, as hub index does.
func TestConnectWithoutPrograms(t *testing.T) {
	hub := startServe(t, []string{"HUB_AUTH_TOKEN=" + privateToken}, "--data", storetest.Dir(t))
	h := newHome(t)
	out, errs, status := h.run(privateToken+"\n", nil, "connect", hub.base, "--token", "-", "--yes")
	if status != 0 || !strings.Contains(out, "This machine is connected") || !strings.Contains(h.read(".config/progress-hub/config.toml"), `auth_token = "hubt_`) {
		t.Errorf("status %d, %s%s", status, out, errs)
	}
}

// TestConnectToADevelopmentHub: one without an access token takes none, and gets none.
func TestConnectToADevelopmentHub(t *testing.T) {
	hub := startServe(t, nil, "--data", storetest.Dir(t))
	h := newHome(t)
	h.put(".cursor/mcp.json", "{}")
	out, errs, status := h.run("", nil, "connect", hub.base, "--yes")
	config := h.read(".config/progress-hub/config.toml")
	if status != 0 || !strings.Contains(out, "development mode: it takes no token") || !strings.Contains(config, hub.base) || strings.Contains(config, "auth_token") {
		t.Errorf("status %d, %s%s\n%s", status, out, errs, config)
	}
	if answer, errs, status := h.run(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_projects","arguments":{}}}`+"\n", nil, "mcp"); status != 0 || !strings.Contains(answer, "0 projects") {
		t.Errorf("the bridge: status %d, %s%s", status, answer, errs)
	}
}

// guard claims a thread through a running bridge, stops without a word, and hears of it once.
func (h *atHome) guard(t *testing.T) {
	t.Helper()
	bridge, in, lines := h.bridge()
	const claim = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"start_work","arguments":{"intent":"Oil the hinges","source_tool":"cursor"}}}`
	if _, err := in.Write([]byte(claim + "\n")); err != nil {
		t.Fatal(err)
	}
	if answer, err := lines.ReadString('\n'); err != nil || !strings.Contains(answer, `"claimed":true`) {
		t.Fatalf("%s %v", answer, err)
	}
	input := func(session string) string {
		return `{"conversation_id":"` + session + `","workspace_roots":[` + strconv.Quote(h.home) + `],"status":"completed"}`
	}
	stop := func(session string) string {
		said, _, _ := h.run(input(session), nil, "hook", "stop", "--client", "cursor")
		return said
	}
	one := ""
	said, _, _ := h.hook(func(try int) string { // each time a session of its own: none is told twice
		one = fmt.Sprint("one", try)
		return input(one)
	}, "stop")
	if !strings.Contains(said, "followup_message") || !strings.Contains(said, "Oil the hinges") {
		t.Errorf("a session that stops with a claim hears %s", said)
	}
	if said := stop(one); said != "{}\n" {
		t.Errorf("it hears again %s", said)
	}
	in.Close()
	if err := bridge.Wait(); err != nil {
		t.Error(err)
	}
	if said := stop("two"); said != "{}\n" {
		t.Errorf("of a session that has ended the next one hears %s", said)
	}
}

func TestConnectCommandLine(t *testing.T) {
	h := newHome(t)
	h.put(".cursor/mcp.json", "{}")
	open := startServe(t, nil, "--data", storetest.Dir(t))
	for name, c := range map[string]struct {
		args   []string
		status int
		want   string
	}{
		"no hub named":     {[]string{"connect", "--dry-run"}, 2, "name the hub"},
		"no such hooks":    {[]string{"connect", open.base, "--hooks=all", "--yes"}, 2, "--hooks=guard"},
		"no such client":   {[]string{"connect", open.base, "--client", "emacs", "--yes"}, 2, "hub connect --list"},
		"no terminal":      {[]string{"connect", open.base}, 2, "--yes writes without asking"},
		"no hub there":     {[]string{"connect", "http://127.0.0.1:9", "--yes"}, 1, "can't be reached"},
		"no address":       {[]string{"connect", "hub.example.org", "--yes"}, 2, "the address is no http or https address, such as http"},
		"nobody there":     {[]string{"connect", "http://127.0.0.1:1", "--yes"}, 1, "see that it runs, and check the address\n"},
		"not over HTTP":    {[]string{"connect", open.base, "--client", "zed", "--http", "--yes"}, 1, "without --http"},
		"no such folder":   {[]string{"connect", open.base, "--client", "cursor", "--project", "typo/deep", "--yes"}, 2, "there is no folder"},
		"no project files": {[]string{"connect", open.base, "--client", "goose", "--project", ".", "--yes"}, 1, "no file for a single project"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.RemoveAll(filepath.Join(h.home, ".config")); err != nil {
				t.Fatal(err)
			}
			out, errs, status := h.run("", nil, c.args...)
			if status != c.status || !strings.Contains(out+errs, c.want) {
				t.Errorf("status %d, stdout %q, stderr %q", status, out, errs)
			}
			if _, err := os.Stat(filepath.Join(h.home, "typo")); err == nil {
				t.Error("it made the folder")
			}
			if is := h.read(".cursor/mcp.json"); is != "{}" {
				t.Errorf("the file is %s", is)
			}
		})
	}
	t.Run("a Linux in Windows", func(t *testing.T) {
		for _, args := range [][]string{{"connect", "--list"}, {"doctor"}} {
			if out, errs, _ := h.run("", []string{"WSL_DISTRO_NAME=Ubuntu"}, args...); !strings.Contains(out+errs, "Ubuntu in Windows (WSL), and its home is "+h.home) {
				t.Errorf("%v: %s%s", args, out, errs)
			}
		}
	})
	t.Run("list", func(t *testing.T) {
		out, _, status := h.run("", nil, "connect", "--list")
		if status != 0 || strings.Count(out, "\n") != 16 || !strings.Contains(out, "documented\n") || !strings.Contains(out, "documented, has --hooks\n") {
			t.Errorf("status %d, %s", status, out)
		}
	})
}
