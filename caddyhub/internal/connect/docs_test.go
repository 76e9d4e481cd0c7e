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
	rows := "| Client | `--client` | Its file on Linux | A project's | Tried |\n| --- | --- | --- | --- | --- |\n"
	m := machine("linux", "~")
	for _, c := range Clients() {
		files := func(project string) string {
			var names []string
			for _, target := range c.targets(m, project) {
				names = append(names, "`"+strings.TrimPrefix(filepath.ToSlash(target.file), "./")+"`")
			}
			return strings.Join(names, ", ")
		}
		user, how := files(""), "documented"
		if c.own != nil {
			user = strings.TrimPrefix(user+", by its own command", ", ")
		}
		if c.Proved {
			how = "with the program itself"
		}
		rows += fmt.Sprintf("| %s | `%s` | %s | %s | %s |\n", c.Name, c.ID, user, files("."), how)
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
