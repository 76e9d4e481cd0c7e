package match

import (
	"math"
	"math/bits"
	"slices"
	"unicode/utf8"

	"github.com/progresshub/progresshub/store/match/lexicon"
)

// What words count that say the same or belong to the same topic. They may make two texts
// related, alone never duplicates.
const (
	// conceptShare is what another word for the same counts, next to the word itself.
	conceptShare = 0.95
	// topicShare is what a word of the same topic counts.
	topicShare = 0.3
	// meantBreadth is breadth for these: what nobody says in the same words is not said at
	// the same length either.
	meantBreadth = 0.2
	// meantMost is what a title comes near to that says all of the query in other words, and
	// meantSlope how fast.
	meantMost  = 0.5
	meantSlope = 1.3
)

// idea is a concept or topic that a query mentions.
type idea struct {
	concept uint16
	terms   uint64  // that say it, a bit each
	share   float64 // what it counts at most, next to the word itself
	rarity  float64 // among titles
	weight  float64 // of those terms
	lo, hi  int     // where the query says it first
}

// addIdeas finds the concepts and topics of the query that any document mentions. A word that
// no document has, but other words of its concept, is as rare as those are.
func (p *plan) addIdeas(s *state, sc *scratch, text string, noTopics bool) {
	said := known().mentions(cut(text, maxQueryBytes), s.saying)
	if !noTopics {
		p.addGist(s, sc, said)
	}
	for _, m := range known().addTopics(said) {
		if int(m.concept) >= len(s.ideas) || s.ideas[m.concept].count == 0 || noTopics && !known().isConcept(m.concept) {
			continue
		}
		d := p.idea(s, sc, m)
		if d == nil {
			continue
		}
		for i := range p.terms {
			t := &p.terms[i]
			if d.terms&(1<<i) != 0 || !t.within(m.lo, m.hi) {
				continue
			}
			d.terms |= 1 << i
			if weight := float64(t.share) * d.rarity; t.unknown() && d.share == conceptShare {
				p.weight += weight - t.weight
				t.weight, t.other = weight, true
			}
			d.weight += t.weight
		}
	}
}

// idea returns the idea of a mention, a new one if it is the first; nil if there are too many.
func (p *plan) idea(s *state, sc *scratch, m mention) *idea {
	if at := sc.ideas[m.concept]; at > 0 {
		d := &p.ideas[at-1]
		if m.lo < d.lo { // what says a topic by itself comes earlier in the list, wherever the query says it
			d.lo, d.hi = m.lo, m.hi
		}
		return d
	}
	if len(p.ideas) == maxTerms {
		return nil
	}
	d := idea{concept: m.concept, share: conceptShare, rarity: s.rarity(s.ideas[m.concept].count), lo: m.lo, hi: m.hi}
	if !known().isConcept(m.concept) {
		d.share = topicShare
	}
	p.ideas = append(p.ideas, d)
	sc.ideas[m.concept] = uint8(len(p.ideas))
	return &p.ideas[len(p.ideas)-1]
}

// shareOf is what a title that mentions the idea counts for a term that says it, next to the word
// itself: no more than a word would that is as common as the idea. A rare word may belong to what
// half of the titles are about, and to have that in common says little.
func (d *idea) shareOf(t *term) float64 {
	return d.share * min(1, d.rarity*float64(t.share)/t.weight)
}

// worth is what a title that mentions an idea scores for the terms that say it.
func (p *plan) worth(d *idea) float64 {
	sum := 0.0
	for terms := d.terms; terms != 0; terms &= terms - 1 {
		t := &p.terms[bits.TrailingZeros64(terms)]
		sum += t.weight * d.shareOf(t)
	}
	return sum
}

// within reports whether any of the term's words lies in text[lo:hi].
func (t *term) within(lo, hi int) bool {
	in := func(w word) bool { return lo <= w.lo && w.hi <= hi }
	return in(t.word) || slices.ContainsFunc(t.also, in)
}

// mentioned notes what the title of a candidate mentions of what the query does.
func (s *state) mentioned(p *plan, sc *scratch, c *candidate, r record) {
	if len(p.ideas) > 0 {
		t := known()
		var concept, by uint32
		for list, at := r.conceptGaps(), 0; at < len(list); {
			by, at = gap(list, at)
			concept += by
			if idea := sc.ideas[concept]; idea > 0 {
				c.ideas |= 1 << (idea - 1)
			}
			for _, topic := range t.topicsOf(concept) {
				if idea := sc.ideas[topic]; idea > 0 {
					c.ideas |= 1 << (idea - 1)
				}
			}
		}
	}
	c.equal = s.equals(p, r)
}

// meant is the score of a candidate when other words for the same count too. The query says
// that share of its title, by the words themselves or by others.
func (s *state) meant(p *plan, c *candidate, share float64, factor func(tf, length float64) float64) float64 {
	if c.ideas|c.equal == 0 {
		return 0
	}
	shares := p.shares(c)
	title, body := 0.0, 0.0
	for i := range p.terms {
		t := &p.terms[i]
		switch bit := uint64(1) << i; {
		case c.title&bit != 0:
			title += t.weight
		case shares[i] > 0:
			title += shares[i] * t.weight
		case c.body&bit != 0:
			body += t.inBody
		}
	}
	title *= 1 - meantBreadth + meantBreadth*math.Sqrt(share)
	said := (title + (1-diceShare)/2*body) / p.weight * factor(1, float64(s.sizes[c.doc].words)) / factor(1, p.length())
	return meantMost * (1 - math.Exp(-said*meantSlope/meantMost))
}

// shares returns what each term of a query counts by the ideas that the candidate has in
// common with it, and notes which terms the title has other words for.
func (p *plan) shares(c *candidate) (share [maxTerms]float64) {
	lift := func(terms uint64, to func(t *term) float64) {
		for ; terms != 0; terms &= terms - 1 {
			i := bits.TrailingZeros64(terms)
			share[i] = max(share[i], to(&p.terms[i]))
		}
	}
	for set := c.ideas; set != 0; set &= set - 1 {
		d := &p.ideas[bits.TrailingZeros64(set)]
		if d.share == conceptShare {
			c.said |= d.terms
		}
		lift(d.terms, d.shareOf)
	}
	for set := c.equal; set != 0; set &= set - 1 {
		e := &p.equal[bits.TrailingZeros64(set)]
		c.said |= e.terms
		lift(e.terms, func(*term) float64 { return glossaryShare })
	}
	return share
}

// says is how much a word counts that says by itself what the query mentions.
func (p *plan) says(sc *scratch, e *entry) float64 {
	share := 0.0
	for _, concept := range e.concepts {
		if at := sc.ideas[concept]; at > 0 {
			share = max(share, p.ideas[at-1].share)
		}
	}
	return share
}

// saidBy is the most that a word counts for a term of the query by a concept that both say by
// themselves; 0: there is none.
func (p *plan) saidBy(sc *scratch, e *entry, term int) float64 {
	share := 0.0
	for _, concept := range e.concepts {
		if at := sc.ideas[concept]; at > 0 {
			if d := &p.ideas[at-1]; d.share == conceptShare && d.terms&(1<<term) != 0 {
				share = max(share, d.shareOf(&p.terms[term]))
			}
		}
	}
	return share
}

// withTopic are the documents whose titles mention a topic or a concept of it, each once.
func (s *state) withTopic(sc *scratch, topic uint16) []uint32 {
	from := len(sc.members)
	add := func(list *posting) {
		for n := range list.all() {
			if !sc.member[n] {
				sc.member[n] = true
				sc.members = append(sc.members, n)
			}
		}
	}
	add(&s.ideas[topic].docs)
	for _, c := range known().conceptsIn(topic) {
		add(&s.ideas[c].docs)
	}
	docs := sc.members[from:]
	for _, n := range docs {
		sc.member[n] = false
	}
	return docs
}

// concepts returns the concepts and topics of a title whose words these are, in ascending
// order. Most words begin no phrase, so what each says by itself is known already.
func (s *state) concepts(title string, words []uint32) []uint32 {
	t := known()
	var found []uint32
	var list [lexicon.MaxWords]lookup
	for i := 0; i < len(words); {
		e := &s.words[words[i]]
		if r, _ := utf8.DecodeRuneInString(e.text); classify(r) == unspaced || i > 1 && verbParticles[e.text] && mayEnd(title, i == len(words)-1) {
			return t.concepts(cut(title, maxQueryBytes))
		}
		n := min(e.begins.longest(), len(words)-i)
		for k := range n {
			if n > 1 {
				list[k] = lookup{text: s.words[words[i+k]].text}
			}
		}
		for ; n > 1; n-- {
			among := e.begins.and(s.words[words[i+n-1]].ends)
			if !among.has(n) {
				continue
			}
			concepts := t.phrase(list[:n], among)
			for _, c := range concepts {
				found = t.appendWithTopics(found, c)
			}
			if len(concepts) > 0 {
				break
			}
		}
		for _, w := range words[i : i+max(1, n)] {
			for _, c := range s.words[w].concepts {
				found = append(found, uint32(c))
			}
		}
		i += max(1, n)
	}
	return distinct(found)
}
