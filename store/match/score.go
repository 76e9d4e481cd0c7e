package match

import (
	"math"
	"time"
)

// The parts of a score. The weights were chosen on the dev half of
// the labelled pairs.
const (
	// saturation and lengthShare are BM25's k1 and b. Titles are short and
	// rarely repeat a word, so length says little.
	saturation  = 1.2
	lengthShare = 0.3
	// bodyShare is what a word counts that only the body of a document has. A
	// body with every word of the query is just worth showing, never related.
	bodyShare = 0.6
	// breadth is how much of the word score depends on the title being covered
	// by the query too: else one rare word would equal any title it occurs in.
	breadth = 0.5
	// diceShare is the weight of the closing comparison of all grams alike.
	diceShare = 0.3
	// mostUncertain is the score that no boost lifts beyond of what a contrast makes other
	// work: it is no duplicate.
	mostUncertain = 0.6
	// swapShare is what remains of the score of the same sentence about something else, or
	// of the opposite work. Below contrastFloor nobody needs to know.
	swapShare     = 0.85
	contrastFloor = 0.5

	// Boosts are shares of what a score lacks, scaled by the score itself: they
	// order what is about equal and never lift anything to 1.
	projectBoost = 0.08
	recentBoost  = 0.04
	recentDays   = 30
)

// score replaces the rough score of a candidate by the exact one, before boosts.
func (s *state) score(p *plan, sc *scratch, c *candidate) {
	r := s.record(c.doc)
	s.mentioned(p, sc, c, r)
	covered, said, total, mass := 0.0, 0.0, 0.0, 0.0
	var w, by uint32
	for list, at := r.titleGaps(), 0; at < len(list); {
		by, at = gap(list, at)
		w += by
		e := &s.words[w]
		weight := float64(e.weight) * s.rarity(s.stems[e.stem].titles)
		total += weight
		if i := sc.term(e.stem); i >= 0 {
			c.title |= 1 << i
			covered += weight
			said += weight
		} else if c.ideas|c.equal != 0 {
			said += p.says(sc, e) * weight
		}
		for _, g := range s.gramsOf(e) {
			mass += float64(e.mass)
			sc.addTitle(g, e.mass)
		}
	}
	for w := range r.bodyWords() {
		if i := sc.term(s.words[w].stem); i >= 0 {
			c.body |= 1 << i
		}
	}
	c.body &^= c.title

	length := float64(s.sizes[c.doc].words)
	average := float64(s.length) / float64(s.live)
	factor := func(tf, length float64) float64 {
		return tf * (saturation + 1) / (tf + saturation*(1-lengthShare+lengthShare*length/average))
	}
	inTitle, inBody := p.sum(c.title, c.body)
	inTitle, inBody = inTitle*factor(1, length), inBody*factor(bodyShare, length)
	if total > 0 {
		inTitle *= 1 - breadth + breadth*math.Sqrt(covered/total)
		said /= total
	}
	word := min(1, (inTitle+inBody)/(p.weight*factor(1, p.length())))

	cosine, dice := sc.compareTitle(s, p, mass)
	c.score = (1-diceShare)*(word+cosine)/2 + diceShare*dice
	c.score = max(c.score, s.meant(p, c, said, factor))
	if c.score < mostGist {
		c.score += gistShare * s.gist(p, sc, r) * (1 - c.score/mostGist)
	}
	if c.score < contrastFloor {
		return
	}
	switch how := s.contrast(p, sc, c, r); {
	case how == swapped || s.opposed(p, c, r) || s.otherVersion(p, r):
		c.score *= swapShare
		c.other = true
	case how == different:
		c.other = true
	}
}

// boost lifts the score of a document of the same project, or a recent one.
func boost(score float64, project string, at uint32, q Query) float64 {
	lift := 0.0
	if q.Project != "" && project == q.Project {
		lift += projectBoost
	}
	if !q.Now.IsZero() {
		days := q.Now.Sub(time.Unix(int64(at), 0)).Hours() / 24
		lift += recentBoost * math.Exp(-max(0, days)/recentDays)
	}
	score = min(1, max(0, score))
	score += (1 - score) * score * lift
	return math.Round(score*1e6) / 1e6 // sums differ in the last bits with the order of words
}

// compareTitle returns how much the title at hand is like the query: the cosine
// of both vectors, where rare grams count more, and Dice's coefficient, where
// all count alike. It clears the title.
func (sc *scratch) compareTitle(s *state, p *plan, mass float64) (cosine, dice float64) {
	dot, square, same := 0.0, 0.0, 0.0
	for _, g := range sc.titleGrams {
		q := sc.query[g]
		weight := float64(sc.title[g]) * s.rarity(s.uses[g])
		square += weight * weight
		dot += weight * float64(q.weight)
		same += float64(min(sc.title[g], q.mass))
		sc.title[g] = 0
	}
	sc.titleGrams = sc.titleGrams[:0]
	if square == 0 || p.norm == 0 {
		return 0, 0
	}
	return min(1, dot/(math.Sqrt(square)*p.norm)), 2 * same / (mass + p.mass)
}
