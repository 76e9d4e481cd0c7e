package outline

import (
	"bufio"
	"html"
	"iter"
	"strings"

	"github.com/yuin/goldmark/ast"
	render "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
)

var markdown = NewParser()

// parsed is a parsed parsed without what stands between the hub's markers, so that
// nothing in there can change how the rest is read.
type parsed struct {
	source  []byte
	root    ast.Node
	managed span
	begin   int // where the text begins, behind the byte order mark
}

func parse(md string) parsed {
	d := parseAll(md)
	managed, ok := d.find()
	if !ok || managed.empty() {
		return d
	}
	d = parseAll(managed.replace(md, ""))
	d.managed = managed
	return d
}

// parseAll is parse with what stands between the markers.
func parseAll(md string) parsed {
	d := parsed{source: []byte(md)}
	if strings.HasPrefix(md, byteOrderMark) {
		d.begin = copy(d.source, "   ") // as long, and no text before a heading
	}
	d.root = markdown.Parse(text.NewReader(d.source))
	return d
}

const byteOrderMark = "\ufeff"

// at is the place in the whole document of a place in the source.
func (d parsed) at(pos int) int {
	if pos >= d.managed.start {
		pos += d.managed.end - d.managed.start
	}
	return pos
}

// blocks are the headings, paragraphs and so on that stand in no other block.
func (d parsed) blocks() iter.Seq[ast.Node] {
	return func(yield func(ast.Node) bool) {
		for n := d.root.FirstChild(); n != nil && yield(n); n = n.NextSibling() {
		}
	}
}

// all are the nodes of a type, wherever in the document.
func all[N ast.Node](d parsed) iter.Seq[N] {
	return func(yield func(N) bool) {
		_ = ast.Walk(d.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if node, ok := n.(N); ok && entering && !yield(node) {
				return ast.WalkStop, nil
			}
			return ast.WalkContinue, nil
		})
	}
}

// plain is the text of a node as a reader sees it, without Markdown, on one line.
func plain(n ast.Node, source []byte) string {
	var text strings.Builder
	// goldmark resolves escapes and entities only on the way to HTML.
	to := bufio.NewWriter(&text)
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			if n.IsRaw() {
				render.DefaultWriter.RawWrite(to, n.Value(source))
			} else {
				render.DefaultWriter.Write(to, n.Value(source))
			}
			if n.SoftLineBreak() || n.HardLineBreak() {
				_ = to.WriteByte(' ')
			}
		case *ast.AutoLink:
			render.DefaultWriter.RawWrite(to, n.Label(source))
		case *WikiLink:
			render.DefaultWriter.RawWrite(to, []byte(n.Label))
		}
		return ast.WalkContinue, nil
	})
	_ = to.Flush()
	return strings.Join(strings.Fields(html.UnescapeString(text.String())), " ")
}

// newline is the line end of the document, that of its first line.
func newline(md string) string {
	if end := strings.IndexByte(md, '\n'); end > 0 && md[end-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
