package match

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store/storetest/race"
)

// TestCandidates compares the quick first pass with an exact score of every document: what is
// best must be found, or one that is as good as that, but for one query in eighty.
func TestCandidates(t *testing.T) {
	race.SkipShort(t)
	docs := 12_000 // among fewer, next to nothing is left unread
	if testing.Short() {
		docs = 3000
	}
	x := New()
	x.Put(corpus(docs)...)
	s := x.st
	const asked, most = 160, 2
	var missed []string
	for _, text := range queries()[:asked] {
		sc := new(scratch)
		sc.fit(s)
		p := s.plan(text, Query{}, sc)
		s.touch(p, s.sources(p, sc, s.understand(p, sc)), sc)
		all := make([]candidate, len(s.docs))
		for i := range all {
			all[i].doc = uint32(i)
			s.score(p, sc, &all[i])
			all[i].score = boost(all[i].score, "", 0, Query{})
		}
		slices.SortFunc(all, func(a, b candidate) int { return s.compare(a.placed, b.placed) })
		hits := x.Search(Query{Text: text, Limit: 1, Now: time.Time{}})
		if want := s.record(all[0].doc).ID(); hits[0].ID != want && hits[0].Score < all[0].score-0.04 {
			missed = append(missed, fmt.Sprintf("%q: found %s %.3f, best is %s %.3f", text, hits[0].ID, hits[0].Score, want, all[0].score))
		}
	}
	if len(missed) > most {
		t.Errorf("%d of %d are missed:\n%s", len(missed), asked, strings.Join(missed, "\n"))
	}
}

// TestListsOfARareWord holds that a title with a word of the query gets all of its weight in the first
// pass: from the list of the word what the list of its concept does not give, which is little where
// that is common.
func TestListsOfARareWord(t *testing.T) {
	x := New()
	for i := range 300 {
		x.Put(Doc{ID: fmt.Sprint(i), Title: fmt.Sprintf("Log in to shop %d", i)})
	}
	x.Put(Doc{ID: "rare", Title: "Authenticate everybody"})
	sc := new(scratch)
	sc.fit(x.st)
	p := x.st.plan("authenticate", Query{NoTopics: true}, sc)
	word, concept := 0.0, 0.0
	for _, l := range x.st.sources(p, sc, x.st.understand(p, sc)) {
		switch {
		case l.list == &x.st.entry("authenticate").title:
			word = l.word
		case l.text != "authenticate":
			concept += l.word
		}
	}
	if sum := word + concept; sum < 0.999 || sum > 1.001 || concept > 0.3 {
		t.Errorf("the word's list gives %.3f of its weight, that of its concept %.3f", word, concept)
	}
}
