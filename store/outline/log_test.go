package outline

import (
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.FixedZone("", 2*60*60))

const item = "- 2026-05-01 12:00 "

func TestAppendLogPlacesTheItem(t *testing.T) {
	const entry = item + "did it\n"
	tests := []struct{ name, md, want string }{
		{"into an empty document", "", "## Log\n\n" + entry},
		{"into a blank document", "\n\n", "## Log\n\n" + entry + "\n\n"},
		{"without a log", "# A\n\ntext\n", "# A\n\ntext\n\n## Log\n\n" + entry},
		{"without a log or a last line end", "text", "text\n\n## Log\n\n" + entry},
		{"without a log after a list", "- a\n", "- a\n\n## Log\n\n" + entry},
		{"below the heading", "## Log\n", "## Log\n\n" + entry},
		{"below the heading without a line end", "## Log", "## Log\n\n" + entry},
		{"below a setext heading", "log\n---\n", "log\n---\n\n" + entry},
		{"below a heading with Markdown", "## *LOG* ##\n", "## *LOG* ##\n\n" + entry},
		{"after the earlier ones", "## Log\n\n- a\n- b\n", "## Log\n\n- a\n- b\n" + entry},
		{"after an earlier one of several lines", "## Log\n- a\n\n  b\nlazy\n", "## Log\n- a\n\n  b\nlazy\n" + entry},
		{"after a list of another kind", "## Log\n\n* a\n", "## Log\n\n* a\n\n" + entry},
		{"after a paragraph", "## Log\n\ntext\n", "## Log\n\ntext\n\n" + entry},
		{"before the next section", "## Log\n\n- a\n\n## B\n", "## Log\n\n- a\n" + entry + "\n## B\n"},
		{"before the next title", "## Log\n- a\n# B\n", "## Log\n- a\n" + entry + "\n# B\n"},
		{"before the next setext title", "## Log\nB\nC\n===\n", "## Log\n\n" + entry + "\nB\nC\n===\n"},
		{"after a part of the section", "## Log\n\n### May\n\n- a\n", "## Log\n\n### May\n\n- a\n" + entry},
		{"into the first of two", "## Log\n## Log\n", "## Log\n\n" + entry + "\n## Log\n"},
		{"not at a heading in code", "```\n## Log\n```\n", "```\n## Log\n```\n\n## Log\n\n" + entry},
		{"not at a heading in a quote", "> ## Log\n", "> ## Log\n\n## Log\n\n" + entry},
		{"not at another level", "# Log\n### Log\n", "# Log\n### Log\n\n## Log\n\n" + entry},
		{"not at another text", "## Log book\n", "## Log book\n\n## Log\n\n" + entry},
		{"not at a heading in the hub's block", openLine + "## Log\n" + closeLine, openLine + "## Log\n" + closeLine + "\n## Log\n\n" + entry},
		{"after the hub's block", "## Log\n" + openLine + "## B\n" + closeLine, "## Log\n" + openLine + "## B\n" + closeLine + "\n" + entry},
		{"CRLF", "## Log\r\n\r\n- a\r\n\r\n## B\r\n", strings.ReplaceAll("## Log\n\n- a\n"+entry+"\n## B\n", "\n", "\r\n")},
		{"trailing blank lines stay", "## Log\n- a\n \n\n", "## Log\n- a\n" + entry + " \n\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := AppendLog(tt.md, "did it", noon); got != tt.want {
				t.Errorf("%q becomes\n%q, want\n%q", tt.md, got, tt.want)
			}
		})
	}
}

// A block that is never closed would take in whatever is appended, each time anew.
func TestAppendLogEndsWhatIsOpen(t *testing.T) {
	tests := []struct{ name, open, end string }{
		{"a fence", "```go\ncode\n", "```\n"},
		{"a long fence", "~~~~\n~~~\n", "~~~~\n"},
		{"a fence without a line", "```", "\n```\n"},
		{"a fence that an indented one does not end", "```\n    ```\n", "```\n"},
		{"a comment", "<!-- a\n", "-->\n"},
		{"a script", "<Script>\n", "</script>\n"},
		{"preformatted text", "  <pre>\n", "</pre>\n"},
		{"an instruction", "<?php\n", "?>\n"},
		{"a declaration", "<!DOCTYPE\n", ">\n"},
		{"character data", "<![CDATA[\n", "]]>\n"},
		{"a closed fence", "```\ncode\n   ````  \n", ""},
		{"a closed comment", "<!-- a\n-->\n", ""},
		{"a comment of one line", "<!-- a -->\n", ""},
		{"text closed by another element", "<pre>a</STYLE>\n", ""},
		{"an element", "<div>\n", ""},
		{"a fence in a list", "- ```\n", ""},
		{"a fence in a quote", "> ```\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := tt.open + tt.end + "\n## Log\n\n" + item + "a\n"
			got := AppendLog(tt.open, "a", noon)
			if got != want {
				t.Errorf("%q becomes\n%q, want\n%q", tt.open, got, want)
			}
			if got := AppendLog(got, "b", noon); got != want+item+"b\n" {
				t.Errorf("%q becomes\n%q with a second entry", tt.open, got)
			}
		})
	}
}

func TestAppendLogKeepsAnIndentedHeadingOutOfTheItem(t *testing.T) {
	once := AppendLog("## Log\n\n  ## B\n", "a", noon)
	if want := "## Log\n\n" + item + "a\n\n<!-- -->\n\n  ## B\n"; once != want {
		t.Errorf("got %q, want %q", once, want)
	}
	twice := AppendLog(once, "b", noon)
	if !strings.Contains(twice, item+"a\n") || strings.Index(twice, "a\n") > strings.Index(twice, item+"b\n") ||
		!strings.HasSuffix(twice, "\n  ## B\n") {
		t.Errorf("a second entry makes it %q", twice)
	}
}

func TestAppendLogCleansTheEntry(t *testing.T) {
	tests := []struct{ name, entry, want string }{
		{"blanks around", " \n a \n\n", "a\n"},
		{"later lines are indented", "a\n# b\n- c\n===\n", "a\n  # b\n  - c\n  ===\n"},
		{"blank lines are not", "a\n\n \nb", "a\n\n\n  b\n"},
		{"all line ends", "a\r\nb\rc\u2028d\u2029e\u0085f", "a\n  b\n  c\n  d\n  e\n  f\n"},
		{"a marker", "a\n" + closeLine + openLine, "a\n  " + closeLine + "  " + openLine},
		{"indented code", "a\n\n    b\n\tc", "a\n\n      b\n  \tc\n"},
		{"control characters", "a\x00b\x1b[31mc\x7f\u009bd", "ab[31mcd\n"},
		{"invalid UTF-8", "a\xffb", "a\ufffdb\n"},
		{"blanks at the ends of lines", "a  \nb\t\n", "a\n  b\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, want := AppendLog("", tt.entry, noon), "## Log\n\n"+item+tt.want; got != want {
				t.Errorf("%q makes %q, want %q", tt.entry, got, want)
			}
		})
	}
}

func TestAppendLogOfNothingChangesNothing(t *testing.T) {
	for _, entry := range []string{"", " \r\n\t", "\x00\u2028"} {
		if got := AppendLog("text", entry, noon); got != "text" {
			t.Errorf("%q makes %q", entry, got)
		}
	}
}
