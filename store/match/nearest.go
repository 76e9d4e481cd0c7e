package match

import (
	"cmp"
	"slices"
	"unicode/utf8"
)

// Slip is a word of a text that no document has, and the one of theirs that it is nearest to by its
// letters.
type Slip struct {
	Lo, Hi   int    // where it stands in the text, in bytes
	Word     string // the nearest one, folded
	Kind, ID string // of a document that has it
}

const (
	// mostSlips is how many words of a text are compared with all that are known.
	mostSlips = 4
	// leastSlip is the length of the shortest word that is, in letters: shorter ones are near to
	// too many.
	leastSlip = 4
)

// Nearest returns the words of a text that no document has, with the nearest known ones. It returns
// none when one of them is near to nothing, or only a piece of a longer word: the rest would be
// another question.
func (x *Index) Nearest(text string) []Slip {
	x.mu.RLock()
	defer x.mu.RUnlock()
	s := x.st
	var found []Slip
	all := words(nil, cut(text, maxQueryBytes), maxTerms)
	for i, w := range all {
		if e := s.entry(w.text); e != nil && e.titleCount+e.bodyCount > 0 || stopWords[w.text] {
			continue
		}
		near, ok := s.nearestTo(w.text)
		// Of a word that was cut into pieces each stands where all of it does.
		piece := i > 0 && all[i-1].hi > w.lo || i+1 < len(all) && all[i+1].lo < w.hi
		if !ok || piece || len(found) == mostSlips {
			return nil
		}
		near.Lo, near.Hi = w.lo, w.hi
		found = append(found, near)
	}
	return found
}

// nearestTo looks among the words that share letters with one: the one with the fewest letters
// changed, then the one with the same beginning, then the one that most documents have.
func (s *state) nearestTo(word string) (Slip, bool) {
	letters := utf8.RuneCountInString(word)
	if letters < leastSlip || isNumber(word) {
		return Slip{}, false
	}
	most := 1
	if letters > 5 {
		most = 2
	}
	type near struct {
		entry         *entry
		apart, common int
	}
	var best near
	grams, _ := appendGrams(nil, word)
	seen := map[uint32]bool{}
	for _, g := range grams {
		id, known := s.gramIDs[g]
		if !known {
			continue
		}
		for w := range s.grams[id].all() {
			e := &s.words[w]
			if seen[w] || e.titleCount+e.bodyCount == 0 || stopWords[e.text] {
				continue
			}
			seen[w] = true
			apart := distance(word, e.text, most)
			if apart > most {
				continue
			}
			n := near{e, apart, sharedPrefix(word, e.text)}
			if best.entry == nil || cmp.Or(
				cmp.Compare(n.apart, best.apart), cmp.Compare(best.common, n.common),
				cmp.Compare(best.entry.titleCount+best.entry.bodyCount, e.titleCount+e.bodyCount), cmp.Compare(e.text, best.entry.text),
			) < 0 {
				best = n
			}
		}
	}
	if best.entry == nil {
		return Slip{}, false
	}
	doc, ok := s.documentWith(best.entry)
	return Slip{Word: best.entry.text, Kind: s.label(doc).kind, ID: s.idOf(doc)}, ok
}

// documentWith is a document that has a word: in its title, if there is one.
func (s *state) documentWith(e *entry) (doc uint32, ok bool) {
	for _, list := range []*posting{&e.title, &e.body} {
		for n := range list.all() {
			if s.sizes[n].words > 0 {
				return n, true
			}
		}
	}
	return 0, false
}

// idOf is the id of a document, also where the number is that of another name of it.
func (s *state) idOf(n uint32) string {
	id, _ := named(s.record(n).ID())
	return id
}

func sharedPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// mostRead is how many words of a text Written looks at.
const mostRead = 4_000

// Written is a folded word as a text has it; itself when the text does not.
func Written(text, folded string) string {
	list := words(nil, text, mostRead)
	if i := slices.IndexFunc(list, func(w word) bool { return w.text == folded }); i >= 0 {
		return text[list[i].lo:list[i].hi]
	}
	return folded
}
