package match

import (
	"fmt"
	"hash/maphash"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/progresshub/progresshub/store/match/lexicon"
)

// thesaurus finds the concepts and topics of a lexicon in texts. It tells words and phrases by
// their hash: what it would take to keep them is many times more.
type thesaurus struct {
	names  []string   // of the concepts and, behind them, of the topics
	topics [][]uint16 // of each concept
	sides  [][]side   // of each concept

	seed  maphash.Seed
	says  map[uint64]uint32 // a form → the concept, or with many set, its place in lists
	lists [][]uint16        // concepts of forms that have several
	// begins are first words → how many words the longest phrase has that one begins.
	begins     map[uint64]uint8
	longestRun int               // letters of the longest form without spaces
	plainSides map[string][]side // sides of words by stem
}

// many marks a place in a list rather than a concept.
const many = 1 << 31

// reading is a way to look up a form.
type reading byte

const (
	english  reading = iota // by English stems
	foreign                 // as it stands, in any other language
	rooted                  // without its ending, in any other language
	unbroken                // in a script without spaces
)

// mention is a concept or topic in a text, and the bytes text[lo:hi] that say it.
type mention struct {
	concept uint16
	lo, hi  int
}

// known is the thesaurus of the lexicon that comes with the hub. It is read when a text is
// first looked at, not by commands that never do.
var known = sync.OnceValue(func() *thesaurus {
	l, err := lexicon.Load()
	if err != nil {
		panic(fmt.Sprintf("the lexicon that comes with the hub: %v", err)) // its tests read it too
	}
	return newThesaurus(l)
})

// Prepare reads the lexicon, if nobody has asked for it yet: that takes a moment.
func Prepare() { known() }

func newThesaurus(l lexicon.Lexicon) *thesaurus {
	t := &thesaurus{
		topics: make([][]uint16, len(l.Concepts)), sides: make([][]side, len(l.Concepts)),
		seed: maphash.MakeSeed(), says: map[uint64]uint32{}, begins: map[uint64]uint8{}, plainSides: map[string][]side{},
	}
	named := make(map[string]uint16, len(l.Concepts))
	for i, c := range l.Concepts {
		named[c.Name] = uint16(i)
		t.names = append(t.names, c.Name)
		for _, f := range c.Forms {
			t.add(uint16(i), f)
		}
	}
	for i, topic := range l.Topics {
		t.names = append(t.names, topic.Name)
		t.addTopic(uint16(len(l.Concepts)+i), topic)
	}
	for i, c := range l.Contrasts {
		t.addContrast(uint16(i), c, named)
	}
	return t
}

// isConcept tells a concept from a topic by its number.
func (t *thesaurus) isConcept(number uint16) bool { return int(number) < len(t.topics) }

// key is the hash of words as one of the readings has them.
func (t *thesaurus) key(as reading, words ...spelling) uint64 {
	var h maphash.Hash
	h.SetSeed(t.seed)
	for _, w := range words {
		_ = h.WriteByte(byte(as))
		switch as {
		case english:
			_, _ = h.WriteString(w.stem)
		case rooted:
			_, _ = h.WriteString(w.root)
		default:
			_, _ = h.WriteString(w.plain)
		}
	}
	return h.Sum64()
}

// of returns the concepts that a form says.
func (t *thesaurus) of(key uint64) []uint16 {
	at, ok := t.says[key]
	switch {
	case !ok:
		return nil
	case at&many != 0:
		return t.lists[at&^many]
	}
	return []uint16{uint16(at)}
}

// put files a concept under a form.
func (t *thesaurus) put(key uint64, concept uint16) {
	switch at, ok := t.says[key]; {
	case !ok:
		t.says[key] = uint32(concept)
	case slices.Contains(t.of(key), concept):
	case at&many == 0:
		t.says[key] = many | uint32(len(t.lists))
		t.lists = append(t.lists, []uint16{uint16(at), concept})
	default:
		list := &t.lists[at&^many]
		*list = append(*list, concept)
	}
}

func (t *thesaurus) add(concept uint16, f lexicon.Form) {
	var parts []string
	for r := range runs(f.Text) {
		if r.kind == unspaced {
			form := fold(f.Text[r.lo:r.hi])
			if n := utf8.RuneCountInString(form); n > 1 && r.lo == 0 && r.hi == len(f.Text) {
				t.put(t.key(unbroken, spelling{plain: form}), concept)
				t.longestRun = max(t.longestRun, n)
			}
			return // one that mixes scripts can't be found
		}
		parts = append(parts, texts(appendSpaced(nil, f.Text, r.lo, r.hi))...)
	}
	words := make([]spelling, len(parts))
	for i, p := range parts {
		words[i] = spell(p)
	}
	if f.Lang == "en" {
		t.addWords(english, words, concept)
		return
	}
	t.addWords(foreign, words, concept)
	t.addWords(rooted, words, concept)
}

func (t *thesaurus) addWords(as reading, words []spelling, concept uint16) {
	if len(words) == 0 {
		return
	}
	t.put(t.key(as, words...), concept)
	if n := uint8(min(len(words), lexicon.MaxWords)); n > 1 {
		first := t.key(as, words[0])
		t.begins[first] = max(t.begins[first], n)
	}
}

// longestFrom returns how many words the longest phrase has that a word may begin.
func (t *thesaurus) longestFrom(w spelling) int {
	return int(max(1, t.begins[t.key(english, w)], t.begins[t.key(foreign, w)], t.begins[t.key(rooted, w)]))
}

// spellings are the words of an English phrase.
func spellings(phrase string) []spelling {
	var list []spelling
	for _, w := range words(nil, phrase, maxTerms) {
		list = append(list, spell(w.text))
	}
	return list
}

// addTopic adds a topic to the concepts its words are forms of; other words say it directly.
func (t *thesaurus) addTopic(number uint16, topic lexicon.Concept) {
	for _, f := range topic.Forms {
		direct := true
		for _, c := range t.of(t.key(english, spellings(f.Text)...)) {
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

// mentions returns the concepts a text mentions, those of the longest phrases, and the topics
// they belong to. Where one phrase says several concepts each is a mention.
func (t *thesaurus) mentions(text string) []mention {
	var found []mention
	var list []word
	for r := range runs(text) {
		if r.kind == unspaced {
			found = t.inWords(found, list)
			list = list[:0]
			found = t.inRun(found, text, r)
			continue
		}
		list = appendSpaced(list, text, r.lo, r.hi)
	}
	found = t.inWords(found, list)
	for _, m := range found {
		if t.isConcept(m.concept) {
			for _, topic := range t.topics[m.concept] {
				found = append(found, mention{topic, m.lo, m.hi})
			}
		}
	}
	return found
}

func (t *thesaurus) inWords(found []mention, list []word) []mention {
	spelled := make([]spelling, len(list))
	for i, w := range list {
		spelled[i] = spell(w.text)
	}
	t.phrases(spelled, t.longestFrom, func(c uint16, from, to int) {
		found = append(found, mention{c, list[from].lo, list[to-1].hi})
	})
	return found
}

// spelling is a folded word as each of the readings has it.
type spelling struct{ plain, stem, root string }

func spell(w string) spelling { return spelling{w, stem(w), root(w)} }

// phrases yields the concepts of the longest phrases that words begin, from the left to the
// right, with the words they stand in. Longest says how many words may follow one.
func (t *thesaurus) phrases(list []spelling, longest func(spelling) int, yield func(concept uint16, from, to int)) {
	for i := 0; i < len(list); {
		n := min(longest(list[i]), len(list)-i)
		for ; n > 0; n-- {
			concepts := t.phrase(list[i : i+n])
			for _, c := range concepts {
				yield(c, i, i+n)
			}
			if len(concepts) > 0 {
				break
			}
		}
		i += max(1, n)
	}
}

// phrase returns the concepts that some words say together: in English, or as they stand in
// another language; if there are none, those of words that differ in their ending.
func (t *thesaurus) phrase(words []spelling) []uint16 {
	if len(words) == 1 && stopWords[words[0].plain] {
		return nil
	}
	own, other := t.of(t.key(english, words...)), t.of(t.key(foreign, words...))
	if len(own)+len(other) == 0 {
		return t.of(t.key(rooted, words...))
	}
	return union(own, other)
}

// union adds to a list what it lacks of another one, leaving both as they are.
func union(list, more []uint16) []uint16 {
	list = slices.Clip(list)
	for _, n := range more {
		if !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list
}

// conceptsOf returns the concepts a folded word says by itself, and ofWord their topics too.
func (t *thesaurus) conceptsOf(w string) []uint16 {
	if r, _ := utf8.DecodeRuneInString(w); classify(r) == unspaced {
		return t.of(t.key(unbroken, spelling{plain: w}))
	}
	return t.phrase([]spelling{spell(w)})
}

func (t *thesaurus) ofWord(w string) []uint16 {
	own := t.conceptsOf(w)
	all := own
	for _, c := range own {
		if t.isConcept(c) {
			all = union(all, t.topics[c])
		}
	}
	return all
}

func (t *thesaurus) inRun(found []mention, text string, r run) []mention {
	folded := []rune(fold(text[r.lo:r.hi]))
	at := places(text, r.lo, r.hi, len(folded))
	for i := 0; i < len(folded); {
		n := min(t.longestRun, len(folded)-i)
		for ; n > 1; n-- {
			concepts := t.of(t.key(unbroken, spelling{plain: string(folded[i : i+n])}))
			for _, c := range concepts {
				found = append(found, mention{c, at[i].lo, at[i+n-1].hi})
			}
			if len(concepts) > 0 {
				break
			}
		}
		i += max(1, n)
	}
	return found
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

// concepts returns the distinct concepts and topics a text mentions, in ascending order.
func (t *thesaurus) concepts(text string) []uint32 {
	found := t.mentions(text)
	list := make([]uint32, len(found))
	for i, m := range found {
		list[i] = uint32(m.concept)
	}
	return distinct(list)
}
