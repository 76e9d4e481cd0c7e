package connect

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
)

// hookFile is where a client has its hooks.
type hookFile struct {
	file  func(m Machine) string
	hooks []clientHook
	empty string // what a new file begins with
}

// clientHook is one hook of a client.
type clientHook struct {
	event string   // as hub hook has it
	path  []string // the list that it stands in
	entry func(command string) object
}

// hookFiles are those of the clients whose hooks hand the digest over. Copilot CLI has hooks but
// leaves their answers out.
var hookFiles = map[string]hookFile{
	claudeCode.ID: {func(m Machine) string { return m.claude("settings.json") }, nestedHooks, ""},
	codex.ID:      {func(m Machine) string { return m.codex("hooks.json") }, nestedHooks, ""},
	geminiCLI.ID: {func(m Machine) string { return m.home(".gemini/settings.json") }, []clientHook{
		{sessionStart, []string{"hooks", "SessionStart"}, geminiHook},
		{stop, []string{"hooks", "AfterAgent"}, geminiHook},
	}, ""},
	cursor.ID: {func(m Machine) string { return m.home(".cursor/hooks.json") }, []clientHook{
		{sessionStart, []string{"hooks", "sessionStart"}, flatHook},
		{stop, []string{"hooks", "stop"}, flatHook},
	}, "{\n  \"version\": 1\n}\n"},
}

// nestedHooks are those of Claude Code, whose form Codex has taken over.
var nestedHooks = []clientHook{
	{sessionStart, []string{"hooks", "SessionStart"}, func(command string) object {
		return append(object{{"matcher", "startup|resume|clear|compact"}}, nestedHook(command)...)
	}},
	{stop, []string{"hooks", "Stop"}, nestedHook},
}

// hookTimeout is how long a client waits for a hook, in seconds: more than one takes.
const hookTimeout = 5

func nestedHook(command string) object {
	return object{{"hooks", []object{{{"type", "command"}, {"command", command}, {"timeout", hookTimeout}}}}}
}

func geminiHook(command string) object {
	return object{{"matcher", "*"}, {"hooks", []object{{{"type", "command"}, {"command", command}, {"timeout", hookTimeout * 1000}}}}}
}

func flatHook(command string) object { return object{{"command", command}} }

// hookArgs is the command line of a hook behind the program.
func hookArgs(event, client string) string { return " hook " + event + " --client " + client }

// hookCommand is the line that a client's shell runs.
func (s Shape) hookCommand(event, client string) string {
	program := s.Command
	if strings.ContainsAny(program, " \\&'()") {
		program = `"` + program + `"`
	}
	if s.Group != "" {
		program += " " + s.Group
	}
	return program + hookArgs(event, client)
}

// own reports whether an element of a list of hooks is hub connect's, or has one that is.
func (h clientHook) own(element any) bool {
	return bytes.Contains(jsonText(element), []byte(hookArgs(h.event, "")))
}

// HasHooks reports whether the client's hooks can hand the digest over.
func (c Client) HasHooks() bool { _, has := hookFiles[c.ID]; return has }

// hooked reports whether the client's file has one of hub connect's hooks.
func (c Client) hooked(m Machine) bool {
	of, has := hookFiles[c.ID]
	if !has {
		return false
	}
	text, _ := os.ReadFile(of.file(m)) // none is there
	return slices.ContainsFunc(of.hooks, func(h clientHook) bool { return bytes.Contains(text, []byte(hookArgs(h.event, c.ID))) })
}

// Unhooked reports whether the client could be handed the digest and is not.
func (c Client) Unhooked(m Machine) bool { return c.HasHooks() && !c.hooked(m) }

// programs are what a file's hooks of hub connect start.
func (h clientHook) programs(file map[string]any) (programs []Shape, err error) {
	_, mine, err := elements(file, h.path, h.own)
	for _, element := range mine {
		program, _, _ := strings.Cut(commandOf(element), hookArgs(h.event, ""))
		s := Shape{}
		if rest, below := strings.CutSuffix(program, " "+entryName); below {
			program, s.Group = rest, entryName
		}
		s.Command = strings.Trim(program, `"`)
		programs = append(programs, s)
	}
	return programs, err
}

// hookChange is what connecting the client's hooks does to their file. Where the entry stands in
// the same one, both are one change.
func (c Client) hookChange(m Machine, l *Ledger, w Wish, changes []*Change) ([]*Change, error) {
	of := hookFiles[c.ID]
	var change *Change
	for _, one := range changes {
		if one.File == of.file(m) {
			change = one
		}
	}
	if change == nil {
		var err error
		if change, err = open(of.file(m), m.roots("")...); err != nil {
			return nil, err
		}
		changes = append(changes, change)
		if w.Remove && l.undo(change) {
			return changes, nil
		}
	}
	if !w.Remove && len(bytes.TrimSpace(change.after)) == 0 {
		change.after = []byte(of.empty)
	}
	for _, hook := range of.hooks {
		var element object
		if !w.Remove {
			file, err := jsonc{}.decode(bytes.TrimPrefix(change.after, bom))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", change.File, err)
			}
			_, mine, err := elements(file, hook.path, hook.own)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", change.File, err)
			}
			if wanted := w.Hooks && (hook.event != stop || w.Guard); !wanted && len(mine) == 0 {
				continue // it was not asked for; one that is there stays, and leads to this program
			}
			element = hook.entry(w.hookCommand(hook.event, c.ID))
			change.ours += compact(element)
		}
		after, err := setElement(change.after, hook.path, element, hook.own)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", change.File, err)
		}
		change.after = after
	}
	if !change.exists && len(change.after) == 0 {
		change.after = nil
	}
	return changes, nil
}
