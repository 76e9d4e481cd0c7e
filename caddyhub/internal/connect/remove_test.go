package connect

import (
	"os"
	"strings"
	"testing"
)

// TestRemoveBesideAnothers: an entry that is none of hub connect's stays, and is no reason to leave
// the hooks and the rules of the client there.
func TestRemoveBesideAnothers(t *testing.T) {
	const hooks, rules = ".cursor/hooks.json", ".codex/AGENTS.md"
	for name, c := range map[string]struct{ id, file, text, note string }{
		"another's":            {"cursor", ".cursor/mcp.json", `{"mcpServers":{"hub":{"command":"x"}}}`, "is another's, so it stays"},
		"another's by no name": {"cursor", ".cursor/mcp.json", `{"mcpServers":{"hub":{"command":"","args":["mcp"]}}}`, "is another's, so it stays"},
		"without marks":        {"codex", ".codex/config.toml", "[mcp_servers.hub]\ncommand = \"hub\"\nargs = [\"mcp\"]\n", "without the marks"},
		"another's file":       {"continue", ".continue/mcpServers/hub.yaml", "mcpServers: []\n", "none of hub connect's"},
	} {
		t.Run(name, func(t *testing.T) {
			m, state := pc(t, nil), t.TempDir()
			fulfil(t, m, state, c.id, Wish{Shape: Shape{Command: "/bin/hub"}, Hooks: true, Rules: true})
			if err := os.WriteFile(m.home(c.file), []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if p := fulfil(t, m, state, c.id, Wish{Remove: true}); !strings.Contains(p.Note, c.note) {
				t.Errorf("noted %q", p.Note)
			}
			if text, err := os.ReadFile(m.home(c.file)); err != nil || string(text) != c.text {
				t.Errorf("%v: the file is %s", err, text)
			}
			for _, file := range []string{hooks, rules} {
				if m.exists(m.home(file)) {
					t.Errorf("%s is still there", file)
				}
			}
		})
	}
}
