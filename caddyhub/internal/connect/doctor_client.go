package connect

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
)

// client looks at the files of one.
func (d *Doctor) client(c Client) {
	id := "client " + c.ID
	targets := c.targets(d.Machine, "")
	if len(targets) == 0 {
		d.add(id, Skip, c.Name+" keeps its own file, which is not looked at", "")
		return
	}
	for _, t := range targets {
		state, what, next := d.entry(c, t)
		d.add(id, state, c.Name+": "+what, next)
	}
	if c.hooked(d.Machine) {
		d.hooks(c)
	}
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
		var programs []string
		if err == nil {
			programs, err = hook.programs(file)
		}
		if err != nil {
			d.add("hook "+c.ID, Fail, c.Name+": "+name+": "+err.Error(), "mend the file: the client can't read it either")
			return
		}
		for _, program := range programs {
			id := hooked[hook.event][0] + " " + c.ID
			if state, what := d.started(program); state != OK {
				d.add(id, state, c.Name+": its hook "+what, "run hub connect --client "+c.ID)
				continue
			}
			d.add(id, OK, c.Name+": "+hooked[hook.event][1], "")
		}
	}
}

func (d *Doctor) entry(c Client, t target) (state, what, next string) {
	again := "run hub connect --client " + c.ID
	text, err := os.ReadFile(t.file)
	if errors.Is(err, os.ErrNotExist) {
		return Warn, "is not connected", again
	}
	if err != nil {
		return Fail, t.file + " can't be read", "look at who may read it"
	}
	file, err := t.format.decode(bytes.TrimPrefix(text, bom))
	if err != nil {
		return Fail, t.file + ": " + err.Error(), "mend the file: the client can't read it either"
	}
	is, err := entryAt(file, t.at)
	entry, isMap := is.(map[string]any)
	switch {
	case err != nil:
		return Fail, t.file + ": " + err.Error(), ""
	case is == nil:
		return Warn, "is not connected", again
	case !isMap:
		return Fail, "its entry is none", again
	case entry["disabled"] == true || entry["enabled"] == false:
		return Fail, "the entry is switched off in " + t.file, "switch it on in the client"
	}
	wish := Wish{Endpoint: d.endpoint()}
	if !wish.owns(entry) {
		return Fail, "its entry hub leads to another hub, or to something else: " + t.file, "take it out and " + again
	}
	program, starts := "", false
	for _, key := range []string{"command", "cmd"} {
		switch v := entry[key].(type) {
		case string:
			program, starts = v, true
		case []any:
			starts = true
			if len(v) > 0 {
				program, _ = v[0].(string)
			}
		}
	}
	if starts && program == "" {
		return Fail, "its entry hub names no program: " + t.file, again
	}
	if program == "" {
		if bytes.Contains(jsonText(entry), []byte(TokenVariable)) && d.Machine.Getenv(TokenVariable) == "" {
			return Warn, "takes the token from " + TokenVariable + ", which is not set here", "set it where the client is started, or " + again
		}
		return OK, "speaks HTTP to the hub", ""
	}
	if state, what = d.started(program); state != OK {
		return state, what, again
	}
	return OK, "is connected", ""
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
