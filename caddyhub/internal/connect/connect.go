// Package connect writes the hub into the files of the programs that agents run in, and takes
// it out again: nothing but the hub's own entry changes, byte for byte.
//
//	connect.go      what is done for one client
//	client.go       what is known of a client; clients.go the table of them
//	machine.go      where clients are looked for
//	entry.go        an entry, as JSON, TOML and YAML; launch.go what one starts; keep.go what of
//	                it is its owner's
//	edit.go         an edit and its proof; edit_json.go, edit_marked.go one format each
//	edit_list.go    an element of a list in a JSON file
//	hook.go         what a client asks at the start of a session; guard.go when its agent stops
//	hook_file.go    where a client is told to ask
//	rules.go        what agents are told, and where a client reads it
//	plugin.go       the hub as a plugin of Claude Code
//	doctor.go       what keeps the agents of a machine from the hub; doctor_mcp.go at the endpoint,
//	                doctor_client.go in a client's files, doctor_trial.go in what these start
//	pair.go         the hub, asked for a token
//	place.go        the hub, told of a project's folder
//	shown.go        a text from a file or a hub, fit for a terminal
//	file.go         a file, from its reading to its replacement
//	ledger.go       what was written, to take it back
package connect

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Plan is what is to be done for a client.
type Plan struct {
	Client  Client
	Changes []*Change
	// Command is the client's own, which does it instead.
	Command []string
	before  []string // a command that makes room for it, whose failure does not matter
	former  []former // what that takes away
	// Note is what could not be done and need not be.
	Note string
}

// Empty reports whether nothing is to be done.
func (p *Plan) Empty() bool {
	for _, c := range p.Changes {
		if !c.Empty() {
			return false
		}
	}
	return p.Command == nil
}

// Restart is what makes the client read what the plan has written.
func (p *Plan) Restart(m Machine) string {
	if p.Client.Trust != "" && p.Client.hooked(m) && slices.ContainsFunc(p.Changes, func(c *Change) bool { return !c.Empty() && c.File == hookFiles[p.Client.ID].file(m) }) {
		return p.Client.Restart + "; " + p.Client.Trust
	}
	return p.Client.Restart
}

// Wish is what shall stand in the files.
type Wish struct {
	Shape
	Remove bool
	// Clients are all of this run; nil: every one. What a file has for others, too, stays.
	Clients []Client
	// Project is the folder whose files shall have it; empty: the owner's files.
	Project string
	// Hooks asks for the client's hooks, too, which hand the digest over at the start of a
	// session. Those that are there stay, and start this program; Remove takes them back, too.
	Hooks bool
	// Guard asks for the one that looks after claims, beside it.
	Guard bool
	// Rules asks for the rules for agents, where the client reads some.
	Rules bool
	// Endpoint is the hub's, and Former that of the one before it, by which older entries are
	// recognized; empty: unknown.
	Endpoint, Former string
}

// Plan looks at a client's files and writes nothing. Files of a project that a client does not
// have are an error.
func (c Client) Plan(m Machine, l *Ledger, w Wish) (*Plan, error) {
	p := &Plan{Client: c}
	targets := c.targets(m, w.Project)
	if w.Project != "" && len(targets) == 0 {
		return nil, fmt.Errorf("%s has no file for a single project: connect it without --project", c.Name)
	}
	if !w.Remove && w.http() && c.entry(w.Shape, target{}) == nil {
		return nil, fmt.Errorf("%s can't speak HTTP to the hub with its token: connect it without --http", c.Name)
	}
	if by := pluginOf(m); c.ID == claudeCode.ID && by.enabled && w.Project == "" && !w.Remove {
		p.Note = "it has the hub, the hooks and the rules by its plugin " + by.name + " already"
		return p, nil
	}
	useOwn := w.Project == "" && c.own != nil && (c.user == nil || m.has(c.program))
	if useOwn && c.user == nil && !m.has(c.program) {
		return nil, fmt.Errorf("the program %s is not on PATH", c.program)
	}
	for _, t := range targets {
		change, err := open(t.file, m.roots(w.Project)...)
		if err != nil {
			return nil, err
		}
		change.known = l.wrote(change)
		var entry object
		if !w.Remove {
			entry = c.entry(w.Shape, t)
		}
		if w.Remove && l.undo(change) {
			p.Changes = append(p.Changes, change)
			continue
		}
		switch err := change.setEntry(t, entry, w.owns); {
		case w.Remove && notOurs(err):
			p.note(err.Error())
			continue // the hooks and the rules are taken out all the same
		case err != nil:
			return nil, err
		}
		p.Changes = append(p.Changes, change)
	}
	if useOwn && (c.user == nil || !p.Empty()) {
		entry := c.entry(w.Shape, target{})
		if len(p.Changes) > 0 {
			entry = p.Changes[0].entry
		}
		add, remove := c.own(w.Shape, entry)
		if p.Command, p.before = add, remove; w.Remove {
			p.Command, p.before = remove, nil
		}
		for i, change := range p.Changes {
			if is, isMap := change.was.(map[string]any); isMap && p.before != nil {
				p.former = append(p.former, former{targets[i], m.roots(w.Project), is})
			}
		}
		p.Changes = nil
	}
	if c.HasHooks() && w.Project == "" && (w.Hooks || w.Remove || c.hooked(m)) {
		var err error
		if p.Changes, err = c.hookChange(m, l, w, p.Changes); err != nil {
			return nil, err
		}
	}
	if w.Rules || w.Remove {
		change, err := c.rulesChange(m, l, w)
		switch {
		case errors.Is(err, errChanged):
			p.note("the rules in " + change.File + " stay as they are, since they were changed after hub connect wrote them")
		case err != nil:
			return nil, err
		case change != nil:
			if reader := c.reader(m, w); reader != "" && !change.Empty() {
				p.note("the rules in " + change.File + " stay, since " + reader + " reads them, too")
				break
			}
			p.Changes = append(p.Changes, change)
		case w.Rules && rulesFiles[c.ID].project != "":
			p.note("it reads rules in the files of a project only: --project writes them")
		case w.Rules:
			p.note("where it reads rules is not known here: docs/agents.md has them to copy")
		}
	}
	return p, nil
}

// note adds to what is told of the plan.
func (p *Plan) note(text string) { p.Note = strings.TrimPrefix(p.Note+"; "+text, "; ") }

// Share leaves out what an earlier plan does: several clients may read one file. files are those
// of the earlier ones, and become those of this one, too.
func (p *Plan) Share(files map[string]bool) {
	p.Changes = slices.DeleteFunc(p.Changes, func(c *Change) bool {
		done := files[c.target]
		files[c.target] = true
		return done
	})
}

// Do carries a plan out.
func (p *Plan) Do(m Machine, l *Ledger) error {
	var errs []error
	if p.Command != nil {
		if p.before != nil {
			_, _ = m.Run(p.before[0], p.before[1:]...)
		}
		if said, err := m.Run(p.Command[0], p.Command[1:]...); err != nil {
			errs = append(errs, fmt.Errorf("%s failed: %s", strings.Join(p.Command[:3], " "), said))
			for _, f := range p.former {
				errs = append(errs, f.putBack())
			}
		}
	}
	for _, c := range p.Changes {
		if !c.Empty() {
			errs = append(errs, l.Apply(c))
		}
	}
	return errors.Join(errs...)
}

// former is an entry that a client's own command takes away, to make room for another.
type former struct {
	target target
	roots  []string
	entry  map[string]any
}

// putBack puts the entry into the file again, where it is gone.
func (f former) putBack() error {
	change, err := open(f.target.file, f.roots...)
	if err != nil {
		return err
	}
	err = change.setEntry(f.target, objectOf(f.entry), func(any) bool { return false })
	switch {
	case change.was != nil:
		return nil // it was not taken away
	case err != nil:
		return err
	}
	return change.apply(true)
}

// owns reports whether an entry leads to the hub: it starts the bridge, or names the endpoint.
func (w Wish) owns(entry any) bool {
	members, isMap := entry.(map[string]any)
	if !isMap {
		return false
	}
	for _, key := range []string{"url", "httpUrl", "serverUrl", "uri"} {
		if is, _ := members[key].(string); is != "" {
			return slices.Contains([]string{w.Endpoint, w.Former}, strings.TrimSuffix(is, "/"))
		}
	}
	line := launchOf(members).line
	if len(line) < 2 {
		return false
	}
	if len(line) > 2 && line[1] == entryName && line[2] == "mcp" {
		return true // of a Caddy, whatever it is called
	}
	program := programName(line[0])
	same := w.Command != "" && (program == programName(w.Command) || sameFile(line[0], w.Command))
	return line[1] == "mcp" && (program == entryName || same)
}

// programName is what a program is called, on whatever system.
func programName(path string) string {
	return strings.TrimSuffix(filepath.Base(strings.ReplaceAll(path, `\`, "/")), ".exe")
}
