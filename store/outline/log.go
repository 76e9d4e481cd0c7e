package outline

import (
	"bytes"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/yuin/goldmark/ast"
)

const (
	logHeading = "Log"
	logStamp   = "2006-01-02 15:04"
	blanks     = " \t\r\n"
)

// AppendLog returns the document with an entry as the last item of its log: the section
// below the first level-2 heading "Log", in any case, which a document without one gets at
// its end. The item begins with the time, as it is in at's zone. Later lines of the entry
// are indented, so that they belong to the item whatever they hold. An entry without text
// changes nothing. Line ends are the document's.
func AppendLog(md, entry string, at time.Time) string {
	text := clean(entry)
	if text == "" {
		return md
	}
	d := parse(md)
	last, end, found := d.log()
	pos := max(d.begin, textEnd(d.source[:end]))
	added := before(last, string(d.source[:pos]), found)
	if !found {
		added += "## " + logHeading + "\n\n"
	}
	added += "- " + at.Format(logStamp) + " " + text + "\n"
	added += after(string(d.source[pos:end]), string(d.source[end:]))
	added = strings.ReplaceAll(added, "\n", newline(md))
	return md[:d.at(pos)] + added + md[d.at(pos):]
}

// clean is an entry as the text of a list item, its later lines indented.
func clean(entry string) string {
	entry = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\u0085' || r == '\u2028' || r == '\u2029':
			return '\n'
		case unicode.IsControl(r):
			return -1
		}
		return r
	}, unify.Replace(strings.ToValidUTF8(entry, "\ufffd")))
	var text strings.Builder
	for line := range strings.Lines(strings.TrimSpace(entry)) {
		line = strings.TrimRight(line, blanks)
		if text.Len() > 0 {
			text.WriteByte('\n')
			if line != "" {
				text.WriteString("  ")
			}
		}
		text.WriteString(line)
	}
	return text.String()
}

// log returns the last block of the log, where the log ends, and whether there is one; if
// not, of all the document. Definitions of links at its end are no part of a log: people
// keep them last, and the line below one may mean something else anywhere else.
func (d parsed) log() (last ast.Node, end int, found bool) {
	blocks := slices.Collect(d.blocks())
	heading := slices.IndexFunc(blocks, d.isLog)
	if heading < 0 {
		return d.root.LastChild(), len(d.source), false
	}
	next, end := heading+1, len(d.source)
	for next < len(blocks) && !isSection(blocks[next]) {
		next++
	}
	if next < len(blocks) {
		end = d.start(blocks[next])
	}
	for next--; next > heading; next-- {
		_, isDefinition := blocks[next].(*ast.LinkReferenceDefinition)
		// A table may stand before a heading of the text above it.
		if !isDefinition && d.start(blocks[next]) < end {
			break
		}
		end = d.start(blocks[next])
	}
	return blocks[next], end, true
}

func (d parsed) isLog(n ast.Node) bool {
	return isSection(n) && n.(*ast.Heading).Level == 2 && strings.EqualFold(plain(n, d.source), logHeading)
}

// isSection reports whether a section begins with n: a part of the document, or all of it.
func isSection(n ast.Node) bool {
	h, ok := n.(*ast.Heading)
	return ok && h.Level <= 2
}

// start is where the line begins that the block begins with.
func (d parsed) start(block ast.Node) int {
	pos := max(0, block.Pos())
	if lines := block.Lines(); lines.Len() > 0 {
		pos = lines.At(0).Start
	}
	return bytes.LastIndexByte(d.source[:pos], '\n') + 1
}

// textEnd is where the last line ends that is not blank.
func textEnd(source []byte) int {
	end := len(bytes.TrimRight(source, blanks))
	if end == 0 {
		return 0
	}
	if i := bytes.IndexByte(source[end:], '\n'); i >= 0 {
		return end + i + 1
	}
	return len(source)
}

// before is what a new item or heading needs between itself and the text before it, whose
// last block is last. A byte order mark is no text.
func before(last ast.Node, text string, inLog bool) string {
	if strings.Trim(text, blanks) == "" {
		return ""
	}
	lead := ""
	if !strings.HasSuffix(text, "\n") {
		lead = "\n"
	}
	if list, ok := last.(*ast.List); ok && inLog && list.Marker == '-' {
		return lead
	}
	return lead + ending(last, text) + "\n"
}

// after is what an item needs between itself and the next section, with the blank lines
// there are before it.
func after(blank, next string) string {
	tail := ""
	if strings.HasPrefix(next, "  ") {
		tail = "\n<!-- -->\n" // an indented heading would else become a part of the item
	}
	if next != "" && blank == "" {
		tail += "\n"
	}
	return tail
}
