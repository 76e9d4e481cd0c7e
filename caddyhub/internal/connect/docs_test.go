package connect

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDocs: the table of clients in docs/agents.md is the one in code.
func TestDocs(t *testing.T) {
	const begin, end = "<!-- clients, written by go test ./caddyhub/internal/connect -update -->\n", "<!-- end of clients -->\n"
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
	file := filepath.Join("..", "..", "..", "docs", "agents.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(text), begin)
	is, tail, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatal("docs/agents.md has no place for the table")
	}
	if is == rows {
		return
	}
	if !*update {
		t.Fatalf("docs/agents.md has another table (go test -update writes it):\n%s", rows)
	}
	if err := os.WriteFile(file, []byte(head+begin+rows+end+tail), 0o644); err != nil {
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
