package match

import (
	"slices"
	"strconv"
	"strings"
)

// A document has a title, and may have other names: each stands in the index as a document of
// its own, and what is found by one counts for the document it is a name of.

// nameShare is what a score counts that was reached by another name. Only its very words, asked
// for in its own project, make it about the same work.
const nameShare = 0.6

// nameMark stands in the id of a name between that of its document and its number.
const nameMark = '\x00'

// names are the documents of a document's other names.
func (d Doc) names() []Doc {
	list := make([]Doc, len(d.Also))
	for i, name := range d.Also {
		list[i] = Doc{ID: nameID(d.ID, i), Kind: d.Kind, Project: d.Project, Status: d.Status, Title: name, At: d.At}
	}
	return list
}

// Equal reports whether two documents are the same in all that the index reads.
func (d Doc) Equal(other Doc) bool {
	return d.ID == other.ID && d.Kind == other.Kind && d.Project == other.Project && d.Status == other.Status &&
		d.Title == other.Title && d.Body == other.Body && d.At == other.At && slices.Equal(d.Also, other.Also)
}

func nameID(id string, i int) string { return id + string(nameMark) + strconv.Itoa(i) }

// named splits the id of a name into that of its document and its number, from 1; that of a
// document has the number 0.
func named(id string) (of string, number int) {
	of, rest, isName := strings.Cut(id, string(nameMark))
	if !isName {
		return id, 0
	}
	number, _ = strconv.Atoi(rest)
	return of, number + 1
}

// isName tells a name from a document.
func (r record) isName() bool { return strings.IndexByte(r.ID(), nameMark) >= 0 }

// owned hands what was found by other names to their documents, each with the best of its
// scores.
func (s *state) owned(found []candidate) []candidate {
	if s.names == 0 {
		return found
	}
	at := make(map[uint32]int, len(found))
	kept := found[:0]
	for _, c := range found {
		if of, number := named(s.record(c.doc).ID()); number > 0 {
			c.doc, _ = s.ids.find(s, of)
			c.score *= nameShare
		}
		i, again := at[c.doc]
		switch {
		case !again:
			at[c.doc] = len(kept)
			kept = append(kept, c)
		case c.score > kept[i].score:
			kept[i] = c
		}
	}
	return kept
}
