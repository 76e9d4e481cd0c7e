package outline

import (
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/util"

	"github.com/progresshub/progresshub/store/bounded"
	"github.com/progresshub/progresshub/store/wikilink"
)

// markdown parses GitHub's Markdown with links between wiki pages, within bounds. The
// numbers are the priorities that goldmark documents for its parsers.
var markdown = newParser()

func newParser() parser.Parser {
	p := parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(bounded.Container(parser.NewListParser()), 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(bounded.Container(parser.NewBlockquoteParser()), 800),
			util.Prioritized(parser.NewHTMLBlockParser(), 900),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(bounded.Mark(parser.NewLinkParser()), 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewRawHTMLParser(), 400),
			util.Prioritized(bounded.Mark(parser.NewEmphasisParser()), 500),
			util.Prioritized(bounded.Mark(extension.NewStrikethroughParser()), 500),
			util.Prioritized(extension.NewLinkifyParser(), 999),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(bounded.Definitions(parser.LinkReferenceParagraphTransformer), 100),
			util.Prioritized(bounded.Tables(extension.NewTableParagraphTransformer()), 200),
		),
	)
	wikilink.Extension().Extend(goldmark.New(goldmark.WithParser(p)))
	return p
}
