package connect

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/docs/agents"
)

// ruled is a machine on which clients are connected with the rules, and taken back.
type ruled struct {
	testing.TB
	machine Machine
	project string
	state   string
}

func (r ruled) do(w Wish, ids ...string) error {
	r.Helper()
	l := OpenLedger(r.state)
	files := map[string]bool{}
	w.Command = "/usr/local/bin/hub"
	if r.project != "" {
		w.Project = r.project
	}
	for _, id := range ids {
		var c Client
		for _, one := range Clients() {
			if one.ID == id {
				c = one
			}
		}
		p, err := c.Plan(r.machine, l, w)
		if err != nil {
			return err
		}
		p.Share(files)
		if err := p.Do(r.machine, l); err != nil {
			return err
		}
	}
	return nil
}

func TestRules(t *testing.T) {
	block := markup.begin + "\n" + agents.Block + markup.end + "\n"
	for name, c := range map[string]struct {
		ids           []string
		project       bool
		file          string
		before, after string // "-" for a file that is not there
	}{
		"a skill":                  {[]string{"claude-code"}, false, ".claude/skills/progress-hub/SKILL.md", "-", agents.Skill},
		"a skill of a project":     {[]string{"claude-code"}, true, ".claude/skills/progress-hub/SKILL.md", "-", agents.Skill},
		"a skill copied by hand":   {[]string{"claude-code"}, true, ".claude/skills/progress-hub/SKILL.md", agents.Skill, agents.Skill},
		"a Cursor rule":            {[]string{"cursor"}, true, ".cursor/rules/progress-hub.mdc", "-", agents.CursorRule},
		"no AGENTS.md":             {[]string{"codex"}, true, "AGENTS.md", "-", block},
		"an AGENTS.md":             {[]string{"codex"}, true, "AGENTS.md", "# Mine\n\nBe kind.\n", "# Mine\n\nBe kind.\n\n" + block},
		"one without an end":       {[]string{"codex"}, true, "AGENTS.md", "Be kind.", "Be kind.\n\n" + strings.TrimSuffix(block, "\n")},
		"one from Windows":         {[]string{"codex"}, true, "AGENTS.md", "Be kind.\r\n", "Be kind.\r\n\r\n" + strings.ReplaceAll(block, "\n", "\r\n")},
		"one with an older block":  {[]string{"codex"}, true, "AGENTS.md", "a\n\n" + markup.begin + "\n## Progress Hub\nold\n" + markup.end + "\nb\n", "a\n\n" + block + "b\n"},
		"a block copied by hand":   {[]string{"codex"}, true, "AGENTS.md", "a\n\n" + agents.Block + "\nb\n", "a\n\n" + agents.Block + "\nb\n"},
		"one file for several":     {[]string{"codex", "zed", "opencode", "vscode", "copilot-cli", "devin", "junie"}, true, "AGENTS.md", "a\n", "a\n\n" + block},
		"the owner's of Codex":     {[]string{"codex"}, false, ".codex/AGENTS.md", "-", block},
		"the owner's of OpenCode":  {[]string{"opencode"}, false, ".config/opencode/AGENTS.md", "-", block},
		"the owner's of Zed":       {[]string{"zed"}, false, ".config/zed/AGENTS.md", "-", block},
		"the owner's of Copilot":   {[]string{"copilot-cli"}, false, ".copilot/copilot-instructions.md", "-", block},
		"Gemini CLI's":             {[]string{"gemini-cli"}, true, "GEMINI.md", "a\n", "a\n\n" + block},
		"Gemini CLI's and another": {[]string{"gemini-cli", "antigravity"}, false, ".gemini/GEMINI.md", "a\n", "a\n\n" + block},
	} {
		t.Run(name, func(t *testing.T) {
			r := ruled{TB: t, machine: pc(t, nil), state: t.TempDir()}
			folder := r.machine.Home
			if c.project {
				r.project = t.TempDir()
				folder = r.project
			}
			file := filepath.Join(folder, filepath.FromSlash(c.file))
			if c.before != "-" {
				if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(c.before), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			is := func() string {
				text, err := os.ReadFile(file)
				if err != nil {
					return "-"
				}
				return string(text)
			}
			for _, again := range []string{"", " again"} {
				if err := r.do(Wish{Rules: true}, c.ids...); err != nil || is() != c.after {
					t.Fatalf("written%s: %v\n%s", again, err, is())
				}
			}
			if err := r.do(Wish{}, c.ids...); err != nil || is() != c.after {
				t.Errorf("without --rules: %v\n%s", err, is())
			}
			want := c.before
			if err := r.do(Wish{Remove: true}, c.ids...); err != nil || is() != want {
				t.Errorf("removed: %v\n%q", err, is())
			}
			if _, err := os.Stat(filepath.Dir(file)); filepath.Base(filepath.Dir(file)) == "progress-hub" && c.before == "-" && err == nil {
				t.Error("the folder of the skill is still there")
			}
		})
	}
}

// TestRulesOfOthers: what the owner wrote, or has changed since, is left alone.
func TestRulesOfOthers(t *testing.T) {
	const skill, block = ".claude/skills/progress-hub/SKILL.md", "AGENTS.md"
	for name, c := range map[string]struct{ id, file, before, want string }{
		"another skill":        {"claude-code", skill, "mine", "none of hub connect's"},
		"another Cursor rule":  {"cursor", ".cursor/rules/progress-hub.mdc", "mine", "none of hub connect's"},
		"a section of its own": {"codex", block, "## Progress Hub\n\nAsk me.\n", "take it out first"},
		"one in UTF-16":        {"codex", block, "\xff\xfeB\x00e\x00 \x00k\x00i\x00n\x00d\x00.\x00", "save it as UTF-8 first"},
	} {
		t.Run(name, func(t *testing.T) {
			r := ruled{TB: t, machine: pc(t, nil), state: t.TempDir(), project: t.TempDir()}
			file := filepath.Join(r.project, filepath.FromSlash(c.file))
			if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(c.before), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := r.do(Wish{Rules: true}, c.id); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("it says %v", err)
			}
			if err := r.do(Wish{Remove: true}, c.id); err != nil {
				t.Error(err)
			}
			if is, _ := os.ReadFile(file); string(is) != c.before {
				t.Errorf("it is %s", is)
			}
		})
	}
	t.Run("changed since", func(t *testing.T) {
		r := ruled{TB: t, machine: pc(t, nil), state: t.TempDir(), project: t.TempDir()}
		if err := r.do(Wish{Rules: true}, "claude-code", "codex"); err != nil {
			t.Fatal(err)
		}
		for _, file := range []string{skill, block} {
			f, err := os.OpenFile(filepath.Join(r.project, filepath.FromSlash(file)), os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.WriteString("\nMine.\n"); err != nil || f.Close() != nil {
				t.Fatal(err)
			}
		}
		if err := r.do(Wish{Remove: true}, "claude-code", "codex"); err != nil {
			t.Fatal(err)
		}
		for file, want := range map[string]string{skill: agents.Skill + "\nMine.\n", block: "\nMine.\n"} {
			if is, _ := os.ReadFile(filepath.Join(r.project, filepath.FromSlash(file))); string(is) != want {
				t.Errorf("%s is %q", file, is)
			}
		}
	})
	t.Run("changed in the marks", func(t *testing.T) {
		for _, file := range []string{skill, block} {
			for _, older := range []bool{false, true} {
				r := ruled{TB: t, machine: pc(t, nil), state: t.TempDir(), project: t.TempDir()}
				wish, id := Wish{Shape: Shape{Command: "/usr/local/bin/hub"}, Rules: true, Project: r.project}, map[string]string{skill: "claude-code", block: "codex"}[file]
				if err := r.do(wish, id); err != nil {
					t.Fatal(err)
				}
				l := OpenLedger(r.state)
				if older { // of a version that kept no digest of the block
					for name, w := range l.Files {
						w.Block = ""
						l.Files[name] = w
					}
				}
				name := filepath.Join(r.project, filepath.FromSlash(file))
				text, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				mine := strings.Replace(string(text), "pause_thread", "pause_thread, please,", 1)
				if err := os.WriteFile(name, []byte(mine), 0o600); err != nil || mine == string(text) {
					t.Fatal(err)
				}
				for _, wish.Remove = range []bool{false, true} {
					p, err := client(t, id).Plan(r.machine, l, wish)
					if err == nil {
						err = p.Do(r.machine, l)
					}
					if is, _ := os.ReadFile(name); err != nil || string(is) != mine || !strings.Contains(p.Note, "stay as they are") {
						t.Errorf("%s, remove %t, older %t: %v\n%s", file, wish.Remove, older, err, is)
					}
				}
			}
		}
	})
	t.Run("nowhere to write them", func(t *testing.T) {
		for id, want := range map[string]string{"cursor": "--project", "vscode": "--project", "claude-desktop": "docs/agents.md"} {
			p, err := client(t, id).Plan(pc(t, nil), OpenLedger(t.TempDir()), Wish{Shape: Shape{Command: "hub"}, Rules: true})
			if err != nil || !strings.Contains(p.Note, want) || len(p.Changes) != 1 {
				t.Errorf("%s: %+v, %v", id, p, err)
			}
		}
	})
}

// TestRulesOfSeveral: rules that a client reads stay when another that reads them, too, is taken out.
func TestRulesOfSeveral(t *testing.T) {
	for name, c := range map[string]struct {
		ids     string // that are connected
		project bool
		file    string
		out     string // that are taken out
		stays   bool
	}{
		"one of a project":     {"codex zed", true, "AGENTS.md", "zed", true},
		"all of a project":     {"codex zed", true, "AGENTS.md", "codex zed", false},
		"one that shares none": {"codex gemini-cli", true, "GEMINI.md", "gemini-cli", false},
		"one of the owner's":   {"gemini-cli antigravity", false, ".gemini/GEMINI.md", "gemini-cli", true},
		"both of the owner's":  {"gemini-cli antigravity", false, ".gemini/GEMINI.md", "gemini-cli antigravity", false},
	} {
		t.Run(name, func(t *testing.T) {
			r := ruled{TB: t, machine: pc(t, nil), state: t.TempDir()}
			folder := r.machine.Home
			if c.project {
				r.project = t.TempDir()
				folder = r.project
			}
			if err := r.do(Wish{Rules: true}, strings.Fields(c.ids)...); err != nil {
				t.Fatal(err)
			}
			wish := Wish{Remove: true}
			for id := range strings.FieldsSeq(c.out) {
				wish.Clients = append(wish.Clients, client(t, id))
			}
			if err := r.do(wish, strings.Fields(c.out)...); err != nil {
				t.Fatal(err)
			}
			text, _ := os.ReadFile(filepath.Join(folder, c.file))
			if stays := strings.Contains(string(text), agents.Block); stays != c.stays {
				t.Errorf("it is %s", text)
			}
		})
	}
}
