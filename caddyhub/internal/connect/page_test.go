package connect

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/reference"
)

// exampleHub is the hub of the pages, exampleProgram where its program is.
const (
	exampleHub     = "https://hub.example.org"
	exampleProgram = "/usr/local/bin/hub"
)

// TestClientPages keeps a page for each client. What the table does not know of one, such as what
// its versions do, stands in testdata/notes.
func TestClientPages(t *testing.T) {
	const folder = "docs/connect"
	var files []string
	for _, c := range Clients() {
		files = append(files, folder+"/"+c.ID+".md")
		reference.Page(t, *update, files[len(files)-1], clientPage(t, c))
	}
	reference.Only(t, *update, folder, files)
}

func clientPage(t *testing.T, c Client) string {
	how := "follows its documentation"
	if c.Proved {
		how = "was tried with the program itself"
	}
	parts := []string{
		fmt.Sprintf("# %s\n\nOne command connects %[1]s, on a machine that has [the hub's program](../agents.md#connect-with-one-command). What it writes\n%s.\n", c.Name, how),
		reference.Block("sh", "hub connect "+exampleHub+" --client "+c.ID),
		"Write your hub's address. The first time on a machine the hub's page opens in the browser: compare the code and allow\nit. " + finishText(c),
		"## What it writes\n\nEvery change is shown before it is made, and nothing but the hub's own entry changes.\n",
		filesTable(c),
		entryText(t, c),
		hooksText(t, c),
		byHandText(t, c),
		fmt.Sprintf("## See that it works\n\nAsk the agent what is open on the hub: it calls `session_digest`. Settings, Agents in the dashboard then lists\n%s. If not, this says how far it comes:\n\n%s", c.Name, reference.Block("sh", "hub doctor --client "+c.ID)),
		"[Troubleshooting](../agents.md#troubleshooting) has the rest.\n",
		"## Take it back\n\n" + reference.Block("sh", "hub connect --remove --client "+c.ID),
		"That takes out all that `hub connect` wrote for it: each file is what it was before, byte for byte, where nobody has\nchanged it since." + projectBack(c) + "\n",
		"The token of the machine stays, for the other clients: revoke it under Settings, Agents, to shut all of them out.\n",
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), "\n")
}

// finishText is what is left to do by hand.
func finishText(c Client) string {
	if nothing, is := strings.CutPrefix(c.Restart, "nothing: "); is {
		return "That is all: " + nothing + ".\n"
	}
	return "Then " + c.Restart + ".\n"
}

// filesTable says which files are written.
func filesTable(c Client) string {
	paths := func(targets []target) string {
		var files []string
		for _, t := range targets {
			files = append(files, filepath.ToSlash(t.file))
		}
		return reference.Codes(files)
	}
	all := func(m Machine) string { // of the owner, whether or not their folders are there
		if c.user == nil {
			return ""
		}
		return paths(c.user(m))
	}
	linux, windows := machine("linux", "~"), machine("windows", "~")
	windows.Getenv = func(name string) string { return map[string]string{"APPDATA": "%APPDATA%"}[name] }
	entry := all(linux)
	if c.own != nil {
		entry = strings.TrimPrefix(entry+", by its own command", ", ")
	}
	rows := [][]string{{"the hub's entry", entry, paths(c.project)}}
	if other := all(machine("darwin", "~")); other != all(linux) {
		rows = append(rows, []string{"on macOS", other, ""})
	}
	if other := all(windows); other != all(linux) {
		rows = append(rows, []string{"on Windows", strings.ReplaceAll(other, "/", `\`), ""})
	}
	if c.HasHooks() {
		rows = append(rows, []string{"the hooks, with `--hooks`", reference.Code(filepath.ToSlash(hookFiles[c.ID].file(linux))), ""})
	}
	user, _ := c.rulesFile(linux, "")
	project, _ := c.rulesFile(linux, ".")
	if user+project != "" {
		rows = append(rows, []string{"[the rules](../agents.md#rules-for-agents), with `--rules`", reference.Code(filepath.ToSlash(user)), reference.Code(filepath.ToSlash(project))})
	}
	more := ""
	if c.user != nil && len(c.user(linux)) > 1 {
		more = "\nOf several files it writes those whose folder is there.\n"
	}
	return reference.Table([]string{"What", "Yours", "A project's, with `--project DIR`"}, rows) + more
}

// entryText shows what is written into the files.
func entryText(t *testing.T, c Client) string {
	command, pieces := textsOf(t, c, Shape{Command: exampleProgram})
	does := "`" + exampleProgram + "` stands for the path of the program on your machine. The client starts it as [a\nbridge](../reference/commands.md#hub-mcp), which takes the hub's address and the machine's token from\n`~/.config/progress-hub/config.toml`: no file of the client holds a token.\n"
	if command != "" {
		return "Its own command is this:\n\n" + reference.Block("sh", command) + "\n" + does
	}
	return "This is the entry:\n\n" + blockOf(pieces[0]) + "\n" + does
}

// blockOf is the text of a piece, as its files are written.
func blockOf(p piece) string {
	return reference.Block(strings.TrimPrefix(filepath.Ext(slices.Concat(p.Files, p.Projects)[0]), "."), p.Text)
}

// hooksText shows the hooks of a client that has some.
func hooksText(t *testing.T, c Client) string {
	of, has := hookFiles[c.ID]
	if !has {
		return ""
	}
	text := []byte(of.empty)
	for _, hook := range of.hooks {
		var err error
		if text, err = setElement(text, hook.path, hook.entry(Shape{Command: exampleProgram}.hookCommand(hook.event, c.ID)), hook.own); err != nil {
			t.Fatal(c.ID, err)
		}
	}
	trust := ""
	if c.Trust != "" {
		trust = "\nOnce, " + c.Trust + ".\n"
	}
	return "## The digest at the start of a session\n\n" + reference.Block("sh", "hub connect --client "+c.ID+" --hooks") +
		"\nThen the digest of the project reaches the agent when a session begins, without being asked for. `--hooks=guard` also\nreminds an agent that stops of what it has claimed and neither paused nor finished. [Agents](../agents.md#connect-with-one-command) has\nthe details. This is the file then, with `--hooks=guard`:\n\n" +
		reference.Block("json", string(text)) + trust
}

// byHandText shows what to write on a machine without the hub's program.
func byHandText(t *testing.T, c Client) string {
	note, err := os.ReadFile(filepath.Join("testdata", "notes", c.ID+".md"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	text := "## By hand\n\n"
	if c.speaksHTTP() {
		text += "Without the hub's program the client speaks to the hub itself. [Make a token](../agents.md#connect-by-hand) for the\nmachine, put it into the variable `HUB_TOKEN`, and write your hub's address in the place of this one.\n"
		command, pieces := textsOf(t, c, Shape{URL: exampleHub + "/mcp"})
		if command != "" {
			text += "\nBy its own command:\n\n" + reference.Block("sh", command)
		}
		for _, p := range pieces {
			places := []string{reference.Codes(p.Files), reference.Codes(p.Projects) + " of a project"}
			if len(p.Projects) == 0 {
				places = places[:1]
			} else if len(p.Files) == 0 {
				places = places[1:]
			}
			text += "\nIn " + strings.Join(places, ", or ") + ":\n\n" + blockOf(p)
		}
		text += "\n`hub connect --http` writes the same.\n"
	} else {
		text += "With the hub's program on the machine, write the entry above.\n"
	}
	if len(note) > 0 {
		text += "\n" + string(note)
	}
	return text
}

func projectBack(c Client) string {
	if c.project == nil {
		return ""
	}
	return " `--project DIR` does so in a project."
}

// TestNotes: each note is about a client that there is.
func TestNotes(t *testing.T) {
	notes, err := os.ReadDir(filepath.Join("testdata", "notes"))
	if err != nil {
		t.Fatal(err)
	}
	for _, note := range notes {
		if !slices.ContainsFunc(Clients(), func(c Client) bool { return c.ID+".md" == note.Name() }) {
			t.Errorf("%s is about no client", note.Name())
		}
	}
}

// TestAgentsPage: the table of clients in docs/agents.md is the one in code.
func TestAgentsPage(t *testing.T) {
	var rows [][]string
	m := machine("linux", "~")
	yes := map[bool]string{true: "yes"}
	for _, c := range Clients() {
		how, rules := "documented", ""
		if c.Proved {
			how = "with the program itself"
		}
		user, _ := c.rulesFile(m, "")
		project, _ := c.rulesFile(m, ".")
		switch {
		case user != "" && project != "":
			rules = "yours, a project's"
		case user != "":
			rules = "yours"
		case project != "":
			rules = "a project's"
		}
		rows = append(rows, []string{fmt.Sprintf("[%s](connect/%s.md)", c.Name, c.ID), reference.Code(c.ID), yes[c.HasHooks()], rules, yes[c.speaksHTTP()], how})
	}
	const begin, end = "<!-- clients, written by go test ./caddyhub/internal/connect -run TestAgentsPage -update -->\n", "<!-- end of clients -->\n"
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "agents.md"))
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(text), begin)
	_, tail, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatal("docs/agents.md has no place for the clients")
	}
	table := reference.Table([]string{"Client", "`--client`", "`--hooks`", "`--rules`", "`--http`", "Tried"}, rows)
	reference.Keep(t, *update, "docs/agents.md", head+begin+table+end+tail)
}
