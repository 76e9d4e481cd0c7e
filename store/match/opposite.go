package match

import (
	"slices"
	"strings"

	"github.com/progresshub/progresshub/store/match/lexicon"
)

// side is one side of a contrast of the lexicon: the other sides make it another work.
type side struct{ contrast, number uint16 }

// against reports whether some word of one list stands on another side than one of the other.
func against(some, others []side) bool {
	for _, a := range some {
		for _, b := range others {
			if a.contrast == b.contrast && a.number != b.number {
				return true
			}
		}
	}
	return false
}

// addContrast files the words of a contrast by stem, and by concept where a word names one.
func (t *thesaurus) addContrast(number uint16, c lexicon.Contrast, named map[string]uint16) {
	for i, side := range c {
		t.addSide(sideOf(number, i), side, named)
	}
}

func sideOf(contrast uint16, number int) side { return side{contrast, uint16(number)} }

func (t *thesaurus) addSide(s side, words []string, named map[string]uint16) {
	for _, word := range words {
		if concept, ok := named[word]; ok {
			t.sides[concept] = append(t.sides[concept], s)
		}
		if w := plain(word); len(w) == 1 {
			base := strings.Clone(stem(w[0]))
			t.plainSides[base] = append(t.plainSides[base], s)
		}
	}
}

// sidesOf returns the sides a folded word stands on.
func (t *thesaurus) sidesOf(word, stem string) []side {
	list := slices.Clip(t.plainSides[stem])
	for _, c := range t.conceptsOf(lookup{text: word}) {
		if t.isConcept(c) {
			list = append(list, t.sides[c]...)
		}
	}
	return list
}

// opposed reports whether the title says the opposite of the query, or has another number
// where the query has one: "enable telemetry", "disable telemetry"; "taxes of 2024", "of 2025".
func (s *state) opposed(p *plan, c *candidate, r record) bool {
	for i := range p.terms {
		t := &p.terms[i]
		number := isNumber(t.word.text)
		if c.title&(1<<i) != 0 || len(t.sides) == 0 && !number {
			continue
		}
		for w := range r.titleWords() {
			e := &s.words[w]
			if (number && isNumber(e.text) || against(t.sides, e.sides)) && !p.has(e.stem) {
				return true
			}
		}
	}
	return false
}
