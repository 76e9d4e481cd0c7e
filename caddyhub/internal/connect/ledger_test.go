package connect

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/docs/agents"
)

// TestWrittenBefore: what hub connect has written is its own, wherever it leads.
func TestWrittenBefore(t *testing.T) {
	m, state := pc(t, map[string]string{".cursor/mcp.json": "{}"}), t.TempDir()
	for _, url := range []string{"https://former.example/mcp", "https://hub.example/mcp", ""} {
		fulfil(t, m, state, "cursor", Wish{Shape: Shape{Command: "/usr/bin/hub", URL: url}, Endpoint: url, Remove: url == ""})
	}
	if text, err := os.ReadFile(m.home(".cursor/mcp.json")); err != nil || string(text) != "{}" {
		t.Errorf("the file is %s, %v", text, err)
	}
}

// TestRemoveAfterMoves: what is taken back is all of the hub's, also where its user has written the
// file between two runs, so that the ledger knows of a file with an entry of the first.
func TestRemoveAfterMoves(t *testing.T) {
	for name, c := range map[string]struct{ id, file, before, theirs, after string }{
		"an entry":         {"cursor", ".cursor/mcp.json", `{"mcpServers":{"a":{"command":"x"}}}`, `"y"`, `{"mcpServers":{"a":{"command":"y"}}}`},
		"an entry in TOML": {"codex", ".codex/config.toml", "model = \"x\"\n", `"y"`, "model = \"y\"\n"},
		"hooks":            {"claude-code", ".claude/settings.json", `{"model":"x"}`, `"y"`, `{"model":"y", "hooks": {"SessionStart":[]}}`},
		"both in one file": {"gemini-cli", ".gemini/settings.json", `{"model":"x"}`, `"y"`, `{"model":"y", "mcpServers": {}, "hooks": {"SessionStart":[]}}`},
		"rules":            {"codex", ".codex/AGENTS.md", "\"x\"\n", `"y"`, "\"y\"\n"},
	} {
		t.Run(name, func(t *testing.T) {
			m, state := pc(t, map[string]string{c.file: c.before}), t.TempDir()
			file := filepath.Join(m.Home, c.file)
			do := func(w Wish) string {
				t.Helper()
				fulfil(t, m, state, c.id, w)
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				return string(text)
			}
			wish := Wish{Shape: Shape{Command: "/one/hub"}, Hooks: true, Rules: true}
			rules := agents.Block
			agents.Block = strings.Replace(rules, "pause_thread", "pause_a_thread", 1) // an older text of them
			t.Cleanup(func() { agents.Block = rules })
			text := strings.Replace(do(wish), `"x"`, c.theirs, 1)
			agents.Block = rules
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			wish.Command = "/two/hub"
			if is := do(wish); is == text || strings.Contains(is, "/one/") || !strings.Contains(is, c.theirs) {
				t.Errorf("again: %s", is)
			}
			if is := do(Wish{Remove: true}); is != c.after {
				t.Errorf("removed: %s", is)
			}
		})
	}
}

// onlyBegin and onlyWrite are as far as a run comes with a change that is ended before it is written, or
// before that is noted.
func onlyBegin(l *Ledger, c *Change) error { _, err := l.begin(c); return err }
func onlyWrite(l *Ledger, c *Change) error { return errors.Join(onlyBegin(l, c), c.apply(true)) }

// interrupt is a run that comes only so far with each change.
func interrupt(t *testing.T, m Machine, state, id, command string, end func(l *Ledger, c *Change) error) {
	t.Helper()
	l := OpenLedger(state)
	p, err := client(t, id).Plan(m, l, Wish{Shape: Shape{Command: command}, Rules: true})
	for i := 0; err == nil && i < len(p.Changes); i++ {
		err = end(l, p.Changes[i])
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestInterrupted: what a run has written that was ended before it could say so is taken back all the same.
func TestInterrupted(t *testing.T) {
	const absent = ""
	for name, c := range map[string]struct{ id, file, before string }{
		"an entry":               {"cursor", ".cursor/mcp.json", "{\n  \"mcpServers\": {}\n}"},
		"an entry in a new file": {"cursor", ".cursor/mcp.json", absent},
		"an entry in TOML":       {"codex", ".codex/config.toml", "model = \"x\""},
		"a skill":                {"claude-code", ".claude/skills/progress-hub/SKILL.md", absent},
		"rules":                  {"codex", ".codex/AGENTS.md", "be brief"},
	} {
		for when, end := range map[string]func(l *Ledger, c *Change) error{"before it is written": onlyBegin, "before it is noted": onlyWrite} {
			for again, runs := range map[string][]Wish{
				"removed":             {{Remove: true}},
				"run again, the same": {{Shape: Shape{Command: "/one/hub"}, Rules: true}, {Remove: true}},
				"run again, another":  {{Shape: Shape{Command: "/two/hub"}, Rules: true}, {Remove: true}},
			} {
				t.Run(name+", "+when+", "+again, func(t *testing.T) {
					files := map[string]string{}
					if c.before != absent {
						files[c.file] = c.before
					}
					m, state := pc(t, files), t.TempDir()
					interrupt(t, m, state, c.id, "/one/hub", end)
					for _, w := range runs {
						fulfil(t, m, state, c.id, w)
					}
					if text, err := os.ReadFile(m.home(c.file)); string(text) != c.before || os.IsNotExist(err) != (c.before == absent) {
						t.Errorf("the file is %q, %v", text, err)
					}
				})
			}
		}
	}
}

// TestInterruptedTwice: a run that was ended before it wrote anything, after one that was ended before it
// noted what it wrote, leaves that one's to be taken back.
func TestInterruptedTwice(t *testing.T) {
	m, state := pc(t, nil), t.TempDir()
	skill := rulesFiles["claude-code"]
	t.Cleanup(func() { rulesFiles["claude-code"] = skill })
	interrupt(t, m, state, "claude-code", "/usr/bin/hub", onlyWrite)
	newer := skill
	newer.whole += "One more rule.\n"
	rulesFiles["claude-code"] = newer
	interrupt(t, m, state, "claude-code", "/usr/bin/hub", onlyBegin)
	fulfil(t, m, state, "claude-code", Wish{Remove: true})
	if text, err := os.ReadFile(m.home(".claude/skills/progress-hub/SKILL.md")); !os.IsNotExist(err) {
		t.Errorf("the skill is %.60q, %v", text, err)
	}
}

// TestTwoRunsAtOnce: one that began first and writes last takes nothing from the ledger of the other.
func TestTwoRunsAtOnce(t *testing.T) {
	m, state := pc(t, map[string]string{".cursor/mcp.json": "{}"}), t.TempDir()
	wish := Wish{Shape: Shape{Command: "/usr/bin/hub"}, Rules: true}
	do := func(l *Ledger, id string, w Wish) {
		t.Helper()
		p, err := client(t, id).Plan(m, l, w)
		if err == nil {
			err = p.Do(m, l)
		}
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
	}
	first := OpenLedger(state)
	do(OpenLedger(state), "claude-code", wish)
	do(first, "cursor", wish)
	skill := m.home(".claude/skills/progress-hub/SKILL.md")
	if _, err := os.Stat(skill); err != nil {
		t.Fatal(err)
	}
	do(OpenLedger(state), "claude-code", Wish{Remove: true})
	if _, err := os.Stat(skill); !os.IsNotExist(err) {
		t.Errorf("the skill is still there: %v", err)
	}
}
