package match

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
)

const (
	maxWhy = 6
	// leastTopic is the least part of a query's weight that speaks of a topic before the topic
	// is a reason: one common word in a long sentence says nothing of what that is about.
	leastTopic = 0.3
)

// reason is a stretch of the query that a document shares.
type reason struct {
	lo, hi int
	weight float64
	like   string // the document's word, if it is only like the query's
}

// why names what a document shares with the query, the most telling first.
func (s *state) why(c candidate) []string {
	p := c.plan
	if p == nil {
		return nil // nothing was asked for
	}
	text := p.text
	var shared []reason
	for set := c.title | c.body; set != 0; set &= set - 1 {
		t := &p.terms[bits.TrailingZeros64(set)]
		if v, ok := p.versionAt(t.word); ok { // half a version says nothing
			if slices.Contains(s.record(c.text).versions(), v.text) {
				shared = append(shared, reason{v.lo, v.hi, t.weight, ""})
			}
			continue
		}
		shared = append(shared, reason{t.word.lo, t.word.hi, t.weight, t.like})
		for _, w := range t.also {
			shared = append(shared, reason{w.lo, w.hi, 0, t.like})
		}
	}
	others := s.otherWords(p, &c)
	if len(shared) == 0 && len(others) == 0 {
		if c.score < Floor || c.ideas != 0 {
			return p.credit(nil) // what looks most alike would be a reason made up
		}
		return p.credit(s.closest(p, c.text, text))
	}
	shared = joined(shared)
	slices.SortStableFunc(shared, func(a, b reason) int { return cmp.Compare(b.weight, a.weight) })

	var why, weak []string
	seen := map[string]bool{}
	for _, r := range shared {
		name := text[r.lo:r.hi]
		folded := fold(name)
		if seen[folded] {
			continue
		}
		seen[folded] = true
		switch {
		case r.like != "" && c.score < Floor:
		case r.like != "":
			why = append(why, name+" ~ "+r.like)
		case stopWords[folded] || fillers[folded]:
			weak = append(weak, name)
		default:
			why = append(why, name)
		}
	}
	why = append(why, others...)
	if len(why) == 0 && len(p.terms) == len(weak) {
		why = weak // nothing else was asked for
	}
	return p.credit(why)
}

// credit puts the wording that matched in front of the reasons, unless it is the query itself.
func (p *plan) credit(why []string) []string {
	if p.also {
		why = slices.Insert(why, 0, fmt.Sprintf("matched %q (also)", p.text))
	}
	return why[:min(len(why), maxWhy)]
}

// otherWords names what the title says in other words than the query, both of them, and with
// nothing else in common the topic that the most of the query speaks of, if something in the title
// does as well: without that nobody would believe it.
func (s *state) otherWords(p *plan, c *candidate) []string {
	var same []string
	var topic *idea
	for set := c.ideas; set != 0; set &= set - 1 {
		d := &p.ideas[bits.TrailingZeros64(set)]
		asked := p.text[d.lo:d.hi]
		switch {
		case d.terms&^c.title == 0:
		case d.share == conceptShare:
			reason := asked + " ≈ " + cmp.Or(s.wordFor(d.concept, c.text), known().names[d.concept])
			if !slices.Contains(same, reason) { // a word may say several concepts
				same = append(same, reason)
			}
		case topic == nil || d.weight > topic.weight:
			topic = d
		}
	}
	for set := c.equal; set != 0; set &= set - 1 {
		e := &p.equal[bits.TrailingZeros64(set)]
		same = append(same, e.said+" = "+e.by)
	}
	if topic != nil && len(same) == 0 && c.title == 0 && c.score >= Floor && topic.weight >= leastTopic*p.weight {
		if word := cmp.Or(s.wordFor(topic.concept, c.text), s.conceptFor(topic.concept, c.text)); word != "" {
			return []string{fmt.Sprintf("both about %s (%q, %q)", known().names[topic.concept], p.text[topic.lo:topic.hi], word)}
		}
	}
	return same
}

// wordFor is the title's word that says a concept or belongs to a topic, the first by the alphabet of
// several; empty if a phrase does.
func (s *state) wordFor(concept uint16, doc uint32) string {
	word := ""
	for w := range s.record(doc).titleWords() {
		if e := &s.words[w]; slices.Contains(e.concepts, concept) && (word == "" || e.text < word) {
			word = e.text
		}
	}
	return word
}

// conceptFor is the name of the title's concept that belongs to a topic.
func (s *state) conceptFor(topic uint16, doc uint32) string {
	for c := range s.record(doc).conceptsOfTitle() {
		if slices.Contains(known().topicsOf(c), topic) {
			return known().names[c]
		}
	}
	return ""
}

// joined merges overlapping stretches, so that pairs of characters read as the
// longer piece of text they came from.
func joined(reasons []reason) []reason {
	slices.SortFunc(reasons, func(a, b reason) int { return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(b.hi, a.hi)) })
	merged := reasons[:min(1, len(reasons))]
	for _, r := range reasons[len(merged):] {
		if last := &merged[len(merged)-1]; r.lo < last.hi {
			last.hi = max(last.hi, r.hi)
			last.weight += r.weight
		} else {
			merged = append(merged, r)
		}
	}
	return merged
}

// closest names the words of query and title that look most alike, for a hit
// that shares no word at all.
func (s *state) closest(p *plan, doc uint32, text string) []string {
	best, pair := 0.0, ""
	for i := range p.terms {
		asked := p.terms[i].word
		shape := s.shape(asked.text)
		for w := range s.record(doc).titleWords() {
			if d := s.likeness(shape, &s.words[w]); d > best {
				best, pair = d, text[asked.lo:asked.hi]+" ~ "+s.words[w].text
			}
		}
	}
	if pair == "" {
		return nil
	}
	return []string{pair}
}
