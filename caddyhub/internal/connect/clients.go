package connect

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
)

// Clients are the programs that hub connect knows, the most used first.
func Clients() []Client {
	return []Client{
		claudeCode, claudeDesktop, cursor, vscode, copilotCLI, codex, geminiCLI, antigravity,
		devin, opencode, zed, cline, goose, continueDev, junie, openclaw,
	}
}

var claudeCode = Client{
	ID: "claude-code", Name: "Claude Code", Proved: true, Restart: "start a new session of claude",
	program: "claude", folders: func(m Machine) []string { return []string{m.claude(""), m.claudeFile()} },
	user: func(m Machine) []target { return []target{servers(m.claudeFile(), "mcpServers")} }, project: []target{servers(".mcp.json", "mcpServers")},
	entry: claudeEntry,
	// It rewrites its file all the time.
	own: func(_ Shape, entry object) (add, remove []string) {
		return []string{"claude", "mcp", "add-json", "-s", "user", entryName, string(jsonText(entry))},
			[]string{"claude", "mcp", "remove", "-s", "user", entryName}
	},
}

func claudeEntry(s Shape, _ target) object {
	if s.http() {
		return append(object{{"type", "http"}, {"url", s.URL}}, s.headers(dollar)...)
	}
	return append(object{{"type", "stdio"}}, s.bridge()...)
}

var claudeDesktop = Client{
	ID: "claude-desktop", Name: "Claude Desktop", Restart: "quit Claude Desktop and open it again",
	folders: func(m Machine) []string { return []string{m.config("Claude")} },
	user: func(m Machine) []target {
		return []target{servers(m.config("Claude/claude_desktop_config.json"), "mcpServers")}
	},
	entry: bridgeOnly,
}

// bridgeOnly is the entry of a client that only starts programs.
func bridgeOnly(s Shape, _ target) object {
	if s.http() {
		return nil
	}
	return s.bridge()
}

var cursor = Client{
	ID: "cursor", Name: "Cursor", Restart: "restart Cursor",
	program: "cursor-agent", folders: homeFolders(".cursor"),
	user: atHome(".cursor/mcp.json", "mcpServers"), project: []target{servers(".cursor/mcp.json", "mcpServers")},
	entry: func(s Shape, _ target) object {
		if s.http() {
			return append(object{{"url", s.URL}}, s.headers(dollarEnv)...)
		}
		return s.bridge()
	},
}

var vscode = Client{
	ID: "vscode", Name: "VS Code", Restart: "run “MCP: List Servers” in VS Code and start hub",
	program: "code", folders: func(m Machine) []string { return []string{m.config("Code/User")} },
	user: func(m Machine) []target { return []target{servers(m.config("Code/User/mcp.json"), "servers")} }, project: []target{servers(".vscode/mcp.json", "servers")},
	entry: func(s Shape, _ target) object {
		if s.http() {
			return append(object{{"type", "http"}, {"url", s.URL}}, s.headers(dollarEnv)...)
		}
		return append(object{{"type", "stdio"}}, s.bridge()...)
	},
}

var copilotCLI = Client{
	ID: "copilot-cli", Name: "Copilot CLI", Proved: true, Restart: "start a new session of copilot",
	program: "copilot", folders: homeFolders(".copilot"),
	user: atHome(".copilot/mcp-config.json", "mcpServers"), project: []target{servers(".github/mcp.json", "mcpServers")},
	entry: func(s Shape, _ target) object {
		tools := member{"tools", []string{"*"}}
		if s.http() {
			return append(append(object{{"type", "http"}, {"url", s.URL}}, s.headers(dollar)...), tools)
		}
		return append(append(object{{"type", "local"}}, s.bridge()...), tools)
	},
}

var codex = Client{
	ID: "codex", Name: "Codex", Proved: true, Restart: "start a new session of codex",
	Trust:   "when it shows “Hooks need review”, choose to trust them: until then, also in codex exec, it leaves them out",
	program: "codex", folders: func(m Machine) []string { return []string{m.codex("")} },
	user: func(m Machine) []target {
		return []target{{file: m.codex("config.toml"), format: tomlFile{}, at: place{[]string{"mcp_servers"}, entryName}}}
	},
	project: []target{{file: ".codex/config.toml", format: tomlFile{}, at: place{[]string{"mcp_servers"}, entryName}}},
	entry: func(s Shape, _ target) object {
		switch {
		case s.http() && s.Open:
			return object{{"url", s.URL}}
		case s.http(): // it ignores headers without a word
			return object{{"url", s.URL}, {"bearer_token_env_var", TokenVariable}}
		}
		return s.bridge()
	},
}

var geminiCLI = Client{
	ID: "gemini-cli", Name: "Gemini CLI", Proved: true, Restart: "start a new session of gemini",
	program: "gemini", folders: homeFolders(".gemini/settings.json"),
	user: atHome(".gemini/settings.json", "mcpServers"), project: []target{servers(".gemini/settings.json", "mcpServers")},
	entry: func(s Shape, _ target) object {
		if s.http() {
			return append(object{{"httpUrl", s.URL}}, s.headers(dollar)...) // url would mean an older transport
		}
		return s.bridge()
	},
}

var antigravity = Client{
	ID: "antigravity", Name: "Antigravity", Restart: "restart Antigravity",
	program: "agy", folders: homeFolders(".gemini/config", ".gemini/antigravity"),
	user: atHome(".gemini/config/mcp_config.json", "mcpServers"),
	entry: func(s Shape, _ target) object {
		if s.http() {
			return append(object{{"serverUrl", s.URL}}, s.headers(dollar)...)
		}
		return s.bridge()
	},
}

var devin = Client{
	ID: "devin", Name: "Devin Desktop (Windsurf)", Restart: "restart Devin Desktop",
	folders: func(m Machine) []string { return []string{m.xdg("devin"), m.home(".codeium/windsurf")} },
	user: func(m Machine) []target {
		now, former := servers(m.xdg("devin/mcp_config.json"), "mcpServers"), servers(m.home(".codeium/windsurf/mcp_config.json"), "mcpServers")
		now.when, former.when, former.old = m.xdg("devin"), m.home(".codeium/windsurf"), true
		return []target{now, former}
	},
	project: []target{servers(".devin/mcp_config.json", "mcpServers")},
	entry: func(s Shape, t target) object {
		switch {
		case s.http() && t.old:
			return append(object{{"serverUrl", s.URL}}, s.headers(dollarEnv)...)
		case s.http():
			return append(object{{"url", s.URL}, {"transport", "http"}}, s.headers(dollarEnv)...)
		}
		return s.bridge()
	},
}

var opencode = Client{
	ID: "opencode", Name: "OpenCode", Proved: true, Restart: "start a new session of opencode",
	program: "opencode", folders: func(m Machine) []string { return []string{m.xdg("opencode")} },
	user: func(m Machine) []target {
		return []target{openCodeForm(m, target{file: m.xdg("opencode/opencode.json")})}
	},
	project: []target{{file: "opencode.json", form: openCodeForm}},
	entry: func(s Shape, t target) object {
		var entry object
		if s.http() {
			entry = append(object{{"type", "remote"}, {"url", s.URL}}, s.headers("{env:"+TokenVariable+"}")...)
			entry = append(entry, member{"oauth", false})
		} else {
			entry = object{{"type", "local"}, {"command", append([]string{s.Command}, s.args()...)}}
		}
		if t.old {
			entry = append(entry, member{"enabled", true})
		}
		return entry
	},
}

// versionForm finds a version, and in it the number that counts.
var versionForm = regexp.MustCompile(`(?:^|[^\d.])(\d+)\.\d+`)

// openCodeForm finds the file that is there, of those that OpenCode reads in a folder, and tells its
// two forms apart: version 2 has the entries in mcp.servers, version 1 in mcp.
func openCodeForm(m Machine, t target) target {
	folder, name := filepath.Split(t.file)
	for _, below := range []string{name + "c", name, ".opencode/" + name + "c", ".opencode/" + name} {
		if file := filepath.Join(folder, filepath.FromSlash(below)); m.exists(file) {
			t.file = file
			break
		}
	}
	said, _ := m.Run("opencode", "--version")
	version := versionForm.FindStringSubmatch(said)
	second := version != nil && version[1] != "1"
	if version == nil {
		text, _ := os.ReadFile(t.file)
		whole, _ := jsonc{}.decode(bytes.TrimPrefix(text, bom))
		inner, _ := whole["mcp"].(map[string]any)
		_, second = inner["servers"].(map[string]any)
	}
	now, other := servers(t.file, "mcp"), servers(t.file, "mcp.servers")
	if now.old = true; second {
		now, other = servers(t.file, "mcp.servers"), now
	}
	now.other = other.at
	return now
}

var zed = Client{
	ID: "zed", Name: "Zed", Restart: "nothing: Zed reads its settings at once",
	program: "zed", folders: func(m Machine) []string { return []string{zedFolder(m)} },
	user: func(m Machine) []target {
		return []target{servers(zedFolder(m)+string(os.PathSeparator)+"settings.json", "context_servers")}
	},
	project: []target{servers(".zed/settings.json", "context_servers")},
	entry:   bridgeOnly, // it takes a header as it stands only
}

func zedFolder(m Machine) string {
	if m.OS == "windows" {
		return m.roaming("Zed")
	}
	return m.xdg("zed")
}

var cline = Client{
	ID: "cline", Name: "Cline", Proved: true, Restart: "restart Cline",
	program: "cline", folders: func(m Machine) []string { return []string{m.home(".cline"), clineExtension(m)} },
	user: func(m Machine) []target {
		program, extension := servers(m.home(".cline/data/settings/cline_mcp_settings.json"), "mcpServers"), servers(clineExtension(m)+"/settings/cline_mcp_settings.json", "mcpServers")
		program.when, extension.when = m.home(".cline"), clineExtension(m)
		return []target{program, extension}
	},
	entry: func(s Shape, _ target) object {
		if s.http() {
			return append(object{{"type", "streamableHttp"}, {"url", s.URL}}, s.headers(dollar)...)
		}
		return s.bridge()
	},
}

// clineExtension is where Cline keeps its files as an extension of VS Code.
func clineExtension(m Machine) string {
	return m.config("Code/User/globalStorage/saoudrizwan.claude-dev")
}

var goose = Client{
	ID: "goose", Name: "Goose", Restart: "start a new session of goose",
	program: "goose", folders: func(m Machine) []string { return []string{gooseFolder(m)} },
	user: func(m Machine) []target {
		return []target{{file: gooseFolder(m) + string(os.PathSeparator) + "config.yaml", format: yamlFile{}, at: place{[]string{"extensions"}, entryName}}}
	},
	entry: func(s Shape, _ target) object {
		entry := object{{"type", "stdio"}, {"name", entryName}, {"cmd", s.Command}, {"args", s.args()}}
		if s.http() {
			entry = append(object{{"type", "streamable_http"}, {"name", entryName}, {"uri", s.URL}}, s.headers(dollar)...)
		}
		return append(entry, member{"enabled", true}, member{"timeout", 60})
	},
}

func gooseFolder(m Machine) string {
	if m.OS == "windows" {
		return m.roaming("Block/goose/config")
	}
	return m.xdg("goose")
}

var continueDev = Client{
	ID: "continue", Name: "Continue", Restart: "reload the window of Continue",
	folders: homeFolders(".continue"), user: func(m Machine) []target {
		return []target{{file: m.home(".continue/mcpServers/hub.yaml"), format: ownFile{}, at: place{nil, entryName}}}
	},
	project: []target{{file: ".continue/mcpServers/hub.yaml", format: ownFile{}, at: place{nil, entryName}}},
	entry: func(s Shape, _ target) object {
		if s.http() {
			return nil // it was seen to leave headers out
		}
		return append(object{{"name", entryName}, {"type", "stdio"}}, s.bridge()...)
	},
}

var junie = Client{
	ID: "junie", Name: "JetBrains Junie", Restart: "restart the IDE, or junie",
	program: "junie", folders: homeFolders(".junie"),
	user: atHome(".junie/mcp/mcp.json", "mcpServers"), project: []target{servers(".junie/mcp/mcp.json", "mcpServers")},
	entry: bridgeOnly,
}

var openclaw = Client{
	ID: "openclaw", Name: "OpenClaw", Restart: "restart the gateway of OpenClaw",
	program: "openclaw",
	entry: func(s Shape, _ target) object {
		if s.http() {
			return append(object{{"url", s.URL}, {"transport", "streamable-http"}}, s.headers(dollar)...)
		}
		return s.bridge()
	},
	own: func(s Shape, _ object) (add, remove []string) {
		add = append([]string{"openclaw", "mcp", "add", entryName, "--command", s.Command}, argFlags(s.args())...)
		if s.http() {
			add = []string{"openclaw", "mcp", "add", entryName, "--url", s.URL, "--transport", "streamable-http"}
			if !s.Open {
				add = append(add, "--header", "Authorization=Bearer "+dollar)
			}
		}
		return add, []string{"openclaw", "mcp", "remove", entryName}
	},
}

func argFlags(args []string) (flags []string) {
	for _, a := range args {
		flags = append(flags, "--arg", a)
	}
	return flags
}

// compact is an entry on one line, for people.
func compact(entry any) string {
	text, err := json.Marshal(entry)
	if err != nil {
		return "?"
	}
	return string(text)
}
