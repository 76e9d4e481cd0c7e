package outline

import (
	"bytes"
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// links are the links of a document and the document's text without Markdown.
func links(md string) (found []*WikiLink, plain string) {
	source := []byte(md)
	var b bytes.Buffer
	_ = ast.Walk(NewParser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *WikiLink:
			found = append(found, n)
		case *ast.Text:
			b.Write(n.Value(source))
		}
		return ast.WalkContinue, nil
	})
	return found, b.String()
}

func TestLink(t *testing.T) {
	tests := []struct{ name, md, path, fragment, label, target string }{
		{"target", "see [[Release Plan]].", "release-plan", "", "Release Plan", "Release Plan"},
		{"label", "[[ops/deploy|how to]]", "ops/deploy", "", "how to", "ops/deploy"},
		{"fragment", "[[ops#Roll back]]", "ops", "Roll back", "ops", "ops"},
		{"fragment and label", "[[ops#Roll back|undo]]", "ops", "Roll back", "undo", "ops"},
		{"blanks around the parts", "[[ a b # c | d ]]", "a-b", "c", "d", "a b"},
		{"an empty label is none", "[[ops|]]", "ops", "", "ops", "ops"},
		{"a bar in the label", "[[ops|a|b]]", "ops", "", "a|b", "ops"},
		{"a number sign in the label", "[[ops|#1]]", "ops", "", "#1", "ops"},
		{"another script", "[[Ärger/北京]]", "arger/bei-jing", "", "Ärger/北京", "Ärger/北京"},
		{"code in the label", "[[ops|the `run` book]]", "ops", "", "the `run` book", "ops"},
		{"code in the target", "[[the `run` book]]", "the-run-book", "", "the `run` book", "the `run` book"},
		{"in brackets", "[[[ops]]]", "ops", "", "ops", "ops"},
		{"two openings", "[[a [[ops]]", "ops", "", "ops", "ops"},
		{"in emphasis", "**[[ops]]**", "ops", "", "ops", "ops"},
		{"in the text of a link", "[see [[ops]]](https://example.org)", "ops", "", "ops", "ops"},
		{"in a heading", "# On [[ops]]\n", "ops", "", "ops", "ops"},
		{"in a quote in a list", "- > a\n  > [[ops]]\n", "ops", "", "ops", "ops"},
		{"after a tab in a list", "-\t[[ops]]\n", "ops", "", "ops", "ops"},
		{"in a task", "- [ ] [[ops]]", "ops", "", "ops", "ops"},
		{"in a table with a label", "|a|\n|-|\n|[[ops\\|label]]|\n", "ops", "", "label", "ops"},
		{"between inline tags", "<b>[[ops]]</b>", "ops", "", "ops", "ops"},
		{"over a reference of that name", "[[ops]]\n\n[ops]: /x\n", "ops", "", "ops", "ops"},
		{"after an escaped exclamation mark", `\![[ops]]`, "ops", "", "ops", "ops"},
		{"before a spaced bracket", "[[ops]] (runs)", "ops", "", "ops", "ops"},
		{"the longest", "[[a|" + strings.Repeat("b", maxLink-2) + "]]", "a", "", strings.Repeat("b", maxLink-2), "a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found, _ := links(tt.md)
			if len(found) != 1 {
				t.Fatalf("%q has %d links, want 1", tt.md, len(found))
			}
			n := found[0]
			target := string(n.Target.Value([]byte(tt.md)))
			if n.Path != tt.path || n.Fragment != tt.fragment || n.Label != tt.label || target != tt.target {
				t.Errorf("%q: path %q, fragment %q, label %q, target %q", tt.md, n.Path, n.Fragment, n.Label, target)
			}
		})
	}
}

func TestNoLink(t *testing.T) {
	tests := []struct{ name, md, plain string }{
		{"empty", "[[]]", "[[]]"},
		{"blank", "[[ ]]", "[[ ]]"},
		{"no target", "[[|label]]", "[[|label]]"},
		{"a fragment alone", "[[#top]]", "[[#top]]"},
		{"a target without a letter", "[[🚀]]", "[[🚀]]"},
		{"too many segments", "[[1/2/3/4/5/6/7/8/9]]", "[[1/2/3/4/5/6/7/8/9]]"},
		{"too long", "[[" + strings.Repeat("a", maxLink+1) + "]]", "[[" + strings.Repeat("a", maxLink+1) + "]]"},
		{"across lines", "[[a\nb]]", "[[ab]]"},
		{"across a carriage return", "[[a\rb]]", "[[a\rb]]"},
		{"unclosed", "[[a]", "[[a]"},
		{"at the end", "[[", "[["},
		{"one bracket", "[a]]", "[a]]"},
		{"a bracket inside", "[[a]b]]", "[[a]b]]"},
		{"escaped first", `\[[a]]`, "[[a]]"},
		{"escaped second", `[\[a]]`, "[[a]]"},
		{"escaped end", `[[a\]]`, "[[a]]"},
		{"an image", "![[a]]", "![[a]]"},
		{"in a code span", "`[[a]]`", "[[a]]"},
		{"closed in a code span", "[[a `]]`", "[[a ]]"},
		{"a code span across the bar", "[[a `b|c` d]]", "[[a b|c d]]"},
		{"in a fence", "```\n[[a]]\n```\n", ""},
		{"in an indented block", "    [[a]]\n", ""},
		{"in an HTML block", "<div>\n[[a]]\n</div>\n", ""},
		{"in an attribute", `x <a title="[[a]]">`, "x "},
		{"in an address", "[x]([[a]])", "x"},
		{"Markdown's own link", "[[1]](https://example.org)", "[1]"},
		{"across the cells of a table", "|a|b|\n|-|-|\n|[[a|b]]|\n", "ab[[ab]]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found, plain := links(tt.md)
			if len(found) != 0 {
				t.Errorf("%q links to %q", tt.md, found[0].Path)
			}
			if plain = strings.ReplaceAll(plain, `\`, ""); plain != tt.plain {
				t.Errorf("%q reads %q, want %q", tt.md, plain, tt.plain)
			}
		})
	}
}

func TestLinksInOneLineStandInOrder(t *testing.T) {
	found, plain := links("a [[b]], [[c|d]][[e#f]] g")
	var paths []string
	for _, n := range found {
		paths = append(paths, n.Path)
	}
	if got := strings.Join(paths, " "); got != "b c e" || plain != "a ,  g" {
		t.Errorf("links %q, text %q", got, plain)
	}
}

func FuzzLink(f *testing.F) {
	for _, seed := range []string{
		"see [[Release Plan]].", "[[a#b|c]]", "|x|\n|-|\n|[[a\\|b]]|", "- > [[[a]]]", "`[[a` ]]", "[[a]](b)", "-\t[[ a ]]\r\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, md string) {
		found, _ := links(md)
		end := 0
		for _, n := range found {
			target := n.Target.Value([]byte(md))
			if WikiPath(string(target)) != n.Path || !ValidWikiPath(n.Path) {
				t.Errorf("%q: target %q has path %q", md, target, n.Path)
			}
			if n.Label == "" || bytes.ContainsAny(target, "[]|#\r\n") {
				t.Errorf("%q: target %q, label %q", md, target, n.Label)
			}
			if n.Target.Start < end || !strings.Contains(md[end:n.Target.Start], "[[") {
				t.Errorf("%q: target %q out of place", md, target)
			}
			end = n.Target.Stop
		}
	})
}
