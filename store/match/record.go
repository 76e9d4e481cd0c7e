package match

import (
	"encoding/binary"
	"iter"
	"math"
	"strings"
	"time"
)

// stored is where a document is kept: what the index holds of each of them.
type stored struct {
	place uint32 // of its record in the arena
	at    uint32 // last activity, Unix seconds; what lies outside their range counts as its end
	label uint32
}

// label is what a caller filters documents by.
type label struct{ kind, project, status string }

// record is a document without its text: the words it consists of are enough to score and
// explain it, and to take it out again.
type record struct {
	// text is the id, then, as gaps, title words (repeats kept), body words and the concepts of
	// the title, then the role of each title word if any has one, then the versions in the title,
	// with a space between them.
	text                             string
	id, title, body, concepts, roles uint32 // where in text each of them ends
}

// appendRecord encodes a record as the arena keeps it: the sizes of its parts in front of them.
func appendRecord(dst []byte, id string, title, body, concepts []uint32, roles []byte, versions string) []byte {
	var parts []byte
	dst = binary.AppendUvarint(dst, uint64(len(id)))
	for _, list := range [][]uint32{title, body, concepts} {
		before := len(parts)
		parts = appendGaps(parts, list)
		dst = binary.AppendUvarint(dst, uint64(len(parts)-before))
	}
	dst = binary.AppendUvarint(dst, uint64(len(roles)))
	dst = binary.AppendUvarint(dst, uint64(len(versions)))
	dst = append(dst, id...)
	dst = append(dst, parts...)
	dst = append(dst, roles...)
	return append(dst, versions...)
}

// readRecord decodes the record that a text begins with.
func readRecord(text string) (r record) {
	id, at := gap(text, 0)
	title, at := gap(text, at)
	body, at := gap(text, at)
	concepts, at := gap(text, at)
	roles, at := gap(text, at)
	versions, at := gap(text, at)
	r.id = id
	r.title = r.id + title
	r.body = r.title + body
	r.concepts = r.body + concepts
	r.roles = r.concepts + roles
	r.text = text[at : at+int(r.roles+versions)]
	return r
}

// ID returns the document's id.
func (r record) ID() string { return r.text[:r.id] }

// titleWords yields the words of the title in ascending order, repeats included.
func (r record) titleWords() iter.Seq[uint32] { return gaps(r.titleGaps()) }

func (r record) titleGaps() string { return r.text[r.id:r.title] }

// bodyWords yields the words that only the body has.
func (r record) bodyWords() iter.Seq[uint32] { return gaps(r.text[r.title:r.body]) }

// conceptsOfTitle yields the concepts the title mentions, and the topics that do not follow from
// them.
func (r record) conceptsOfTitle() iter.Seq[uint32] { return gaps(r.conceptGaps()) }

func (r record) conceptGaps() string { return r.text[r.body:r.concepts] }

// rolesOfTitle are those of its words, in their order; empty if none has any.
func (r record) rolesOfTitle() string { return r.text[r.concepts:r.roles] }

// versionsOfTitle are those in the title as one text; mostly it is empty.
func (r record) versionsOfTitle() string { return r.text[r.roles:] }

func (r record) versions() []string { return strings.Fields(r.versionsOfTitle()) }

// appendGaps encodes sorted numbers, repeats allowed, as gaps reads them.
func appendGaps(dst []byte, sorted []uint32) []byte {
	last := uint32(0)
	for _, n := range sorted {
		dst = binary.AppendUvarint(dst, uint64(n-last))
		last = n
	}
	return dst
}

// seconds is a time as a document keeps it.
func seconds(t time.Time) uint32 { return uint32(min(max(0, t.Unix()), math.MaxUint32)) }
