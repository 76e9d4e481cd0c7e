package connect

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHomesElsewhere: what hub connect writes stands where the client is told to look, and nothing
// in the home.
func TestHomesElsewhere(t *testing.T) {
	for _, c := range []struct {
		id, variable string
		files        []string
	}{
		{"codex", "CODEX_HOME", []string{"AGENTS.md", "config.toml", "hooks.json"}},
		{"claude-code", "CLAUDE_CONFIG_DIR", []string{".claude.json", "settings.json", "skills/progress-hub/SKILL.md"}},
	} {
		t.Run(c.id, func(t *testing.T) {
			m, elsewhere, state := pc(t, nil), t.TempDir(), t.TempDir()
			m.Getenv = func(name string) string { return map[string]string{c.variable: elsewhere}[name] }
			of := client(t, c.id)
			if !of.Found(m) {
				t.Error("it is not found")
			}
			wish := Wish{Shape: Shape{Command: "/bin/hub"}, Hooks: true, Rules: true}
			for _, w := range []Wish{wish, {Remove: true}} {
				fulfil(t, m, state, c.id, w)
				for _, file := range c.files {
					text, err := os.ReadFile(filepath.Join(elsewhere, file))
					if there := err == nil && strings.Contains(string(text), "hub"); there == w.Remove {
						t.Errorf("removed: %t, %s is %s, %v", w.Remove, file, text, err)
					}
				}
				if !w.Remove && (of.Unhooked(m) || (&Doctor{Machine: m}).entry(of, of.targets(m, "")[0]).absent) {
					t.Error("the doctor looks elsewhere")
				}
			}
			if left, err := os.ReadDir(m.Home); err != nil || len(left) > 0 {
				t.Errorf("in the home are %v, %v", left, err)
			}
		})
	}
	t.Run("the plugin", func(t *testing.T) {
		m := pc(t, map[string]string{
			"moved/plugins/installed_plugins.json": `{"version":2,"plugins":{"progress-hub@y":[{"installPath":"/x"}]}}`,
			"moved/settings.json":                  `{"enabledPlugins":{"progress-hub@y":true}}`,
		})
		m.Getenv = func(name string) string { return map[string]string{"CLAUDE_CONFIG_DIR": m.home("moved")}[name] }
		if p := pluginOf(m); !p.enabled {
			t.Errorf("it is %+v", p)
		}
	})
}
