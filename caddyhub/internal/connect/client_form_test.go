package connect

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestForms: which of a client's files and forms is taken.
func TestForms(t *testing.T) {
	for name, c := range map[string]struct {
		id      string
		project string
		files   map[string]string
		said    string // by opencode --version
		want    string // the file, and the path in it
	}{
		"devin":       {"devin", "", map[string]string{".config/devin/x": ""}, "", ".config/devin/mcp_config.json mcpServers"},
		"windsurf":    {"devin", "", map[string]string{".codeium/windsurf/x": ""}, "", ".codeium/windsurf/mcp_config.json mcpServers"},
		"neither":     {"devin", "", nil, "", ".config/devin/mcp_config.json mcpServers"},
		"cline, both": {"cline", "", map[string]string{".cline/x": "", ".config/Code/User/globalStorage/saoudrizwan.claude-dev/x": ""}, "", ".cline/data/settings/cline_mcp_settings.json mcpServers, .config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json mcpServers"},

		"opencode 1":            {"opencode", "", nil, "1.18.33", ".config/opencode/opencode.json mcp"},
		"opencode 2":            {"opencode", "", nil, "2.0.1", ".config/opencode/opencode.json mcp.servers"},
		"opencode 2, with more": {"opencode", "", nil, "opencode v2.0.1-beta.1", ".config/opencode/opencode.json mcp.servers"},
		"opencode 12":           {"opencode", "", nil, "12.1.0", ".config/opencode/opencode.json mcp.servers"},
		"opencode, comments":    {"opencode", "", map[string]string{".config/opencode/opencode.jsonc": "{}"}, "1.0", ".config/opencode/opencode.jsonc mcp"},
		"opencode, by file":     {"opencode", "", map[string]string{".config/opencode/opencode.json": "\xef\xbb\xbf" + `{"mcp":{"servers":{}}}`}, "", ".config/opencode/opencode.json mcp.servers"},
		"opencode, by nought":   {"opencode", "", map[string]string{".config/opencode/opencode.json": `{"mcp":{}}`}, "no version", ".config/opencode/opencode.json mcp"},

		"a project, opencode 1":       {"opencode", "work", nil, "1.18.33", "work/opencode.json mcp"},
		"a project, opencode 2":       {"opencode", "work", nil, "2.0.1", "work/opencode.json mcp.servers"},
		"a project, comments":         {"opencode", "work", map[string]string{"work/opencode.jsonc": "{}"}, "2.0.1", "work/opencode.jsonc mcp.servers"},
		"a project, by file":          {"opencode", "work", map[string]string{"work/opencode.json": `{"mcp":{"servers":{"a":{}}}}`}, "", "work/opencode.json mcp.servers"},
		"a project, by nought":        {"opencode", "work", map[string]string{"work/opencode.json": `{}`}, "", "work/opencode.json mcp"},
		"a project, its folder":       {"opencode", "work", map[string]string{"work/.opencode/opencode.json": `{"mcp":{"servers":{}}}`}, "", "work/.opencode/opencode.json mcp.servers"},
		"a project, its file and one": {"opencode", "work", map[string]string{"work/.opencode/opencode.json": `{}`, "work/opencode.json": "{}"}, "", "work/opencode.json mcp"},
	} {
		t.Run(name, func(t *testing.T) {
			m := pc(t, c.files)
			m.Run = func(string, ...string) (string, error) { return c.said, nil }
			project := ""
			if c.project != "" {
				project = filepath.Join(m.Home, c.project)
			}
			var got []string
			for _, target := range client(t, c.id).targets(m, project) {
				rel, err := filepath.Rel(m.Home, target.file)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, filepath.ToSlash(rel)+" "+strings.Join(target.at.path, "."))
			}
			if strings.Join(got, ", ") != c.want {
				t.Errorf("got %q", got)
			}
		})
	}
}

// TestOpenCodeMoves: an entry of another form goes when the client reads a new one, and comes back
// with what stood around it.
func TestOpenCodeMoves(t *testing.T) {
	const first = `{"mcp":{"hub":{"type":"local","command":["/opt/hub","mcp"],"enabled":true},"a":{"type":"local"}}}`
	const second = `{"mcp":{"servers":{"hub":{"type":"local","command":["/opt/hub","mcp"]}},"a":{"type":"local"}}}`
	const theirs = `{"mcp":{"hub":{"type":"local","command":["mine"]},"a":{"type":"local"}}}`
	for name, c := range map[string]struct{ text, version, has, hasNot string }{
		"to the second form":       {first, "2.0.1", `"servers"`, "/opt/hub"},
		"to the first form":        {second, "1.0.1", `"enabled"`, "/opt/hub"},
		"another's of one form":    {theirs, "2.0.1", `"mine"`, "/opt/hub"},
		"the same form once again": {first, "1.0.1", `"enabled"`, "/opt/hub"},
	} {
		t.Run(name, func(t *testing.T) {
			const file = ".config/opencode/opencode.json"
			m := pc(t, map[string]string{file: c.text})
			m.Run = func(string, ...string) (string, error) { return c.version, nil }
			l := OpenLedger(t.TempDir())
			for _, wish := range []Wish{{Shape: Shape{Command: "/usr/local/bin/hub"}}, {Remove: true}} {
				plan, err := opencode.Plan(m, l, wish)
				if err != nil {
					t.Fatal(err)
				}
				if err := plan.Do(m, l); err != nil {
					t.Fatal(err)
				}
				now, err := os.ReadFile(m.home(file))
				if err != nil {
					t.Fatal(err)
				}
				if wish.Remove && string(now) != c.text {
					t.Errorf("taken back, it is %s", now)
				}
				if !wish.Remove && (!strings.Contains(string(now), c.has) || strings.Contains(string(now), c.hasNot) || strings.Count(string(now), "/usr/local/bin/hub") != 1) {
					t.Errorf("it is %s", now)
				}
			}
		})
	}
}
