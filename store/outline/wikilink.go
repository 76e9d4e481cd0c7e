package outline

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// maxLink is the most bytes that stand between the brackets of a link: the longest path
// (519), and a fragment and a label.
const maxLink = 1024

var kindWikiLink = ast.NewNodeKind("WikiLink")

// WikiLink is a link to a wiki page: [[target]], [[target|label]], [[target#fragment]] or
// [[target#fragment|label]].
//
// It stands in one line, has no bracket in it and a target that names a page. What Markdown
// itself gives a meaning is none: ![[image]], [[1]](address), code and HTML. In a table the
// bar is written \|.
type WikiLink struct {
	ast.BaseInline
	// Path is the wiki path the target stands for ([WikiPath]), never empty.
	Path string
	// Fragment is the part of the page after "#" as written, or empty.
	Fragment string
	// Label is the text shown: the target as written when the link has none.
	Label string
	// Target is where the target stands in the source, without the fragment, the label
	// and the blanks around it.
	Target text.Segment
}

// Kind is the kind of all links to wiki pages.
func (n *WikiLink) Kind() ast.NodeKind { return kindWikiLink }

// Dump prints the node for debugging.
func (n *WikiLink) Dump(source []byte, level int) {
	ast.DumpHelper(n, source, level, map[string]string{
		"Path": n.Path, "Fragment": n.Fragment, "Label": n.Label,
	}, nil)
}

// linkPriority is before goldmark's own links (200), which would take the inner brackets, and
// after its code spans (100).
const linkPriority = 150

type linkParser struct{}

func (linkParser) Trigger() []byte { return []byte{'['} }

func (linkParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, at := block.PeekLine()
	inner, ok := between(line)
	if !ok {
		return nil
	}
	node := newWikiLink(inner, at.Start+len("[["))
	if node == nil {
		return nil
	}
	block.Advance(len("[[") + len(inner) + len("]]"))
	return node
}

// between returns what stands between the brackets of the link that line begins with, if
// it begins with one.
func between(line []byte) ([]byte, bool) {
	rest, ok := bytes.CutPrefix(line, []byte("[["))
	if !ok {
		return nil, false
	}
	end := bytes.IndexAny(rest[:min(len(rest), maxLink+1)], "[]\r\n")
	if end < 1 || !bytes.HasPrefix(rest[end:], []byte("]]")) || rest[end-1] == '\\' {
		return nil, false
	}
	inner, after := rest[:end], rest[end+len("]]"):]
	if bytes.HasPrefix(after, []byte("(")) {
		return nil, false // [[1]](address) is Markdown's own link, shown as [1]
	}
	return inner, true
}

// newWikiLink is the link with the text inner, which stands at start in the source, or nil if
// its target names no page.
func newWikiLink(inner []byte, start int) *WikiLink {
	target, label, _ := bytes.Cut(inner, []byte("|"))
	// In a table the bar is written \|, else it would end the cell.
	target = bytes.TrimSuffix(target, []byte(`\`))
	target, fragment, _ := bytes.Cut(target, []byte("#"))
	if halfCode(target) || halfCode(inner[len(target):]) {
		return nil
	}
	start += len(target) - len(bytes.TrimLeft(target, linkBlanks))
	target, label = bytes.Trim(target, linkBlanks), bytes.Trim(label, linkBlanks)
	path := WikiPath(string(target))
	if path == "" {
		return nil
	}
	if len(label) == 0 {
		label = target
	}
	return &WikiLink{
		Path: path, Fragment: string(bytes.Trim(fragment, linkBlanks)), Label: string(label),
		Target: text.NewSegment(start, start+len(target)),
	}
}

const linkBlanks = " \t"

// halfCode reports whether code begins in the text and ends outside of it: code binds
// tighter than a link.
func halfCode(s []byte) bool { return bytes.Count(s, []byte("`"))%2 != 0 }
