// Package markdown turns the Markdown of wiki pages and progress files into HTML that is
// safe to put into the dashboard, by one policy for every place.
//
// The language is GitHub's: CommonMark with tables, strikethrough, task lists and bare
// addresses, and the hub's own [[wiki links]]. What differs, and why:
//
//   - HTML is text. A tag is shown as it was typed, a block of HTML as code: people write
//     <file> and List<T> in notes far more often than they mean an element, and nothing
//     anyone wrote should vanish. Comments do vanish, and <br> breaks a line, since a table
//     cell knows no other way.
//   - Links lead to http, https, mailto, a heading of the page (#heading) or a place of
//     the dashboard (/ui/...). Any other link is shown as its text alone: a relative path
//     means nothing, as the same text is shown in several places.
//   - An image is a link to itself, named by its alternative text: a page that loads
//     images tells others when it is read.
//   - Titles of links and images are left out, and so are footnotes.
//
// A text that costs more than a document ever does is shown with less markup (package
// bounded). One of too many lines, or whose HTML gets out of proportion, is shown as typed.
//
// Where to read it:
//
//	language.go  what is Markdown: the parsers
//	document.go  a parsed document, made fit to be shown
//	html.go      the HTML in a document
//	address.go   where links may lead
//	render.go    links and task boxes, written
//	policy.go    what HTML may leave the package at all
package markdown

import (
	"bytes"
	"errors"
	"html"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/text"
)

// Renderer turns Markdown into safe HTML. It is safe for concurrent use.
type Renderer struct {
	markdown goldmark.Markdown
	policy   *bluemonday.Policy
}

// New returns a Renderer, ready to use.
func New() *Renderer { return &Renderer{markdown: newMarkdown(), policy: newPolicy()} }

// Links says where the links within the hub lead.
type Links struct {
	// Prefix is the path the hub is served under, such as "/hub", without a slash at its
	// end; empty when it has a host of its own.
	Prefix string
	// Exists reports whether there is a wiki page at a path; nil means that all exist. It
	// is asked once for each path of a document.
	Exists func(path string) bool
}

const (
	// maxGrowth and maxAllowance bound the HTML: one sign of the source takes five in it
	// ("&amp;"), and a short text may be all markup.
	maxGrowth    = 5
	maxAllowance = 256 << 10

	// maxLines is the most lines that are read as Markdown. The longest document the hub
	// takes has 16 bytes a line then: that is data rather than text.
	maxLines = 16 << 10
)

// HTML returns source as HTML, which is at most five times as long plus 256 KiB. It holds
// no style attribute, no element that loads or runs anything, and no id but those of
// headings, "md-" and the slug of their text. The task boxes of lists are read-only and
// carry the line of the source they stand in, from 0 on, as data-line.
func (r *Renderer) HTML(source string, links Links) string {
	most := maxGrowth*len(source) + maxAllowance
	source = strings.ToValidUTF8(unify.Replace(source), "\uFFFD")
	if rest, marked := strings.CutPrefix(source, byteOrderMark); marked {
		source = "   " + rest // no text before a heading, as the package outline reads it
	}
	if strings.Count(source, "\n") <= maxLines {
		if out, err := r.render([]byte(source), links, most); err == nil && len(out) <= most {
			return string(out)
		}
	}
	return "<pre>" + html.EscapeString(source) + "</pre>\n"
}

const byteOrderMark = "\uFEFF"

// unify leaves one kind of line end, and no NUL, which HTML cannot hold.
var unify = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "\uFFFD")

func (r *Renderer) render(source []byte, links Links, most int) ([]byte, error) {
	root := r.markdown.Parser().Parse(text.NewReader(source))
	newDocument(source, links).prepare(root)
	out := limitedBuffer{most: most}
	if err := r.markdown.Renderer().Render(&out, source, root); err != nil {
		return nil, err
	}
	return r.policy.SanitizeBytes(out.buffer.Bytes()), nil
}

// limitedBuffer holds a number of bytes at most.
type limitedBuffer struct {
	buffer bytes.Buffer
	most   int
}

var errTooLong = errors.New("the HTML is too long")

func (l *limitedBuffer) Write(p []byte) (int, error) {
	if l.buffer.Len()+len(p) > l.most {
		return 0, errTooLong
	}
	return l.buffer.Write(p)
}
