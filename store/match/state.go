package match

import (
	"iter"
	"math"
	"slices"
	"strings"
)

// state is the inverted index itself. Grams list the words they occur in and
// words the documents they occur in, so that a gram need not list documents:
// that is what makes the index small. Index guards it.
type state struct {
	ids   idTable
	docs  []stored
	sizes []size // beside docs, small, because ranking reads one for each document it touches
	texts arena

	live   int
	names  int     // those of the live ones that are other names of one
	log    float64 // logarithm of live and rarityPrior
	length uint64  // title words of all live documents

	wordIDs map[string]uint32
	words   []entry
	stemIDs map[string]uint32
	stems   []stemEntry
	gramIDs map[gram]uint32
	grams   []posting // the words of each
	uses    []uint32  // of each gram, in live titles: beside the former, as scores read it often
	parts   []uint32  // gram ids of all words, one run for each

	ideas []conceptEntry // by the numbers of the thesaurus

	labelIDs map[label]uint32
	labels   []label // each once
}

// record returns what is known of a document.
func (s *state) record(n uint32) record { return readRecord(s.texts.at(s.docs[n].place)) }

// label returns what a document is filtered by.
func (s *state) label(n uint32) *label { return &s.labels[s.docs[n].label] }

// size is what the first pass of a search knows of a document. The zero size
// marks a removed one.
type size struct {
	words uint16 // of the title, at least 1
	grams uint16 // of the title
}

// maxGrams caps the grams counted of one title; it has 1 KiB at most.
const maxGrams = 2 * maxQueryBytes

// entry is a word of the vocabulary.
type entry struct {
	// What each title that has the word is scored by stands together in memory.
	stem     uint32
	weight   float32 // share of its rarity it counts with
	mass     float32 // weight of each of its grams
	first    uint32  // its grams are parts[first : first+count]
	count    uint16
	own      uint8    // concepts that it says by itself
	begins   lengths  // of the phrases it may begin
	ends     lengths  // and of those it may end
	concepts []uint16 // it says by itself and, behind its own, their topics

	text       string
	sides      []side  // of contrasts
	sibling    uint32  // another word of the stem, or none
	titleCount uint32  // live documents with the word in their title
	bodyCount  uint32  // or in their body only
	title      posting // all such documents
	body       posting
}

// entry is what is known of a word of the vocabulary; nil: it is none.
func (s *state) entry(word string) *entry {
	if id, ok := s.wordIDs[word]; ok {
		return &s.words[id]
	}
	return nil
}

// saying is what a word says: mostly that is known.
func (s *state) saying(word string) saying {
	if e := s.entry(word); e != nil {
		return saying{e.begins, e.ends, e.concepts[:e.own]}
	}
	return known().saying(word)
}

// stemEntry is what the words of one stem have in common.
type stemEntry struct {
	word   uint32 // one of them; the others follow as siblings
	titles uint32 // live documents with any of them in the title
	count  uint32 // or in the body
}

// conceptEntry is a concept of the thesaurus.
type conceptEntry struct {
	docs  posting // with it in the title; of a topic those that no concept of it leads to
	count uint32  // live ones of all that have it
}

// none is the number of nothing.
const none = math.MaxUint32

func newState() *state {
	return &state{
		wordIDs:  map[string]uint32{},
		stemIDs:  map[string]uint32{},
		gramIDs:  map[gram]uint32{},
		labelIDs: map[label]uint32{},
	}
}

// put adds a document that is not in the index yet, by the words of its title and its body.
func (s *state) put(d Doc, title []word, body []string) {
	ids := s.internAll(texts(title))
	roles := rolesOf(cut(d.Title, maxQueryBytes), title, func(i int) []side { return s.words[ids[i]].sides })
	s.insert(d, titleOf(ids, roles), s.internAll(body), s.concepts(d.Title, ids), titleVersions(d.Title))
}

// insert adds a document that is not in the index yet, as the words of its
// title, repeats included, of its body, and what else is known of its title.
func (s *state) insert(d Doc, words []titleWord, body, concepts []uint32, versions string) {
	s.ideas = room(s.ideas, len(known().names))
	title, roles := sortedTitle(words)
	slices.Sort(body)
	body = slices.DeleteFunc(slices.Compact(body), func(w uint32) bool {
		_, inTitle := slices.BinarySearch(title, w)
		return inTitle
	})
	concepts = known().unsaid(concepts)
	n := uint32(len(s.docs))
	s.docs = append(s.docs, stored{
		place: s.texts.add(appendRecord(nil, d.ID, title, body, concepts, roles, versions)),
		at:    seconds(d.At), label: s.labelID(label{d.Kind, d.Project, d.Status}),
	})
	s.ids.add(s, d.ID, n)
	grams := 0
	for _, w := range title {
		grams += int(s.words[w].count)
	}
	s.sizes = append(s.sizes, size{uint16(max(1, len(title))), uint16(min(grams, maxGrams))})
	for _, w := range slices.Compact(title) {
		s.words[w].title.add(n)
	}
	for _, w := range body {
		s.words[w].body.add(n)
	}
	for _, c := range concepts {
		s.ideas[c].docs.add(n)
	}
	s.count(n, +1)
}

// remove takes a document and its other names out of every count; their numbers stay in the
// lists.
func (s *state) remove(id string) {
	n, ok := s.ids.find(s, id)
	if !ok {
		return
	}
	for i := 0; s.names > 0; i++ {
		name, ok := s.ids.find(s, nameID(id, i))
		if !ok {
			break
		}
		s.take(name)
	}
	s.take(n)
}

func (s *state) take(n uint32) {
	s.count(n, -1)
	s.ids.remove(s, s.record(n).ID())
	s.docs[n] = stored{}
	s.sizes[n] = size{}
}

// count adds document n to the totals a score depends on, or takes it out with
// by = -1. The totals are whole numbers, so no trace of a removed document stays.
func (s *state) count(n uint32, by int) {
	delta := uint32(by) // wraps around for -1, as unsigned addition does
	s.live += by
	r := s.record(n)
	if r.isName() {
		s.names += by
	}
	s.log = math.Log(float64(s.live + rarityPrior))
	s.length += uint64(by) * uint64(s.sizes[n].words)
	stems := make([]uint32, 0, 64)
	previous := uint32(none)
	for w := range r.titleWords() {
		e := &s.words[w]
		for _, g := range s.gramsOf(e) {
			s.uses[g] += delta
		}
		if w != previous {
			e.titleCount += delta
			stems = append(stems, e.stem)
		}
		previous = w
	}
	stems = distinct(stems)
	for _, st := range stems {
		s.stems[st].titles += delta
	}
	for w := range r.bodyWords() {
		s.words[w].bodyCount += delta
		stems = append(stems, s.words[w].stem)
	}
	for _, st := range distinct(stems) {
		s.stems[st].count += delta
	}
	for _, c := range known().withTopics(r.conceptsOfTitle()) {
		s.ideas[c].count += delta
	}
}

// distinct sorts a list and drops what it repeats.
func distinct(list []uint32) []uint32 {
	slices.Sort(list)
	return slices.Compact(list)
}

// internAll returns the numbers of words, new ones included.
func (s *state) internAll(words []string) []uint32 {
	ids := make([]uint32, len(words))
	for i, w := range words {
		ids[i] = s.intern(w)
	}
	return ids
}

func (s *state) intern(word string) uint32 {
	if id, ok := s.wordIDs[word]; ok {
		return id
	}
	word = strings.Clone(word) // do not keep the whole text alive for one word
	id := uint32(len(s.words))
	s.wordIDs[word] = id
	base := stem(word)
	grams, mass := appendGrams(nil, word)
	e := entry{text: word, stem: s.stemID(base), sides: known().sidesOf(word, base), weight: weigh(word, base), mass: mass, first: uint32(len(s.parts)), count: uint16(len(grams))}
	says := known().saying(word)
	e.concepts, e.own = known().withTheirTopics(says.concepts), uint8(len(says.concepts))
	e.begins, e.ends = says.begins, says.ends
	e.sibling, s.stems[e.stem].word = s.stems[e.stem].word, id
	for _, g := range grams {
		s.parts = append(s.parts, s.gramID(g))
	}
	s.words = append(s.words, e)
	for i, g := range s.gramsOf(&e) {
		if !slices.Contains(s.gramsOf(&e)[:i], g) {
			s.grams[g].add(id)
		}
	}
	return id
}

func (s *state) stemID(root string) uint32 {
	id, ok := s.stemIDs[root]
	if !ok {
		id = uint32(len(s.stems))
		s.stemIDs[strings.Clone(root)] = id
		s.stems = append(s.stems, stemEntry{word: none})
	}
	return id
}

func (s *state) gramID(g gram) uint32 {
	id, ok := s.gramIDs[g]
	if !ok {
		id = uint32(len(s.grams))
		s.gramIDs[g] = id
		s.grams, s.uses = append(s.grams, posting{}), append(s.uses, 0)
	}
	return id
}

func (s *state) labelID(l label) uint32 {
	id, ok := s.labelIDs[l]
	if !ok {
		id = uint32(len(s.labels))
		l = label{strings.Clone(l.kind), strings.Clone(l.project), strings.Clone(l.status)}
		s.labelIDs[l] = id
		s.labels = append(s.labels, l)
	}
	return id
}

// wordsOf yields the words of a stem, which may be none.
func (s *state) wordsOf(stem uint32) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		if stem == none {
			return
		}
		for w := s.stems[stem].word; w != none && yield(w); w = s.words[w].sibling {
		}
	}
}

func (s *state) gramsOf(e *entry) []uint32 {
	return s.parts[e.first : e.first+uint32(e.count)]
}
