package connect

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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
	file := filepath.Join("..", "..", "..", "ui", "src", "screens", "settings", "clients.ts")
	is, err := os.ReadFile(file)
	switch {
	case err == nil && string(is) == want:
	case *update:
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Fatalf("%s has other clients than the table (go test -update writes it): %v", file, err)
	}
}

func guideTo(t *testing.T, c Client) guide {
	m := machine("linux", "~")
	shape := Shape{URL: "{url}"}
	g := guide{ID: c.ID, Name: c.Name, Pieces: []piece{}, Bridge: c.entry(shape, target{}) == nil}
	if g.Bridge {
		shape = Shape{Command: "/usr/local/bin/hub"}
	}
	if c.own != nil {
		add, _ := c.own(shape)
		for i, word := range add {
			if strings.ContainsAny(word, `{}"$ `) {
				add[i] = "'" + word + "'"
			}
		}
		g.Command = strings.Join(add, " ")
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
		i := slices.IndexFunc(g.Pieces, func(p piece) bool { return p.Text == shown })
		if i < 0 {
			i = len(g.Pieces)
			g.Pieces = append(g.Pieces, piece{Files: []string{}, Projects: []string{}, Text: shown})
		}
		if name := filepath.ToSlash(of.file); project {
			g.Pieces[i].Projects = append(g.Pieces[i].Projects, name)
		} else {
			g.Pieces[i].Files = append(g.Pieces[i].Files, name)
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
	return g
}
