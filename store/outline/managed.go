package outline

import (
	"strings"

	"github.com/yuin/goldmark/ast"
)

// The lines between which the hub writes. Each stands alone on its line from its first
// column on; blanks may follow.
const (
	opening = "<!-- hub:threads -->"
	closing = "<!-- /hub:threads -->"
)

// Blank returns the document without what stands between the hub's markers, so that the
// line of the closing one follows that of the opening one.
func Blank(md string) string { return Fill(md, "") }

// Fill returns the document with block between the hub's markers, in place of what stands
// there, with the line ends of the opening marker. A document without the markers is
// returned as it is. Only the first opening marker that is not in code or in other HTML
// counts, and the first closing one after it.
func Fill(md, block string) string {
	if !strings.Contains(md, opening) {
		return md
	}
	managed, ok := parseAll(md).find()
	if !ok {
		return md
	}
	return managed.replace(md, lines(block, newline(md[managed.opening:])))
}

// lines is the block with each line ended by end, and with no line that is a marker.
func lines(block, end string) string {
	if block == "" {
		return ""
	}
	var out strings.Builder
	for line := range strings.SplitSeq(strings.TrimSuffix(unify.Replace(block), "\n"), "\n") {
		if isMarker(line, opening) || isMarker(line, closing) {
			out.WriteByte(' ')
		}
		out.WriteString(line)
		out.WriteString(end)
	}
	return out.String()
}

// unify leaves one kind of line end.
var unify = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// span is where in a document the line of the opening marker begins, and where that
// between it and the closing one begins and ends.
type span struct{ opening, start, end int }

func (s span) empty() bool { return s.start == s.end }

// replace puts text, which is whole lines, between the markers.
func (s span) replace(md, text string) string { return md[:s.start] + text + md[s.end:] }

// find returns what stands between the markers. The opening one is a block of its own to
// a Markdown parser, which depends on nothing after it; the closing one is the next line
// that reads so, whatever a parser would make of it. So neither moves with the text
// between them.
func (d parsed) find() (span, bool) {
	for n := range d.blocks() {
		block, ok := n.(*ast.HTMLBlock)
		if !ok {
			continue
		}
		if line := block.Lines().At(0); isMarker(string(line.Value(d.source)), opening) {
			length, ok := untilClosing(string(d.source[line.Stop:]))
			return span{line.Start, line.Stop, line.Stop + length}, ok
		}
	}
	return span{}, false
}

// untilClosing is how many bytes stand before the line of a closing marker, if there is one.
func untilClosing(text string) (int, bool) {
	length := 0
	for line := range strings.Lines(text) {
		if isMarker(line, closing) {
			return length, true
		}
		length += len(line)
	}
	return 0, false
}

// isMarker reports whether the line reads as the marker does.
func isMarker(line, marker string) bool {
	return strings.HasPrefix(line, marker) && strings.TrimRight(line, blanks) == marker
}
