package outline

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"
)

// pieces are what documents are made of, so that each follows and precedes every other.
var pieces = []string{
	"# Title", "Title\n===", "## Log", "log\n---", "## *LOG* ##", "## B", "  ## B", "  B\n  C\n---", "### C", "#", "##",
	"text", "text  ", "", "", "", " ", "    code", "\tcode", "---", "===", "\\",
	"- a", "-", "- [x] a", "  - [ ] b", "* [X] c", "1. d", "2) [ ] e", "   f", "- ```", "- <!--", "-\t[[old]]",
	"> q", "> - ## Log", "> ```", ">", "```", "````go", "~~~", "   ```", "    ```",
	"<div>", "</div>", "<!--", "-->", "<!-- a -->", "<pre>", "</pre>", "<?", "<!A", "<![CDATA[", "<x-y>", "a <!-- b",
	opening, closing, opening + " \t", closing + " ", " " + opening, "> " + opening, "- " + opening, opening + "\n" + closing,
	"[[old]]", "[[Old|x]] `[[old]]`", "**[[old#f]]** [[a]]", "[[old", "]]", "`", "[[[old]]](x)", "![[old]]", "[[old]](x)",
	"|a|b|\n|-|-|\n|[[old\\|z]]|", "|[[old|z]]|", "[r]: /x", "[r]: /x \"t", "[r]", "\ufeff", "\r", "\x00", "\xff",
}

// makeDocument makes a document of a few pieces, now and then behind a byte order mark, with
// Windows line ends or with both kinds, and without the last line end.
func makeDocument(rng *rand.Rand) string {
	var md strings.Builder
	end := []string{"\n", "\n", "\n", "\r\n", ""}[rng.IntN(5)]
	if rng.IntN(8) == 0 {
		md.WriteString(byteOrderMark)
	}
	for range rng.IntN(16) {
		md.WriteString(pieces[rng.IntN(len(pieces))])
		if end == "" {
			md.WriteString([]string{"\n", "\r\n"}[rng.IntN(2)])
			continue
		}
		md.WriteString(end)
	}
	s := md.String()
	if end == "\r\n" {
		s = strings.ReplaceAll(unify.Replace(s), "\n", "\r\n")
	}
	return s[:len(s)-min(len(s), rng.IntN(3))]
}

func TestLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	rounds := 4000
	if testing.Short() {
		rounds = 400
	}
	for range rounds {
		md, block := makeDocument(rng), makeDocument(rng)
		checkManaged(t, md, block)
		checkLog(t, md)
		checkAppend(t, md)
		checkRename(t, md)
		if t.Failed() {
			return
		}
	}
}

// checkManaged holds the laws of Fill and Blank against a document and a block.
func checkManaged(t *testing.T, md, block string) {
	filled, blank := Fill(md, block), Blank(md)
	for _, law := range []struct{ name, got, want string }{
		{"blank of filled is blank", Blank(filled), blank},
		{"blank twice is blank", Blank(blank), blank},
		{"filling a blank is filling", Fill(blank, block), filled},
		{"filling twice is filling", Fill(filled, block), filled},
	} {
		if law.got != law.want {
			t.Errorf("%s: %q with %q: %q, want %q", law.name, md, block, law.got, law.want)
		}
	}
	if s, ok := parseAll(md).find(); !ok && filled != md {
		t.Errorf("%q without markers becomes %q", md, filled)
	} else if ok && (!strings.HasPrefix(filled, md[:s.start]) || !strings.HasSuffix(filled, md[s.end:])) {
		t.Errorf("%q with %q changes outside of the markers: %q", md, block, filled)
	}
	if o := Read(md); !reflect.DeepEqual(Read(filled), o) || !reflect.DeepEqual(Read(blank), o) {
		t.Errorf("%q with %q: the block changes the outline", md, block)
	}
}

// checkLog appends two entries to a document and compares it with before.
func checkLog(t *testing.T, md string) {
	got := AppendLog(AppendLog(md, "first\n# x", noon), "second\n```", noon)
	kept := 0
	for kept < len(md) && md[kept] == got[kept] {
		kept++
	}
	if !strings.HasSuffix(got, md[kept:]) {
		t.Errorf("%q becomes %q, which is not it with an insertion", md, got)
	}
	both := item + "first\n  # x\n" + item + "second\n  ```\n"
	if !strings.Contains(unify.Replace(got), both) && !strings.Contains(got, "<!-- -->") {
		t.Errorf("%q becomes %q: the second entry does not follow the first", md, got)
	}
	if before, after := Read(md), Read(got); !reflect.DeepEqual(before, after) {
		t.Errorf("%q becomes %q: outline %v, want %v", md, got, after, before)
	}
	before, after := headings(md), headings(got)
	if _, _, found := parse(md).log(); !found {
		before = append(before, "Log")
	}
	if !slices.Equal(before, after) {
		t.Errorf("%q becomes %q: headings %q, want %q", md, got, after, before)
	}
	if blank := Blank(got); blank != AppendLog(AppendLog(Blank(md), "first\n# x", noon), "second\n```", noon) {
		t.Errorf("%q becomes %q: the block matters", md, got)
	}
}

func headings(md string) []string {
	var all []string
	d := parse(md)
	for n := range d.blocks() {
		if h, ok := n.(*ast.Heading); ok {
			all = append(all, plain(h, d.source))
		}
	}
	return all
}

// checkRename renames a page and compares the links with before.
func checkRename(t *testing.T, md string) {
	to := func(path string) (string, bool) { return "team/new-page", path == "old" }
	got, changed := RenameLinks(md, to)
	if changed != (got != md) {
		t.Errorf("%q becomes %q, changed: %v", md, got, changed)
	}
	want := paths(md)
	for i, path := range want {
		if path, ok := to(path); ok {
			want[i] = path
		}
	}
	if links := paths(got); !slices.Equal(links, want) {
		t.Errorf("%q becomes %q: links %q, want %q", md, got, links, want)
	}
	if again, changed := RenameLinks(got, to); changed {
		t.Errorf("%q becomes %q and then %q", md, got, again)
	}
	back := func(path string) (string, bool) { return "old", path == "team/new-page" }
	if a, _ := RenameLinks(md, func(path string) (string, bool) { return path, path == "old" }); !strings.Contains(md, "team") {
		if b, _ := RenameLinks(got, back); a != b {
			t.Errorf("%q becomes %q and back %q, want %q", md, got, b, a)
		}
	}
}

// paths are those of all links, each as often as it is there.
func paths(md string) []string {
	var all []string
	for _, link := range parse(md).links() {
		all = append(all, link.Path)
	}
	return all
}

func FuzzManaged(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		f.Add(makeDocument(rng), makeDocument(rng))
	}
	f.Fuzz(func(t *testing.T, md, block string) { checkManaged(t, md, block) })
}

func FuzzLog(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		f.Add(makeDocument(rng))
	}
	f.Fuzz(checkLog)
}

func FuzzAppend(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		f.Add(makeDocument(rng))
	}
	f.Fuzz(checkAppend)
}

func FuzzRename(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		f.Add(makeDocument(rng))
	}
	f.Fuzz(checkRename)
}
