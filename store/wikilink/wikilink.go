// Package wikilink teaches goldmark the links between wiki pages: [[target]],
// [[target|label]], [[target#fragment]] and [[target#fragment|label]]. It parses and does
// not render.
//
// A link stands in one line, has no bracket in it and a target that names a page. What
// Markdown itself gives a meaning is none: ![[image]], [[1]](address), code and HTML. In a
// table the bar is written \|.
package wikilink

import (
	"bytes"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/progresshub/progresshub/store/slug"
)

// MaxLength is the most bytes that stand between the brackets of a link: the longest path
// (519), and a fragment and a label.
const MaxLength = 1024

// Kind is the kind of a Node.
var Kind = ast.NewNodeKind("WikiLink")

// Node is a link to a wiki page.
type Node struct {
	ast.BaseInline
	// Path is the wiki path the target stands for (slug.Path), never empty.
	Path string
	// Fragment is the part of the page after "#" as written, or empty.
	Fragment string
	// Label is the text shown: the target as written when the link has none.
	Label string
	// Target is where the target stands in the source, without the fragment, the label
	// and the blanks around it.
	Target text.Segment
}

// Kind is the package's Kind.
func (n *Node) Kind() ast.NodeKind { return Kind }

// Dump prints the node for debugging.
func (n *Node) Dump(source []byte, level int) {
	ast.DumpHelper(n, source, level, map[string]string{
		"Path": n.Path, "Fragment": n.Fragment, "Label": n.Label,
	}, nil)
}

// Extension adds the links to a goldmark instance.
func Extension() goldmark.Extender { return extender{} }

type extender struct{}

// priority is before goldmark's own links (200), which would take the inner brackets, and
// after its code spans (100).
const priority = 150

func (extender) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(parser.WithInlineParsers(util.Prioritized(linkParser{}, priority)))
}

type linkParser struct{}

func (linkParser) Trigger() []byte { return []byte{'['} }

func (linkParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, at := block.PeekLine()
	inner, ok := between(line)
	if !ok {
		return nil
	}
	node := newNode(inner, at.Start+len("[["))
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
	end := bytes.IndexAny(rest[:min(len(rest), MaxLength+1)], "[]\r\n")
	if end < 1 || !bytes.HasPrefix(rest[end:], []byte("]]")) || rest[end-1] == '\\' {
		return nil, false
	}
	inner, after := rest[:end], rest[end+len("]]"):]
	if bytes.HasPrefix(after, []byte("(")) {
		return nil, false // [[1]](address) is Markdown's own link, shown as [1]
	}
	return inner, true
}

// newNode is the link with the text inner, which stands at start in the source, or nil if
// its target names no page.
func newNode(inner []byte, start int) *Node {
	target, label, _ := bytes.Cut(inner, []byte("|"))
	// In a table the bar is written \|, else it would end the cell.
	target = bytes.TrimSuffix(target, []byte(`\`))
	target, fragment, _ := bytes.Cut(target, []byte("#"))
	if halfCode(target) || halfCode(inner[len(target):]) {
		return nil
	}
	start += len(target) - len(bytes.TrimLeft(target, blanks))
	target, label = bytes.Trim(target, blanks), bytes.Trim(label, blanks)
	path := slug.Path(string(target))
	if path == "" {
		return nil
	}
	if len(label) == 0 {
		label = target
	}
	return &Node{
		Path: path, Fragment: string(bytes.Trim(fragment, blanks)), Label: string(label),
		Target: text.NewSegment(start, start+len(target)),
	}
}

const blanks = " \t"

// halfCode reports whether code begins in the text and ends outside of it: code binds
// tighter than a link.
func halfCode(s []byte) bool { return bytes.Count(s, []byte("`"))%2 != 0 }
