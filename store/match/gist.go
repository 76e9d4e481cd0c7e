package match

import "math"

// What two texts speak of alike, though no word of one says the same as a word of the other.
const (
	// gistShare is what that adds to a score of nothing, and mostGist the score from which it
	// adds nothing: it puts in order what words hardly tell apart.
	gistShare = 1
	mostGist  = 0.4
	// conceptGist is what a concept counts next to a topic: the score by words has it already.
	conceptGist = 0.4
)

// By which concepts a title has a topic, in scratch.by.
const (
	byShared = 1 << iota // concepts the query has as well
	byOthers
)

// addGist notes what the query speaks of: its concepts, and their topics, which count the less
// the more a concept has.
func (p *plan) addGist(s *state, sc *scratch, said []mention) {
	add := func(n uint16, share float64) {
		if int(n) >= len(s.ideas) {
			return
		}
		if sc.gist[n] == 0 {
			sc.spoken = append(sc.spoken, n)
		}
		sc.gist[n] += float32(share * s.rarity(s.ideas[n].count))
	}
	for _, m := range said {
		if !known().isConcept(m.concept) {
			add(m.concept, 1)
			continue
		}
		add(m.concept, conceptGist)
		topics := known().topics[m.concept]
		for _, t := range topics {
			add(t, 1/math.Sqrt(float64(len(topics))))
		}
	}
	for _, n := range sc.spoken {
		p.gist += float64(sc.gist[n]) * float64(sc.gist[n])
	}
}

// gist is how much a title speaks of the same as the query: the cosine of what both speak of, where
// each thing counts once more by its rarity, as what most titles speak of puts none before another.
// A topic that the title only has by what the query says too is no more than that.
func (s *state) gist(p *plan, sc *scratch, r record) float64 {
	if p.gist == 0 {
		return 0
	}
	dot, square := 0.0, 0.0
	add := func(n uint32, asked float32) {
		weight := s.rarity(s.ideas[n].count)
		square += weight * weight
		dot += weight * weight * float64(asked)
	}
	topics := sc.topics[:0]
	note := func(topic uint16, by uint8) {
		if sc.by[topic] == 0 {
			topics = append(topics, topic)
		}
		sc.by[topic] |= by
	}
	for n := range r.conceptsOfTitle() {
		if !known().isConcept(uint16(n)) {
			note(uint16(n), byOthers)
			continue
		}
		by := uint8(byOthers)
		if sc.gist[n] > 0 {
			by = byShared
		}
		add(n, sc.gist[n])
		for _, topic := range known().topics[n] {
			note(topic, by)
		}
	}
	for _, topic := range topics {
		asked := sc.gist[topic]
		if sc.by[topic] == byShared {
			asked = 0
		}
		sc.by[topic] = 0
		add(uint32(topic), asked)
	}
	sc.topics = topics
	if dot == 0 {
		return 0
	}
	return dot / (s.rarity(0) * math.Sqrt(square*p.gist))
}
