package markdown

import (
	"github.com/yuin/goldmark/ast"
	extension "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

// anchor is a link of any kind: what is special about it is in its attributes.
type anchor struct{ ast.BaseInline }

var anchorKind = ast.NewNodeKind("Anchor")

func newAnchor(to address) *anchor {
	a := new(anchor)
	a.SetAttributeString("href", to.href)
	if to.class != "" {
		a.SetAttributeString("class", to.class)
	}
	if to.external {
		a.SetAttributeString("rel", "noopener noreferrer nofollow")
	}
	return a
}

// Kind implements ast.Node.
func (a *anchor) Kind() ast.NodeKind { return anchorKind }

// Dump implements ast.Node.
func (a *anchor) Dump(source []byte, level int) { ast.DumpHelper(a, source, level, nil, nil) }

// nodeRenderer writes the nodes for which goldmark has no renderer, or one that leaves
// their attributes out.
type nodeRenderer struct{}

func (nodeRenderer) RegisterFuncs(to renderer.NodeRendererFuncRegisterer) {
	to.Register(anchorKind, renderAnchor)
	to.Register(extension.KindTaskCheckBox, renderTask)
}

func renderAnchor(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		_, err := w.WriteString("</a>")
		return ast.WalkContinue, err
	}
	return ast.WalkContinue, openTag(w, "a", n)
}

func renderTask(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, w.WriteByte(' ')
	}
	return ast.WalkContinue, openTag(w, "input", n)
}

// openTag writes the tag that opens an element with the attributes of n.
func openTag(w util.BufWriter, element string, n ast.Node) error {
	_, _ = w.WriteString("<" + element) // a writer that fails does so to the end
	html.RenderAttributes(w, n, nil)
	return w.WriteByte('>')
}
