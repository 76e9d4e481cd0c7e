package match_test

import (
	"time"

	"github.com/progresshub/progresshub/store/match"
)

// Result is what a number of pairs say of the ranking and of the verdict.
type Result struct {
	Queries, First, Five int     // pairs of the same work, and how often its title came first or among five
	reciprocal           float64 // ranks, summed up
	Duplicate, Related   Outcomes
}

// Hit1 is the share of queries that find their title first.
func (r Result) Hit1() float64 { return share(r.First, r.Queries) }

// Hit5 is the share of queries that find their title among the first five.
func (r Result) Hit5() float64 { return share(r.Five, r.Queries) }

// MRR is the mean reciprocal rank of the titles; one not among the first 50 counts as 0.
func (r Result) MRR() float64 { return r.reciprocal / float64(max(1, r.Queries)) }

// Outcomes counts how often pairs reached a threshold rightly, wrongly, or missed it.
type Outcomes struct{ Right, Wrong, Missed int }

// Precision is the share of pairs taken for the same work that are.
func (o Outcomes) Precision() float64 { return share(o.Right, o.Right+o.Wrong) }

// Recall is the share of pairs of the same work that are taken for it.
func (o Outcomes) Recall() float64 { return share(o.Right, o.Right+o.Missed) }

func (o *Outcomes) add(same, reached bool) {
	switch {
	case same && reached:
		o.Right++
	case reached:
		o.Wrong++
	case same:
		o.Missed++
	}
}

func share(part, whole int) float64 { return float64(part) / float64(max(1, whole)) }

// now is when the measuring takes place: at a fixed time, so that it comes out the same.
var now = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// others is how many invented works the titles are ranked among.
const others = 2000

// Ranking is an index of all titles of a set and of other works.
type Ranking struct {
	index *match.Index
	ids   map[string]string // of the titles
}

// NewRanking returns a ranking of the titles of the pairs among 2,000 invented works and
// the documents given.
func NewRanking(pairs []Pair, among ...match.Doc) *Ranking {
	r := &Ranking{match.New(), map[string]string{}}
	for _, w := range match.InventedWorks(others) {
		r.index.Put(match.Doc{ID: w.ID, Kind: "thread", Project: w.Project, Title: w.Title, Body: w.Body, At: now.Add(-w.Age)})
	}
	for _, p := range pairs {
		if _, ok := r.ids[p.Title]; !ok {
			r.ids[p.Title] = "pair " + p.Title
			r.index.Put(match.Doc{ID: r.ids[p.Title], Kind: "thread", Title: p.Title, At: now})
		}
	}
	r.index.Put(among...)
	return r
}

// Measure asks for the queries of the pairs: where does the title of the same work come, and
// what would the verdict be if the title of the pair were the only hit?
func (r *Ranking) Measure(pairs []Pair) Result {
	var result Result
	for _, p := range pairs {
		own := r.index.Search(match.Query{Text: p.Query, Now: now, KeepID: func(id string) bool { return id == r.ids[p.Title] }})
		verdict := match.Verdict(own)
		result.Duplicate.add(p.Same, verdict == "duplicate")
		result.Related.add(p.Same, verdict != "none")
		if p.Same {
			result.count(r.rank(p))
		}
	}
	return result
}

// rank is the place of the pair's title among the answers to its query, 0 if it is not there.
func (r *Ranking) rank(p Pair) int {
	for i, hit := range r.index.Search(match.Query{Text: p.Query, Now: now, Limit: 50}) {
		if hit.ID == r.ids[p.Title] {
			return i + 1
		}
	}
	return 0
}

func (r *Result) count(rank int) {
	r.Queries++
	if rank == 0 {
		return
	}
	if rank == 1 {
		r.First++
	}
	if rank <= 5 {
		r.Five++
	}
	r.reciprocal += 1 / float64(rank)
}
