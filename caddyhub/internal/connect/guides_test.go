package connect

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/reference"
)

// guide is how the dashboard shows a client: {url} stands for the hub's endpoint.
type guide struct {
	ID      string  `json:"id"`
	Name    string  `json:"name"`
	Bridge  bool    `json:"bridge"` // it can't speak HTTP to the hub, so it starts the hub's program
	Command string  `json:"command,omitempty"`
	Pieces  []piece `json:"pieces"`
}

// piece is the text of files that say the same.
type piece struct {
	Files    []string `json:"files"`
	Projects []string `json:"projects"`
	Text     string   `json:"text"`
}

// TestGuides: what the dashboard shows to write by hand is what hub connect --http writes on Linux.
func TestGuides(t *testing.T) {
	const head = "// Written by go test ./caddyhub/internal/connect -update: its table of clients, to be written by hand.\n" +
		"// {url} stands for the hub's endpoint.\n\n" +
		"export interface Client {\n  id: string;\n  name: string;\n  /** It can't speak HTTP to the hub, so it starts the hub's program. */\n  bridge: boolean;\n  /** One of its own that adds the hub. */\n  command?: string;\n" +
		"  pieces: readonly { files: readonly string[]; projects: readonly string[]; text: string }[];\n}\n\nexport const clients: readonly Client[] = "
	var guides []guide
	for _, c := range Clients() {
		guides = append(guides, guideTo(t, c))
	}
	text, err := json.MarshalIndent(guides, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want := head + string(text) + ";\n"
	reference.Keep(t, *update, "ui/src/screens/settings/clients.ts", want)
}

func guideTo(t *testing.T, c Client) guide {
	shape := Shape{URL: "{url}"}
	if !c.speaksHTTP() {
		shape = Shape{Command: exampleProgram}
	}
	g := guide{ID: c.ID, Name: c.Name, Bridge: !c.speaksHTTP()}
	g.Command, g.Pieces = textsOf(t, c, shape)
	return g
}

// speaksHTTP reports whether the client can speak HTTP to the hub itself.
func (c Client) speaksHTTP() bool { return c.entry(Shape{URL: "{url}"}, target{}) != nil }

// textsOf is what hub connect has a client's own command do on Linux, and what it writes into
// files, without its marks.
func textsOf(t *testing.T, c Client, shape Shape) (command string, pieces []piece) {
	m := machine("linux", "~")
	pieces = []piece{}
	if c.own != nil {
		add, _ := c.own(shape, c.entry(shape, target{}))
		for i, word := range add {
			if strings.ContainsAny(word, `{}"$ `) {
				add[i] = "'" + word + "'"
			}
		}
		command = strings.Join(add, " ")
	}
	add := func(of target, project bool) {
		text, err := put(of.format, nil, of.at, c.entry(shape, of))
		if err != nil {
			t.Fatal(c.ID, err)
		}
		var lines []string
		for line := range strings.Lines(string(text)) {
			if !strings.HasPrefix(line, "#") { // the marks of hub connect
				lines = append(lines, line)
			}
		}
		shown := strings.TrimSpace(strings.Join(lines, ""))
		i := slices.IndexFunc(pieces, func(p piece) bool { return p.Text == shown })
		if i < 0 {
			i = len(pieces)
			pieces = append(pieces, piece{Files: []string{}, Projects: []string{}, Text: shown})
		}
		if name := filepath.ToSlash(of.file); project {
			pieces[i].Projects = append(pieces[i].Projects, name)
		} else {
			pieces[i].Files = append(pieces[i].Files, name)
		}
	}
	if c.user != nil {
		for _, of := range c.user(m) {
			add(of, false)
		}
	}
	for _, of := range c.project {
		add(of.on(m), true)
	}
	return command, pieces
}
