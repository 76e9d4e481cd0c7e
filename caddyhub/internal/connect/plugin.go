package connect

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

// pluginName is the hub's plugin for Claude Code, in whatever marketplace: docs/agents/claude-code.
const pluginName = "progress-hub"

// plugin is how the hub's plugin stands in Claude Code.
type plugin struct {
	name    string // with its marketplace; empty: it is not installed
	enabled bool
	folder  string // of its files
}

// pluginOf looks for the hub's plugin.
func pluginOf(m Machine) plugin {
	var installed struct {
		Plugins map[string][]struct {
			Folder string `json:"installPath"`
		} `json:"plugins"`
	}
	var settings struct {
		Enabled map[string]bool `json:"enabledPlugins"`
	}
	for file, into := range map[string]any{"plugins/installed_plugins.json": &installed, "settings.json": &settings} {
		if text, err := os.ReadFile(m.claude(file)); err == nil {
			_ = json.Unmarshal(text, into) // what Claude Code can't read either counts as nothing
		}
	}
	var found plugin
	for name, at := range installed.Plugins {
		if is, _, _ := strings.Cut(name, "@"); is == pluginName && len(at) > 0 && !found.enabled {
			found = plugin{name, settings.Enabled[name], at[0].Folder}
		}
	}
	return found
}

// launch is what the plugin has Claude Code start.
func (p plugin) launch() (launch, bool) {
	text, err := os.ReadFile(filepath.Join(p.folder, ".mcp.json"))
	if err != nil {
		return launch{}, false
	}
	file, err := jsonc{}.decode(text)
	if err != nil {
		return launch{}, false
	}
	is, _ := entryAt(file, claudeCode.project[0].at)
	entry, isMap := is.(map[string]any)
	return launchOf(entry), isMap
}
