package match

import "strings"

// leastPart is how many letters a part of a compound has at least.
const leastPart = 4

// compound returns the concepts of both parts of a German or Dutch compound that is known by
// its parts only: Küchenfenster, Fahrradschlauch.
func (t *thesaurus) compound(word string) []uint16 {
	for i := len(word) - leastPart; i >= leastPart; i-- {
		tail := t.part(word[i:])
		if len(tail) == 0 {
			continue
		}
		head := word[:i]
		for _, link := range []string{"", "s", "n", "en", "es", "er"} {
			if first, ok := strings.CutSuffix(head, link); ok && len(first) >= leastPart {
				if list := t.part(first); len(list) > 0 {
					return union(list, tail)
				}
			}
		}
	}
	return nil
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
