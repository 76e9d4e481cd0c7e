package outline

import (
	"strings"

	"github.com/yuin/goldmark/ast"
)

// Append returns the document with text as further blocks at its end, a blank line between
// them. Code and HTML that the document leaves open is closed first, or it would take the
// text in. Blank lines around the text are dropped; a text of blanks changes nothing, and so
// does one that the document ends with already: it was sent twice. Line ends are the
// document's.
func Append(md, text string) string {
	d := parse(md)
	return d.insert(md, text, d.root.LastChild(), len(d.source))
}

// AppendAboveLog is Append for a document whose log stays its end: what is added is no
// entry of that.
func AppendAboveLog(md, text string) string {
	d := parse(md)
	log := d.lastLog()
	if log == nil {
		return d.insert(md, text, d.root.LastChild(), len(d.source))
	}
	return d.insert(md, text, log.PreviousSibling(), d.start(log))
}

// endsWith reports whether a text stands in front of the section that begins there, as a block of its own.
func (d parsed) endsWith(text string, section int) bool {
	rest, ends := strings.CutSuffix(strings.TrimRight(unify.Replace(string(d.source[d.begin:section])), blanks), text)
	return ends && (rest == "" || strings.HasSuffix(rest, "\n\n"))
}

// insert puts text behind a block, in front of the section that begins there.
func (d parsed) insert(md, text string, last ast.Node, section int) string {
	text = trimBlankLines(unify.Replace(text))
	section = max(section, d.begin) // the log may be all there is behind the mark
	if text == "" || d.endsWith(text, section) {
		return md
	}
	end := max(d.begin, textEnd(d.source[:section]))
	added := before(last, string(d.source[:end]), false) + text + "\n" + after(string(d.source[end:section]), string(d.source[section:]))
	return md[:d.at(end)] + strings.ReplaceAll(added, "\n", newline(md)) + md[d.at(end):]
}

// lastLog is the heading of the log if no other section follows it, else nil.
func (d parsed) lastLog() (log ast.Node) {
	for n := range d.blocks() {
		switch {
		case log == nil && d.isLog(n):
			log = n
		case log != nil && isSection(n):
			return nil
		}
	}
	return log
}

// trimBlankLines leaves the indentation of the first line: it may be code.
func trimBlankLines(text string) string {
	text = strings.TrimRight(text, blanks)
	begin := len(text) - len(strings.TrimLeft(text, blanks))
	return text[strings.LastIndexByte(text[:begin], '\n')+1:]
}
