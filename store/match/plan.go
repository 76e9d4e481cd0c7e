package match

import (
	"cmp"
	"math"
	"slices"
)

// What a word or gram counts for, and how likeness is judged.
const (
	// rarityPrior is how many documents a small index pretends to hold besides
	// its own, so that the rarity of a word means something among ten threads.
	rarityPrior = 200
	// minRarity keeps even a word of every document worth a little.
	minRarity = 0.1
	// unknownShare is what a word no document has counts with, next to the
	// rarest one: it may be another word for something the index knows.
	unknownShare = 0.5

	// likeShare is the share of a word's grams the query must have for the
	// word's documents to be looked at.
	likeShare = 0.45
	// misspelt is the likeness (Dice over grams) from which an unknown word is
	// taken for a known one.
	misspelt = 0.5
	// nearestWords are looked at when nothing else is alike.
	nearestWords = 16
)

// term is a distinct stem of a query.
type term struct {
	root   string
	stem   uint32  // none if no document has it
	sides  []side  // of the query's word, whatever known word it is taken for
	share  float32 // of its rarity it counts with
	weight float64 // what it adds to a score from a title
	inBody float64 // and from a body, before bodyShare
	word   word    // the first word of the query with the stem
	also   []word  // its other words
	role   role    // unclear: each has another
	like   string  // the known word it was taken for
	other  bool    // no document has it, but other words of its concept
}

// unknown reports whether no document has the term, nor other words of its concept.
func (t term) unknown() bool { return t.stem == none && !t.other }

// plan is a query weighed against the index.
type plan struct {
	text   string
	also   bool    // it is not what was asked for, but the same in other words
	terms  []term  // at most maxTerms
	ideas  []idea  // at most maxTerms
	equal  []equal // at most maxTerms
	weight float64 // of all terms: what a document with all of them scores
	gist   float64 // square of the length of what it speaks of

	versions []version

	mass   float64 // of all grams: what Dice compares
	norm   float64 // length of the gram vector
	rarity float64 // typical for one of its grams
}

// logs holds the logarithms of small numbers, which most counts are.
var logs = func() (table [1 << 14]float64) {
	for i := range table {
		table[i] = math.Log(float64(i))
	}
	return table
}()

// rarity is the inverse document frequency of something count documents have.
func (s *state) rarity(count uint32) float64 {
	if n := count + 1; n < uint32(len(logs)) {
		return max(minRarity, s.log-logs[n])
	}
	return max(minRarity, s.log-math.Log(float64(count)+1))
}

// plan weighs a query and leaves its gram vector in the scratch.
func (s *state) plan(text string, q Query, sc *scratch) *plan {
	p := &plan{text: text, versions: versionsOf(cut(text, maxQueryBytes))}
	var unknown []gram
	unknownMass := map[gram]float32{}
	lo, hi := content(cut(text, maxQueryBytes))
	list := words(nil, cut(text, maxQueryBytes), maxTerms)
	p.terms = make([]term, 0, len(list))
	for _, w := range list {
		e := s.entry(w.text)
		p.addTerm(s, w, e, lo <= w.lo && w.hi <= hi)
		if e != nil && s.holds(e) {
			for _, id := range s.gramsOf(e) {
				p.mass += float64(e.mass)
				sc.addGram(id, e.mass)
			}
			continue
		}
		grams, mass := appendGrams(sc.grams[:0], w.text)
		sc.grams = grams
		for _, g := range grams {
			p.mass += float64(mass)
			if id, ok := s.gramIDs[g]; ok && s.uses[id] > 0 {
				sc.addGram(id, mass)
				continue
			}
			if _, seen := unknownMass[g]; !seen {
				unknown = append(unknown, g)
			}
			unknownMass[g] += mass
		}
	}
	p.giveRoles(list)
	p.addIdeas(s, sc, text, q.NoTopics)
	p.addEqual(s, q.Glossary)
	square, masses := 0.0, 0.0
	for _, id := range sc.queryGrams {
		q := &sc.query[id]
		q.weight = q.mass * float32(s.rarity(s.uses[id]))
		square += float64(q.weight) * float64(q.weight)
		masses += float64(q.mass) * float64(q.mass)
	}
	for _, g := range unknown {
		mass := float64(unknownMass[g])
		weight := mass * s.rarity(0) * unknownShare
		square += weight * weight
		masses += mass * mass
	}
	p.norm = math.Sqrt(square)
	if masses > 0 {
		p.rarity = math.Sqrt(square / masses)
	}
	return p
}

// holds reports whether live titles have all grams of a word.
func (s *state) holds(e *entry) bool {
	return !slices.ContainsFunc(s.gramsOf(e), func(id uint32) bool { return s.uses[id] == 0 })
}

// addTerm adds a word's stem, unless the query has it already. A word that is no content
// counts as little as one that only holds a sentence together.
func (p *plan) addTerm(s *state, w word, e *entry, content bool) {
	root := stem(w.text)
	for i := range p.terms {
		if p.terms[i].root == root {
			p.terms[i].also = append(p.terms[i].also, w)
			return
		}
	}
	t := term{root: root, stem: none, word: w}
	if e != nil {
		t.sides, t.share = e.sides, e.weight
	} else {
		t.sides, t.share = known().sidesOf(w.text, root), weigh(w.text, root)
	}
	if !content {
		t.share = stopWeight
	}
	if id, ok := s.stemIDs[root]; ok && s.stems[id].count > 0 {
		s.known(&t, id, 1)
	} else {
		t.weight = float64(t.share) * s.rarity(0) * unknownShare
	}
	p.weight += t.weight
	p.terms = append(p.terms, t)
}

// known weighs a term that is, or to a degree is like, a stem of the index. Pages have long
// bodies: how rare a word is in titles must not depend on them.
func (s *state) known(t *term, stem uint32, degree float64) {
	t.stem = stem
	t.weight = degree * float64(t.share) * s.rarity(s.stems[stem].titles)
	t.inBody = degree * float64(t.share) * s.rarity(s.stems[stem].count)
}

// index returns which of the terms has the stem, or -1.
func (p *plan) index(stem uint32) int {
	for i := range p.terms {
		if p.terms[i].stem == stem {
			return i
		}
	}
	return -1
}

func (p *plan) has(stem uint32) bool { return p.index(stem) >= 0 }

// length is the number of words in the query.
func (p *plan) length() float64 {
	n := 0
	for i := range p.terms {
		n += 1 + len(p.terms[i].also)
	}
	return float64(n)
}

// sum adds up the weights of terms a title has and of terms a body has.
func (p *plan) sum(title, body uint64) (inTitle, inBody float64) {
	for i := range p.terms {
		switch bit := uint64(1) << i; {
		case title&bit != 0:
			inTitle += p.terms[i].weight
		case body&bit != 0:
			inBody += p.terms[i].inBody
		}
	}
	return inTitle, inBody
}

// likely is a word whose documents are worth a look.
type likely struct {
	word  uint32
	share float64 // of its grams, found in the query
}

// alike returns the known words that share enough grams with the query, best
// first.
func (s *state) alike(sc *scratch) []likely {
	for _, g := range sc.queryGrams {
		for w := range s.grams[g].all() {
			if sc.shared[w] == 0 {
				sc.sharing = append(sc.sharing, w)
			}
			sc.shared[w]++
		}
	}
	found, others := sc.likely[:0], sc.others[:0]
	for _, w := range sc.sharing {
		e := &s.words[w]
		l := likely{w, float64(sc.shared[w]) / float64(e.count)}
		sc.shared[w] = 0
		switch {
		case e.titleCount == 0:
		case l.share >= likeShare:
			found = append(found, l)
		case len(found) == 0:
			others = append(others, l)
		}
	}
	sc.sharing = sc.sharing[:0]
	sc.likely, sc.others = found, others
	if len(found) == 0 {
		found = others
	}
	slices.SortFunc(found, func(a, b likely) int {
		return cmp.Or(cmp.Compare(b.share, a.share), cmp.Compare(s.words[a.word].text, s.words[b.word].text))
	})
	if len(sc.likely) == 0 {
		found = found[:min(len(found), nearestWords)]
	}
	return found
}

// spell takes unknown words of the query for known ones that look like them.
func (s *state) spell(p *plan, found []likely) {
	for i := range p.terms {
		t := &p.terms[i]
		if !t.unknown() {
			continue
		}
		shape := s.shape(t.word.text)
		best, closest := misspelt, (*entry)(nil)
		for _, l := range found {
			e := &s.words[l.word]
			if d := s.likeness(shape, e); d > best && !p.has(e.stem) && !against(t.sides, e.sides) {
				best, closest = d, e
			}
		}
		if closest == nil {
			continue
		}
		t.like, t.share = closest.text, closest.weight
		p.weight -= t.weight
		s.known(t, closest.stem, best)
		p.weight += t.weight
	}
}

// shape is a word as the grams it consists of, none for those the index lacks.
func (s *state) shape(word string) []uint32 {
	grams, _ := appendGrams(nil, word)
	shape := make([]uint32, len(grams))
	for i, g := range grams {
		shape[i] = none
		if id, ok := s.gramIDs[g]; ok {
			shape[i] = id
		}
	}
	return shape
}

// likeness is Dice's coefficient of a shape and a known word, 0 to 1.
func (s *state) likeness(shape []uint32, e *entry) float64 {
	same := 0
	for _, g := range s.gramsOf(e) {
		if slices.Contains(shape, g) {
			same++
		}
	}
	return min(1, 2*float64(same)/float64(len(shape)+int(e.count)))
}
