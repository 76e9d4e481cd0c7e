package connect

import (
	"os"
	"strings"
	"testing"
)

// TestKeeps: what the owner of an entry, or its client, has put into it stays when hub connect writes
// it again.
func TestKeeps(t *testing.T) {
	const url = "https://hub.example.org/mcp"
	bridge, http := Wish{Shape: Shape{Command: "/bin/hub"}}, Wish{Shape: Shape{Command: "/bin/hub", URL: url}, Endpoint: url}
	block := func(lines string) string { return hash.begin + "\n" + lines + hash.end + "\n" }
	for name, c := range map[string]struct {
		id, file, before string
		wish             Wish
		want             string
	}{
		"members": {
			"cline", ".cline/data/settings/cline_mcp_settings.json", `{"mcpServers":{"hub":{"command":"/old/hub","args":["mcp"],"disabled":true,"autoApprove":["read"]}}}`, bridge,
			`{"mcpServers":{"hub":{"command":"/bin/hub","args":["mcp"],"autoApprove":["read"],"disabled":true}}}`,
		},
		"members that hub connect has, too": {
			"copilot-cli", ".copilot/mcp-config.json", `{"mcpServers":{"hub":{"type":"local","command":"/old/hub","args":["mcp"],"tools":["read"]}}}`, bridge,
			`{"mcpServers":{"hub":{"type":"local","command":"/bin/hub","args":["mcp"],"tools":["read"]}}}`,
		},
		"a configuration": {
			"cursor", ".cursor/mcp.json", `{"mcpServers":{"hub":{"command":"/old/hub","args":["mcp","--config","/home/me/work.toml"]}}}`, bridge,
			`{"mcpServers":{"hub":{"command":"/bin/hub","args":["mcp","--config","/home/me/work.toml"]}}}`,
		},
		"a configuration in one list": {
			"opencode", ".config/opencode/opencode.json", `{"mcp":{"hub":{"type":"local","command":["/old/hub","mcp","--config=work.toml"],"enabled":false}}}`, bridge,
			`{"mcp":{"hub":{"type":"local","command":["/bin/hub","mcp","--config","work.toml"],"enabled":false}}}`,
		},
		"what fits a program only": {
			"gemini-cli", ".gemini/settings.json", `{"mcpServers":{"hub":{"command":"/old/hub","args":["mcp"],"env":{"A":"b"},"trust":true}}}`, http,
			`{"mcpServers":{"hub":{"httpUrl":"` + url + `","headers":{"Authorization":"Bearer ${HUB_TOKEN}"},"trust":true}}}`,
		},
		"nothing new": {
			"cursor", ".cursor/mcp.json", `{"mcpServers":{"hub":{"env": {"A":"b"}, "command":"/bin/hub","args":["mcp"]}}}`, bridge,
			`{"mcpServers":{"hub":{"env": {"A":"b"}, "command":"/bin/hub","args":["mcp"]}}}`,
		},
		"TOML": {
			"codex", ".codex/config.toml", block("[mcp_servers.hub]\ncommand = \"/old/hub\"\nargs = [\"mcp\"]\nstartup_timeout_sec = 20\n\n[mcp_servers.hub.tools.\"a b\"]\napproval_mode = \"approve\"\n"), bridge,
			block("[mcp_servers.hub]\ncommand = \"/bin/hub\"\nargs = [\"mcp\"]\nstartup_timeout_sec = 20\n\n[mcp_servers.hub.tools]\n\n[mcp_servers.hub.tools.\"a b\"]\napproval_mode = \"approve\"\n"),
		},
		"TOML, behind the marks": {
			"codex", ".codex/config.toml", block("[mcp_servers.hub]\ncommand = \"/old/hub\"\nargs = [\"mcp\"]\n") + "\n[mcp_servers.hub.tools.read]\napproval_mode = \"approve\"\n", bridge,
			block("[mcp_servers.hub]\ncommand = \"/bin/hub\"\nargs = [\"mcp\"]\n") + "\n[mcp_servers.hub.tools.read]\napproval_mode = \"approve\"\n",
		},
		"YAML": {
			"goose", ".config/goose/config.yaml", "extensions:\n  " + strings.ReplaceAll(strings.TrimSuffix(block("hub:\n  type: stdio\n  name: hub\n  cmd: /old/hub\n  args: [mcp]\n  enabled: true\n  timeout: 300\n  envs: {A: b}\n"), "\n"), "\n", "\n  ") + "\n", bridge,
			"extensions:\n  " + strings.ReplaceAll(strings.TrimSuffix(block("hub:\n  type: \"stdio\"\n  name: \"hub\"\n  cmd: \"/bin/hub\"\n  args: [\"mcp\"]\n  enabled: true\n  timeout: 300\n  envs:\n    A: \"b\"\n"), "\n"), "\n", "\n  ") + "\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			m, state := pc(t, map[string]string{c.file: c.before}), t.TempDir()
			for _, again := range []string{"", " again"} {
				l := OpenLedger(state)
				p, err := client(t, c.id).Plan(m, l, c.wish)
				if err == nil {
					err = p.Do(m, l)
				}
				if text, _ := os.ReadFile(m.home(c.file)); err != nil || string(text) != c.want {
					t.Errorf("written%s: %v\n%s", again, err, text)
				}
			}
		})
	}
	t.Run("by the client's own command", func(t *testing.T) {
		m := pc(t, map[string]string{".claude.json": `{"mcpServers":{"hub":{"type":"stdio","command":"/old/hub","args":["mcp"],"env":{"A":"b"}}}}`})
		m.LookPath = func(string) (string, error) { return "/bin/claude", nil }
		p, err := claudeCode.Plan(m, OpenLedger(t.TempDir()), bridge)
		if err != nil || p.Command[len(p.Command)-1] != `{"type":"stdio","command":"/bin/hub","args":["mcp"],"env":{"A":"b"}}` {
			t.Errorf("%v: %q", err, p.Command)
		}
	})
}
