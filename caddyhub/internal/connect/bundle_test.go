package connect

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/reference"
	"github.com/progresshub/progresshub/docs/agents"
)

// The plugin for Claude Code and the bundle for Claude Desktop, which start the hub's program from
// the PATH or where their user says.
var (
	pluginFolder = filepath.Join("..", "..", "..", "docs", "agents", "claude-code")
	bundleFolder = filepath.Join("..", "..", "..", "docs", "agents", "claude-desktop")
)

// manifest reads a file of the plugin or the bundle.
func manifest[T any](t *testing.T, file string) (m T) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return m
}

// TestPlugin: it does what hub connect --hooks=guard --rules does for Claude Code.
func TestPlugin(t *testing.T) {
	program := Shape{Command: "hub"}
	lines := func(value any) string { return indented(value, "", "  ", "\n") + "\n" }
	events := object{}
	for _, hook := range hookFiles[claudeCode.ID].hooks {
		events = append(events, member{hook.path[1], []object{hook.entry(Shape{Command: program.Command}.hookCommand(hook.event, claudeCode.ID))}})
	}
	reference.Keep(t, *update, "docs/agents/claude-code/hooks/hooks.json", lines(object{{"hooks", events}}))
	reference.Keep(t, *update, "docs/agents/claude-code/.mcp.json", lines(object{{"mcpServers", object{{entryName, claudeEntry(program, target{})}}}}))
	reference.Keep(t, *update, "docs/agents/claude-code/skills/progress-hub/SKILL.md", agents.Skill)
}

func TestManifests(t *testing.T) {
	type described struct {
		Name    string `json:"name"`
		Version string `json:"version"`
		License string `json:"license"`
	}
	plugin := manifest[described](t, filepath.Join(pluginFolder, ".claude-plugin", "plugin.json"))
	bundle := manifest[struct {
		described
		Server struct {
			Entry  string `json:"entry_point"`
			Config struct {
				Command string   `json:"command"`
				Args    []string `json:"args"`
			} `json:"mcp_config"`
		} `json:"server"`
		Asked map[string]struct {
			Type     string `json:"type"`
			Required bool   `json:"required"`
		} `json:"user_config"`
	}](t, filepath.Join(bundleFolder, "manifest.json"))
	if plugin != bundle.described || plugin.Name != "progress-hub" || !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(plugin.Version) {
		t.Errorf("the plugin is %+v, the bundle %+v", plugin, bundle.described)
	}
	if program := bundle.Asked["program"]; bundle.Server.Config.Command != "${user_config.program}" || program.Type != "file" || !program.Required {
		t.Errorf("the bundle starts %q, asked for as %+v", bundle.Server.Config.Command, program)
	}
	if !slices.Equal(bundle.Server.Config.Args, Shape{}.args()) {
		t.Errorf("the bundle starts its program with %q", bundle.Server.Config.Args)
	}
	if _, err := os.Stat(filepath.Join(bundleFolder, bundle.Server.Entry)); err != nil {
		t.Error(err)
	}
	type offer struct{ Name, Source string }
	market := manifest[struct{ Plugins []offer }](t, filepath.Join(pluginFolder, ".claude-plugin", "marketplace.json"))
	if !reflect.DeepEqual(market.Plugins, []offer{{plugin.Name, "./"}}) {
		t.Errorf("the marketplace offers %+v", market.Plugins)
	}
}
