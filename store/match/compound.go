package match

import (
	"slices"
	"strings"
)

// leastPart is how many bytes a part of a compound has at least.
const leastPart = 4

// compound returns the concepts of each part of a German or Dutch compound that is known by
// its parts only: Küchenfenster, Fahrradschlauch. Of any other word there are none.
func (t *thesaurus) compound(word string) (first, last []uint16) {
	for i := len(word) - leastPart; i >= leastPart; i-- {
		tail := t.part(word[i:])
		if len(tail) == 0 {
			continue
		}
		head := word[:i]
		for _, link := range []string{"", "s", "n", "en", "es", "er"} {
			if stem, ok := strings.CutSuffix(head, link); ok && len(stem) >= leastPart {
				if list := t.part(stem); len(list) > 0 {
					return list, tail
				}
			}
		}
	}
	return nil, nil
}

// inParts reports whether each part of a compound is said, as far as it is known by its parts only: who
// says door says no more of a bathroom door than of a bedroom door. Of any other word it is true.
func (t *thesaurus) inParts(word string, said func(concept uint16) bool) bool {
	if len(t.direct([]lookup{{text: word}}, anyLanguage)) > 0 {
		return true
	}
	first, last := t.compound(word)
	return first == nil || slices.ContainsFunc(first, said) && slices.ContainsFunc(last, said)
}

// part returns the concepts of a part of a compound.
func (t *thesaurus) part(word string) []uint16 {
	if stopWords[word] {
		return nil
	}
	for _, own := range [...]tongue{german, dutch} {
		if list := t.says.of(key(readingOf(own, inflection), rootsIn(word, 1<<own)[inflection][own])); len(list) > 0 {
			return list
		}
	}
	return nil
}
