// Package outline reads what the hub knows of a Markdown document, a wiki page or a
// project's progress file, and writes the little it may: the targets of links, the block
// between its own markers, an entry of the log. All else stays as it is, byte for byte. It
// also makes the addresses of pages and projects, which links lead to, from what people call
// them (slug.go), and tells what of any text its reader sees (visible.go) and takes for a name (name.go). It
// imports nothing of ours.
package outline

import (
	"cmp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	extension "github.com/yuin/goldmark/extension/ast"
)

// MaxTitle is the most characters of a title; the rest of the heading is left out.
const MaxTitle = 500

// Outline is what the hub knows of a document. What stands between the hub's markers does
// not count.
type Outline struct {
	// Title is the plain text of the first level-1 heading, or empty. A heading in a quote
	// or a list is not the document's.
	Title string
	// Done and Total count the ticked and all items of task lists.
	Done, Total int
	// Links are the paths of the wiki pages linked to, each once, in their order; nil if none.
	Links []string
}

// Read returns the outline of a document.
func Read(md string) Outline {
	d := parse(md)
	o := Outline{Title: d.title()}
	for task := range all[*extension.TaskCheckBox](d) {
		o.Total++
		if task.IsChecked {
			o.Done++
		}
	}
	seen := make(map[string]bool)
	for _, link := range d.links() {
		if !seen[link.Path] {
			seen[link.Path] = true
			o.Links = append(o.Links, link.Path)
		}
	}
	return o
}

func (d parsed) title() string {
	for n := range d.blocks() {
		if h, ok := n.(*ast.Heading); ok && h.Level == 1 {
			title := []rune(plain(h, d.source))
			return strings.TrimSpace(string(title[:min(len(title), MaxTitle)]))
		}
	}
	return ""
}

// links are the links to wiki pages in the order they are written in. A node for the text
// before a table may follow the table's.
func (d parsed) links() []*WikiLink {
	return slices.SortedFunc(all[*WikiLink](d), func(a, b *WikiLink) int {
		return cmp.Compare(a.Target.Start, b.Target.Start)
	})
}

// RenameLinks gives each link to a page that rename maps the path that it maps it to,
// which is a wiki path, and reports whether that changed the document. Labels and
// fragments stay; a link without a label shows its new path.
func RenameLinks(md string, rename func(path string) (string, bool)) (string, bool) {
	d := parse(md)
	var out strings.Builder
	written := 0
	for _, link := range d.links() {
		if path, ok := rename(link.Path); ok {
			out.WriteString(md[written:d.at(link.Target.Start)])
			out.WriteString(path)
			written = d.at(link.Target.Stop)
		}
	}
	out.WriteString(md[written:])
	return out.String(), out.String() != md
}
