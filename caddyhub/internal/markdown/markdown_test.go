package markdown

import (
	"slices"
	"strings"
	"testing"
)

// example is a hub at /hub that has the wiki pages plan and ops/on-call.
func example() Links {
	return Links{Prefix: "/hub", Exists: func(path string) bool {
		return slices.Contains([]string{"plan", "ops/on-call"}, path)
	}}
}

func TestWhatADocumentMayHold(t *testing.T) {
	tests := []struct{ name, source, want string }{
		{"nothing", "", ""},
		{"a paragraph", "a *b* **c** ~~d~~ `e`", `<p dir="auto">a <em>b</em> <strong>c</strong> <del>d</del> <code>e</code></p>`},
		{"lines", "a\nb\\\nc  \nd", "<p dir=\"auto\">a\nb<br>\nc<br>\nd</p>"},
		{"Windows line ends", "# a\r\n\r\nb\r\nc", "<h1 dir=\"auto\" id=\"md-a\">a</h1>\n<p dir=\"auto\">b\nc</p>"},
		{"old line ends", "a\r\rb", "<p dir=\"auto\">a</p>\n<p dir=\"auto\">b</p>"},
		{"a byte order mark before a heading", "\ufeff# a", `<h1 dir="auto" id="md-a">a</h1>`},
		{"a byte order mark before a task", "\ufeff- [ ] a", "<ul dir=\"auto\">\n<li><input type=\"checkbox\" disabled=\"\" data-line=\"0\"> a</li>\n</ul>"},
		{"right to left", "مرحبا\n\n- שלום", "<p dir=\"auto\">مرحبا</p>\n<ul dir=\"auto\">\n<li>שלום</li>\n</ul>"},
		{"signs of HTML", `a < b & "c" 'd'`, `<p dir="auto">a &lt; b &amp; &#34;c&#34; &#39;d&#39;</p>`},
		{"entities", "&auml; &#128640; &amp;lt;", `<p dir="auto">ä 🚀 &amp;lt;</p>`},
		{"a NUL and what is no UTF-8", "a\x00b\xffc", "<p dir=\"auto\">a\uFFFDb\uFFFDc</p>"},
		{"lists", "3. a\n4. b\n   - c", "<ol start=\"3\" dir=\"auto\">\n<li>a</li>\n<li>b\n<ul>\n<li>c</li>\n</ul>\n</li>\n</ol>"},
		{"a loose list", "- a\n\n- b", "<ul dir=\"auto\">\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>"},
		{
			"tasks, with their lines", "- [ ] a\n  - [x] b\n\n> - [X] c",
			"<ul dir=\"auto\">\n<li><input type=\"checkbox\" disabled=\"\" data-line=\"0\"> a\n" +
				"<ul>\n<li><input type=\"checkbox\" disabled=\"\" checked=\"\" data-line=\"1\"> b</li>\n</ul>\n</li>\n</ul>\n" +
				"<blockquote dir=\"auto\"><ul>\n<li><input type=\"checkbox\" disabled=\"\" checked=\"\" data-line=\"3\"> c</li>\n</ul>\n</blockquote>",
		},
		{
			"the line of a task after other line ends and a table", "a\r\rb\r\n\r- [ ] c\r\n  | d |\r  |---|\r\n- [ ] e",
			"<p dir=\"auto\">a</p>\n<p dir=\"auto\">b</p>\n<ul dir=\"auto\">\n<li><input type=\"checkbox\" disabled=\"\" data-line=\"4\"> c\n" +
				"<table>\n<thead>\n<tr>\n<th>d</th>\n</tr>\n</thead>\n</table>\n</li>\n<li><input type=\"checkbox\" disabled=\"\" data-line=\"7\"> e</li>\n</ul>",
		},
		{"a rule", "a\n\n***", "<p dir=\"auto\">a</p>\n<hr>"},
		{"a quote", "> a", "<blockquote dir=\"auto\"><p>a</p>\n</blockquote>"},
		{"code in a language", "```c++ title\na < b\n```", "<pre><code class=\"language-c++\">a &lt; b\n</code></pre>"},
		{"code in what is no language", "```a\"b\nc\n```", "<pre><code>c\n</code></pre>"},
		{"indented code", "    a\n\n    b", "<pre><code>a\n\nb\n</code></pre>"},
		{
			"a table", "| a | b | c |\n|:--|:-:|--:|\n| 1 | `x\\|y\\|z` |",
			"<table dir=\"auto\">\n<thead>\n<tr>\n<th align=\"left\">a</th>\n<th align=\"center\">b</th>\n<th align=\"right\">c</th>\n</tr>\n</thead>\n" +
				"<tbody>\n<tr>\n<td align=\"left\">1</td>\n<td align=\"center\"><code>x|y|z</code></td>\n<td></td>\n</tr>\n</tbody>\n</table>",
		},
	}
	r := New()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.TrimSpace(r.HTML(tt.source, example())); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestHTMLInADocument(t *testing.T) {
	tests := []struct{ name, source, want string }{
		{"a placeholder is text", "run `hub` or hub <file> for a List<T>", `<p dir="auto">run <code>hub</code> or hub &lt;file&gt; for a List&lt;T&gt;</p>`},
		{"a tag is text, marks in it are not", "a <b title=\"*c*\">*d*</b>", `<p dir="auto">a &lt;b title=&#34;*c*&#34;&gt;<em>d</em>&lt;/b&gt;</p>`},
		{"a block is code", "<div>\n*a*\n</div>\n\n*b*", "<pre><code>&lt;div&gt;\n*a*\n&lt;/div&gt;\n</code></pre>\n<p dir=\"auto\"><em>b</em></p>"},
		{"a block with its end", "<script>\na\n\n</script>\nb", "<pre><code>&lt;script&gt;\na\n\n&lt;/script&gt;\n</code></pre>\n<p dir=\"auto\">b</p>"},
		{"a line break", "a<br>b<BR />c", "<p dir=\"auto\">a<br>\nb<br>\nc</p>"},
		{"a comment in a line", "a <!-- *b* -->c", `<p dir="auto">a c</p>`},
		{"a comment over lines", "a <!-- b\nc --> d", `<p dir="auto">a  d</p>`},
		{"a comment that is a block", "a\n\n<!-- b\n\n- c\n-->\n\nd", "<p dir=\"auto\">a</p>\n<p dir=\"auto\">d</p>"},
		{"the hub's markers", "<!-- hub:threads -->\n- a\n<!-- /hub:threads -->\nb", "<ul dir=\"auto\">\n<li>a</li>\n</ul>\n<p dir=\"auto\">b</p>"},
		{"what follows a comment", "<!-- a --> b & c", "<pre><code>b &amp; c</code></pre>"},
		{"what follows a long comment", "<!--\na\n--> b\nc", "<pre><code>b\n</code></pre>\n<p dir=\"auto\">c</p>"},
		{"a comment without an end", "a\n\n<!-- b\n\nc", `<p dir="auto">a</p>`},
		{"what only begins like a comment", "a <!- b", `<p dir="auto">a &lt;!- b</p>`},
		{"CDATA and instructions", "a <![CDATA[b]]> <?c?> <!D>", `<p dir="auto">a &lt;![CDATA[b]]&gt; &lt;?c?&gt; &lt;!D&gt;</p>`},
	}
	r := New()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.TrimSpace(r.HTML(tt.source, example())); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestHeadingIDs(t *testing.T) {
	tests := []struct {
		name, source string
		want         []string
	}{
		{"a slug with a prefix", "# Ship it!\n\nIt\n===", []string{"md-ship-it", "md-it"}},
		{"of what is read", "# *a* `b` [c](http://d) [[Plan|e]] ![f](g) <h>", []string{"md-a-b-c-e-f-h"}},
		{"over lines", "a\nb\n---", []string{"md-a-b"}},
		{"in any script", "# Größe\n# 计划", []string{"md-grosse", "md-ji-hua"}},
		{"numbered when taken", "# a\n# a\n# A", []string{"md-a", "md-a-1", "md-a-2"}},
		{"numbered past others", "# a-1\n# a\n# a\n# a", []string{"md-a-1", "md-a", "md-a-2", "md-a-3"}},
		{"numbered twice", "# a\n# a\n# a-1", []string{"md-a", "md-a-1", "md-a-1-1"}},
		{"none without a letter", "# 🚀\n#\n# a", []string{"md-a"}},
		{"not from attributes", "# a {#b}", []string{"md-a-b"}},
	}
	r := New()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, after := range strings.Split(r.HTML(tt.source, example()), ` id="`)[1:] {
				id, _, _ := strings.Cut(after, `"`)
				got = append(got, id)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestRendererServesManyAtOnce(t *testing.T) {
	r := New()
	want := r.HTML("# a\n# a\n\n- [ ] [[Plan]]", example())
	for i := range 8 {
		t.Run(string(rune('a'+i)), func(t *testing.T) {
			t.Parallel()
			for range 50 {
				if got := r.HTML("# a\n# a\n\n- [ ] [[Plan]]", example()); got != want {
					t.Fatalf("got %q, want %q", got, want)
				}
			}
		})
	}
}
