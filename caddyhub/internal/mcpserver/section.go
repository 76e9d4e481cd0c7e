package mcpserver

import (
	"strings"

	"github.com/progresshub/progresshub/store/outline"
)

// section is the part of a document under a heading: the one that reads as given, else the
// only one that contains it.
func section(markdown, heading string) (string, error) {
	wanted := strings.ToLower(strings.TrimSpace(strings.TrimLeft(oneLine(heading), "#")))
	var near []outline.Section
	for _, s := range outline.Sections(markdown) {
		switch title := strings.ToLower(oneLine(s.Title)); {
		case title == wanted:
			return markdown[s.Start:s.End], nil
		case strings.Contains(title, wanted):
			near = append(near, s)
		}
	}
	if len(near) == 1 {
		return markdown[near[0].Start:near[0].End], nil
	}
	known := titles(markdown)
	switch {
	case len(known) == 0:
		return "", refuse("the document has no headings: read it without section")
	case len(near) > 1:
		return "", refuse("%d sections have %s in their heading: name one in full; there are %s", len(near), quoteCut(heading, 60), quoted(known))
	}
	return "", refuse("no section is called %s; there are %s", quoteCut(heading, 60), quoted(known))
}

// maxHeadings bounds what the headings of a document take of an answer, in bytes.
const maxHeadings = 600

// titles are the first headings of a document, as many as fit.
func titles(markdown string) []string {
	var list []string
	room := maxHeadings
	for _, s := range outline.Sections(markdown) {
		title := cutRunes(oneLine(s.Title), 70)
		if room -= len(quote(title)) + 2; room < 0 {
			break
		}
		if title != "" {
			list = append(list, title)
		}
	}
	return list
}
