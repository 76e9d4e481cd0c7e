package outline

import "strings"

// Append returns the document with text as further blocks at its end, a blank line between
// them. Code and HTML that the document leaves open is closed first, or it would take the
// text in. Blank lines around the text are dropped; a text of blanks changes nothing. Line
// ends are the document's.
func Append(md, text string) string {
	text = trimBlankLines(unify.Replace(text))
	if text == "" {
		return md
	}
	d := parse(md)
	end := max(d.begin, textEnd(d.source))
	added := before(d.root.LastChild(), string(d.source[:end]), false) + text + "\n"
	return md[:d.at(end)] + strings.ReplaceAll(added, "\n", newline(md)) + md[d.at(end):]
}

// trimBlankLines leaves the indentation of the first line: it may be code.
func trimBlankLines(text string) string {
	text = strings.TrimRight(text, blanks)
	begin := len(text) - len(strings.TrimLeft(text, blanks))
	return text[strings.LastIndexByte(text[:begin], '\n')+1:]
}
