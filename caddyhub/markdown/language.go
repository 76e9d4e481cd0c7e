package markdown

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/progresshub/progresshub/store/bounded"
	"github.com/progresshub/progresshub/store/wikilink"
)

// newMarkdown puts the language together, with the priorities that goldmark documents for
// its parsers. Its blocks are those that store/outline counts tasks and finds links in.
func newMarkdown() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithParser(parser.NewParser(
			parser.WithBlockParsers(blockParsers()...),
			parser.WithInlineParsers(inlineParsers()...),
			parser.WithParagraphTransformers(
				util.Prioritized(bounded.Definitions(parser.LinkReferenceParagraphTransformer), 100),
				util.Prioritized(bounded.Tables(extension.NewTableParagraphTransformer()), 200),
			),
		)),
		goldmark.WithRenderer(renderer.NewRenderer(renderer.WithNodeRenderers(
			util.Prioritized(html.NewRenderer(), 1000),
			util.Prioritized(extension.NewTableHTMLRenderer(
				extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)), 500),
			util.Prioritized(extension.NewStrikethroughHTMLRenderer(), 500),
			util.Prioritized(nodeRenderer{}, 500),
		))),
		goldmark.WithExtensions(wikilink.Extension()),
	)
}

func blockParsers() []util.PrioritizedValue {
	return []util.PrioritizedValue{
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
	}
}

func inlineParsers() []util.PrioritizedValue {
	return []util.PrioritizedValue{
		util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
		util.Prioritized(bounded.Mark(parser.NewCodeSpanParser()), 100),
		util.Prioritized(bounded.Mark(parser.NewLinkParser()), 200),
		util.Prioritized(parser.NewAutoLinkParser(), 300),
		util.Prioritized(parser.NewRawHTMLParser(), 400),
		util.Prioritized(bounded.Mark(parser.NewEmphasisParser()), 500),
		util.Prioritized(bounded.Mark(extension.NewStrikethroughParser()), 500),
		util.Prioritized(bareAddress{extension.NewLinkifyParser(
			extension.WithLinkifyURLRegexp(bareURL),
			extension.WithLinkifyWWWRegexp(bareHost),
		)}, 999),
	}
}

// Addresses that stand bare in the text are looked for at each blank, bracket and sign of
// emphasis, so no pattern may read on over those and fail in the end. Unlike GitHub's, a
// URL needs no dot in its host: a hub is often just http://name:8787.
var (
	bareURL  = regexp.MustCompile(`^https?://(?:[A-Za-z0-9._~%@:+-]|\[[0-9A-Fa-f:]+\])+(?:[/?#][^\s<]*)?`)
	bareHost = regexp.MustCompile(`^www(?:\.[A-Za-z0-9-]+){2,}(?::\d+)?(?:[/?#][^\s<]*)?`)
)

// maxMails is how often a document is searched for a bare mail address. goldmark does so
// from each sign among the up to 64 bytes before the @, with a pattern that looks at the 255
// after it each time.
const maxMails = 2000

var mailsKey = parser.NewContextKey()

// bareAddress holds the parser of bare addresses in bounds.
type bareAddress struct{ parser.InlineParser }

func (b bareAddress) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, _ := block.PeekLine()
	word := line[1:min(len(line), 66)]
	if end := bytes.IndexAny(word, "@ \t\n"); end >= 0 && word[end] == '@' {
		mails := pc.ComputeIfAbsent(mailsKey, func() any { return new(int) }).(*int)
		if *mails++; *mails > maxMails {
			return nil
		}
	}
	return b.InlineParser.Parse(parent, block, pc)
}
