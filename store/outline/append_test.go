package outline

import (
	"slices"
	"strings"
	"testing"
)

func TestAppendPlacesTheText(t *testing.T) {
	tests := []struct{ name, md, text, want string }{
		{"into an empty document", "", "# A\n", "# A\n"},
		{"into a blank document", "\n\n", "a", "a\n\n\n"},
		{"after a paragraph", "a\n", "b\n", "a\n\nb\n"},
		{"after a line without its end", "a", "b", "a\n\nb\n"},
		{"after a list", "- a\n", "- b", "- a\n\n- b\n"},
		{"after open code", "```go\ncode\n", "b", "```go\ncode\n```\n\nb\n"},
		{"after closed code", "```go\ncode\n```\n", "b", "```go\ncode\n```\n\nb\n"},
		{"after an open comment", "<!-- a\n", "b", "<!-- a\n-->\n\nb\n"},
		{"after the hub's block", openLine + "- a\n" + closeLine, "b", openLine + "- a\n" + closeLine + "\nb\n"},
		{"a line that would make a heading of the one above", "a\n", "---", "a\n\n---\n"},
		{"code by its indentation", "a\n", "\n \n    code\n", "a\n\n    code\n"},
		{"with the line ends of the document", "a\r\n\r\nb\r\n", "c\nd\n", "a\r\n\r\nb\r\n\r\nc\r\nd\r\n"},
		{"with other line ends", "a\n", "c\r\nd\r\n", "a\n\nc\nd\n"},
		{"trailing blank lines stay", "a\n \n\n", "b", "a\n\nb\n \n\n"},
		{"nothing", "a\n", "", "a\n"},
		{"blanks", "a\n", " \r\n\t\n", "a\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Append(tt.md, tt.text); got != tt.want {
				t.Errorf("%q and %q become\n%q, want\n%q", tt.md, tt.text, got, tt.want)
			}
		})
	}
}

// What is sent twice is known by where it was put, and by nothing else.
func TestAppendAddsNothingTwice(t *testing.T) {
	tests := []struct {
		name, md, text string
		end, aboveLog  bool
	}{
		{"the end", "a\n\n## B\n\n- c\n", "## B\n\n- c", true, true},
		{"the whole", "a\n", "\na\n\n", true, true},
		{"with other line ends", "a\r\n\r\nb\r\nc\r\n", "b\nc", true, true},
		{"before blank lines", "a\n\nb\n \n\n", "b", true, true},
		{"above the log", "a\n\nb\n\n## Log\n\n- c\n", "b", false, true},
		{"the log", "a\n\n## Log\n\n- c\n", "- c", true, false},
		{"further up", "b\n\na\n", "b", false, false},
		{"the end of a paragraph", "a\nb\n", "b", false, false},
		{"the end of a line", "a b\n", "b", false, false},
		{"more than is there", "a\n", "b\n\na", false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Append(tt.md, tt.text); (got == tt.md) != tt.end {
				t.Errorf("%q and %q become %q", tt.md, tt.text, got)
			}
			if got := AppendAboveLog(tt.md, tt.text); (got == tt.md) != tt.aboveLog {
				t.Errorf("%q and %q above the log become %q", tt.md, tt.text, got)
			}
		})
	}
}

// checkAppend appends two texts to a document: each stands whole and after the other, the
// document stays, and its outline gains theirs and nothing else.
func checkAppend(t *testing.T, md string) {
	got := Append(Append(md, "# first\n[[one]]"), "second\n\n- [x] two")
	kept := 0
	for kept < len(md) && md[kept] == got[kept] {
		kept++
	}
	if !strings.HasSuffix(got, md[kept:]) {
		t.Errorf("%q becomes %q, which is not it with an insertion", md, got)
	}
	if !strings.Contains(unify.Replace(got), "# first\n[[one]]\n\nsecond\n\n- [x] two\n") {
		t.Errorf("%q becomes %q: the texts do not stand whole and in order", md, got)
	}
	if third := AppendAboveLog(md, "third"); Append(got, "second\n\n- [x] two") != got || AppendAboveLog(third, "third") != third {
		t.Errorf("%q becomes %q and %q: what was appended is not known again", md, got, third)
	}
	before, after := Read(md), Read(got)
	if after.Done != before.Done+1 || after.Total != before.Total+1 {
		t.Errorf("%q becomes %q: outline %v, before %v", md, got, after, before)
	}
	if before, after := append(headings(md), "first"), headings(got); !slices.Equal(before, after) {
		t.Errorf("%q becomes %q: headings %q, want %q", md, got, after, before)
	}
	if blank := Blank(got); blank != Append(Append(Blank(md), "# first\n[[one]]"), "second\n\n- [x] two") {
		t.Errorf("%q becomes %q: the hub's block matters", md, got)
	}
}

func TestAppendAboveLog(t *testing.T) {
	for _, c := range []struct{ name, md, want string }{
		{"no log", "# P\n", "# P\n\nx\n"},
		{"a log at the end", "# P\n\n## Log\n\n- one\n", "# P\n\nx\n\n## Log\n\n- one\n"},
		{"a log without a blank line before it", "# P\n## Log\n- one\n", "# P\n\nx\n\n## Log\n- one\n"},
		{"a log alone", "## Log\n\n- one\n", "x\n\n## Log\n\n- one\n"},
		{"a log alone behind a byte order mark", "\ufeff## Log\n\n- one\n", "\ufeffx\n\n## Log\n\n- one\n"},
		{"a byte order mark alone", "\ufeff", "\ufeffx\n"},
		{"there already, behind a byte order mark", "\ufeffx\n\n## Log\n", "\ufeffx\n\n## Log\n"},
		{"a log in the middle", "## Log\n\n- one\n\n## Later\n", "## Log\n\n- one\n\n## Later\n\nx\n"},
		{"with CRLF", "# P\r\n\r\n## Log\r\n\r\n- one\r\n", "# P\r\n\r\nx\r\n\r\n## Log\r\n\r\n- one\r\n"},
		{"below the hub's block", "# P\n\n" + openLine + "- t\n" + closeLine + "\n## Log\n", "# P\n\n" + openLine + "- t\n" + closeLine + "\nx\n\n## Log\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := AppendAboveLog(c.md, "\nx\n"); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}
