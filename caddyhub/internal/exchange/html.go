package exchange

import (
	"bytes"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

var isHTML = regexp.MustCompile(`(?i)^\s*<(p|h[1-6]|ul|ol|div|blockquote|pre|table|a|strong|em|img|hr|br)\b`)

// markdownOf is a text that an editor of HTML wrote, as Markdown. Text that is none stays as it is.
func markdownOf(text string) string {
	if !isHTML.MatchString(text) {
		return tidy(text)
	}
	var w markdownWriter
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		switch z.Next() {
		case html.ErrorToken:
			for len(w.quotes) > 0 {
				w.unquote()
			}
			return tidy(blankLines.ReplaceAllString(w.out.String(), "\n\n"))
		case html.TextToken:
			w.text(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			w.start(z.Token())
		case html.EndTagToken:
			name, _ := z.TagName()
			w.end(atom.Lookup(name))
		}
	}
}

var blankLines = regexp.MustCompile(`\n[ \t]*\n(?:[ \t]*\n)+`)

// markdownWriter writes tags as Markdown, one after the other.
type markdownWriter struct {
	out    bytes.Buffer
	lists  []int    // open lists: the number of the next item, or -1
	quotes []int    // open quotes: where each begins in out
	hrefs  []string // open links
	code   bool     // within a block of code
	quiet  int      // within what is not shown
}

func (w *markdownWriter) text(s string) {
	switch {
	case w.quiet > 0:
	case w.code:
		w.out.WriteString(s)
	default:
		if strings.TrimSpace(s) == "" && (w.begins() || bytes.HasSuffix(w.out.Bytes(), []byte("\n"))) {
			return
		}
		w.out.WriteString(strings.ReplaceAll(s, "\n", " "))
	}
}

// block begins a paragraph.
func (w *markdownWriter) block() {
	if !w.begins() && len(w.lists) == 0 {
		w.out.WriteString("\n\n")
	}
}

// begins reports whether nothing is written yet, of all or of the innermost quote.
func (w *markdownWriter) begins() bool {
	if n := len(w.quotes); n > 0 {
		return w.out.Len() == w.quotes[n-1]
	}
	return w.out.Len() == 0
}

// unquote ends the innermost quote: each of its lines gets its mark.
func (w *markdownWriter) unquote() {
	n := len(w.quotes) - 1
	text := strings.Trim(string(w.out.Bytes()[w.quotes[n]:]), "\n ")
	w.out.Truncate(w.quotes[n])
	w.quotes = w.quotes[:n]
	for i, line := range strings.Split(blankLines.ReplaceAllString(text, "\n\n"), "\n") {
		if i > 0 {
			w.out.WriteString("\n")
		}
		w.out.WriteString(strings.TrimRight("> "+line, " "))
	}
	if len(w.lists) == 0 {
		w.out.WriteString("\n\n")
	}
}

func (w *markdownWriter) start(t html.Token) {
	attr := func(key string) string {
		for _, a := range t.Attr {
			if a.Key == key {
				return a.Val
			}
		}
		return ""
	}
	switch t.DataAtom {
	case atom.P, atom.Div, atom.Table, atom.Tr:
		w.block()
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		w.block()
		w.out.WriteString(strings.Repeat("#", int(t.Data[1]-'0')) + " ")
	case atom.Br:
		w.out.WriteString("\n" + strings.Repeat("  ", len(w.lists)))
	case atom.Hr:
		w.block()
		w.out.WriteString("---\n\n")
	case atom.Ul, atom.Ol:
		if len(w.lists) == 0 {
			w.block()
		}
		number := -1
		if t.DataAtom == atom.Ol {
			number = 1
		}
		if len(w.lists) < 20 {
			w.lists = append(w.lists, number)
		}
	case atom.Li:
		w.item(attr("data-checked"))
	case atom.Blockquote:
		w.block()
		if len(w.quotes) < 20 {
			w.quotes = append(w.quotes, w.out.Len())
		}
	case atom.Pre:
		w.block()
		w.out.WriteString("```\n")
		w.code = true
	case atom.Code:
		if !w.code {
			w.out.WriteString("`")
		}
	case atom.Strong, atom.B:
		w.out.WriteString("**")
	case atom.Em, atom.I:
		w.out.WriteString("*")
	case atom.A:
		w.hrefs = append(w.hrefs, attr("href"))
		w.out.WriteString("[")
	case atom.Img:
		w.out.WriteString("![" + oneLine(attr("alt")) + "](" + clip(oneLine(attr("src")), 200) + ")")
	case atom.Td, atom.Th:
		w.out.WriteString("| ")
	case atom.Script, atom.Style:
		if t.Type == html.StartTagToken {
			w.quiet++
		}
	}
}

func (w *markdownWriter) item(checked string) {
	if len(w.lists) == 0 {
		w.lists = []int{-1}
	}
	at := len(w.lists) - 1
	w.out.WriteString("\n" + strings.Repeat("  ", at))
	if w.lists[at] > 0 {
		w.out.WriteString(itoa(w.lists[at]) + ". ")
		w.lists[at]++
	} else {
		w.out.WriteString("- ")
	}
	switch checked {
	case "true":
		w.out.WriteString("[x] ")
	case "false":
		w.out.WriteString("[ ] ")
	}
}

func (w *markdownWriter) end(tag atom.Atom) {
	switch tag {
	case atom.Ul, atom.Ol:
		if len(w.lists) > 0 {
			w.lists = w.lists[:len(w.lists)-1]
		}
		if len(w.lists) == 0 {
			w.out.WriteString("\n\n")
		}
	case atom.Blockquote:
		if len(w.quotes) > 0 {
			w.unquote()
		}
	case atom.Pre:
		w.out.WriteString("\n```\n\n")
		w.code = false
	case atom.Code:
		if !w.code {
			w.out.WriteString("`")
		}
	case atom.Strong, atom.B:
		w.out.WriteString("**")
	case atom.Em, atom.I:
		w.out.WriteString("*")
	case atom.A:
		if n := len(w.hrefs); n > 0 {
			w.out.WriteString("](" + strings.ReplaceAll(w.hrefs[n-1], ")", "%29") + ")")
			w.hrefs = w.hrefs[:n-1]
		}
	case atom.Script, atom.Style:
		w.quiet = max(0, w.quiet-1)
	}
}
