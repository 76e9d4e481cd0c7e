package markdown

import (
	"strings"
	"testing"
)

const rel = ` rel="noopener noreferrer nofollow"`

func TestLinks(t *testing.T) {
	tests := []struct{ name, source, want string }{
		{"https", "[a](https://b.example/c?d=e&f#g)", `<a href="https://b.example/c?d=e&amp;f#g"` + rel + `>a</a>`},
		{"http with a port", "[a](http://b:8787)", `<a href="http://b:8787"` + rel + `>a</a>`},
		{"an IPv6 address", "[a](http://[fd00::1]:80/b)", `<a href="http://[fd00::1]:80/b"` + rel + `>a</a>`},
		{"a scheme in capitals", "[a](HTTPS://b.example/)", `<a href="https://b.example/"` + rel + `>a</a>`},
		{"what must be encoded", "[a](<http://b.example/c d\"?e f#g h>)", `<a href="http://b.example/c%20d%22?e%20f#g%20h"` + rel + `>a</a>`},
		{"what is encoded stays", "[a](http://b.example/%C3%BC%2F?c=%26)", `<a href="http://b.example/%C3%BC%2F?c=%26"` + rel + `>a</a>`},
		{"a single percent sign", "[a](http://b.example/100%)", `<a href="http://b.example/100%25"` + rel + `>a</a>`},
		{"another script", "[a](http://bücher.example/ü)", `<a href="http://b%C3%BCcher.example/%C3%BC"` + rel + `>a</a>`},
		{"mail", "[a](mailto:b@c.example?subject=d)", `<a href="mailto:b@c.example?subject=d"` + rel + `>a</a>`},
		{"a heading of the page", "[a](#Next%20Steps)", `<a href="#md-next-steps">a</a>`},
		{"a place of the dashboard", "[a](/ui/threads?status=open)", `<a href="/hub/ui/threads?status=open">a</a>`},
		{"the dashboard", "[a](/ui/)", `<a href="/hub/ui">a</a>`},
		{"a heading of a wiki page", "[a](/ui/wiki/plan#Next)", `<a href="/hub/ui/wiki/plan#md-next">a</a>`},
		{"a dot segment that stays inside", "[a](/ui/./x/../wiki)", `<a href="/hub/ui/wiki">a</a>`},
		{"the title is left out", `[a](http://b.example "c")`, `<a href="http://b.example"` + rel + `>a</a>`},
		{"no text", "[](http://b.example)", `<a href="http://b.example"` + rel + `>http://b.example</a>`},
		{"marks in the text", "[*a* `b`](http://c.example)", `<a href="http://c.example"` + rel + `><em>a</em> <code>b</code></a>`},
		{"references", "[a][b] [b]\n\n[b]: http://c.example", `<a href="http://c.example"` + rel + `>a</a> <a href="http://c.example"` + rel + `>b</a>`},
		{"in angle brackets", "<https://a.example/?b&c> <d@e.example>", `<a href="https://a.example/?b&amp;c"` + rel + `>https://a.example/?b&amp;c</a> <a href="mailto:d@e.example"` + rel + `>d@e.example</a>`},
		{"bare", "(see http://a:8787/b_c), **https://d.example**.", `(see <a href="http://a:8787/b_c"` + rel + `>http://a:8787/b_c</a>), <strong><a href="https://d.example"` + rel + `>https://d.example</a></strong>.`},
		{"bare, with an IPv6 address", "http://[fd00::1]:8787/a", `<a href="http://[fd00::1]:8787/a"` + rel + `>http://[fd00::1]:8787/a</a>`},
		{"bare, up to what is no host", "(http://a.example)[[Plan]] or https://b.example\", c", `(<a href="http://a.example"` + rel + `>http://a.example</a>)<a href="/hub/ui/wiki/plan" class="wiki-link">Plan</a> or <a href="https://b.example"` + rel + `>https://b.example</a>&#34;, c`},
		{"bare, with what may be a sentence's", "http://a.example/b(c)?d=e. http://a.example/_b_!", `<a href="http://a.example/b(c)?d=e"` + rel + `>http://a.example/b(c)?d=e</a>. <a href="http://a.example/_b"` + rel + `>http://a.example/_b</a>_!`},
		{"bare, but another scheme or a user", "ftp://a.example http://b@a.example/", `ftp://a.example http://b@a.example/`},
		{"bare without a scheme", "www.a.example/b, c@d.example", `<a href="http://www.a.example/b"` + rel + `>www.a.example/b</a>, <a href="mailto:c@d.example"` + rel + `>c@d.example</a>`},
		{"an image is a link", "![a *b*](http://c.example/d.png)", `<a href="http://c.example/d.png"` + rel + `>a <em>b</em></a>`},
		{"an image without a text", "![](http://c.example/d.png)", `<a href="http://c.example/d.png"` + rel + `>http://c.example/d.png</a>`},
		{"a badge leads where its link does", "[![a](http://b.example)](http://c.example)", `<a href="http://c.example"` + rel + `>a</a>`},
		{"no link in a link", "[a <http://b.example> [[Plan]]](http://c.example)", `<a href="http://c.example"` + rel + `>a http://b.example Plan</a>`},
		{"a link in the text of none", "[a ![b](http://c.example)](d)", `a <a href="http://c.example"` + rel + `>b</a>`},
	}
	r := New()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, want := strings.TrimSpace(r.HTML(tt.source, example())), `<p dir="auto">`+tt.want+`</p>`; got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

func TestLinksThatLeadNowhere(t *testing.T) {
	tests := []struct{ name, address string }{
		{"another scheme", "javascript:x"},
		{"a scheme in entities", "java&Tab;script&colon;x"},
		{"a download", "ftp://a.example/b"},
		{"data", "data:text/html,x"},
		{"a relative path", "docs/plan.md"},
		{"a relative path with dots", "../plan.md"},
		{"a query", "?a=b"},
		{"an empty fragment", "#"},
		{"a fragment without a letter", "#🚀"},
		{"nothing", ""},
		{"another host", "//a.example/"},
		{"another host with a path of the dashboard", "//a.example/ui/threads"},
		{"another host by backslashes", `/\\a.example`},
		{"a path beside the dashboard", "/api/threads"},
		{"a path that begins like the dashboard's", "/uix"},
		{"a path out of the dashboard", "/ui/../api"},
		{"an encoded path out of the dashboard", "/ui/%2E%2e/api"},
		{"a user", "https://hub.example@a.example/"},
		{"no host", "http:///a"},
		{"a scheme alone", "https:a.example"},
		{"no mail address", "mailto:"},
		{"a host that is none", "http://a%00b/"},
		{"more than browsers take", "http://a.example/" + strings.Repeat("b", maxAddress)},
	}
	r := New()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, want := r.HTML("[a](<"+tt.address+">)", Links{}), "<p dir=\"auto\">a</p>\n"; got != want {
				t.Errorf("link: got %s", got)
			}
			if got, want := r.HTML("![a](<"+tt.address+">)", Links{}), "<p dir=\"auto\">a</p>\n"; got != want {
				t.Errorf("image: got %s", got)
			}
		})
	}
}

func TestABareAddressThatIsTooLongIsText(t *testing.T) {
	source := "http://a.example/" + strings.Repeat("b", maxAddress)
	if got, want := New().HTML(source, Links{}), "<p dir=\"auto\">"+source+"</p>\n"; got != want {
		t.Errorf("got %.100s", got)
	}
}

func TestWikiLinks(t *testing.T) {
	tests := []struct{ name, source, want string }{
		{"a page", "[[Plan]]", `<a href="/hub/ui/wiki/plan" class="wiki-link">Plan</a>`},
		{"a missing page", "[[Nothing Yet]]", `<a href="/hub/ui/wiki/nothing-yet" class="wiki-link missing">Nothing Yet</a>`},
		{"a path and a label", "[[Ops/On Call|who *is* on?]]", `<a href="/hub/ui/wiki/ops/on-call" class="wiki-link">who *is* on?</a>`},
		{"a heading of the page", "[[plan#Next Steps]]", `<a href="/hub/ui/wiki/plan#md-next-steps" class="wiki-link">plan</a>`},
		{"a fragment that is no heading", "[[plan#🚀]]", `<a href="/hub/ui/wiki/plan" class="wiki-link">plan</a>`},
		{"HTML in the label", "[[plan|<b>&amp;]]", `<a href="/hub/ui/wiki/plan" class="wiki-link">&lt;b&gt;&amp;amp;</a>`},
		{"no page", "[[🚀]]", `[[🚀]]`},
		{"code", "`[[plan]]`", `<code>[[plan]]</code>`},
	}
	r := New()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, want := strings.TrimSpace(r.HTML(tt.source, example())), `<p dir="auto">`+tt.want+`</p>`; got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

func TestWikiPagesAreAskedForOnce(t *testing.T) {
	asked := 0
	links := Links{Exists: func(string) bool { asked++; return false }}
	out := New().HTML("[[a]] [[A|b]] [[c]]", links)
	if asked != 2 || strings.Count(out, "missing") != 3 {
		t.Errorf("asked %d times: %s", asked, out)
	}
	if out := New().HTML("[[a]]", Links{}); strings.Contains(out, "missing") {
		t.Errorf("without an answer: %s", out)
	}
}
