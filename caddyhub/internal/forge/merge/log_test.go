package merge

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// forms are ways in which people and agents write the entries of a log.
var forms = []struct {
	name  string
	entry func(n int, text string) string // n rises with time
	timed bool
	loose bool // a blank line stands between two
}{
	{"as the hub writes it", func(n int, text string) string { return fmt.Sprintf("- 2026-11-22 %02d:%02d %s\n", n/60, n%60, text) }, true, false},
	{"plain", func(_ int, text string) string { return "- " + text + "\n" }, false, false},
	{"date only", func(n int, text string) string { return fmt.Sprintf("- 2026-%02d-%02d: %s\n", 1+n/28, 1+n%28, text) }, true, false},
	{"ISO", func(n int, text string) string {
		return fmt.Sprintf("* 2026-11-22T%02d:%02d:00Z %s\n", n/60, n%60, text)
	}, true, false},
	{"ISO with a zone", func(n int, text string) string {
		return fmt.Sprintf("+ 2026-11-22T%02d:%02d:00.5+01:00 %s\n", n/60, n%60, text)
	}, true, false},
	{"numbered", func(n int, text string) string { return fmt.Sprintf("%d. %s\n", n, text) }, false, false},
	{"bold date", func(n int, text string) string {
		return fmt.Sprintf("- **2026-11-22 %02d:%02d** %s\n", n/60, n%60, text)
	}, true, false},
	{"a box", func(n int, text string) string {
		return fmt.Sprintf("- [x] 2026-11-22 %02d:%02d %s\n", n/60, n%60, text)
	}, true, false},
	{"a heading", func(n int, text string) string {
		return fmt.Sprintf("### 2026-11-22 %02d:%02d\n\n%s\n\n- point\n\n```\n## code\n```\n", n/60, n%60, text)
	}, true, true},
	{"a heading with a date", func(n int, text string) string {
		return fmt.Sprintf("### 2026-%02d-%02d %s\n\n- done\n", 1+n/28, 1+n%28, text)
	}, true, true},
	{"with more lines", func(n int, text string) string {
		return fmt.Sprintf("- 2026-11-22 %02d:%02d %s\n  more\n\n  - point\n", n/60, n%60, text)
	}, true, false},
	{"a blank line between", func(n int, text string) string { return fmt.Sprintf("- 2026-11-22 %02d:%02d %s\n", n/60, n%60, text) }, true, true},
}

// TestLogsMerge names what people do at once to a log, whatever form its entries have.
func TestLogsMerge(t *testing.T) {
	const head = "# A\n\n## Log\n\n"
	for _, c := range []struct {
		name, base, ours, theirs, want string
		conflict                       bool
	}{
		{name: "plain entries", base: head + "- x\n", ours: head + "- x\n- b\n", theirs: head + "- x\n- a\n", want: head + "- x\n- a\n- b\n"},
		{name: "a date and a time", base: head, ours: head + "- 2026-11-22 14:03 b\n", theirs: head + "- 2026-11-22 a\n", want: head + "- 2026-11-22 a\n- 2026-11-22 14:03 b\n"},
		{name: "the marks of two people", base: head, ours: head + "* 2026-11-22 14:03 b\n", theirs: head + "- 2026-11-22T14:02 a\n", want: head + "- 2026-11-22T14:02 a\n* 2026-11-22 14:03 b\n"},
		{name: "instants of two zones", base: head, ours: head + "- 2026-11-22T14:00:00+02:00 a\n", theirs: head + "- 2026-11-22T13:00:00Z b\n", want: head + "- 2026-11-22T14:00:00+02:00 a\n- 2026-11-22T13:00:00Z b\n"},
		{name: "an entry without a time stays behind its own", base: head, ours: head + "- 2026-11-22 10:00 a\n- then c\n", theirs: head + "- 2026-11-22 11:00 b\n", want: head + "- 2026-11-22 10:00 a\n- then c\n- 2026-11-22 11:00 b\n"},
		{name: "headings", base: head + "### 2026-11-21\n\nText.\n", ours: head + "### 2026-11-21\n\nText.\n\n### 2026-11-22 10:00\n\nB.\n", theirs: head + "### 2026-11-21\n\nText.\n\n### 2026-11-22 09:00\n\nA.\n\n- c\n", want: head + "### 2026-11-21\n\nText.\n\n### 2026-11-22 09:00\n\nA.\n\n- c\n\n### 2026-11-22 10:00\n\nB.\n"},
		{name: "an item below the last heading and a new heading", base: head + "### 2026-11-21\n\n- x\n", ours: head + "### 2026-11-21\n\n- x\n- y\n", theirs: head + "### 2026-11-21\n\n- x\n\n### 2026-11-22\n\n- z\n", want: head + "### 2026-11-21\n\n- x\n\n- y\n\n### 2026-11-22\n\n- z\n"},
		{name: "more text below the last heading and a new heading", base: head + "### 2026-11-21\n\nA.\n", ours: head + "### 2026-11-21\n\nA.\nB.\n", theirs: head + "### 2026-11-21\n\nA.\n\n### 2026-11-22\n\nC.\n", want: head + "### 2026-11-21\n\nA.\nB.\n### 2026-11-22\n\nC.\n"},
		{name: "the newest at the top", base: head + "- 2026-11-20 x\n", ours: head + "- 2026-11-21 a\n- 2026-11-20 x\n", theirs: head + "- 2026-11-22 b\n- 2026-11-20 x\n", want: head + "- 2026-11-22 b\n- 2026-11-21 a\n- 2026-11-20 x\n"},
		{name: "a blank line trimmed at the end and an entry added", base: head + "- x\n\n", ours: head + "- x\n", theirs: head + "- x\n\n- y\n", want: head + "- x\n\n- y\n"},
		{name: "a blank line trimmed and an entry added by both", base: head + "- x\n\n", ours: head + "- x\n- 2026-11-22 a\n", theirs: head + "- x\n- 2026-11-23 b\n\n", want: head + "- x\n- 2026-11-22 a\n- 2026-11-23 b\n"},
		{name: "a blank line trimmed before a section and an entry added", base: head + "- x\n\n## Links\n", ours: head + "- x\n## Links\n", theirs: head + "- x\n- y\n\n## Links\n", want: head + "- x\n- y\n## Links\n"},
		{name: "a blank line more and an entry added", base: head + "- x\n", ours: head + "- x\n\n", theirs: head + "- x\n- y\n", want: head + "- x\n- y\n\n"},
		{name: "blank lines changed by both", base: head + "- x\n\n", ours: head + "- x\n", theirs: head + "- x\n\n\n", want: head + "- x\n\n\n"},
		{name: "more of the last entry and a new one", base: head + "- x\n", ours: head + "- x\n  more\n", theirs: head + "- x\n- y\n", want: head + "- x\n  more\n- y\n"},
		{name: "what both have stands there once", base: head, ours: head + "- x\n- same\n", theirs: head + "- same\n", want: head + "- same\n- x\n"},
		{name: "an entry twice stays twice", base: head, ours: head + "- same\n- same\n", theirs: head + "- same\n- z\n", want: head + "- same\n- same\n- z\n"},
		{name: "code that looks like a section", base: head, ours: head + "- a\n  ```\n  ## Plan\n  - b\n  ```\n", theirs: head + "- c\n", want: head + "- a\n  ```\n  ## Plan\n  - b\n  ```\n- c\n"},
		{name: "a first log in other forms", base: "# A\n", ours: "# A\n\n## Log\n\n- b\n", theirs: "# A\n\n## Log\n- a\n", want: "# A\n\n## Log\n\n- a\n- b\n"},
		{name: "lines of one entry", base: head + "- x\n  1\n  2\n  3\n", ours: head + "- y\n  1\n  2\n  3\n", theirs: head + "- x\n  1\n  2\n  4\n", want: head + "- y\n  1\n  2\n  4\n"},
		{name: "lines of one heading's entry", base: head + "### x\n\n1\n\n2\n", ours: head + "### y\n\n1\n\n2\n", theirs: head + "### x\n\n1\n\n3\n", want: head + "### y\n\n1\n\n3\n"},

		{name: "entries and a section", base: head + "- x\n", ours: head + "- x\n- a\n", theirs: head + "- x\n\n## Plan\n\n- b\n", conflict: true},
		{name: "a paragraph and an entry", base: head + "- x\n", ours: head + "- x\n\nText.\n", theirs: head + "- x\n- b\n", conflict: true},
		{name: "two continuations of one entry", base: head + "- x\n", ours: head + "- x\n  a\n", theirs: head + "- x\n  b\n", conflict: true},
		{name: "an entry changed in two ways", base: head + "- x\n", ours: head + "- y\n", theirs: head + "- z\n", conflict: true},
		{name: "code that is left open", base: head, ours: head + "- a\n  ```\n", theirs: head + "- b\n", conflict: true},
		{name: "in code", base: head + "```\n", ours: head + "```\n- a\n", theirs: head + "```\n- b\n", conflict: true},
		{name: "a log in code is none", base: "```\n## Log\n", ours: "```\n## Log\n- a\n", theirs: "```\n## Log\n- b\n", conflict: true},
		{name: "another section", base: "## Plan\n", ours: "## Plan\n- a\n", theirs: "## Plan\n- b\n", conflict: true},
		{name: "blank lines elsewhere", base: "a\n\n", ours: "a\n", theirs: "a\n\n- b\n", conflict: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			for range 2 {
				if got, clean := Three(c.base, c.ours, c.theirs); clean == c.conflict || got != c.want {
					t.Errorf("%v %q, want %v %q", clean, got, !c.conflict, c.want)
				}
				c.ours, c.theirs = c.theirs, c.ours
			}
		})
	}
}

// Whatever the form of a log, all that two sides add to it is there, once, in the order of
// its time, and it does not matter which side merges.
func TestAdditionsToALogAreAllKept(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, form := range forms {
		t.Run(form.name, func(t *testing.T) {
			for round := range 60 {
				separator := ""
				if form.loose {
					separator = "\n"
				}
				written := func(ns []int) string {
					var list []string
					for _, n := range ns {
						list = append(list, form.entry(n, fmt.Sprintf("entry %d.", n)))
					}
					return strings.Join(list, separator)
				}
				end := []string{"", "\n", "\n## Links\n\nx\n"}[random.IntN(3)]
				var sides [3][]int // base, ours, theirs
				for n := range 2 + random.IntN(8) {
					which := random.IntN(3)
					if n < 2 {
						which = 0
					}
					if which == 0 && len(sides[1])+len(sides[2]) > len(sides[0])*2 {
						which = 1
					}
					if which == 0 && n >= 2 {
						continue
					}
					sides[which] = append(sides[which], n)
				}
				document := func(added []int) string {
					return "# A\n\n## Log\n\n" + written(slices.Concat(sides[0], added)) + end
				}
				base, ours, theirs := document(nil), document(sides[1]), document(sides[2])
				if random.IntN(3) == 0 && !strings.Contains(end, "#") { // as editors do
					ours = strings.TrimRight(ours, "\n") + "\n"
				}
				merged, clean := laws(t, base, ours, theirs)
				if !clean {
					t.Fatalf("round %d: %q and %q of %q do not merge", round, ours, theirs, base)
				}
				last := 0
				for _, n := range slices.Sorted(slices.Values(slices.Concat(sides[:]...))) {
					text := fmt.Sprintf("entry %d.", n)
					at := strings.Index(merged, text)
					if at < 0 || strings.Count(merged, text) != 1 {
						t.Fatalf("%q is missing or there twice in %q", text, merged)
					}
					if form.timed && at < last {
						t.Fatalf("%q is not in the order of time in %q", text, merged)
					}
					last = at
				}
			}
		})
	}
}

// Two sides that add entries to a log never lose a line of each other's, and never disagree.
func FuzzLog(f *testing.F) {
	f.Add("- x\n", "- a\n", "- b\n")
	f.Add("### 2026-11-21\n\nx\n\n", "### 2026-11-22\n\na\n", "- b\n  c\n\n")
	f.Add("- x\n\n", "1. a\n", "* 2026-11-22T10:00Z b\n\n\n")
	f.Add("- 2026-11-22 x\n", "  more\n", "```\n- b\n")
	f.Add("- x\r\n", "- a\r\n", "- b\n")
	f.Fuzz(func(t *testing.T, log, ours, theirs string) {
		const head = "# A\n\n## Log\n\n"
		laws(t, head+log, head+log+ours, head+log+theirs)
		laws(t, head+log, head+ours+log, head+theirs+log)
		laws(t, head+log+"\n## Links\n", head+log+ours+"\n## Links\n", head+strings.TrimRight(log, "\n")+theirs+"\n## Links\n")
	})
}
