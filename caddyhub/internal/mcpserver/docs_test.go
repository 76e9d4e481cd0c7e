package mcpserver

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What the repository tells people and agents about this server.
const (
	startFile  = "../../../docs/start.md"
	agentsFile = "../../../docs/agents.md"
	rulesDir   = "../../../docs/agents"
	connectDir = "../../../docs/connect"
)

func repoFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var (
	codeSpan  = regexp.MustCompile("`([^`\n]+)`")
	codeBlock = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")
	plainName = regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
)

// words are the code spans outside of blocks that could name something of this server.
func words(text string) []string {
	var found []string
	for _, m := range codeSpan.FindAllStringSubmatch(codeBlock.ReplaceAllString(text, ""), -1) {
		if plainName.MatchString(m[1]) {
			found = append(found, m[1])
		}
	}
	return found
}

// vocabulary is what the server itself lists: its tools, and the arguments of all of them.
func vocabulary(t *testing.T) (tools, arguments []string) {
	t.Helper()
	h := newHub(t)
	list := decodeTo[struct {
		Tools []struct {
			Name        string `json:"name"`
			InputSchema struct {
				Properties map[string]any `json:"properties"`
			} `json:"inputSchema"`
		} `json:"tools"`
	}](h, h.rpc("tools/list", map[string]any{}).Result)
	for _, tool := range list.Tools {
		tools = append(tools, tool.Name)
		for name := range tool.InputSchema.Properties {
			arguments = append(arguments, name)
		}
	}
	return tools, arguments
}

// frontMatter splits a file into the fields between its two rules and the text after them.
func frontMatter(t *testing.T, text string) (map[string]string, string) {
	t.Helper()
	head, body, ok := strings.Cut(strings.TrimPrefix(text, "---\n"), "\n---\n\n")
	if !ok || !strings.HasPrefix(text, "---\n") {
		t.Fatalf("no front matter: %.60q", text)
	}
	fields := map[string]string{}
	for line := range strings.Lines(head) {
		name, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ":")
		// A colon or a hash in a plain value would make it something else in YAML.
		if value = strings.TrimSpace(value); !ok || strings.Contains(value, ": ") || strings.Contains(value, " #") {
			t.Errorf("front matter: %q is no plain field", line)
		}
		fields[name] = value
	}
	return fields, body
}

func TestRulesForAgents(t *testing.T) {
	block := repoFile(t, rulesDir+"/AGENTS-block.md")
	cursor, cursorBody := frontMatter(t, repoFile(t, rulesDir+"/progress-hub.mdc"))
	skill, skillBody := frontMatter(t, repoFile(t, rulesDir+"/progress-hub/SKILL.md"))
	if cursorBody != block || skillBody != block {
		t.Error("the three forms of the rules differ in more than their front matter")
	}
	if cursor["alwaysApply"] != "true" || cursor["description"] == "" {
		t.Errorf("Cursor would not always apply the rule: %v", cursor)
	}
	if skill["name"] != "progress-hub" || skill["description"] == "" {
		t.Errorf("the skill is not named like its folder or says not when it is for: %v", skill)
	}
	if len(block) > 2200 {
		t.Errorf("%d bytes: rules that long are not followed", len(block))
	}

	tools, arguments := vocabulary(t)
	said := words(block)
	for _, name := range said {
		// hub is the name the server has in every client, claimed a field of an answer.
		if !slices.Contains(tools, name) && !slices.Contains(arguments, name) && name != "hub" && name != "claimed" {
			t.Errorf("the rules speak of %s, which the server does not have", name)
		}
	}
	for _, name := range []string{"session_digest", "workspace_path", "repo_url", "start_work", "save_thread", "pause_thread", "finish_thread"} {
		if !slices.Contains(said, name) {
			t.Errorf("the rules do not teach %s", name)
		}
	}
}

func TestDocumentedTools(t *testing.T) {
	tools, arguments := vocabulary(t)
	for _, file := range []string{startFile, agentsFile} {
		found := 0
		for _, name := range words(repoFile(t, file)) {
			if slices.Contains(tools, name) {
				found++
			} else if strings.Contains(name, "_") && !slices.Contains(arguments, name) && name != "last_error" { // a field of GET /api/clients
				t.Errorf("%s speaks of %s, which is no tool and no argument: something else of this form is an exception here", file, name)
			}
		}
		if found < 5 {
			t.Errorf("%s speaks of %d tools only", file, found)
		}
	}
}

// fromElsewhere is an Authorization header whose token the client takes from elsewhere.
var fromElsewhere = regexp.MustCompile(`^Bearer (\$\{((env:)?HUB_TOKEN|input:hub-token)\}|\{env:HUB_TOKEN\})$`)

func TestSnippets(t *testing.T) {
	pages, err := filepath.Glob(filepath.FromSlash(connectDir + "/*.md"))
	if err != nil || len(pages) < 10 {
		t.Fatalf("%d pages of clients, %v", len(pages), err)
	}
	addresses := map[string]string{startFile: "http://127.0.0.1:8787/mcp", agentsFile: "{base}/mcp"}
	for _, page := range pages {
		addresses[page] = "https://hub.example.org/mcp"
	}
	configs := 0
	for file, address := range addresses {
		text := repoFile(t, file)
		for _, after := range strings.Split(text, "Bearer ")[1:] {
			if !strings.ContainsAny(after[:1], "$.%{") {
				t.Errorf("%s: a literal token: %.40q", file, after)
			}
		}
		for _, m := range codeBlock.FindAllStringSubmatch(text, -1) {
			switch language, block := m[1], m[2]; {
			case language == "json":
				configs++
				checkJSON(t, block, address)
			case language == "toml" && !viaBridge.MatchString(block):
				configs++
				checkTOML(t, block, address)
			}
		}
	}
	if configs < 25 {
		t.Errorf("%d configurations: are they still found?", configs)
	}
}

// viaBridge is an entry that starts the hub's program, which has address and token from its own
// settings.
var viaBridge = regexp.MustCompile(`"mcp"\s*\]|hub hook `)

// checkJSON reads a client's configuration as that client does, and looks at every text in it.
func checkJSON(t *testing.T, block, address string) {
	t.Helper()
	var config any
	if err := json.Unmarshal([]byte(block), &config); err != nil {
		t.Errorf("%v in\n%s", err, block)
		return
	}
	var addresses, credentials int
	var walk func(name string, v any)
	walk = func(name string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, inner := range v {
				walk(key, inner)
			}
		case []any:
			for i, inner := range v {
				if inner == "--header-file" && i+1 < len(v) {
					credentials++
				}
				walk(name, inner)
			}
		case string:
			if v == address {
				addresses++
			}
			if name == "Authorization" {
				credentials++
				if !fromElsewhere.MatchString(v) {
					t.Errorf("%q is no reference to the environment", v)
				}
				if id, ok := strings.CutPrefix(v, "Bearer ${input:"); ok && !strings.Contains(block, `"id": "`+strings.TrimSuffix(id, "}")+`"`) {
					t.Errorf("%s asks for an input that is not declared", v)
				}
			}
		}
	}
	walk("", config)
	want := 1
	if viaBridge.MatchString(block) {
		want = 0
	}
	if addresses != want || credentials != want {
		t.Errorf("%d times %s and %d credentials, want %d of each in\n%s", addresses, address, credentials, want, block)
	}
}

// checkTOML takes tables and plain strings only, which is all a snippet needs.
func checkTOML(t *testing.T, block, address string) {
	t.Helper()
	table := regexp.MustCompile(`^\[[a-z_]+(\.[a-z_]+)*\]$`)
	pair := regexp.MustCompile(`^([a-z_]+) = "([^"\\]*)"$`)
	fields := map[string]string{}
	for line := range strings.Lines(block) {
		line = strings.TrimSuffix(line, "\n")
		m := pair.FindStringSubmatch(line)
		switch {
		case m != nil && fields[m[1]] == "":
			fields[m[1]] = m[2]
		case m != nil || !table.MatchString(line):
			t.Errorf("%q is no table and no new key with a string", line)
		}
	}
	want := map[string]string{"url": address, "bearer_token_env_var": "HUB_TOKEN"}
	for name, value := range want {
		if fields[name] != value {
			t.Errorf("%s = %q, want %q", name, fields[name], value)
		}
	}
}
