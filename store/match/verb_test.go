package match

import (
	"slices"
	"testing"
)

// A verb is known where its particle stands at the end of the clause.
func TestParticlesApart(t *testing.T) {
	for _, tc := range []struct {
		name, title, query string
		reason             string // what is shared by the verb
	}{
		{"as the lexicon has both", "Fix crash when basket is empty", "Die App stürzt bei leerem Warenkorb ab", "stürzt ≈ crash"},
		{"in English", "Heizung abschalten", "turn the heating off", "turn ≈ abschalten"},
		{"written as one word there", "Heizung abschalten", "Ich schalte die Heizung ab", "schalte ≈ abschalten"},
		{"before another clause", "Clean up the cellar", "Ich räume den Keller auf, dann die Garage", "räume ≈ clean up"},
		{"in a title", "Ich räume den Keller auf", "clean up the cellar", "clean up ≈ clean up"},
		{"of another clause", "Clean up the cellar", "Ich räume, der Keller geht auf", ""},
		{"not at the end", "Clean up the cellar", "Ich räume im Keller auf der Treppe", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			x := New()
			x.Put(Doc{ID: "a", Title: tc.title})
			hits := x.Search(Query{Text: tc.query})
			if len(hits) == 0 {
				t.Fatal("nothing is found")
			}
			verb := func(reason string) bool {
				return reason == "stürzt ≈ crash" || reason == "turn ≈ abschalten" || reason == "räume ≈ clean up"
			}
			if tc.reason != "" && !slices.Contains(hits[0].Why, tc.reason) || tc.reason == "" && slices.ContainsFunc(hits[0].Why, verb) {
				t.Errorf("got %q, want %q", hits[0].Why, tc.reason)
			}
		})
	}
}
