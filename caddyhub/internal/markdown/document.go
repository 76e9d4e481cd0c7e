package markdown

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extension "github.com/yuin/goldmark/extension/ast"

	"github.com/progresshub/progresshub/store/outline"
)

// idPrefix keeps the ids of headings apart from those of the dashboard, and from the names
// a script would find in place of its own (document.forms and the like).
const idPrefix = "md-"

// maxMarkDepth is how deep in a document emphasis is shown; deeper, its text is without it.
// Browsers nest 512 elements.
const maxMarkDepth = 64

// rendering is a parsed rendering on its way to be shown.
type rendering struct {
	source []byte
	links  Links

	counted   int                // how much of the source is counted in line
	line      int                // line ends up to there
	ids       map[string]int     // heading ids that are taken, and how often each was wanted again
	exists    map[string]bool    // wiki pages asked for, by path
	addresses map[string]address // where links lead, as written: references repeat themselves
}

func newDocument(source []byte, links Links) *rendering {
	return &rendering{
		source: source, links: links,
		ids: make(map[string]int), exists: make(map[string]bool), addresses: make(map[string]address),
	}
}

// place is where in the document a node is.
type place struct {
	depth  int
	linked bool // within a link, which holds no other
	cell   bool // within a table cell
}

// prepare replaces the nodes that goldmark would show in another way than the package
// does, and gives the others their attributes.
func (d *rendering) prepare(root ast.Node) {
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		switch n.Kind() {
		case ast.KindParagraph, ast.KindHeading, ast.KindList, ast.KindBlockquote, extension.KindTable:
			// A text runs in the direction of its first letter; what is within goes along.
			n.SetAttributeString("dir", "auto")
		}
	}
	d.children(root, place{})
}

func (d *rendering) children(parent ast.Node, at place) {
	at.depth++
	for n := parent.FirstChild(); n != nil; {
		n = d.node(parent, n, at)
	}
}

// node prepares n, a child of parent, and returns the next to prepare.
func (d *rendering) node(parent, n ast.Node, at place) ast.Node {
	switch n := n.(type) {
	case *ast.Link:
		return d.link(parent, n, d.address(n.Destination), n.Destination, at)
	case *ast.Image:
		return d.link(parent, n, d.address(n.Destination), n.Destination, at)
	case *ast.AutoLink:
		return d.link(parent, n, d.autoAddress(n), n.Label(d.source), at)
	case *outline.WikiLink:
		return d.link(parent, n, d.wikiAddress(n), []byte(n.Label), at)
	case *ast.RawHTML:
		return d.tag(parent, n)
	case *ast.HTMLBlock:
		return d.htmlBlock(parent, n)
	case *ast.Emphasis, *extension.Strikethrough:
		if at.depth > maxMarkDepth {
			return unwrap(parent, n)
		}
	case *extension.TaskCheckBox:
		d.task(n)
	case *extension.TableCell:
		at.cell = true
	case *ast.CodeSpan:
		if at.cell {
			unescapeBars(n, d.source)
		}
	}
	d.children(n, at)
	if heading, ok := n.(*ast.Heading); ok {
		d.identify(heading)
	}
	return n.NextSibling()
}

// task makes a box of a list item that is to do: read-only, and with its line in the source
// so that the dashboard can tell which to tick. A line holds one box at most.
func (d *rendering) task(box *extension.TaskCheckBox) {
	at := box.Parent().Lines().At(0).Start
	if at < d.counted { // nothing says that a tree is in the order of its source
		d.counted, d.line = 0, 0
	}
	d.line += bytes.Count(d.source[d.counted:at], []byte{'\n'})
	d.counted = at
	box.SetAttributeString("type", "checkbox")
	box.SetAttributeString("disabled", "")
	if box.IsChecked {
		box.SetAttributeString("checked", "")
	}
	box.SetAttributeString("data-line", strconv.Itoa(d.line))
}

// link puts an anchor in the place of n, with n's children or, if there are none, the
// label. These stand alone where no link may be, or when it may not lead there.
func (d *rendering) link(parent, n ast.Node, to address, label []byte, at place) ast.Node {
	if !n.HasChildren() {
		n.AppendChild(n, plain(label))
	}
	if at.linked || to.href == "" {
		return unwrap(parent, n)
	}
	a := newAnchor(to)
	for n.HasChildren() {
		a.AppendChild(a, n.FirstChild())
	}
	parent.ReplaceChild(parent, n, a)
	at.linked = true
	d.children(a, at)
	return a.NextSibling()
}

// unwrap puts the children of n in its place and returns the node that stands there then.
func unwrap(parent, n ast.Node) ast.Node {
	first := n.NextSibling()
	if n.HasChildren() {
		first = n.FirstChild()
	}
	for n.HasChildren() {
		parent.InsertBefore(parent, n, n.FirstChild())
	}
	parent.RemoveChild(parent, n)
	return first
}

// unescapeBars drops the backslash before each bar of a code span in a table, where the
// bar alone would have ended the cell.
func unescapeBars(code *ast.CodeSpan, source []byte) {
	for n := code.FirstChild(); n != nil; n = n.NextSibling() {
		segment := n.(*ast.Text).Segment
		bar := bytes.Index(segment.Value(source), []byte(`\|`))
		if bar < 0 {
			continue
		}
		n.(*ast.Text).Segment = segment.WithStop(segment.Start + bar)
		code.InsertAfter(code, n, ast.NewRawTextSegment(segment.WithStart(segment.Start+bar+1)))
	}
}

// identify gives a heading the slug of its text for an id, numbered if that is taken. One
// without a letter or digit has none.
func (d *rendering) identify(heading *ast.Heading) {
	wanted := outline.Slug(d.text(heading))
	if wanted == "" {
		return
	}
	id := wanted
	for _, taken := d.ids[id]; taken; _, taken = d.ids[id] {
		d.ids[wanted]++
		id = wanted + "-" + strconv.Itoa(d.ids[wanted])
	}
	d.ids[id] = 0
	heading.SetAttributeString("id", idPrefix+id)
}

// text is what a person reads of n, which is prepared.
func (d *rendering) text(n ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(n.Value(d.source))
			} else if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			if entering {
				b.Write(n.Value)
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}
