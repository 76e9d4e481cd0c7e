package match

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// compacted is a state without what removed documents left behind in another.
func compacted(s *state) *state {
	c := newCompaction(s)
	for c.step() {
	}
	return c.to
}

// settled waits until an index is no longer compacted.
func settled(t *testing.T, x *Index) {
	t.Helper()
	x.mu.RLock()
	c := x.copying
	x.mu.RUnlock()
	if c == nil {
		return
	}
	select {
	case <-c.ended:
	case <-time.After(time.Minute):
		t.Fatal("the compaction does not end")
	}
}

func TestCompactionForgets(t *testing.T) {
	x := New()
	docs := corpus(3000)
	x.Put(docs...)
	for _, d := range docs[:2900] {
		x.Remove(d.ID)
	}
	settled(t, x)
	if n := len(x.st.docs); n >= 3000 {
		t.Errorf("%d numbers for %d documents", n, x.Len())
	}
	if hits := x.Search(Query{Text: docs[2950].Title}); hits[0].Score < 0.99 {
		t.Errorf("lost a document: %+v", hits[0])
	}
}

// TestChangesDuringCompaction puts, replaces and removes between the steps of a compaction, and
// expects the answers of an index built from what is left.
func TestChangesDuringCompaction(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	pool := corpus(2000)
	x, left := New(), map[string]Doc{}
	put := func() {
		d := pool[rng.IntN(len(pool))]
		d.ID = fmt.Sprint("id", rng.IntN(900))
		d.Also = nil
		for range rng.IntN(3) {
			d.Also = append(d.Also, pool[rng.IntN(len(pool))].Title)
		}
		x.Put(d)
		left[d.ID] = d
	}
	for range 600 {
		put()
	}
	for round := range 20 {
		c := newCompaction(x.st)
		x.copying = c
		for more := true; more; more = x.step(c) {
			for range rng.IntN(8) {
				if rng.IntN(3) > 0 {
					put()
					continue
				}
				id := fmt.Sprint("id", rng.IntN(900))
				x.Remove(id)
				delete(left, id)
			}
		}
		x.finish(c)
		if x.st != c.to || x.copying != nil {
			t.Fatal("the copy is not in use")
		}
		if dead := len(x.st.docs) - x.st.live; dead > 500 {
			t.Errorf("round %d: %d removed documents are left", round, dead)
		}
		fresh := New()
		for _, d := range left {
			fresh.Put(d)
		}
		if x.Len() != len(left) {
			t.Fatalf("round %d: Len = %d, want %d", round, x.Len(), len(left))
		}
		for _, text := range queries()[:30] {
			q := Query{Text: text, Project: "login", Limit: 20, Now: epoch}
			sameHits(t, text, x.Search(q), fresh.Search(q))
		}
	}
}

// TestCompactionOfAnIndexThatWasReplaced: what was read from a file stays.
func TestCompactionOfAnIndexThatWasReplaced(t *testing.T) {
	x := New()
	x.Put(corpus(400)...)
	c := newCompaction(x.st)
	x.copying = c
	x.step(c)
	read := loaded(t, saved(t, x, "")).st
	x.st = read
	x.finish(c)
	if x.st != read || x.copying != nil {
		t.Error("the copy of another state is in use")
	}
}

// TestCompactionThatPanics: the next change tells of it, once, and the index goes on as it is.
func TestCompactionThatPanics(t *testing.T) {
	x := New()
	docs := corpus(10)
	x.Put(docs...)
	c := newCompaction(x.st)
	c.to = nil // panics over anything
	x.copying = c
	x.finish(c)
	put := func() (p any) {
		defer func() { p = recover() }()
		x.Put(docs[0])
		return nil
	}
	if put() == nil {
		t.Error("nothing tells of the panic")
	}
	if p := put(); p != nil {
		t.Errorf("it is told again: %v", p)
	}
	if hits := x.Search(Query{Text: docs[0].Title}); len(hits) == 0 || hits[0].ID != docs[0].ID {
		t.Errorf("lost a document: %+v", hits)
	}
}
