package connect

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
)

// finding is what an entry of a client says.
type finding struct {
	state, what, next string
	absent            bool    // there is none
	direct            bool    // the client speaks HTTP to the hub itself
	starts            *launch // what the client starts, if that is there
}

func found(state, what, next string) finding { return finding{state: state, what: what, next: next} }

// client looks at the files of one, and starts what it would start if the hub is there to answer.
func (d *Doctor) client(ctx context.Context, c Client, ready bool) {
	id := "client " + c.ID
	targets := c.targets(d.Machine, "")
	if len(targets) == 0 {
		d.add(id, Skip, c.Name+" keeps its own file, which is not looked at", "")
		return
	}
	for _, t := range targets {
		f := d.entry(c, t)
		if c.ID == claudeCode.ID {
			f = d.withPlugin(c, f)
		}
		d.add(id, f.state, c.Name+": "+f.what, f.next)
		if f.direct && !slices.Contains(d.direct, c.Name) {
			d.direct = append(d.direct, c.Name)
		}
		if f.starts != nil {
			d.start(ctx, c, *f.starts, ready)
		}
	}
	if c.hooked(d.Machine) {
		d.hooks(c)
	}
}

// start has the client's bridge answer a handshake.
func (d *Doctor) start(ctx context.Context, c Client, l launch, ready bool) {
	id := "start " + c.ID
	if !ready {
		d.add(id, Skip, NotChecked, "")
		return
	}
	if t := d.trial(ctx, l); t.fault != "" {
		d.add(id, Fail, c.Name+": its bridge "+t.fault, t.next)
		return
	}
	d.add(id, OK, c.Name+": its bridge starts and answers", "")
}

// withPlugin is what is found of Claude Code, which may have the hub by its plugin as well.
func (d *Doctor) withPlugin(c Client, entry finding) finding {
	p := pluginOf(d.Machine)
	switch {
	case p.name == "" || !p.enabled && !entry.absent:
		return entry
	case !p.enabled:
		return found(Warn, "its plugin "+p.name+" is switched off", "claude plugin enable "+p.name)
	case !entry.absent:
		return finding{state: Warn, what: "has the hub twice: by its plugin and by an entry of its own", next: "run hub connect --remove --client " + c.ID, starts: entry.starts, direct: entry.direct}
	}
	l, ok := p.launch()
	if !ok || l.program() == "" {
		return found(Fail, "its plugin "+p.name+" starts nothing: "+p.folder, "claude plugin install "+p.name)
	}
	l.line[0] = d.Machine.path(l.program())
	if filepath.Base(l.program()) == l.program() {
		return found(Fail, "its plugin starts "+l.program()+", which is not on the PATH", "put the program there, or a link to it")
	}
	switch state, what := d.started(l.program()); state {
	case Fail:
		return found(state, "its plugin "+what, "put the hub's program on the PATH in its place")
	case Warn:
		return finding{state: state, what: "its plugin " + what, next: "put this program on the PATH in its place", starts: &l}
	}
	return finding{state: OK, what: "is connected, by its plugin", starts: &l}
}

// hooked are the hooks of a client, by their event: the name of the check, and what it says.
var hooked = map[string][2]string{
	sessionStart: {"hook", "asks for the digest when a session begins"},
	stop:         {"guard", "is reminded of its claims when its agent stops"},
}

// hooks looks at the hooks that hub connect wrote.
func (d *Doctor) hooks(c Client) {
	of := hookFiles[c.ID]
	name := of.file(d.Machine)
	text, _ := os.ReadFile(name)
	file, err := jsonc{}.decode(bytes.TrimPrefix(text, bom))
	for _, hook := range of.hooks {
		var programs []Shape
		if err == nil {
			programs, err = hook.programs(file)
		}
		if err != nil {
			d.add("hook "+c.ID, Fail, c.Name+": "+name+": "+err.Error(), "mend the file: the client can't read it either")
			return
		}
		for _, program := range programs {
			id := hooked[hook.event][0] + " " + c.ID
			state, what := d.started(program.Command)
			if state == OK && d.Program != "" && program.Group != d.Group {
				state, what = Fail, "starts a command that "+program.Command+" does not have"
			}
			if state != OK {
				d.add(id, state, c.Name+": its hook "+what, "run hub connect --client "+c.ID)
				continue
			}
			d.add(id, OK, c.Name+": "+hooked[hook.event][1], "")
		}
	}
}

func (d *Doctor) entry(c Client, t target) finding {
	again := "run hub connect --client " + c.ID
	absent := finding{state: Warn, what: "is not connected", next: again, absent: true}
	text, err := os.ReadFile(t.file)
	if errors.Is(err, os.ErrNotExist) {
		return absent
	}
	if err != nil {
		return found(Fail, t.file+" can't be read", "look at who may read it")
	}
	file, err := t.format.decode(bytes.TrimPrefix(text, bom))
	if err != nil {
		return found(Fail, t.file+": "+err.Error(), "mend the file: the client can't read it either")
	}
	is, err := entryAt(file, t.at)
	entry, isMap := is.(map[string]any)
	switch {
	case err != nil:
		return found(Fail, t.file+": "+err.Error(), "")
	case is == nil:
		return absent
	case !isMap:
		return found(Fail, "its entry is none", again)
	case entry["disabled"] == true || entry["enabled"] == false:
		return found(Fail, "the entry is switched off in "+t.file, "switch it on in the client")
	}
	wish := Wish{Shape: Shape{Command: d.Program}, Endpoint: d.endpoint()}
	if !wish.owns(entry) {
		return found(Fail, "its entry hub leads to another hub, or to something else: "+t.file, "take it out and "+again)
	}
	l := launchOf(entry)
	switch {
	case l.starts && l.program() == "":
		return found(Fail, "its entry hub names no program: "+t.file, again)
	case !l.starts && bytes.Contains(jsonText(entry), []byte(TokenVariable)) && d.Machine.Getenv(TokenVariable) == "":
		return finding{state: Warn, what: "takes the token from " + TokenVariable + ", which is not set here", next: "set it where the client is started, or " + again, direct: true}
	case !l.starts:
		return finding{state: OK, what: "speaks HTTP to the hub", direct: true}
	}
	l.line[0] = d.Machine.path(l.program())
	state, what := d.started(l.program())
	switch state {
	case Fail:
		return found(state, what, again)
	case Warn:
		return finding{state: state, what: what, next: again, starts: &l}
	}
	return finding{state: OK, what: "is connected", starts: &l}
}

// started looks at a program that a client starts.
func (d *Doctor) started(program string) (state, what string) {
	info, err := os.Stat(program)
	switch {
	case err != nil:
		return Fail, "starts " + program + ", which is not there"
	case info.IsDir() || filepath.Separator == '/' && info.Mode()&0o111 == 0:
		return Fail, "starts " + program + ", which is no program"
	case d.Program != "" && !sameFile(program, d.Program):
		return Warn, "starts another hub than this one: " + program
	}
	return OK, ""
}

func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	second, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(first, second)
}
