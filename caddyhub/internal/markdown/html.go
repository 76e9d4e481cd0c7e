package markdown

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

var (
	commentStart = []byte("<!--")
	commentEnd   = []byte("-->")

	lineBreak = regexp.MustCompile(`^<(?i:br)\s*/?>$`)
)

// tag puts in the place of a tag what is shown of it: its text, a line break for <br>, or
// nothing for a comment. It returns the node after that.
func (d *rendering) tag(parent ast.Node, n *ast.RawHTML) ast.Node {
	written := n.Segments.Value(d.source)
	shown := plain(written)
	switch {
	case bytes.HasPrefix(written, commentStart):
		shown = plain(nil)
	case lineBreak.Match(written):
		shown = ast.NewString([]byte("<br>\n"))
		shown.SetCode(true) // which is written without escaping
	}
	parent.ReplaceChild(parent, n, shown)
	return shown.NextSibling()
}

// plain is text that is shown as it is.
func plain(text []byte) *ast.String {
	s := ast.NewString(text)
	s.SetRaw(true)
	return s
}

// htmlBlock puts a code block in the place of one of HTML, without a comment that it
// begins with. It returns the node after that.
func (d *rendering) htmlBlock(parent ast.Node, n *ast.HTMLBlock) ast.Node {
	next := n.NextSibling()
	lines := n.Lines()
	if n.HasClosure() {
		lines.Append(n.ClosureLine)
	}
	if n.HTMLBlockType == ast.HTMLBlockType2 {
		lines = d.afterComment(lines)
	}
	if lines.Len() > 0 {
		code := ast.NewCodeBlock()
		code.SetLines(lines)
		parent.InsertBefore(parent, n, code)
	}
	parent.RemoveChild(parent, n)
	return next
}

// afterComment is what stands behind a comment on its last line: CommonMark counts it in,
// but it is no comment to whoever wrote it. A comment that does not end has none.
func (d *rendering) afterComment(lines *text.Segments) *text.Segments {
	rest := text.NewSegments()
	last := lines.At(lines.Len() - 1)
	line := d.source[last.Start:last.Stop]
	if end := bytes.Index(line, commentEnd); end >= 0 {
		last = last.WithStart(last.Start + end + len(commentEnd))
		if last = last.TrimLeftSpace(d.source); last.Len() > 0 {
			rest.Append(last)
		}
	}
	return rest
}
