package exchange

import (
	"cmp"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
)

// links lead from the names of notes, as other notes call them, to the pages they become.
type links struct {
	whole map[string]string // by the path of the file
	part  map[string]string // by the end of it: the first of several
}

func newLinks(notes []*note) links {
	l := links{map[string]string{}, map[string]string{}}
	for _, n := range notes {
		name := linkName(n.name)
		l.whole[name] = n.path
		for rest, parts := name, 0; parts < outline.MaxSegments; parts++ {
			if _, taken := l.part[rest]; !taken {
				l.part[rest] = n.path
			}
			_, after, more := strings.Cut(rest, "/")
			if !more {
				break
			}
			rest = after
		}
	}
	return l
}

// linkName is how names of files compare: without the ending, in any case, in one spelling.
func linkName(name string) string {
	if isMarkdown(name) {
		name = strings.TrimSuffix(name, path.Ext(name))
	}
	name = strings.NewReplacer("___", "/", "%2f", "/", "%2F", "/").Replace(name)
	return strings.ToLower(strings.Trim(name, "/ "))
}

// page is the page that a note means by a target, the nearest to it first.
func (l links) page(from *note, target string) (string, bool) {
	name := linkName(target)
	if name == "" {
		return "", false
	}
	dir := path.Dir(from.name)
	for _, at := range []string{path.Join(dir, name), name} {
		if p, found := l.whole[strings.ToLower(at)]; found {
			return p, true
		}
	}
	p, found := l.part[name]
	return p, found
}

// cut is a piece of a text and what takes its place.
type cut struct {
	start, end int
	text       string
}

var (
	isEmbed = regexp.MustCompile(`!\[\[([^\[\]\n|#]+)(#[^\[\]\n|]*)?(?:\|[^\[\]\n]*)?\]\]`)
	isLink  = regexp.MustCompile(`(!?)\[([^\[\]\n]*)\]\(<?([^()\s<>]+)>?(?:\s+"[^"\n]*")?\)`)
)

// rewrite is the text of a note whose links to other notes lead to their pages. What they show
// stays; links to elsewhere stay too.
func (l links) rewrite(n *note) string {
	if len(n.text) > store.MaxMarkdown {
		return n.text // it becomes several pages, and would be long to parse
	}
	source := []byte(n.text)
	root := outline.NewParser().Parse(text.NewReader(source))
	var cuts []cut
	code := l.walk(n, root, source, &cuts)
	for _, m := range isEmbed.FindAllStringSubmatchIndex(n.text, -1) {
		if p, found := l.page(n, n.text[m[2]:m[3]]); found && !within(code, m[0]) {
			cuts = append(cuts, cut{m[0], m[1], "[[" + p + bar(n.text, m[0]) + strings.TrimSpace(n.text[m[2]:m[3]]) + "]]"})
		}
	}
	for _, m := range isLink.FindAllStringSubmatchIndex(n.text, -1) {
		if m[2] != m[3] || within(code, m[0]) {
			continue
		}
		target, err := url.PathUnescape(n.text[m[6]:m[7]])
		target, fragment, _ := strings.Cut(target, "#")
		if err != nil || target == "" || !isMarkdown(target) || strings.Contains(target, "://") {
			continue
		}
		if p, found := l.whole[linkName(path.Join(path.Dir(n.name), target))]; found {
			label := cmp.Or(strings.TrimSpace(n.text[m[4]:m[5]]), path.Base(p))
			if fragment = strings.Map(plainFragment, fragment); fragment != "" {
				fragment = "#" + fragment
			}
			cuts = append(cuts, cut{m[0], m[1], "[[" + p + fragment + bar(n.text, m[0]) + strings.ReplaceAll(label, "|", "/") + "]]"})
		}
	}
	return replace(n.text, cuts)
}

// plainFragment leaves out what would end a link.
func plainFragment(r rune) rune {
	if strings.ContainsRune("[]|\n", r) {
		return -1
	}
	return r
}

// walk finds the links between double brackets, and returns where code stands, in which nothing is
// a link.
func (l links) walk(n *note, root ast.Node, source []byte, cuts *[]cut) (code []cut) {
	_ = ast.Walk(root, func(at ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch at := at.(type) {
		case *ast.FencedCodeBlock, *ast.CodeBlock, *ast.HTMLBlock:
			for i := range at.Lines().Len() {
				line := at.Lines().At(i)
				code = append(code, cut{start: line.Start, end: line.Stop})
			}
		case *ast.CodeSpan:
			for c := at.FirstChild(); c != nil; c = c.NextSibling() {
				if t, ok := c.(*ast.Text); ok {
					code = append(code, cut{start: t.Segment.Start, end: t.Segment.Stop})
				}
			}
		case *outline.WikiLink:
			written := string(source[at.Target.Start:at.Target.Stop])
			p, found := l.page(n, written)
			if !found {
				break
			}
			*cuts = append(*cuts, cut{at.Target.Start, at.Target.Stop, p})
			rest := n.text[at.Target.Stop:]
			if end := strings.Index(rest, "]]"); end >= 0 && !strings.Contains(rest[:end], "|") && p != written {
				end += at.Target.Stop
				*cuts = append(*cuts, cut{end, end, bar(n.text, end) + strings.TrimSpace(written)})
			}
		}
		return ast.WalkContinue, nil
	})
	slices.SortFunc(code, byStart)
	return code
}

func byStart(a, b cut) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) }

// within reports whether a place stands in one of the pieces, which are in order.
func within(pieces []cut, at int) bool {
	i, found := slices.BinarySearchFunc(pieces, at, func(c cut, at int) int { return cmp.Compare(c.start, at) })
	return found || i > 0 && at < pieces[i-1].end
}

// bar parts a link from its label: in a table it is written with a backslash.
func bar(text string, at int) string {
	const far = 4 << 10 // no row of a table is longer
	before := text[max(0, at-far):at]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	if strings.HasPrefix(strings.TrimLeft(line, " \t"), "|") {
		return `\|`
	}
	return "|"
}

// replace makes the cuts, of which none may lie in another: the first of two counts.
func replace(text string, cuts []cut) string {
	slices.SortFunc(cuts, byStart)
	var out strings.Builder
	done := 0
	for _, c := range cuts {
		if c.start < done {
			continue
		}
		out.WriteString(text[done:c.start])
		out.WriteString(c.text)
		done = c.end
	}
	out.WriteString(text[done:])
	return out.String()
}
