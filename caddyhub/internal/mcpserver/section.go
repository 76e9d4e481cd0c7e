package mcpserver

import (
	"fmt"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/store/outline"
)

// heading is a section of a document and the names it is found by.
type heading struct {
	outline.Section
	title string
	path  string // its title behind those of the headings it stands under: "Plan > Notes"
	nth   string // "Notes [2]" is the second one called so
	name  string // no other section of the document has it: the title, the path, or nth
}

// under joins the headings of a path.
const under = " > "

// maxHeading is how much of a heading counts, in characters: it stands in the path of every
// heading under it.
const maxHeading = 200

// headingsOf are the first of a document, in their order.
func headingsOf(markdown string) []heading {
	var list, above []heading
	titles, paths, seen := map[string]int{}, map[string]int{}, map[string]int{}
	for _, s := range outline.Sections(markdown) {
		h := heading{Section: s, title: cutRunes(oneLine(s.Title), maxHeading)}
		above = slices.DeleteFunc(above, func(a heading) bool { return a.Level >= s.Level })
		h.path = h.title
		if len(above) > 0 {
			h.path = above[len(above)-1].path + under + h.title
		}
		above = append(above, h)
		list = append(list, h)
		titles[strings.ToLower(h.title)]++
		paths[strings.ToLower(h.path)]++
	}
	for i := range list {
		h := &list[i]
		title, path := strings.ToLower(h.title), strings.ToLower(h.path)
		seen[title]++
		h.nth = fmt.Sprintf("%s [%d]", h.title, seen[title])
		switch {
		case titles[title] == 1:
			h.name = h.title
		case paths[path] == 1 && h.path != h.title:
			h.name = h.path
		default:
			h.name = h.nth
		}
	}
	return list
}

// section is the part of a document under a heading: the one that reads as given, by its title
// or its path, else the only one that contains it.
func section(markdown, asked string) (string, error) {
	wanted := strings.ToLower(strings.TrimSpace(strings.TrimLeft(oneLine(asked), "#")))
	all := headingsOf(markdown)
	for _, fits := range []func(heading) bool{
		func(h heading) bool { return strings.ToLower(h.name) == wanted || strings.ToLower(h.nth) == wanted },
		func(h heading) bool { return strings.ToLower(h.title) == cutRunes(wanted, maxHeading) },
		func(h heading) bool { return strings.HasSuffix(under+strings.ToLower(h.path), under+wanted) },
		func(h heading) bool { return strings.Contains(strings.ToLower(h.title), wanted) },
	} {
		found := slices.DeleteFunc(slices.Clone(all), func(h heading) bool { return !fits(h) })
		switch len(found) {
		case 0:
			continue
		case 1:
			return markdown[found[0].Start:found[0].End], nil
		}
		return "", refuse("%d sections have %s in their heading: name one in full; there are %s", len(found), quoteCut(asked, 60), enumerated(found))
	}
	if len(namesOf(all)) == 0 {
		return "", refuse("the document has no headings: read it without section")
	}
	return "", refuse("no section is called %s; there are %s", quoteCut(asked, 60), enumerated(all))
}

// maxHeadings bounds what the headings of a document take of an answer, in bytes.
const maxHeadings = 600

// enumerated names sections in a sentence, and says how those are found that have no room in it.
func enumerated(list []heading) string {
	names := namesOf(list)
	left := -len(names)
	for _, h := range list {
		if h.title != "" {
			left++
		}
	}
	if left == 0 {
		return quoted(names)
	}
	return fmt.Sprintf("%s and %d more, each found by words of its heading", quoted(names), left)
}

// namesOf are the names of the first of some sections, as many as fit. A path is not cut: its end
// tells it from others.
func namesOf(list []heading) []string {
	var names []string
	room := maxHeadings
	for _, h := range list {
		name := h.name
		if h.name == h.title {
			name = cutRunes(name, 70)
		}
		if room -= len(quote(name)) + 2; room < 0 {
			break
		}
		if h.title != "" {
			names = append(names, name)
		}
	}
	return names
}
