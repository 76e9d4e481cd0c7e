package match

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/progresshub/progresshub/store/storetest/race"
)

func TestPutReplaces(t *testing.T) {
	x := New()
	x.Put(Doc{ID: "a", Title: "Paint the fence", Status: "open"})
	x.Put(Doc{ID: "a", Title: "Mow the lawn", Status: "done"})
	if x.Len() != 1 {
		t.Fatalf("Len = %d, want 1", x.Len())
	}
	if hits := x.Search(Query{Text: "mow lawn"}); hits[0].ID != "a" || hits[0].Status != "done" || !hits[0].Passed {
		t.Errorf("new text: %+v", hits)
	}
	if hits := x.Search(Query{Text: "paint fence"}); hits[0].Passed {
		t.Errorf("old text still found: %+v", hits)
	}
}

func TestRemove(t *testing.T) {
	x := New()
	x.Put(Doc{ID: "a", Title: "Paint the fence"}, Doc{ID: "b", Title: "Paint the shed"})
	x.Remove("a", "a", "never there")
	if got := ids(x.Search(Query{Text: "paint the fence"})); !slices.Equal(got, []string{"b"}) || x.Len() != 1 {
		t.Errorf("got %v of %d", got, x.Len())
	}
	x.Remove("b")
	if hits := x.Search(Query{Text: "paint"}); hits != nil || x.Len() != 0 {
		t.Errorf("got %v of %d", hits, x.Len())
	}
}

// TestHistoryLeavesNoTrace puts and removes at random, past several
// compactions, and expects the answers of an index built from what is left.
func TestHistoryLeavesNoTrace(t *testing.T) {
	race.SkipShort(t)
	rng := rand.New(rand.NewPCG(1, 2))
	pool := corpus(3000)
	lived, left := New(), map[string]Doc{}
	for step := range 6000 {
		d := pool[rng.IntN(len(pool))]
		d.ID = fmt.Sprint("id", rng.IntN(700))
		if rng.IntN(3) == 0 {
			lived.Remove(d.ID)
			delete(left, d.ID)
		} else {
			lived.Put(d)
			left[d.ID] = d
		}
		if step%1000 != 999 {
			continue
		}
		fresh := New()
		for _, d := range left { // in any order
			fresh.Put(d)
		}
		if lived.Len() != len(left) {
			t.Fatalf("step %d: Len = %d, want %d", step, lived.Len(), len(left))
		}
		for _, text := range append(queries()[:60], "the of in", "qqqq", "用户") {
			q := Query{Text: text, Project: "login", Limit: 20, Now: epoch}
			sameHits(t, text, lived.Search(q), fresh.Search(q))
		}
	}
}

func sameHits(t *testing.T, text string, got, want []Hit) {
	t.Helper()
	if !slices.Equal(ids(got), ids(want)) {
		t.Errorf("%q: %v, want %v", text, ids(got), ids(want))
		return
	}
	for i := range got {
		if math.Abs(got[i].Score-want[i].Score) > 1e-5 || !slices.Equal(got[i].Why, want[i].Why) || got[i].Project != want[i].Project {
			t.Errorf("%q: %+v, want %+v", text, got[i], want[i])
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	x := New()
	docs := corpus(4000)
	x.Put(docs[:2000]...)
	var group sync.WaitGroup
	for reader := range 3 {
		group.Go(func() {
			for i := range 150 {
				d := docs[(reader*150+i)%1000] // never removed below
				hits := x.Search(Query{Text: d.Title, Now: epoch})
				if len(hits) == 0 || hits[0].Score < 0.99 {
					t.Errorf("%q: %+v", d.Title, hits)
				}
				x.Len()
			}
		})
	}
	group.Go(func() {
		for i := 1000; i < 2000; i++ {
			x.Remove(docs[i].ID)
			x.Put(docs[i+2000])
		}
	})
	group.Go(func() {
		for i := 1000; i < 2000; i++ {
			x.Put(docs[i+1000])
		}
	})
	group.Wait()
}

func FuzzSearch(f *testing.F) {
	known() // on a busy machine it takes longer to make than one input may
	f.Add("Fix login timeout", "login timeout in the app", 5)
	f.Add("請求書をCSVで", "ﬁx ½ \x00\xff", -1)
	f.Add("ＡＰＩ", "Ünïcödé ｶﾞ", 0)
	f.Fuzz(func(t *testing.T, title, query string, limit int) {
		x := small()
		x.Put(Doc{ID: "it", Title: title, Body: query, At: epoch})
		hits := x.Search(Query{Text: query, Limit: limit, Now: epoch})
		if len(hits) > maxLimit {
			t.Errorf("%d hits", len(hits))
		}
		for i, h := range hits {
			if !(h.Score >= 0 && h.Score <= 1) || len(h.Why) > maxWhy || i > 0 && h.Score > hits[i-1].Score {
				t.Errorf("hit %d: %+v", i, h)
			}
		}
		if own := x.Search(Query{Text: title}); own != nil && own[0].Score < 0.99 {
			t.Errorf("%q is not itself: %+v", title, own[0])
		}
		x.Remove("it")
		for _, h := range x.Search(Query{Text: title}) {
			if h.ID == "it" {
				t.Errorf("%q is still there", title)
			}
		}
	})
}
