package match

import (
	"math"
	"slices"
	"testing"
)

// Enough of a query's words make a hit wherever they stand, and what is only like them comes behind it.
func TestLiteral(t *testing.T) {
	x := New()
	x.Put(
		Doc{ID: "both", Title: "Add a download of invoices", Body: "WeasyPrint renders it with a table"},
		Doc{ID: "alike", Title: "Fix a typo in the imprint"},
		Doc{ID: "common", Title: "Index the table of orders"},
		Doc{ID: "same", Title: "Rotate the backup keys"},
	)
	for _, tc := range []struct{ query, first string }{
		{"weasyprint", "both"},
		{"weasyprint nowhere", "both"},
		{"weasyprint table elsewhere", "both"},
		{"imprnt", "alike"},
		{"rotate backup keys", "same"},
	} {
		hits := x.Search(Query{Text: tc.query, NoTopics: true, Literal: true})
		if len(hits) == 0 || hits[0].ID != tc.first || !hits[0].Passed {
			t.Errorf("%q finds %+v, want %s first", tc.query, hits, tc.first)
		}
	}
}

func TestWeights(t *testing.T) {
	x := New()
	for _, id := range []string{"a", "b", "c", "d", "e", "f"} {
		x.Put(Doc{ID: id, Title: "slow page " + id + "x"})
	}
	x.Put(Doc{ID: "rare", Title: "the kerning of ligatures"})
	for _, tc := range []struct {
		name, query, text string
		least, most       float64
	}{
		{"the rare word of two", "kerning slow", "kerning", 0.5, 0.8},
		{"the common one", "kerning slow", "slow", 0.2, 0.5},
		{"both", "kerning slow", "slow kerning", 1, 1},
		{"neither", "kerning", "nothing of it", 0, 0},
		{"beside a word that no text has", "kerning nowhere", "kerning", 0.7, 0.9},
		{"a word that only this text has", "slow ghostscript", "ghostscript", 0.5, 0.8},
		{"words that tell nothing", "is the kerning", "this is not the one", 0, 0},
		{"each word once", "kerning, kernings, KERNING", "kerning at last", 1, 1},
		{"an empty query", "", "kerning", 0, 0},
	} {
		if got := x.Weights(tc.query).Share(tc.text); got < tc.least || got > tc.most {
			t.Errorf("%s: %.2f, want %.2f to %.2f", tc.name, got, tc.least, tc.most)
		}
	}
	for _, tc := range []struct{ share, want float64 }{{0, 0}, {EnoughWords - 0.01, 0}, {EnoughWords, Floor}, {1, Related}} {
		if got := ByWords(tc.share); math.Abs(got-tc.want) > 1e-9 {
			t.Errorf("a share of %.2f scores %.2f, want %.2f", tc.share, got, tc.want)
		}
	}
}

// Rare words are those that few texts have, or none.
func TestRareWords(t *testing.T) {
	x := New()
	for i := range rareWord + 1 {
		x.Put(Doc{ID: string(rune('a' + i)), Title: "slow page"})
	}
	x.Put(Doc{ID: "rare", Title: "kerning"})
	if got, want := x.Weights("the slow Kerning of nowhere").Rare(), []string{"kerning", "nowhere"}; !slices.Equal(got, want) {
		t.Errorf("rare are %v, want %v", got, want)
	}
}
