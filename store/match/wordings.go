package match

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

const (
	// maxWordings is how many other wordings of a query are read.
	maxWordings = 4
	// alsoShare is what another wording's score counts next to the query's own.
	alsoShare = 0.9
	// alsoMargin is how much nearer another wording must be to make a duplicate: a loose
	// one must not claim somebody's thread. It leaves out words that tell works apart more often
	// than the query's own text does, so it has to be nearly the title; else it is asked about.
	alsoMargin = 0.2
	// agreement is what a document gains that all wordings find among their agreeing best.
	agreement = 0.05
	agreeing  = 10
	// alsoCandidates is candidates for another wording: what it alone finds counts less, and
	// most that it finds is found by others as well.
	alsoCandidates = 12
	// alsoNewcomers and alsoTrifle are newcomers and trifle for another wording.
	alsoNewcomers = 0.55
	alsoTrifle    = 0.06
)

// wordings are the other wordings of a query that count, each once, the longest first.
func (q Query) wordings() []string {
	var list []string
	for _, text := range q.Also {
		if text != q.Text && !slices.Contains(list, text) && len(list) < maxWordings {
			list = append(list, text)
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return len(b) - len(a) })
	return list
}

// ranking is the candidates for a text, of each view.
type ranking [][]candidate

func (r ranking) of(view int) []candidate {
	if r == nil {
		return nil
	}
	return r[view]
}

// rankings ranks the documents for the query's own text and, behind it, for other wordings. Nobody
// need wait for one after the other: there are as many at once as processors. Short ones had better
// come last: the last one begun is waited for. The caller holds mu.
func (x *Index) rankings(q Query, also []string, pick picking) []ranking {
	texts := append([]string{q.Text}, also...)
	found := make([]ranking, len(texts))
	var next atomic.Int32
	rank := func() {
		sc := x.spare.Get().(*scratch)
		defer x.spare.Put(sc)
		for i := int(next.Add(1)) - 1; i < len(found); i = int(next.Add(1)) - 1 {
			found[i] = x.st.ranked(sc, q, texts[i], i > 0, pick)
		}
	}
	var helpers sync.WaitGroup
	var failure atomic.Pointer[any]
	for range min(len(found), runtime.GOMAXPROCS(0)) - 1 {
		helpers.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					failure.Store(&r) // it is the caller's, who may get over it
				}
			}()
			rank()
		})
	}
	defer func() {
		helpers.Wait() // they read the index, also when something panics
		if r := failure.Load(); r != nil {
			panic(*r)
		}
	}()
	rank()
	return found
}

// fused joins the candidates of the query's own text with those of its other wordings. A
// document has the best of its scores. It may be the same work if some wording is certain of
// that and the query's own text does not tell it apart. What is not behind a wording's bar is among
// its agreeing best.
func (s *state) fused(own []candidate, others [][]candidate, bars []placed) []candidate {
	best := own
	at := make(map[uint32]int, 2*len(own))
	certain := map[uint32]bool{}
	apart := map[uint32]bool{}
	for i, c := range best {
		at[c.doc] = i
		certain[c.doc] = !c.other && c.score >= Duplicate
		apart[c.doc] = c.other
	}
	agree := map[uint32]int{}
	for n, found := range others {
		for _, c := range found {
			if s.compare(c.placed, bars[n]) <= 0 {
				agree[c.doc]++
			}
			if !c.other && c.score >= Duplicate+alsoMargin {
				certain[c.doc] = true
			}
			c.score *= alsoShare
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
		c.score = min(1, c.score+agreement*float64(agree[c.doc])/float64(len(others)))
		c.other = apart[c.doc] || !certain[c.doc]
	}
	return best
}

// bar is the last of the agreeing best of what a wording found.
func (s *state) bar(found []candidate) placed {
	if len(found) < agreeing {
		return placed{score: -1}
	}
	sorted := make([]placed, len(found))
	for i, c := range found {
		sorted[i] = c.placed
	}
	slices.SortFunc(sorted, s.compare)
	return sorted[agreeing-1]
}
