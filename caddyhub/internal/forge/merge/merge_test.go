package merge

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store/outline"
)

func TestThree(t *testing.T) {
	const log = "# A\n\n## Log\n\n- 2026-05-04 09:30 first\n"
	for _, c := range []struct {
		name, base, ours, theirs, want string
		conflict                       bool
	}{
		{name: "nothing", want: ""},
		{name: "one side", base: "a\nb\n", ours: "a\nb\n", theirs: "a\nc\n", want: "a\nc\n"},
		{name: "both alike", base: "a\nb\n", ours: "a\nc\n", theirs: "a\nc\n", want: "a\nc\n"},
		{name: "apart", base: "1\n2\n3\n4\n5\n", ours: "one\n2\n3\n4\n5\n", theirs: "1\n2\n3\n4\nfive\n", want: "one\n2\n3\n4\nfive\n"},
		{name: "apart and alike", base: "1\n2\n3\n4\n5\n", ours: "one\n2\nx\n4\n5\n", theirs: "1\n2\nx\n4\nfive\n", want: "one\n2\nx\n4\nfive\n"},
		{name: "one deletes, one adds elsewhere", base: "1\n2\n3\n", ours: "2\n3\n", theirs: "1\n2\n3\n4\n", want: "2\n3\n4\n"},
		{name: "same line", base: "1\n2\n3\n", ours: "1\na\n3\n", theirs: "1\nb\n3\n", conflict: true},
		{name: "deleted and changed", base: "1\n2\n3\n", ours: "1\n3\n", theirs: "1\nb\n3\n", conflict: true},
		{name: "neighbouring lines", base: "1\n2\n3\n4\n", ours: "1\na\n3\n4\n", theirs: "1\n2\nb\n4\n", conflict: true},
		{name: "added at the same place", base: "1\n2\n", ours: "1\na\n2\n", theirs: "1\nb\n2\n", conflict: true},
		{name: "both appended", base: "1\n", ours: "1\na\n", theirs: "1\nb\n", conflict: true},
		{name: "both written", base: "", ours: "a\n", theirs: "b\n", conflict: true},
		{name: "emptied and changed", base: "1\n2\n", ours: "", theirs: "1\n3\n", conflict: true},
		{name: "no last line end", base: "1\n2\n3", ours: "a\n2\n3", theirs: "1\n2\nc", want: "a\n2\nc"},
		{name: "last line end added", base: "1\n2\n3", ours: "1\n2\n3\n", theirs: "a\n2\n3", want: "a\n2\n3\n"},
		{name: "CRLF", base: "1\r\n2\r\n3\r\n", ours: "a\r\n2\r\n3\r\n", theirs: "1\r\n2\r\nc\r\n", want: "a\r\n2\r\nc\r\n"},
		{name: "one side to LF", base: "1\r\n2\r\n3\r\n", ours: "a\r\n2\r\n3\r\n", theirs: "1\n2\nc\n", want: "a\n2\nc\n"},
		{name: "one side to CRLF", base: "1\n2\n3\n", ours: "1\r\n2\r\nc\r\n", theirs: "a\n2\n3\n", want: "a\r\n2\r\nc\r\n"},
		{name: "mixed line ends", base: "1\r\n2\n3\n4\r\n", ours: "a\r\n2\n3\n4\r\n", theirs: "1\r\n2\n3\nd\r\n", want: "a\r\n2\n3\nd\r\n"},
		{name: "markers of the text's own", base: "<<<<<<< a\n=======\n>>>>>>> b\nx\n", ours: "0\n<<<<<<< a\n=======\n>>>>>>> b\nx\n", theirs: "<<<<<<< a\n=======\n>>>>>>> b\ny\n", want: "0\n<<<<<<< a\n=======\n>>>>>>> b\ny\n"},

		{name: "log", base: log, ours: log + "- 2026-05-04 11:00 ours\n", theirs: log + "- 2026-05-04 10:00 theirs\n", want: log + "- 2026-05-04 10:00 theirs\n- 2026-05-04 11:00 ours\n"},
		{name: "log, several in turn", base: log, ours: log + "- 2026-05-04 10:00 a\n- 2026-05-04 12:00 c\n", theirs: log + "- 2026-05-04 11:00 b\n- 2026-05-04 13:00 d\n", want: log + "- 2026-05-04 10:00 a\n- 2026-05-04 11:00 b\n- 2026-05-04 12:00 c\n- 2026-05-04 13:00 d\n"},
		{name: "log, items of many lines", base: log, ours: log + "- 2026-05-04 11:00 a\n  more\n\n  end\n", theirs: log + "- 2026-05-04 10:00 b\n  more\n\n  end\n", want: log + "- 2026-05-04 10:00 b\n  more\n\n  end\n- 2026-05-04 11:00 a\n  more\n\n  end\n"},
		{name: "log, the same item", base: log, ours: log + "- 2026-05-04 10:00 same\n- 2026-05-04 11:00 a\n", theirs: log + "- 2026-05-04 10:00 same\n", want: log + "- 2026-05-04 10:00 same\n- 2026-05-04 11:00 a\n"},
		{name: "log, the same minute", base: log, ours: log + "- 2026-05-04 10:00 b\n", theirs: log + "- 2026-05-04 10:00 a\n", want: log + "- 2026-05-04 10:00 a\n- 2026-05-04 10:00 b\n"},
		{name: "first log of both", base: "# A\n", ours: "# A\n\n## Log\n\n- 2026-05-04 11:00 a\n", theirs: "# A\n\n## Log\n\n- 2026-05-04 10:00 b\n", want: "# A\n\n## Log\n\n- 2026-05-04 10:00 b\n- 2026-05-04 11:00 a\n"},
		{name: "log and text apart", base: log, ours: "# B\n" + log[4:] + "- 2026-05-04 11:00 a\n", theirs: log + "- 2026-05-04 10:00 b\n", want: "# B\n" + log[4:] + "- 2026-05-04 10:00 b\n- 2026-05-04 11:00 a\n"},
		{name: "log before a section", base: log + "\n## Links\n\nx\n", ours: log + "- 2026-05-04 11:00 a\n\n## Links\n\nx\n", theirs: log + "- 2026-05-04 10:00 b\n\n## Links\n\nx\n", want: log + "- 2026-05-04 10:00 b\n- 2026-05-04 11:00 a\n\n## Links\n\nx\n"},
		{name: "log, CRLF", base: "## Log\r\n", ours: "## Log\r\n\r\n- 2026-05-04 11:00 a\r\n", theirs: "## Log\r\n\r\n- 2026-05-04 10:00 b\r\n", want: "## Log\r\n\r\n- 2026-05-04 10:00 b\r\n- 2026-05-04 11:00 a\r\n"},
		{name: "log, no last line end", base: "## Log\n- 2026-05-04 09:00 x", ours: "## Log\n- 2026-05-04 09:00 x\n- 2026-05-04 11:00 a", theirs: "## Log\n- 2026-05-04 09:00 x\n- 2026-05-04 10:00 b", want: "## Log\n- 2026-05-04 09:00 x\n- 2026-05-04 10:00 b\n- 2026-05-04 11:00 a"},
		{name: "not the log", base: "## Log\n\n## Plan\n", ours: "## Log\n\n## Plan\n- 2026-05-04 11:00 a\n", theirs: "## Log\n\n## Plan\n- 2026-05-04 10:00 b\n", conflict: true},
		{name: "log, no entries", base: log, ours: log + "\na\n", theirs: log + "\nb\n", conflict: true},
		{name: "log, more than items", base: log, ours: log + "- 2026-05-04 11:00 a\n\n## Other\n", theirs: log + "- 2026-05-04 10:00 b\n", conflict: true},
		{name: "log, an item changed and one added", base: log, ours: strings.Replace(log, "first", "changed", 1), theirs: log + "- 2026-05-04 10:00 b\n", conflict: true},
		{name: "log, taken away and added", base: log, ours: "# A\n\n## Log\n", theirs: log + "- 2026-05-04 10:00 b\n", conflict: true},
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

// laws are what any merge must keep.
func laws(t *testing.T, base, ours, theirs string) (string, bool) {
	t.Helper()
	for name, c := range map[string][2]string{
		"ours alone": {ours, base}, "theirs alone": {base, ours}, "both alike": {ours, ours},
	} {
		if got, clean := Three(base, c[0], c[1]); !clean || got != ours {
			t.Fatalf("%s: %v %q of %q and %q", name, clean, got, base, ours)
		}
	}
	merged, clean := Three(base, ours, theirs)
	if other, also := Three(base, theirs, ours); other != merged || also != clean {
		t.Fatalf("swapped, %q and %q of %q are %v %q, not %v %q", ours, theirs, base, also, other, clean, merged)
	}
	if !clean {
		if merged != "" {
			t.Fatalf("a conflict has the text %q", merged)
		}
		return merged, clean
	}
	was, is, other, result := tally(base), tally(ours), tally(theirs), tally(merged)
	for line := range result {
		if is[line]+other[line] == 0 && strings.TrimSpace(line) != "" {
			t.Fatalf("%q is no line of %q or %q", line, ours, theirs)
		}
	}
	for line := range is {
		if is[line] > was[line] && result[line] == 0 && strings.TrimSpace(line) != "" {
			t.Fatalf("%q is new in %q and not in %q", line, ours, merged)
		}
	}
	return merged, clean
}

// tally counts the lines of a text, whatever they end with.
func tally(text string) map[string]int {
	counts := map[string]int{}
	for line := range strings.SplitSeq(text, "\n") {
		counts[strings.TrimSuffix(line, "\r")]++
	}
	return counts
}

// variant changes some lines of a text.
func variant(random *rand.Rand, text string) string {
	lines := strings.SplitAfter(text, "\n")
	for range random.IntN(4) {
		i := random.IntN(len(lines) + 1)
		switch random.IntN(3) {
		case 0:
			lines = slices.Insert(lines, i, fmt.Sprintf("new %d\n", random.IntN(50)))
		case 1:
			if i < len(lines) {
				lines = slices.Delete(lines, i, i+1)
			}
		case 2:
			if i < len(lines) {
				lines[i] = fmt.Sprintf("changed %d\n", random.IntN(50))
			}
		}
	}
	return strings.Join(lines, "")
}

// The merge agrees with git's in all but a few of the cases in which it is a matter of
// taste how the changes are cut.
func TestGitAgrees(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Fatalf("the tests compare with git, install it: %v", err)
	}
	pairs := 200
	if os.Getenv("HUB_TEST_LONG") != "" {
		pairs = 1_500
	}
	random := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	agreed, conflicts, differ := 0, 0, 0
	for range pairs {
		var base string
		for range 3 + random.IntN(12) {
			base += fmt.Sprintf("line %d\n", random.IntN(30))
		}
		ours, theirs := variant(random, base), variant(random, base)
		merged, clean := laws(t, base, ours, theirs)
		out, err := exec.CommandContext(t.Context(), git, "merge-file", "-p", "-q", file("ours", ours), file("base", base), file("theirs", theirs)).Output()
		switch {
		case err != nil && !clean:
			conflicts++
		case err == nil && clean && string(out) == merged:
			agreed++
		default:
			differ++
		}
	}
	t.Logf("%d merged alike, %d conflicts of both, %d differ", agreed, conflicts, differ)
	if differ > pairs/30 || agreed < pairs/4 || conflicts < pairs/8 {
		t.Errorf("%d merged alike, %d conflicts of both, %d differ", agreed, conflicts, differ)
	}
}

// What two hubs log to one progress file at once is all there, as the hub writes it.
func TestLogsOfTwoHubs(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	documents := []string{"", "# A\n", "# A\n\n## Log\n", "# A\n\n## Log\n\n- 2026-05-04 09:30 first\n", "## Log\n\n- 2026-05-04 09:30 first\n  more\n\n## Links\n\n[a]: b\n", "# A\r\n\r\n## log\r\n\r\n## B\r\n", "- [ ] a"}
	for round := range 500 {
		base := documents[round%len(documents)]
		sides := [2]string{base, base}
		var entries []string
		at := time.Date(2026, 5, 5, 10, 0, 0, 0, time.UTC)
		for i := range 2 + random.IntN(6) {
			at = at.Add(time.Minute)
			entry := fmt.Sprintf("entry %d.%d", round, i)
			if random.IntN(3) == 0 {
				entry += "\n\nof more\nlines"
			}
			entries = append(entries, strings.SplitN(entry, "\n", 2)[0])
			side := &sides[random.IntN(2)]
			*side = outline.AppendLog(*side, entry, at)
		}
		merged, clean := laws(t, base, sides[0], sides[1])
		if !clean {
			t.Fatalf("%q and %q of %q do not merge", sides[0], sides[1], base)
		}
		last := 0
		for _, entry := range entries {
			found := strings.Index(merged, entry)
			if found < last || strings.Count(merged, entry) != 1 {
				t.Fatalf("%q is not in its place in %q", entry, merged)
			}
			last = found
		}
		if state := outline.ReadState(merged, 100); len(state.Log) < len(entries) {
			t.Fatalf("the log of %q has %d entries", merged, len(state.Log))
		}
	}
}

func FuzzThree(f *testing.F) {
	f.Add("a\nb\nc\n", "a\nx\nc\n", "a\nb\ny\n")
	f.Add("a\r\nb", "a\nb", "a\r\nb\r\n")
	f.Add("## Log\n", "## Log\n\n- 2026-05-04 11:00 a\n", "## Log\n- 2026-05-04 11:00 b\n  c\n\n")
	f.Fuzz(func(t *testing.T, base, ours, theirs string) { laws(t, base, ours, theirs) })
}

func BenchmarkThree(b *testing.B) {
	var text strings.Builder
	for i := range 6_000 {
		fmt.Fprintf(&text, "- line %d of a long file\n", i)
	}
	base := text.String()
	ours, theirs := strings.Replace(base, "line 100 ", "ours ", 1), strings.Replace(base, "line 5000 ", "theirs ", 1)
	for b.Loop() {
		if _, clean := Three(base, ours, theirs); !clean {
			b.Fatal("no merge")
		}
	}
}
