package outline

import (
	"reflect"
	"strings"
	"testing"
)

func TestTitle(t *testing.T) {
	tests := []struct{ name, md, want string }{
		{"ATX", "text\n\n# The Plan #\n\n# Another\n", "The Plan"},
		{"setext", "The\nPlan\n====\n", "The Plan"},
		{"after a level 2", "## Part\n# The Plan\n", "The Plan"},
		{"without Markdown", "# *The* `a*b` [Plan](/x) ~~old~~ ![pic](/y)\n", "The a*b Plan old pic"},
		{"escapes and entities", "# \\*R\\&D\\* &amp; &#169; `&amp;` a<b\n", "*R&D* & © &amp; a<b"},
		{"tags are left out", "# The <b>Plan</b>\n", "The Plan"},
		{"wiki links", "# See [[ops]] and [[ops|there]]\n", "See ops and there"},
		{"addresses", "# <https://a.example> and https://b.example\n", "https://a.example and https://b.example"},
		{"blanks", "#  The \t Plan  \r\n", "The Plan"},
		{"a byte order mark", "\ufeff# The Plan\n", "The Plan"},
		{"empty", "#\n\n# Another\n", ""},
		{"none", "## Part\n\ntext\n", ""},
		{"in a fence", "```\n# no\n```\n", ""},
		{"indented code", "    # no\n", ""},
		{"in HTML", "<div>\n# no\n</div>\n", ""},
		{"in a quote", "> # no\n", ""},
		{"in a list", "- # no\n", ""},
		{"no space", "#no\n", ""},
		{"in the hub's block", "<!-- hub:threads -->\n# no\n<!-- /hub:threads -->\n", ""},
		{"500 characters", "# " + strings.Repeat("ä", 501), strings.Repeat("ä", 500)},
		{"500 characters and a blank", "# " + strings.Repeat("ä", 499) + " ö", strings.Repeat("ä", 499)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Read(tt.md).Title; got != tt.want {
				t.Errorf("title of %q is %q, want %q", tt.md, got, tt.want)
			}
		})
	}
}

func TestTasks(t *testing.T) {
	tests := []struct {
		name, md    string
		done, total int
	}{
		{"ticked and open", "- [x] a\n- [ ] b\n- [X] c\n", 2, 3},
		{"nested, ordered, quoted", "* [ ] a\n  1. [x] b\n\n> + [ ] c\n", 1, 3},
		{"CRLF", "- [x] a\r\n- [ ] b\r\n", 1, 2},
		{"around the hub's block", "- [x] a\n\n<!-- hub:threads -->\n- [ ] no\n```\n<!-- /hub:threads -->\n- [x] b\n", 2, 2},
		{"a list item that is none", "- a [x]\n- [y] b\n- [] c\n", 0, 0},
		{"not in a list", "[x] a\n", 0, 0},
		{"in code", "```\n- [x] a\n```\n\n    - [x] b\n", 0, 0},
		{"escaped", "- \\[x] a\n", 0, 0},
		{"none", "", 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if o := Read(tt.md); o.Done != tt.done || o.Total != tt.total {
				t.Errorf("%q has %d of %d done, want %d of %d", tt.md, o.Done, o.Total, tt.done, tt.total)
			}
		})
	}
}

func TestLinks(t *testing.T) {
	tests := []struct {
		name, md string
		want     []string
	}{
		{"each once, in order", "[[b]] [[A b|x]]\n\n- [[B]]\n- [[c#d]]\n", []string{"b", "a-b", "c"}},
		{"not in code", "`[[a]]`\n\n```\n[[b]]\n```\n", nil},
		{"not in HTML", "<div>\n[[a]]\n</div>\n", nil},
		{"not in the hub's block", "[[a]]\n<!-- hub:threads -->\n[[b]]\n<!-- /hub:threads -->\n[[c]]\n", []string{"a", "c"}},
		{"none", "a [link](/b)\n", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Read(tt.md).Links; !reflect.DeepEqual(got, tt.want) {
				t.Errorf("%q links to %q, want %q", tt.md, got, tt.want)
			}
		})
	}
}

func TestRenameLinks(t *testing.T) {
	rename := func(path string) (string, bool) {
		to := map[string]string{"old-page": "team/new", "same": "same"}[path]
		return to, to != ""
	}
	tests := []struct{ name, md, want string }{
		{"target alone", "see [[Old page]].\n", "see [[team/new]].\n"},
		{"label and fragment stay", "[[old-page#Part|the *page*]]", "[[team/new#Part|the *page*]]"},
		{"blanks stay", "[[ Old Page | x ]]", "[[ team/new | x ]]"},
		{"each of several", "[[old-page]][[a]]\r\n> [[OLD PAGE]]\r\n", "[[team/new]][[a]]\r\n> [[team/new]]\r\n"},
		{"in a table", "|a|\n|-|\n|[[old-page\\|x]]|\n", "|a|\n|-|\n|[[team/new\\|x]]|\n"},
		{
			"after a full block", "<!-- hub:threads -->\n[[old-page]]\n<!-- /hub:threads -->\n[[old-page]]",
			"<!-- hub:threads -->\n[[old-page]]\n<!-- /hub:threads -->\n[[team/new]]",
		},
		{"after a byte order mark", "\ufeff[[old-page]]", "\ufeff[[team/new]]"},
		{"another page", "[[old-page/sub]] [[page]]", "[[old-page/sub]] [[page]]"},
		{"code", "`[[old-page]]`\n\n    [[old-page]]\n", "`[[old-page]]`\n\n    [[old-page]]\n"},
		{"to itself", "[[same]]", "[[same]]"},
		{"to itself, written otherwise", "[[Same]]", "[[same]]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, changed := RenameLinks(tt.md, rename)
			if got != tt.want || changed != (tt.want != tt.md) {
				t.Errorf("%q becomes %q (changed: %v), want %q", tt.md, got, changed, tt.want)
			}
		})
	}
}
