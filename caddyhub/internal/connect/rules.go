package connect

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/progresshub/progresshub/docs/agents"
)

// rulesFile is where a client reads what its agents shall keep to.
type rulesFile struct {
	user    func(m Machine) string // the owner's; nil: none that is a file
	project string                 // a project's; empty: none
	// whole is the text of a file that is for nothing else; empty: the file has other rules, too,
	// and these are a block in it.
	whole string
}

const agentsFile = "AGENTS.md"

// rulesFiles are those of the clients that have one. Several read AGENTS.md.
var rulesFiles = map[string]rulesFile{
	claudeCode.ID:  {func(m Machine) string { return m.claude("skills/progress-hub/SKILL.md") }, ".claude/skills/progress-hub/SKILL.md", agents.Skill},
	cursor.ID:      {nil, ".cursor/rules/progress-hub.mdc", agents.CursorRule},
	vscode.ID:      {nil, agentsFile, ""},
	copilotCLI.ID:  {ownFileAt(".copilot/copilot-instructions.md"), agentsFile, ""},
	codex.ID:       {func(m Machine) string { return m.codex(agentsFile) }, agentsFile, ""},
	geminiCLI.ID:   {ownFileAt(".gemini/GEMINI.md"), "GEMINI.md", ""},
	antigravity.ID: {ownFileAt(".gemini/GEMINI.md"), "", ""},
	devin.ID:       {nil, agentsFile, ""},
	opencode.ID:    {func(m Machine) string { return m.xdg("opencode/" + agentsFile) }, agentsFile, ""},
	zed.ID:         {func(m Machine) string { return filepath.Join(zedFolder(m), agentsFile) }, agentsFile, ""},
	junie.ID:       {nil, agentsFile, ""},
}

func ownFileAt(below string) func(Machine) string {
	return func(m Machine) string { return m.home(below) }
}

// rulesFile is where the rules stand for a client; empty: nowhere.
func (c Client) rulesFile(m Machine, project string) (file, whole string) {
	of := rulesFiles[c.ID]
	switch {
	case project != "" && of.project != "":
		return filepath.Join(project, filepath.FromSlash(of.project)), of.whole
	case project == "" && of.user != nil:
		return of.user(m), of.whole
	}
	return "", ""
}

// errChanged is that the owner of the rules has made them theirs.
var errChanged = errors.New("the rules in it were changed since hub connect wrote them")

// rulesChange is what the rules do to a client's file; nil: it has none.
func (c Client) rulesChange(m Machine, l *Ledger, w Wish) (*Change, error) {
	file, whole := c.rulesFile(m, w.Project)
	if file == "" {
		return nil, nil
	}
	change, err := open(file, m.roots(w.Project)...)
	if err != nil {
		return nil, err
	}
	if l.changed(change, whole != "") && string(change.before) != whole {
		return change, errChanged
	}
	if w.Remove {
		if !l.undo(change) && whole == "" {
			change.dropBlock()
		}
		return change, nil
	}
	change.ours = agents.Block
	if whole != "" {
		if change.exists && !l.wrote(change) && string(change.before) != whole {
			return nil, fmt.Errorf("%s is there and none of hub connect's: move it away, or compare it with docs/agents", file)
		}
		change.after = []byte(whole)
		return change, nil
	}
	if !utf8.Valid(change.before) || bytes.IndexByte(change.before, 0) >= 0 {
		return nil, fmt.Errorf("%s is not UTF-8 text, as PowerShell writes it: save it as UTF-8 first", file)
	}
	lines := strings.TrimRight(agents.Block, "\n") + "\n"
	heading, _, _ := strings.Cut(agents.Block, "\n")
	span := markup.span.FindIndex(change.before)
	if span == nil && bytes.Contains(change.before, []byte(heading)) {
		if bytes.Contains(bytes.ReplaceAll(change.before, []byte("\r\n"), []byte("\n")), []byte(strings.TrimSpace(agents.Block))) {
			return change, nil // copied by hand
		}
		return nil, fmt.Errorf("%s has a section %q already, which is none of hub connect's: take it out first", file, heading)
	}
	change.after = markup.put(change.before, lines)
	return change, nil
}

// reader is another client that reads the rules of this one, and which has the hub when those of this
// run have it no more; empty: there is none.
func (c Client) reader(m Machine, w Wish) string {
	file, _ := c.rulesFile(m, w.Project)
	if !w.Remove || w.Clients == nil {
		return ""
	}
	for _, other := range Clients() {
		leaves := slices.ContainsFunc(w.Clients, func(one Client) bool { return one.ID == other.ID })
		if reads, _ := other.rulesFile(m, w.Project); reads == file && !leaves && other.connected(m, w) {
			return other.Name
		}
	}
	return ""
}

// connected reports whether a file of the client has the hub's entry.
func (c Client) connected(m Machine, w Wish) bool {
	return slices.ContainsFunc(c.targets(m, w.Project), func(t target) bool {
		text, _ := os.ReadFile(t.file) // none is there
		file, err := t.format.decode(bytes.TrimPrefix(text, bom))
		if err != nil {
			return false
		}
		is, _ := entryAt(file, t.at)
		return w.owns(is)
	})
}

// blockIn is the block of rules in a text, however its lines end; nil: it has none.
func blockIn(text []byte) []byte {
	return bytes.TrimSpace(bytes.ReplaceAll(markup.span.Find(text), []byte("\r\n"), []byte("\n")))
}

// dropBlock takes the block out.
func (c *Change) dropBlock() {
	span := markup.span.FindIndex(c.after)
	if span == nil {
		return
	}
	if c.after = unmarked(c.after, span); len(c.after) == 0 {
		c.after = nil
	}
}
