package match

import (
	"iter"
	"slices"

	"github.com/progresshub/progresshub/store/match/lexicon"
)

// manyTopics is how many topics a concept may belong to.
const manyTopics = 16

// addTopic adds a topic to the concepts its words are forms of; other words say it directly.
func (t *thesaurus) addTopic(number uint16, topic lexicon.Concept) {
	for _, f := range topic.Forms {
		direct := true
		for _, c := range t.inEnglish(lookups(plain(f.Text))) {
			if !t.isConcept(c) {
				continue
			}
			direct = false
			if !slices.Contains(t.topics[c], number) {
				t.topics[c] = append(t.topics[c], number)
			}
		}
		if direct {
			t.add(number, f)
		}
	}
}

// addTopics adds the topics that what is mentioned belongs to.
func (t *thesaurus) addTopics(found []mention) []mention {
	for _, m := range found {
		if t.isConcept(m.concept) {
			for _, topic := range t.topics[m.concept] {
				found = append(found, mention{topic, m.lo, m.hi})
			}
		}
	}
	return found
}

// withTheirTopics adds the topics of concepts behind them.
func (t *thesaurus) withTheirTopics(concepts []uint16) []uint16 {
	all := concepts
	for _, c := range concepts {
		if t.isConcept(c) {
			all = union(all, t.topics[c])
		}
	}
	return all
}

// topicsOf returns the topics of a concept; a topic has none.
func (t *thesaurus) topicsOf(concept uint32) []uint16 {
	if int(concept) >= len(t.topics) {
		return nil
	}
	return t.topics[concept]
}

// conceptsIn returns the concepts of a topic.
func (t *thesaurus) conceptsIn(topic uint16) []uint16 { return t.of[int(topic)-len(t.topics)] }

// unsaid returns, in order, the numbers of a list of concepts and topics that do not follow from
// others of it.
func (t *thesaurus) unsaid(all []uint32) []uint32 {
	var follow []uint32
	for _, c := range all {
		for _, topic := range t.topicsOf(c) {
			follow = append(follow, uint32(topic))
		}
	}
	follow = distinct(follow)
	return slices.DeleteFunc(slices.Clone(all), func(c uint32) bool {
		_, follows := slices.BinarySearch(follow, c)
		return follows
	})
}

// withTopics returns the numbers of a list and all that follows from them.
func (t *thesaurus) withTopics(list iter.Seq[uint32]) []uint32 {
	var all []uint32
	for c := range list {
		all = append(all, c)
		for _, topic := range t.topicsOf(c) {
			all = append(all, uint32(topic))
		}
	}
	return distinct(all)
}

// appendWithTopics adds a concept and its topics to a list.
func (t *thesaurus) appendWithTopics(list []uint32, concept uint16) []uint32 {
	list = append(list, uint32(concept))
	if t.isConcept(concept) {
		for _, topic := range t.topics[concept] {
			list = append(list, uint32(topic))
		}
	}
	return list
}
