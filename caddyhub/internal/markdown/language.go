package markdown

import (
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"

	"github.com/progresshub/progresshub/store/outline"
)

// newMarkdown shows the blocks that store/outline counts tasks and finds links in.
func newMarkdown() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithParser(outline.NewParser()),
		goldmark.WithRenderer(renderer.NewRenderer(renderer.WithNodeRenderers(
			util.Prioritized(html.NewRenderer(), 1000),
			util.Prioritized(extension.NewTableHTMLRenderer(
				extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)), 500),
			util.Prioritized(extension.NewStrikethroughHTMLRenderer(), 500),
			util.Prioritized(nodeRenderer{}, 500),
		))),
	)
}
