package outline

import (
	"strings"

	"github.com/yuin/goldmark/ast"
)

// Section is a heading of a document with all that stands under it, deeper headings
// included.
type Section struct {
	Title      string
	Level      int
	Start, End int // in the document
}

// Sections are those of a document, in their order.
func Sections(md string) []Section {
	d := parse(md)
	var list []Section
	for n := range d.blocks() {
		h, ok := n.(*ast.Heading)
		if !ok {
			continue
		}
		start := d.at(d.start(h))
		for i := range list {
			if list[i].End == len(md) && list[i].Level >= h.Level {
				list[i].End = start
			}
		}
		list = append(list, Section{strings.TrimSpace(plain(h, d.source)), h.Level, start, len(md)})
	}
	return list
}
