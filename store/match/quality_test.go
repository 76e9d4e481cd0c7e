package match

import (
	"bufio"
	"os"
	"strings"
	"testing"
)

// pair is a line of testdata/pairs.tsv: is the document the same work as the
// query, or does it merely share parts of it?
type pair struct {
	query, title string
	same         bool
	lang, split  string
}

func readPairs(t testing.TB) []pair {
	t.Helper()
	file, err := os.Open("testdata/pairs.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var pairs []pair
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		f := strings.Split(lines.Text(), "\t")
		if len(f) != 5 {
			t.Fatalf("pairs.tsv: %d fields in %q", len(f), lines.Text())
		}
		pairs = append(pairs, pair{f[0], f[1], f[2] == "same", f[3], f[4]})
	}
	return pairs
}

// quality is what the labelled pairs say of one split.
type quality struct {
	queries, first, five int
	reciprocal           float64
	duplicate, related   outcomes
}

// outcomes counts how often a threshold was reached rightly or wrongly, or missed.
type outcomes struct{ right, wrong, missed int }

func (c *outcomes) add(same, reached bool) {
	switch {
	case same && reached:
		c.right++
	case reached:
		c.wrong++
	case same:
		c.missed++
	}
}

func (c outcomes) precision() float64 { return float64(c.right) / float64(max(1, c.right+c.wrong)) }
func (c outcomes) recall() float64    { return float64(c.right) / float64(max(1, c.right+c.missed)) }

// measure ranks each query among all titles of the set and 2,000 made-up ones,
// and scores each pair by itself.
func measure(t testing.TB, pairs []pair, split string) quality {
	index := New()
	index.Put(corpus(2000)...)
	ids := map[string]string{}
	for _, p := range pairs {
		if _, ok := ids[p.title]; !ok {
			ids[p.title] = "pair " + p.title
			index.Put(Doc{ID: ids[p.title], Kind: "thread", Title: p.title, At: epoch})
		}
	}
	var q quality
	for _, p := range pairs {
		if p.split != split {
			continue
		}
		own := index.Search(Query{Text: p.query, Now: epoch, Keep: func(id, _, _, _ string) bool { return id == ids[p.title] }})
		score := own[0].Score
		q.duplicate.add(p.same, score >= Duplicate)
		q.related.add(p.same, score >= Related)
		if !p.same {
			continue
		}
		q.queries++
		for i, hit := range index.Search(Query{Text: p.query, Now: epoch, Limit: 50}) {
			if hit.ID != ids[p.title] {
				continue
			}
			if i == 0 {
				q.first++
			}
			if i < 5 {
				q.five++
			}
			q.reciprocal += 1 / float64(i+1)
		}
	}
	return q
}

func TestQuality(t *testing.T) {
	pairs := readPairs(t)
	for _, split := range []string{"dev", "test"} {
		q := measure(t, pairs, split)
		n := float64(q.queries)
		hit1, hit5 := float64(q.first)/n, float64(q.five)/n
		t.Logf("%s: %d queries, hit@1 %.2f, hit@5 %.2f, MRR %.2f", split, q.queries, hit1, hit5, q.reciprocal/n)
		t.Logf("%s: duplicate precision %.2f recall %.2f; related precision %.2f recall %.2f", split,
			q.duplicate.precision(), q.duplicate.recall(), q.related.precision(), q.related.recall())
		if hit1 < 0.9 || hit5 < 0.96 {
			t.Errorf("%s: want hit@1 at least 0.9 and hit@5 at least 0.96", split)
		}
		if q.duplicate.precision() < 0.9 || q.duplicate.recall() < 0.7 || q.related.recall() < 1 {
			t.Errorf("%s: a threshold fell behind what its doc comment says", split)
		}
	}
}
