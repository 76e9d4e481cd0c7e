package connect

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/indexer/transcript"
	"github.com/progresshub/progresshub/caddyhub/internal/reference"
)

var update = flag.Bool("update", false, "write the golden files and the table in the docs anew")

// machine is one without any client, whose home need not be there.
func machine(system, home string) Machine {
	return Machine{
		Environment: transcript.Environment{Home: home, Getenv: func(string) string { return "" }}, OS: system,
		LookPath: func(string) (string, error) { return "", errors.New("none") },
		Run:      func(string, ...string) (string, error) { return "", errors.New("none") },
	}
}

// TestClients: what is written for each client, on each system, for each shape.
func TestClients(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the golden files have the separators of the other systems")
	}
	seen := map[string]bool{}
	for _, c := range Clients() {
		t.Run(c.ID, func(t *testing.T) {
			if seen[c.ID] || c.Name == "" || c.Restart == "" {
				t.Errorf("%+v", c)
			}
			seen[c.ID] = true
			golden(t, c, c.ID, "")
		})
	}
	if len(seen) != 16 {
		t.Errorf("there are %d clients", len(seen))
	}
	t.Run("opencode, version 2", func(t *testing.T) { golden(t, opencode, "opencode-2", "2.0.1") })
}

// golden compares what is written for a client, whose program says a version if it is asked.
func golden(t *testing.T, c Client, name, version string) {
	t.Helper()
	var text strings.Builder
	for _, system := range []string{"linux", "darwin", "windows"} {
		m := machine(system, "/home/me")
		if version != "" {
			m.Run = func(string, ...string) (string, error) { return version, nil }
		}
		for _, project := range []string{"", "/project"} {
			for _, shape := range []Shape{{Command: "/usr/local/bin/hub"}, {URL: "https://hub.example.org/mcp"}, {URL: "http://127.0.0.1:8787/mcp", Open: true}} {
				text.WriteString(described(t, c, m, project, shape))
			}
		}
	}
	reference.Keep(t, *update, "caddyhub/internal/connect/testdata/clients/"+name+".txt", text.String())
}

// described is what a client's files become out of nothing.
func described(t *testing.T, c Client, m Machine, project string, shape Shape) string {
	t.Helper()
	title := fmt.Sprintf("%s, bridge", m.OS)
	if shape.http() {
		title = fmt.Sprintf("%s, http", m.OS)
	}
	if shape.Open {
		title += ", no token"
	}
	var text string
	if project == "" && c.own != nil {
		add, remove := c.own(shape, c.entry(shape, target{}))
		text += fmt.Sprintf("== %s\n%q\n%q\n", title, add, remove)
	}
	for _, target := range c.targets(m, project) {
		entry := c.entry(shape, target)
		if entry == nil {
			text += fmt.Sprintf("== %s: %s\ncan't\n", title, target.file)
			continue
		}
		after, err := put(target.format, nil, target.at, entry)
		if err != nil {
			t.Fatal(err)
		}
		text += fmt.Sprintf("== %s: %s\n%s", title, target.file, after)
	}
	return text
}

// pc is a home with some clients in it.
func pc(t *testing.T, files map[string]string) Machine {
	t.Helper()
	m := machine("linux", t.TempDir())
	for name, text := range files {
		file := filepath.Join(m.Home, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func client(t *testing.T, id string) Client {
	t.Helper()
	for _, c := range Clients() {
		if c.ID == id {
			return c
		}
	}
	t.Fatalf("no client %s", id)
	return Client{}
}

// fulfil does what a run of hub connect does for one client, with the ledger in the folder state.
func fulfil(t *testing.T, m Machine, state, id string, w Wish) *Plan {
	t.Helper()
	l := OpenLedger(state)
	p, err := client(t, id).Plan(m, l, w)
	if err == nil {
		err = p.Do(m, l)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestFound(t *testing.T) {
	m := pc(t, map[string]string{".cursor/x": "", ".config/zed/settings.json": "{}", ".cline/x": ""})
	m.LookPath = func(name string) (string, error) {
		if name == "codex" {
			return "/usr/bin/codex", nil
		}
		return "", errors.New("none")
	}
	var found []string
	for _, c := range Clients() {
		if c.Found(m) {
			found = append(found, c.ID)
		}
	}
	if got := strings.Join(found, " "); got != "cursor codex zed cline" {
		t.Errorf("found %s", got)
	}
}

func TestPlan(t *testing.T) {
	const url = "https://hub.example.org/mcp"
	shape := Shape{Command: "/usr/local/bin/hub"}
	for name, c := range map[string]struct {
		id, text string // of the client's file
		wish     Wish
		want     string // part of the file afterwards; empty: unchanged
		fault    string
	}{
		"fresh":                  {"cursor", `{}`, Wish{Shape: shape}, `"command": "/usr/local/bin/hub"`, ""},
		"there already":          {"cursor", `{"mcpServers":{"hub":{"command":"/usr/local/bin/hub","args":["mcp"]}}}`, Wish{Shape: shape}, "", ""},
		"an older bridge":        {"cursor", `{"mcpServers":{"hub":{"command":"/opt/hub","args":["mcp"]}}}`, Wish{Shape: shape}, "/usr/local/bin/hub", ""},
		"by hand, the same hub":  {"cursor", `{"mcpServers":{"hub":{"url":"` + url + `"}}}`, Wish{Shape: shape, Endpoint: url}, "/usr/local/bin/hub", ""},
		"another's":              {"cursor", `{"mcpServers":{"hub":{"url":"https://other.example/mcp"}}}`, Wish{Shape: shape, Endpoint: url}, "", "is another's"},
		"of the hub before":      {"cursor", `{"mcpServers":{"hub":{"url":"https://former.example/mcp"}}}`, Wish{Shape: shape, Endpoint: url, Former: "https://former.example/mcp"}, "/usr/local/bin/hub", ""},
		"by its own name":        {"cursor", `{"mcpServers":{"hub":{"command":"/opt/progress-hub","args":["mcp","--config","x"]}}}`, Wish{Shape: Shape{Command: "/usr/bin/progress-hub"}}, "/usr/bin/progress-hub", ""},
		"removed, its own name":  {"cursor", `{"mcpServers":{"a":{},"hub":{"command":"C:\\progress-hub.exe","args":["mcp"]}}}`, Wish{Shape: Shape{Command: "/usr/bin/progress-hub"}, Remove: true}, `{"mcpServers":{"a":{}}}`, ""},
		"another program":        {"cursor", `{"mcpServers":{"hub":{"command":"hub","args":["serve"]}}}`, Wish{Shape: shape}, "", "is another's"},
		"another's by no name":   {"cursor", `{"mcpServers":{"hub":{"command":"","args":["mcp"]}}}`, Wish{Shape: shape}, "", "is another's"},
		"remove nothing":         {"cursor", `{"mcpServers":{}}`, Wish{Remove: true}, "", ""},
		"remove":                 {"cursor", `{"mcpServers":{"a":{},"hub":{"command":"C:\\x\\hub.exe","args":["mcp"]}}}`, Wish{Remove: true}, `{"mcpServers":{"a":{}}}`, ""},
		"http where it can't be": {"zed", `{}`, Wish{Shape: Shape{URL: url}}, "", "without --http"},
		"broken":                 {"cursor", `{"mcpServers":`, Wish{Shape: shape}, "", "can't be read as JSON"},
		"without a program":      {"openclaw", "", Wish{Shape: shape}, "", "not on PATH"},
	} {
		t.Run(name, func(t *testing.T) {
			of := client(t, c.id)
			m := machine("linux", t.TempDir())
			file := ""
			if targets := of.targets(m, ""); len(targets) > 0 {
				file = targets[0].file
				if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			l := OpenLedger(t.TempDir())
			plan, err := of.Plan(m, l, c.wish)
			if c.fault != "" {
				if err == nil || !strings.Contains(err.Error(), c.fault) {
					t.Errorf("got %v", err)
				}
				return
			}
			if err != nil || plan.Empty() != (c.want == "") {
				t.Fatalf("%+v, %v", plan, err)
			}
			if err := plan.Do(m, l); err != nil {
				t.Fatal(err)
			}
			now, err := os.ReadFile(file)
			if err != nil || !strings.Contains(string(now), c.want) || c.want == "" && string(now) != c.text {
				t.Errorf("the file is %s, %v", now, err)
			}
		})
	}
}

// TestFiles: what hub connect does not write to.
func TestFiles(t *testing.T) {
	shape := Wish{Shape: Shape{Command: "/usr/local/bin/hub"}}
	of := client(t, "cursor")
	t.Run("a link out of the home", func(t *testing.T) {
		elsewhere := filepath.Join(t.TempDir(), "theirs.json")
		if err := os.WriteFile(elsewhere, []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
		m := pc(t, map[string]string{".cursor/x": ""})
		if err := os.Symlink(elsewhere, filepath.Join(m.Home, ".cursor/mcp.json")); err != nil {
			t.Skip(err)
		}
		if _, err := of.Plan(m, OpenLedger(t.TempDir()), shape); err == nil || !strings.Contains(err.Error(), "outside of your home") {
			t.Errorf("got %v", err)
		}
	})
	for name, c := range map[string]struct{ id, folder, file, project string }{
		"a linked folder of the home":                 {"zed", ".config/zed", "", ""},
		"a linked folder of the home, with a file":    {"zed", ".config/zed", "settings.json", ""},
		"a linked folder of a project":                {"vscode", "work/.vscode", "", "work"},
		"a linked folder of a project, with a file":   {"vscode", "work/.vscode", "mcp.json", "work"},
		"a folder that leads nowhere":                 {"zed", ".config/zed", "-", ""},
		"a folder above the folder, which is not yet": {"zed", ".config", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			m := pc(t, map[string]string{".config/x": "", "work/x": ""})
			elsewhere := t.TempDir()
			switch c.file {
			case "":
			case "-":
				elsewhere = filepath.Join(elsewhere, "gone")
			default:
				if err := os.WriteFile(filepath.Join(elsewhere, c.file), []byte("{}"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			link := filepath.Join(m.Home, filepath.FromSlash(c.folder))
			if err := os.RemoveAll(link); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(elsewhere, link); err != nil {
				t.Skip(err)
			}
			wish := shape
			if c.project != "" {
				wish.Project = filepath.Join(m.Home, c.project)
			}
			if plan, err := client(t, c.id).Plan(m, OpenLedger(t.TempDir()), wish); err == nil || !strings.Contains(err.Error(), "link to") {
				t.Errorf("got %+v, %v", plan, err)
			}
		})
	}
	t.Run("a folder linked meanwhile", func(t *testing.T) {
		m := pc(t, nil)
		l := OpenLedger(t.TempDir())
		plan, err := of.Plan(m, l, shape)
		if err != nil {
			t.Fatal(err)
		}
		elsewhere := t.TempDir()
		if err := os.Symlink(elsewhere, filepath.Join(m.Home, ".cursor")); err != nil {
			t.Skip(err)
		}
		if err := plan.Do(m, l); err == nil || !strings.Contains(err.Error(), "leads elsewhere") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("changed meanwhile", func(t *testing.T) {
		m := pc(t, map[string]string{".cursor/mcp.json": "{}"})
		l := OpenLedger(t.TempDir())
		plan, err := of.Plan(m, l, shape)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(m.Home, ".cursor/mcp.json")
		if err := os.WriteFile(file, []byte(`{"a":1}`), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := plan.Do(m, l); err == nil || !strings.Contains(err.Error(), "changed meanwhile") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("made and taken away", func(t *testing.T) {
		m := pc(t, nil)
		l := OpenLedger(t.TempDir())
		for _, wish := range []Wish{shape, {Remove: true}} {
			plan, err := of.Plan(m, l, wish)
			if err != nil {
				t.Fatal(err)
			}
			if err := plan.Do(m, l); err != nil {
				t.Fatal(err)
			}
		}
		if left, err := filepath.Glob(filepath.Join(m.Home, ".cursor", "*")); err != nil || len(left) > 0 {
			t.Errorf("left %v, %v", left, err)
		}
	})
	t.Run("a plugin", func(t *testing.T) {
		m := pc(t, map[string]string{
			".claude/plugins/installed_plugins.json": `{"version":2,"plugins":{"other@x":[{}],"progress-hub@y":[{"installPath":"/x"}]}}`,
			".claude/settings.json":                  `{"enabledPlugins":{"progress-hub@y":true}}`,
		})
		l, wish := OpenLedger(t.TempDir()), shape
		wish.Hooks, wish.Rules = true, true
		plan, err := client(t, "claude-code").Plan(m, l, wish)
		if err != nil || !plan.Empty() || !strings.Contains(plan.Note, "by its plugin progress-hub@y already") {
			t.Errorf("%+v, %v", plan, err)
		}
		wish.Project = filepath.Join(m.Home, "work")
		if plan, err := client(t, "claude-code").Plan(m, l, wish); err != nil || plan.Empty() {
			t.Errorf("of a project: %+v, %v", plan, err)
		}
	})
	t.Run("a client's own command that fails", func(t *testing.T) {
		const theirs = `{"mcpServers":{"hub":{"command":"/old/hub","args":["mcp"],"env":{"A":"b"}}},"history":[1]}`
		for removes, left := range map[bool]string{true: `{"mcpServers":{},"history":[1]}`, false: theirs} {
			m := pc(t, map[string]string{".claude.json": theirs})
			m.LookPath = func(string) (string, error) { return "/usr/bin/claude", nil }
			m.Run = func(_ string, args ...string) (string, error) {
				if args[1] != "remove" || !removes {
					return "no such command", errors.New("exit status 1")
				}
				return "", os.WriteFile(m.home(".claude.json"), []byte(left), 0o600)
			}
			l := OpenLedger(t.TempDir())
			plan, err := client(t, "claude-code").Plan(m, l, shape)
			if err != nil {
				t.Fatal(err)
			}
			if err := plan.Do(m, l); err == nil || !strings.Contains(err.Error(), "add-json failed: no such command") {
				t.Errorf("it says %v", err)
			}
			text, err := os.ReadFile(m.home(".claude.json"))
			if err != nil {
				t.Fatal(err)
			}
			is, err := jsonc{}.decode(text)
			want, _ := jsonc{}.decode([]byte(theirs))
			if err != nil || !reflect.DeepEqual(is, want) {
				t.Errorf("%v: the file is %s", err, text)
			}
		}
	})
	t.Run("a client's own command", func(t *testing.T) {
		m := pc(t, map[string]string{".claude.json": `{"mcpServers":{}}`})
		var ran []string
		m.LookPath = func(string) (string, error) { return "/usr/bin/claude", nil }
		m.Run = func(program string, args ...string) (string, error) {
			ran = append(ran, program+" "+strings.Join(args, " "))
			return "", nil
		}
		l := OpenLedger(t.TempDir())
		plan, err := client(t, "claude-code").Plan(m, l, shape)
		if err != nil {
			t.Fatal(err)
		}
		if err := plan.Do(m, l); err != nil || len(ran) != 2 || !strings.Contains(ran[1], `add-json -s user hub {"type":"stdio","command":"/usr/local/bin/hub","args":["mcp"]}`) {
			t.Errorf("ran %q, %v", ran, err)
		}
	})
}
