package outline

import (
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/util"
)

// NewParser returns the parser of the hub's Markdown: GitHub's, with links between wiki pages,
// within bounds. What reads documents and what shows them use this one, so that the third task of
// a page is the same for both. The priorities are those that goldmark documents for its parsers.
func NewParser() parser.Parser {
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
			util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
			util.Prioritized(boundedMark{parser.NewCodeSpanParser()}, 100),
			util.Prioritized(linkParser{}, linkPriority),
			util.Prioritized(boundedMark{parser.NewLinkParser()}, 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewRawHTMLParser(), 400),
			util.Prioritized(boundedMark{parser.NewEmphasisParser()}, 500),
			util.Prioritized(boundedMark{extension.NewStrikethroughParser()}, 500),
			util.Prioritized(bareAddress{extension.NewLinkifyParser(
				extension.WithLinkifyURLRegexp(bareURL),
				extension.WithLinkifyWWWRegexp(bareHost),
			)}, 999),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(boundedDefinitions{parser.LinkReferenceParagraphTransformer}, 100),
			util.Prioritized(boundedTables{extension.NewTableParagraphTransformer()}, 200),
		),
	)
}
