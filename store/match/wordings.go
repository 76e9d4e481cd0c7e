package match

import (
	"slices"
)

const (
	// maxWordings is how many other wordings of a query are read.
	maxWordings = 4
	// alsoShare is what another wording's score counts next to the query's own.
	alsoShare = 0.9
	// alsoMargin is how much nearer another wording must be to make a duplicate: a loose
	// one must not claim somebody's thread.
	alsoMargin = 0.05
	// agreement is what a document gains that all wordings find among their agreeing best.
	agreement = 0.05
	agreeing  = 10
)

// wordings are the other wordings of a query that count, each once.
func (q Query) wordings() []string {
	var list []string
	for _, text := range q.Also {
		if text != q.Text && !slices.Contains(list, text) && len(list) < maxWordings {
			list = append(list, text)
		}
	}
	return list
}

// fused joins the candidates of the query's own text with those of its other wordings. A
// document has the best of its scores. It may be the same work if some wording is certain of
// that and the query's own text does not tell it apart.
func (s *state) fused(sc *scratch, q Query, own []candidate, also []string, most int, keep func(uint32) bool) []candidate {
	best := slices.Clone(own) // the scratch's memory is used again
	at := make(map[uint32]int, 2*len(own))
	certain := map[uint32]bool{}
	apart := map[uint32]bool{}
	for i, c := range best {
		at[c.doc] = i
		certain[c.doc] = !c.other && c.score >= Duplicate
		apart[c.doc] = c.other
	}
	agree := map[uint32]int{}
	for _, text := range also {
		found, _ := s.ranked(sc, q, text, most, keep)
		slices.SortFunc(found, func(a, b candidate) int { return s.compare(a.placed, b.placed) })
		for rank, c := range found {
			if rank < agreeing {
				agree[c.doc]++
			}
			if !c.other && c.score >= Duplicate+alsoMargin {
				certain[c.doc] = true
			}
			c.score *= alsoShare
			c.plan.also = true
			if i, ok := at[c.doc]; !ok {
				at[c.doc] = len(best)
				best = append(best, c)
			} else if c.score > best[i].score {
				best[i] = c
			}
		}
	}
	for i := range best {
		c := &best[i]
		c.score = min(1, c.score+agreement*float64(agree[c.doc])/float64(len(also)))
		c.other = apart[c.doc] || !certain[c.doc]
	}
	return best
}
