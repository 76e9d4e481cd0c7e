package connect

import (
	"path/filepath"
	"strings"
)

// entryName is the hub's in every file.
const entryName = "hub"

// TokenVariable holds the token of the agents on a machine, where a client reads it from its
// environment. HUB_AUTH_TOKEN is the owner's: an agent that has it can do all that the owner can.
const TokenVariable = "HUB_TOKEN"

// Shape is what an entry says.
type Shape struct {
	// Command is the hub's program, by its absolute path, which a client starts as a bridge.
	Command string
	// Group is the command of the program that the hub's are below, as in a Caddy that has the hub
	// in it; empty: they are the program's own.
	Group string
	// Config is the configuration that the bridge shall read; empty: the owner's.
	Config string
	// URL is the hub's endpoint, for a client that speaks HTTP to it itself; empty: it starts the
	// bridge.
	URL string
	// Open is a hub in development mode: it takes no token.
	Open bool
}

func (s Shape) http() bool { return s.URL != "" }

func (s Shape) args() []string {
	args := []string{"mcp"}
	if s.Group != "" {
		args = []string{s.Group, "mcp"}
	}
	if s.Config != "" {
		args = append(args, "--config", s.Config)
	}
	return args
}

// bridge are the members of an entry that starts a program.
func (s Shape) bridge() object { return object{{"command", s.Command}, {"args", s.args()}} }

// headers are the members of an entry that names the token by a reference to the environment.
func (s Shape) headers(reference string) object {
	if s.Open {
		return nil
	}
	return object{{"headers", object{{"Authorization", "Bearer " + reference}}}}
}

// Ways to refer to a variable of the environment.
const (
	dollar    = "${" + TokenVariable + "}"
	dollarEnv = "${env:" + TokenVariable + "}"
)

// Client is a program that agents run in.
type Client struct {
	ID   string // on the command line
	Name string
	// Proved tells that trial/run starts the client's own program with what is written here;
	// otherwise it follows the client's documentation.
	Proved bool
	// Restart is what makes the client read its file.
	Restart string
	// Trust is what its user has to do once before it runs a hook; empty: nothing.
	Trust string

	program string                   // on PATH when it is there; empty: none
	folders func(m Machine) []string // one of which is there when it is
	user    func(m Machine) []target // the owner's files; the first one if none is there
	project []target                 // files of a project, relative to it
	// entry is what is written; nil: the client can't speak HTTP to the hub.
	entry func(s Shape, t target) object
	// own are the client's own commands, which are better where it rewrites its file itself.
	own func(s Shape, entry object) (add, remove []string)
}

// target is a file of a client.
type target struct {
	file   string
	format format
	at     place
	when   string // a folder without which this file is not the client's; empty: always
	old    bool   // the client's former form
	// form is the file that is there, in the form that the client reads; nil: this one.
	form func(m Machine, t target) target
	// other is where the entry stands in another form of the client's, which has no use for it in
	// this one; a zero one: nowhere.
	other place
}

// Found reports whether the client is on a machine.
func (c Client) Found(m Machine) bool {
	if c.program != "" && m.has(c.program) {
		return true
	}
	if c.folders == nil {
		return false
	}
	for _, folder := range c.folders(m) {
		if m.exists(folder) {
			return true
		}
	}
	return false
}

// targets are the files to write: in a project's folder, or the owner's.
func (c Client) targets(m Machine, project string) []target {
	if project != "" {
		var list []target
		for _, t := range c.project {
			t.file = filepath.Join(project, filepath.FromSlash(t.file))
			list = append(list, t.on(m))
		}
		return list
	}
	if c.user == nil {
		return nil
	}
	all := c.user(m)
	var list []target
	for _, t := range all {
		if t.when == "" || m.exists(t.when) {
			list = append(list, t)
		}
	}
	if len(list) == 0 {
		return all[:1]
	}
	return list
}

// on is the target on a machine.
func (t target) on(m Machine) target {
	if t.form == nil {
		return t
	}
	return t.form(m, t)
}

func servers(file, key string) target {
	return target{file: file, format: jsonc{}, at: place{strings.Split(key, "."), entryName}}
}

func atHome(below, key string) func(Machine) []target {
	return func(m Machine) []target { return []target{servers(m.home(below), key)} }
}

func homeFolders(below ...string) func(Machine) []string {
	return func(m Machine) []string {
		var list []string
		for _, b := range below {
			list = append(list, m.home(b))
		}
		return list
	}
}
