package outline

import (
	"strings"

	"github.com/yuin/goldmark/ast"
)

// MaxSections is how many sections of a document are told apart, the first ones. What stands
// behind them belongs to none of its own.
const MaxSections = 2000

// Section is a heading of a document with all that stands under it, deeper headings
// included.
type Section struct {
	Title      string
	Level      int
	Start, End int // in the document
}

// Sections are the first [MaxSections] of a document, in their order.
func Sections(md string) []Section {
	d := parse(md)
	var list []Section
	var open []int // sections that have not ended, each deeper than the one before
	for n := range d.blocks() {
		h, ok := n.(*ast.Heading)
		if !ok {
			continue
		}
		start := d.at(d.start(h))
		for len(open) > 0 && list[open[len(open)-1]].Level >= h.Level {
			list[open[len(open)-1]].End = start
			open = open[:len(open)-1]
		}
		if len(list) < MaxSections {
			open = append(open, len(list))
			list = append(list, Section{strings.TrimSpace(plain(h, d.source)), h.Level, start, len(md)})
		} else if len(open) == 0 {
			break
		}
	}
	return list
}
