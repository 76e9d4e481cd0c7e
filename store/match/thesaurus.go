package match

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/progresshub/progresshub/store/match/lexicon"
)

// thesaurus finds the concepts and topics of a lexicon in texts. It tells words and phrases by
// their hash: what it would take to keep them is many times more.
type thesaurus struct {
	names  []string   // of the concepts and, behind them, of the topics
	topics [][]uint16 // of each concept
	of     [][]uint16 // the concepts of each topic
	sides  [][]side   // of each concept

	says forms // which concepts a form has; of first and last words, as begins and ends, their [lengths]
	// longestRun is letters of the longest form without spaces
	longestRun int
	plainSides map[string][]side  // sides of words by stem
	filed      []formOf           // until says is made
	bounds     map[uint64]lengths // until says has them: of first and last words, by their keys
}

// reading is a way to look up a form.
type reading uint8

const (
	asIs     reading = iota // as it stands, in any language but English
	english                 // by English stems that keep who or what does something apart
	unbroken                // in a script without spaces
	begins                  // the first word of a phrase: its [lengths]
	ends                    // and its last
	rooted                  // in the first tongue, without the first depth of endings; others follow
)

// readingOf is how a form is looked up without its ending.
func readingOf(t tongue, d depth) reading {
	return rooted + reading(d)*reading(tongues) + reading(t)
}

// mention is a concept or topic in a text, and the bytes text[lo:hi] that say it.
type mention struct {
	concept uint16
	lo, hi  int
}

// inUse is what known returns, once that is there; making is held by who makes it.
var (
	inUse  atomic.Pointer[thesaurus]
	making sync.Mutex
)

// known is the thesaurus of the lexicon that comes with the hub. It is read when a text is
// first looked at, not by commands that never do: from the file of an index, if one has been
// loaded by then.
func known() *thesaurus {
	Prepare()
	return inUse.Load()
}

// Prepare reads the lexicon, if nobody has asked for it yet: that takes a moment. It reports
// whether it did, and so has left behind more than it keeps.
func Prepare() bool {
	if inUse.Load() != nil {
		return false
	}
	making.Lock()
	defer making.Unlock()
	read := inUse.Load() == nil
	if read {
		l, err := lexicon.Load()
		if err != nil {
			panic(fmt.Sprintf("the lexicon that comes with the hub: %v", err)) // its tests read it too
		}
		inUse.CompareAndSwap(nil, newThesaurus(l))
	}
	return read
}

func newThesaurus(l lexicon.Lexicon) *thesaurus {
	t := &thesaurus{
		topics: make([][]uint16, len(l.Concepts)), sides: make([][]side, len(l.Concepts)),
		plainSides: map[string][]side{}, bounds: map[uint64]lengths{},
	}
	named := make(map[string]uint16, len(l.Concepts))
	for i, c := range l.Concepts {
		named[c.Name] = uint16(i)
		t.names = append(t.names, strings.Clone(c.Name)) // nothing keeps the text of the lexicon
	}
	filed := t.file(l.Concepts)
	more := len(t.bounds)
	for _, topic := range l.Topics {
		more += mostEntries * len(topic.Forms)
	}
	t.says = newForms(filed, more)
	for i, topic := range l.Topics {
		t.names = append(t.names, strings.Clone(topic.Name))
		t.addTopic(uint16(len(l.Concepts)+i), topic)
	}
	t.fileBounds()
	for c, topics := range t.topics {
		if len(topics) > manyTopics {
			t.topics[c] = nil // it says nothing of any
		}
	}
	t.fileTopics()
	for i, c := range l.Contrasts {
		t.addContrast(uint16(i), c, named)
	}
	return t
}

// mostReadings is how often a form is filed at most, as a rule, and mostEntries with the first and
// last word of each reading.
const (
	mostReadings = 4
	mostEntries  = 3 * mostReadings
)

// file reads the forms of concepts, as many at once as there are processors. What is filed keeps
// their order. It stays in the lists of those who read: each copy is many megabytes.
func (t *thesaurus) file(all []lexicon.Concept) (filed [][]formOf) {
	share := len(all)/runtime.GOMAXPROCS(0) + 1
	var parts []*thesaurus
	var group sync.WaitGroup
	for at := 0; at < len(all); at += share {
		forms := 0
		for _, c := range all[at:min(at+share, len(all))] {
			forms += len(c.Forms)
		}
		part := &thesaurus{filed: make([]formOf, 0, mostReadings*forms), bounds: map[uint64]lengths{}}
		parts = append(parts, part)
		group.Go(func() {
			for i, c := range all[at:min(at+share, len(all))] {
				for _, f := range c.Forms {
					part.add(uint16(at+i), f)
				}
			}
		})
	}
	group.Wait()
	for _, part := range parts {
		filed = append(filed, part.filed)
		t.longestRun = max(t.longestRun, part.longestRun)
		for k, l := range part.bounds {
			t.bounds[k] |= l
		}
	}
	return filed
}

// fileBounds files what is known of first and last words, each once: most belong to many phrases.
func (t *thesaurus) fileBounds() {
	for _, k := range slices.Sorted(maps.Keys(t.bounds)) {
		t.says.put(k, uint16(t.bounds[k]))
	}
	t.bounds = nil
}

// fileTopics makes the lists of the concepts of each topic.
func (t *thesaurus) fileTopics() {
	t.of = make([][]uint16, len(t.names)-len(t.topics))
	for c, topics := range t.topics {
		for _, topic := range topics {
			at := int(topic) - len(t.topics)
			t.of[at] = append(t.of[at], uint16(c))
		}
	}
}

// isConcept tells a concept from a topic by its number.
func (t *thesaurus) isConcept(number uint16) bool { return int(number) < len(t.topics) }

// put files a concept under a form.
func (t *thesaurus) put(key uint64, concept uint16) {
	if t.says == nil {
		t.filed = append(t.filed, formOf{key, concept})
		return
	}
	t.says.put(key, concept)
}

func (t *thesaurus) add(concept uint16, f lexicon.Form) {
	var parts []string
	for r := range runs(f.Text) {
		if r.kind == unspaced {
			if r.lo == 0 && r.hi == len(f.Text) { // one that mixes scripts can't be found
				t.addRun(concept, f)
			}
			return
		}
		parts = append(parts, texts(appendSpaced(nil, f.Text, r.lo, r.hi))...)
	}
	if len(parts) == 0 {
		return
	}
	if f.Lang == "en" {
		t.addWords(english, changed(parts, inflected), concept)
		return
	}
	t.addWords(asIs, parts, concept)
	if own, ok := tongueOf[f.Lang]; ok {
		var rooted [depths][]string
		for _, w := range parts {
			r := rootsIn(w, 1<<own)
			for d := range depths {
				rooted[d] = append(rooted[d], r[d][own])
			}
		}
		for d := range depths {
			t.addWords(readingOf(own, d), rooted[d], concept)
		}
	}
}

func changed(words []string, change func(string) string) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = change(w)
	}
	return list
}

func (t *thesaurus) addWords(as reading, words []string, concept uint16) {
	t.put(key(as, words...), concept)
	if n := min(len(words), lexicon.MaxWords); n > 1 {
		t.bounds[key(begins, words[0])] |= lengthOf(n, as)
		t.bounds[key(ends, words[len(words)-1])] |= lengthOf(n, as)
	}
}

// plain are the words of a phrase.
func plain(phrase string) []string { return texts(words(nil, phrase, maxTerms)) }

// mentions returns the concepts a text mentions, those of the longest phrases, and topics it
// mentions directly. Where one phrase says several concepts each is a mention. What single
// words say may be known already.
func (t *thesaurus) mentions(text string, say func(string) saying) []mention {
	var found []mention
	var list []word
	for r := range runs(text) {
		if r.kind == unspaced {
			found = t.inWords(found, list, say)
			list = list[:0]
			found = t.inRun(found, text, r)
			continue
		}
		list = appendSpaced(list, text, r.lo, r.hi)
	}
	return t.inWords(found, list, say)
}

// inWords looks for the longest phrases, from the left to the right, and in each for its
// words: who says "blurred photo" speaks of a photo.
func (t *thesaurus) inWords(found []mention, list []word, say func(string) saying) []mention {
	looked := lookups(texts(list)) // more than one phrase may have a word
	said := make([]saying, len(list))
	for i, w := range list {
		said[i] = say(w.text)
	}
	for i := 0; i < len(list); {
		n := min(said[i].begins.longest(), len(list)-i)
		for ; n > 0; n-- {
			concepts := said[i].concepts
			if n > 1 {
				among := said[i].begins.and(said[i+n-1].ends)
				if !among.has(n) {
					continue
				}
				concepts = t.phrase(looked[i:i+n], among)
			}
			for _, c := range concepts {
				found = append(found, mention{c, list[i].lo, list[i+n-1].hi})
			}
			if len(concepts) > 0 {
				break
			}
		}
		for k := i; n > 1 && k < i+n; k++ {
			for _, c := range said[k].concepts {
				found = append(found, mention{c, list[k].lo, list[k].hi})
			}
		}
		i += max(1, n)
	}
	return t.apart(found, list, said)
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

// concepts returns the distinct concepts and topics a text mentions, in ascending order.
func (t *thesaurus) concepts(text string) []uint32 {
	found := t.addTopics(t.mentions(text, t.saying))
	list := make([]uint32, len(found))
	for i, m := range found {
		list[i] = uint32(m.concept)
	}
	return distinct(list)
}
