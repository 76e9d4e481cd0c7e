package markdown

import (
	"runtime"
	"strings"
	"testing"
)

// longest is the longest document a client may send.
const longest = 256 << 10

// filler makes a line as long as lines must be on average to be read as Markdown.
const filler = "abcdefghijklmno"

// attack is a document made to take long or to become long: what it begins with, and what is
// repeated until it is as long as it may be.
type attack struct{ name, begin, repeat string }

func (a attack) source() string {
	return a.begin + strings.Repeat(a.repeat, (longest-len(a.begin))/len(a.repeat))
}

var costly = []attack{
	{"quotes in quotes", "", ">"},
	{"quotes in quotes, over lines", strings.Repeat(">", 10_000), "\n" + filler},
	{"quotes with tabs", "", ">\t"},
	{"lists in lists", "", "- "},
	{"ordered lists in lists", "", "1. "},
	{"lists in lists, then nothing", strings.Repeat("- ", longest/4) + strings.Repeat("a", longest/4), strings.Repeat("\n", 100) + strings.Repeat("a", 300)},
	{"lists in quotes", "", "> - "},
	{"lists of one item", "", "-    _+_+_+_+_+\n*    _+_+_+_+_+\n"},
	{"headings", "", "# _+_+_+_+_+_+_\n"},
	{"equal headings", "", "# " + filler[2:] + "\n"},
	{"underlined headings", "", "_+_+_+_+_+_+_+\n===============\n"},
	{"paragraphs", "", strings.Repeat("_+", 15) + "\n\n"},
	{"opening brackets", "", "["},
	{"closing brackets", strings.Repeat("[", longest/2), "]"},
	{"links without an end", "", "[a](b"},
	{"links in links", strings.Repeat("[", longest/4), "[a](b)]"},
	{"links in a chain", "", "[a](b)"},
	{"images in images", strings.Repeat("![", longest/4), "](b)"},
	{"addresses without an end", "", "[a](<b"},
	{"titles without an end", "", "[a](b \""},
	{"references", "[a]: /ui\n\n", "[a]"},
	{"a reference to a long address", "[a]: http://a/" + strings.Repeat("b", 2000) + "\n\n", strings.Repeat("[a]", 10) + "\n\n"},
	{"a reference to a long address that leads nowhere", "[a]: x://a/" + strings.Repeat("b", 2000) + "\n\n", strings.Repeat("[a]", 10) + "\n\n"},
	{"definitions", "", "[ab]: /cdefghi\n"},
	{"definitions without an end", "", "[a]: b \"\n"},
	{"emphasis that opens", "", "*a_ "},
	{"emphasis that closes", "", "a**b c* "},
	{"emphasis in emphasis", "", "*a **a "},
	{"asterisks", "", "*"},
	{"asterisks on both sides", strings.Repeat("*", longest/2) + "a", "*"},
	{"tildes", "", "~~a~ "},
	{"code that does not end", "", "`a``"},
	{"code that does not end, over lines", ticks(), filler + "\n"},
	{"tags that do not end", "", "<a b='x\" "},
	{"comments that do not end", "", "a <!--"},
	{"instructions that do not end", "", "a <? "},
	{"lines that begin like tags", "", "<a<b<c<d<e<f<g\n"},
	{"blocks of HTML", "", "<div>abcdefghij\n               \n"},
	{"signs of HTML", "", "\"&<"},
	{"signs that grow when sanitised", "", "''''[[a]]"},
	{"entities", "", "&#1"},
	{"NULs", "", "\x00"},
	{"not UTF-8", "", "\x80\xf0"},
	{"bare addresses", "", "www.a.b "},
	{"bare addresses that are none", "", "www.~~"},
	{"addresses in addresses", "", "(http://a_http://b"},
	{"mail addresses", "", "a@b.c "},
	{"mail addresses that are none", "", strings.Repeat("_a", 30) + "@" + strings.Repeat("b", 250) + "\n"},
	{"a wide table", strings.Repeat("|a", 20_000) + "\n" + strings.Repeat("|-", 20_000) + "\n", filler + "\n"},
	{"a dense table", "|a|b|c|d|e|f|g|\n|-|-|-|-|-|-|-|\n", "|a|b|c|d|e|f|g|\n"},
	{"tables", "", "|a|b|c|d|e|f|g|\n|-|-|-|-|-|-|-|\n\n"},
	{"lines under tables", "", filler + "\n|-|-|-|-|-|-|-|\n"},
	{"bars in code in a table", "|a\n|-\n", "|`\\|\\|\\|\\|\\|`|\n"},
	{"tasks", "", "- [ ] " + filler[6:] + "\n"},
	{"wiki links", "", "[[a]]"},
	{"wiki links to transliterate", "", "[[" + strings.Repeat("京", 150) + "]]"},
	{"wiki links without an end", "", "[[a"},
	{"rules", "", "***************\n"},
	{"more lines than are read", "", "#\n"},
	{"lines of blanks", "", "               \n"},
	{"fences", "", "```````````````\n"},
}

// ticks are runs of backticks, none as long as another, so that no code ends.
func ticks() string {
	var b strings.Builder
	for i := range 300 {
		b.WriteString("a" + strings.Repeat("`", i+1))
	}
	return b.String()
}

// TestCostlyDocumentsStayInBounds counts allocations for the work that is done: each node
// of a document and each tag of HTML takes some. (The benchmark tells the time.)
func TestCostlyDocumentsStayInBounds(t *testing.T) {
	if testing.Short() {
		t.Skip("reads one text after the other, alone")
	}
	r := New()
	for _, a := range costly {
		t.Run(a.name, func(t *testing.T) {
			source := a.source()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			out := r.HTML(source, Links{})
			runtime.ReadMemStats(&after)
			if n := int(after.Mallocs - before.Mallocs); n > 8*len(source) {
				t.Errorf("%d allocations for %d bytes", n, len(source))
			}
			if most := 5*len(source) + 256<<10; len(out) > most {
				t.Errorf("%d bytes of HTML of %d", len(out), len(source))
			}
			root, err := parse(out, true)
			if err != nil {
				t.Fatal(err)
			}
			for _, wrong := range violations(root, "") {
				t.Error(wrong)
			}
		})
	}
}

func TestWhatCostsTooMuchIsText(t *testing.T) {
	long := func(unit string) string { return strings.Repeat(unit, longest/len(unit)) }
	tests := []struct{ name, source, tag string }{
		{"emphasis", long("*a* "), "<em>"},
		{"strikethrough", long("~~a~~ "), "<del>"},
		{"code", long("`a` "), "<code>"},
		{"links", long("[a](/ui) "), "<a "},
		{"mail addresses", long("a@b.c "), "<a "},
		{"quotes", strings.Repeat("> ", 10_000) + "a", "<blockquote"},
		{"lists", strings.Repeat("- ", 10_000) + "a", "<ul"},
		{"a table", long("|a") + "\n" + long("|-"), "<td"},
		{"the depth of emphasis", strings.Repeat("*a ", 500) + strings.Repeat("a* ", 500), "<em>"},
	}
	r := New()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := r.HTML(tt.source, Links{})
			if n := strings.Count(out, tt.tag); n > 3000 || strings.HasPrefix(out, "<pre>") {
				t.Errorf("%s %d times in %.100s", tt.tag, n, out)
			}
			for _, wrong := range unsafe(out, "") {
				t.Error(wrong)
			}
		})
	}
}

func TestALongPageKeepsItsMarkup(t *testing.T) {
	r, one := New(), page()
	once, often := r.HTML(one, example()), r.HTML(strings.Repeat(one, longest/len(one)), example())
	for _, tag := range []string{"<h2", "<a ", "<strong>", "<em>", "<del>", "<code", "<input", "<td", "<blockquote"} {
		n, want := strings.Count(often, tag), strings.Count(once, tag)*longest/len(one)
		if n != want || n == 0 {
			t.Errorf("%s %d times, want %d", tag, n, want)
		}
	}
}

func TestWhatIsTooMuchIsShownAsTyped(t *testing.T) {
	tests := []struct{ name, source string }{
		{"too many lines", strings.Repeat("*a*\n", maxLines+1)},
		{"too much HTML", strings.Repeat("[[a]]", longest/5)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, want := New().HTML(tt.source, Links{}), "<pre>"+tt.source+"</pre>\n"; got != want {
				t.Errorf("got %.100s…, want %.100s…", got, want)
			}
		})
	}
	t.Run("with the signs of HTML escaped", func(t *testing.T) {
		out := New().HTML(strings.Repeat("<b>\n", maxLines+1), Links{})
		if wrong := unsafe(out, ""); wrong != nil || !strings.HasPrefix(out, "<pre>&lt;b&gt;\n") {
			t.Errorf("%v: %.100s", wrong, out)
		}
	})
	t.Run("just not too many lines", func(t *testing.T) {
		if out := New().HTML(strings.Repeat("*a*\n", maxLines), Links{}); strings.HasPrefix(out, "<pre>") {
			t.Errorf("got %.100s", out)
		}
	})
}
