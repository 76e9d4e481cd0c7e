package markdown

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// hostile reads testdata/xss.txt.
func hostile(t testing.TB) []string {
	t.Helper()
	file, err := os.ReadFile("testdata/xss.txt")
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	seen := make(map[string]bool)
	for line := range strings.Lines(string(file)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "%%") {
			continue
		}
		s := unescape(t, line)
		if seen[s] {
			t.Errorf("%q is there twice", s)
		}
		seen[s] = true
		list = append(list, s)
	}
	return list
}

func unescape(t testing.TB, line string) string {
	t.Helper()
	var out []byte
	for rest := line; rest != ""; {
		r, multibyte, tail, err := strconv.UnquoteChar(rest, 0)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if multibyte {
			out = append(out, string(r)...)
		} else {
			out = append(out, byte(r)) // \xff is a byte, and so is ASCII
		}
		rest = tail
	}
	return string(out)
}

// places are where a hostile string may stand in a document, with % for it.
var places = []struct{ name, document string }{
	{"a document", "%"},
	{"a paragraph", "a % b"},
	{"a heading", "# %\n\n%\n==="},
	{"a list item", "- %\n\n  %\n\n1. %"},
	{"a task", "- [ ] %"},
	{"a table", "| a | % |\n|:--|--:|\n| % | b |"},
	{"a block quote", "> %\n> > %"},
	{"emphasis", "**%** *%* ~~%~~"},
	{"the text of a link", "[%](http://a.example) [%](/ui/x)"},
	{"the address of a link", "[a](%) [b](<%>) [c](%"},
	{"the end of an address", "[a](http://a.example/%) [b](/ui/%) [c](#%) [d](http://%)"},
	{"the title of a link", "[a](http://a.example \"%\") [b](http://a.example '%')"},
	{"a reference", "[a] [b] [%]\n\n[a]: %\n[b]: <%> \"%\"\n[%]: http://a.example"},
	{"the text of an image", "![%](http://a.example/x.png) ![%](x)"},
	{"the address of an image", "![a](%) ![b](<%>)"},
	{"an address in angle brackets", "<%> <http://%>"},
	{"a bare address", "http://a.example/% www.a.example/% a@%"},
	{"a code span", "`%` ``%``"},
	{"a code block", "```\n%\n```\n\n    %"},
	{"the language of code", "```%\na\n```\n\n~~~ %\na\n~~~"},
	{"a wiki link", "[[%]] [[%|a]]"},
	{"the label of a wiki link", "[[a|%]] [[a#%]] [[a#%|%]]"},
	{"a comment", "<!-- % --> a <!-- % -->\n\n<!--\n%\n-->"},
	{"an attribute", "<b title=\"%\">\n\na <b title='%'> <b %>"},
	{"an escape", "\\%\\&%;"},
}

func TestHostileTextIsHarmlessAnywhere(t *testing.T) {
	list := hostile(t)
	if len(list) < 170 {
		t.Fatalf("%d hostile strings", len(list))
	}
	r := New()
	for _, place := range places {
		t.Run(place.name, func(t *testing.T) {
			for _, s := range list {
				source := strings.ReplaceAll(place.document, "%", s)
				out := r.HTML(source, Links{})
				for _, wrong := range unsafe(out, "") {
					t.Errorf("%q: %s\n%s", source, wrong, out)
				}
			}
		})
	}
}

func TestPolicyAloneStopsHostileHTML(t *testing.T) {
	policy := newPolicy()
	for _, s := range hostile(t) {
		out := policy.Sanitize(s)
		for _, wrong := range unsafe(out, "") {
			t.Errorf("%q: %s\n%s", s, wrong, out)
		}
	}
}

// TestCheckFindsWhatIsUnsafe guards the check itself.
func TestCheckFindsWhatIsUnsafe(t *testing.T) {
	tests := []struct{ name, html string }{
		{"an element", `<img src="x">`},
		{"an unknown element", `<x>`},
		{"an event handler", `<p onclick="x">a</p>`},
		{"a style", `<p style="x">a</p>`},
		{"an id without the prefix", `<h1 id="forms">a</h1>`},
		{"an id twice", `<h1 id="md-a">a</h1><h1 id="md-a">a</h1>`},
		{"a class", `<p class="x">a</p>`},
		{"a comment", `<!-- a -->`},
		{"a scheme", `<a href="javascript:x">a</a>`},
		{"a scheme with a tab", `<a href="java&#9;script:x">a</a>`},
		{"a link without rel", `<a href="http://a.example/">a</a>`},
		{"a link to another host", `<a href="//a.example/">a</a>`},
		{"a link to another host by a backslash", `<a href="/\a.example/">a</a>`},
		{"a link with a user", `<a href="http://a@b/" rel="noopener noreferrer nofollow">a</a>`},
		{"a link out of the dashboard", `<a href="/ui/%2e%2e/api">a</a>`},
		{"a link to the API", `<a href="/api/threads">a</a>`},
		{"no link", `<a class="wiki-link">a</a>`},
		{"a link within a link", `<a href="/ui"><table><tbody><tr><td><a href="/ui">a</a></td></tr></tbody></table></a>`},
		{"a field to type into", `<input>`},
		{"another namespace", `<svg><p></p></svg>`},
		{"deep nesting", strings.Repeat("<blockquote>", 120)},
		{"another tree with scripting", `<noscript><p title="</noscript><b>">`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if len(unsafe(tt.html, "")) == 0 {
				t.Errorf("%s counts as safe", tt.html)
			}
		})
	}
	if wrong := unsafe(`<p dir="auto"><a href="/hub/ui/wiki/a#md-b" class="wiki-link">a</a></p>`, "/hub"); wrong != nil {
		t.Errorf("safe HTML counts as unsafe: %v", wrong)
	}
}
