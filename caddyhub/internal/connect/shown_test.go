package connect

import (
	"strings"
	"testing"
)

func TestShown(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"plain":          {"a\tü 語 🏡\n", "a\tü 語 🏡\n"},
		"lines":          {"a\r\nb\n", "a\r\nb\n"},
		"escape":         {"\x1b[2Jx", `\x1b[2Jx`},
		"return":         {"+good\r-bad", `+good\r-bad`},
		"backspace":      {"a\bb\x7f", `a\bb\x7f`},
		"C1":             {"\u009b2J", `\u009b2J`},
		"C1 as a byte":   {"\x9b2J", `\x9b2J`},
		"bidi":           {"a\u202eb\u2066c\u200f", `a\u202eb\u2066c\u200f`},
		"line separator": {"a\u2028b", `a\u2028b`},
		"zero width":     {"a\u200bb\ufeff", `a\u200bb\ufeff`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Shown(c.text); got != c.want {
				t.Errorf("got %q", got)
			}
		})
	}
}

// TestShownChanges: what a repository's file holds does not reach the terminal as it is.
func TestShownChanges(t *testing.T) {
	wish := Wish{Shape: Shape{Command: "/usr/local/bin/hub"}}
	raw := func(text string) bool { return strings.ContainsAny(text, "\x1b\u009b\u202e\u007f") }
	t.Run("diff", func(t *testing.T) {
		m := pc(t, map[string]string{".cursor/mcp.json": "{\n  // \x1b[2J\u202e\u009b\n  \"mcpServers\": {}\n}\n"})
		plan, err := client(t, "cursor").Plan(m, OpenLedger(t.TempDir()), wish)
		if err != nil {
			t.Fatal(err)
		}
		if diff := plan.Changes[0].Diff(); raw(diff) || !strings.Contains(diff, `\x1b[2J\u202e\u009b`) {
			t.Errorf("shown as %q", diff)
		}
	})
	t.Run("an entry that is another's", func(t *testing.T) {
		m := pc(t, map[string]string{".cursor/mcp.json": "{\"mcpServers\":{\"hub\":{\"command\":\"\u202e\u009b\u007f\"}}}"})
		_, err := client(t, "cursor").Plan(m, OpenLedger(t.TempDir()), wish)
		if err == nil || raw(err.Error()) || !strings.Contains(err.Error(), `\u202e\u009b\x7f`) {
			t.Errorf("got %v", err)
		}
	})
}
