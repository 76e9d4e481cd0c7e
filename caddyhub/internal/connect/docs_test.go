package connect

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestDocs: the table of clients in docs/agents.md is the one in code.
func TestDocs(t *testing.T) {
	rows := "| Client | `--client` | Its file on Linux | A project's | Rules | A project's | Tried |\n| --- | --- | --- | --- | --- | --- | --- |\n"
	m := machine("linux", "~")
	for _, c := range Clients() {
		files := func(project string) string {
			var names []string
			for _, target := range c.targets(m, project) {
				names = append(names, quoted(target.file))
			}
			return strings.Join(names, ", ")
		}
		rules := func(project string) string {
			file, _ := c.rulesFile(m, project)
			return quoted(file)
		}
		user, how := files(""), "documented"
		if c.own != nil {
			user = strings.TrimPrefix(user+", by its own command", ", ")
		}
		if c.Proved {
			how = "with the program itself"
		}
		rows += fmt.Sprintf("| %s | `%s` | %s | %s | %s | %s | %s |\n", c.Name, c.ID, user, files("."), rules(""), rules("."), how)
	}
	documented(t, "clients", rows)
}

// TestDocsByHand: what docs/agents.md shows of some clients is what is written for them: over HTTP
// where they can, else through hub mcp.
func TestDocsByHand(t *testing.T) {
	m := machine("linux", "~")
	var text string
	for _, c := range Clients() {
		if !slices.Contains([]string{"opencode", "cline", "goose", "continue", "junie"}, c.ID) {
			continue
		}
		target := c.targets(m, "")[0]
		entry := c.entry(Shape{URL: "{base}/mcp"}, target)
		if entry == nil {
			entry = c.entry(Shape{Command: "/usr/local/bin/hub"}, target)
		}
		file, err := put(target.format, nil, target.at, entry)
		if err != nil {
			t.Fatal(err)
		}
		var lines string
		for line := range strings.Lines(string(file)) {
			if !strings.HasPrefix(line, "#") { // our marks
				lines += line
			}
		}
		language := strings.TrimPrefix(filepath.Ext(target.file), ".")
		text += fmt.Sprintf("\n### %s\n\nIn %s:\n\n```%s\n%s```\n", c.Name, quoted(target.file), language, lines)
	}
	documented(t, "by hand", text+"\n")
}

// documented sees that docs/agents.md has a text between its marks.
func documented(t *testing.T, name, want string) {
	t.Helper()
	begin, end := "<!-- "+name+", written by go test ./caddyhub/internal/connect -update -->\n", "<!-- end of "+name+" -->\n"
	file := filepath.Join("..", "..", "..", "docs", "agents.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(text), begin)
	is, tail, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("docs/agents.md has no place for %s", name)
	}
	if is == want {
		return
	}
	if !*update {
		t.Fatalf("docs/agents.md has something else for %s (go test -update writes it):\n%s", name, want)
	}
	if err := os.WriteFile(file, []byte(head+begin+want+end+tail), 0o644); err != nil {
		t.Fatal(err)
	}
}

// quoted is a path as code; none if it is empty.
func quoted(file string) string {
	if file == "" {
		return ""
	}
	return "`" + strings.TrimPrefix(filepath.ToSlash(file), "./") + "`"
}
