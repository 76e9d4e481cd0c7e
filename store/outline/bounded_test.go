package outline

import (
	"bytes"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// newParser makes a parser of CommonMark and tables, with every part of it that is
// bounded.
func newParser() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(boundedContainer{parser.NewListParser()}, 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(boundedContainer{parser.NewBlockquoteParser()}, 800),
			util.Prioritized(parser.NewHTMLBlockParser(), 900),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(boundedMark{parser.NewLinkParser()}, 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewRawHTMLParser(), 400),
			util.Prioritized(boundedMark{parser.NewEmphasisParser()}, 500),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(boundedDefinitions{parser.LinkReferenceParagraphTransformer}, 100),
			util.Prioritized(boundedTables{extension.NewTableParagraphTransformer()}, 200),
		),
	)
}

// count counts the nodes of a kind, and how deep the deepest block stands.
func count(md string, kind ast.NodeKind) (nodes, deepest int) {
	_ = ast.Walk(newParser().Parse(text.NewReader([]byte(md))), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering && n.Kind() == kind {
			nodes++
		}
		if entering && n.Type() == ast.TypeBlock {
			deepest = max(deepest, depth(n))
		}
		return ast.WalkContinue, nil
	})
	return nodes, deepest
}

func toHTML(t *testing.T, p parser.Parser, md string) string {
	t.Helper()
	var out bytes.Buffer
	m := goldmark.New(goldmark.WithParser(p), goldmark.WithRendererOptions(
		renderer.WithNodeRenderers(util.Prioritized(extension.NewTableHTMLRenderer(), 500))))
	if err := m.Convert([]byte(md), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestOrdinaryDocumentsReadAsWithGoldmarkAlone(t *testing.T) {
	alone := goldmark.New(goldmark.WithExtensions(extension.Table)).Parser()
	tests := []struct{ name, md string }{
		{"lists", "- a\n  1. b\n     > c\n     > - d\n\n  2. e\n* f\n-\n\n  g\n"},
		{"lists after one another", "- a\n* b\n+ c\n1. d\n2) e\n- f\n"},
		{"quotes", "> a\n> > b\nlazy\n\n> c\n"},
		{"marks", "*a **b** _c_* [d *e*](/f) ![g](/h \"i\") [j][k] [k] [l][]\n\n[k]: /m\n[l]: <n> 'o'\n"},
		{"marks that are none", "* a* [b] [c]( [d][e] _f ]\n"},
		{"tables", "| a | b |\n|:--|--:|\n| *c* | d \\| e |\n| f |\n\ng|h\n-|-\ni|j\n"},
		{"no tables", "a\n---\n\n|a|b|\n|-|\n"},
		{"many marks", strings.Repeat("Some *words* of [text](/x) and `code`.\n", 200)},
		{"many list items", strings.Repeat("- a\n  - b\n    - c\n", 2000)},
		{"many rows", "|a|b|c|d|\n|-|-|-|-|\n" + strings.Repeat("|e|f|g|h|\n", 2000)},
		{"many definitions", strings.Repeat("[a]: https://example.org/b\n", 100) + "\n[a]\n"},
		{"deep lists", strings.Repeat("- ", maxDepth/2-1) + "a\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, want := toHTML(t, newParser(), tt.md), toHTML(t, alone, tt.md); got != want {
				t.Errorf("%.300q reads\n%.1000s, want\n%.1000s", tt.md, got, want)
			}
		})
	}
}

func TestContainersNestSoDeepAndTheRestIsText(t *testing.T) {
	tests := []struct {
		name, md string
		kind     ast.NodeKind
		nodes    int
		text     string
	}{
		{"quotes", strings.Repeat(">", 10_000) + "a", ast.KindBlockquote, maxDepth, ">a"},
		{"lists", strings.Repeat("- ", 10_000) + "a", ast.KindListItem, maxDepth / 2, "- a"},
		{"both", strings.Repeat("> 1. ", 10_000) + "a", ast.KindListItem, maxDepth/3 + 1, "1. a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			nodes, deepest := count(tt.md, tt.kind)
			if nodes != tt.nodes || deepest > maxDepth+2 { // an item and its text
				t.Errorf("%d nodes, want %d, the deepest in %d", nodes, tt.nodes, deepest)
			}
			if html := toHTML(t, newParser(), tt.md); !strings.Contains(strings.ReplaceAll(html, "&gt;", ">"), tt.text) {
				t.Errorf("the text is lost: %q", html)
			}
		})
	}
}

func TestADeepContainerIsFollowedByAnother(t *testing.T) {
	md := strings.Repeat(">", 100) + "a\n\n" + strings.Repeat("- ", 100) + "b\n- c\n\n> d\n"
	if items, _ := count(md, ast.KindListItem); items != maxDepth/2+1 {
		t.Errorf("%d items", items)
	}
	if quotes, _ := count(md, ast.KindBlockquote); quotes != maxDepth+1 {
		t.Errorf("%d quotes", quotes)
	}
}

func TestTooMuchIsText(t *testing.T) {
	x := strings.Repeat
	tests := []struct {
		name, md string
		kind     ast.NodeKind
		most     int
	}{
		{"lines in containers", x("- ", 15) + "a\n" + x("\n", 100_000) + x("> b\n\n", 1000), ast.KindBlockquote, 0},
		{"emphasis", x("*a* ", 50_000), ast.KindEmphasis, 1000},
		{"brackets", "[a]: /b\n\n" + x("[a]", 50_000), ast.KindLink, 1000},
		{"definitions", x("[a]: b\n", 30_000) + "\n[a]\n", ast.KindLink, 0},
		{"columns", x("|a", 1000) + "\n" + x("|-", 1000) + "\n" + x("|\n", 1000), extast.KindTableCell, 0},
		{"cells of several tables", x("|a|b|c|d|\n|-|-|-|-|\n|\n|\n|\n|\n\n", 10_000), extast.KindTableCell, maxEffort / cellEffort},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if nodes, _ := count(tt.md, tt.kind); nodes > tt.most {
				t.Errorf("%d nodes, want %d at most", nodes, tt.most)
			}
		})
	}
}

func TestDashesBelowAListItemAreNoTable(t *testing.T) {
	for _, md := range []string{"- a\n--\n", "- a\n--", "> a\n--\n"} {
		if tables, _ := count(md, extast.KindTable); tables != 0 {
			t.Errorf("%q is a table", md)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"- a\n  > *b* [c](d)\n\n[c]: d\n", "|a|\n|-|\n|b|\n", "> - 1. > a\nb\n===\n", "[a]: b\n'c\n===\n", "*a [b* c](d)_`",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, md string) {
		if _, deepest := count(md, ast.KindText); deepest > maxDepth+4 { // an item with a table
			t.Errorf("%q stands %d deep", md, deepest)
		}
	})
}
