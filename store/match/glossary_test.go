package match

import (
	"slices"
	"strings"
	"testing"
)

func TestGlossary(t *testing.T) {
	g := ParseGlossary(`# Our words

- Zebra = exporter, dump tool
- 獅子 = importer
* Aunt Emma = corner shop
- nothing equal here
a = b outside of a list
- one two three four five = too long
-  = exporter`)
	if g.Len() != 3 {
		t.Fatalf("%d groups", g.Len())
	}
	x := New()
	x.Put(
		Doc{ID: "export", Title: "Exporter loses the last row", At: epoch},
		Doc{ID: "import", Title: "Importer shows a wrong count", At: epoch},
		Doc{ID: "shop", Title: "Photos of the corner shop", At: epoch},
		Doc{ID: "lamp", Title: "Replace the lamp", At: epoch},
	)
	tests := []struct{ name, query, want, why string }{
		{"a word", "zebra crashes", "export", "Zebra = exporter"},
		{"a phrase", "dump tool crashes", "export", "dump tool = exporter"},
		{"a phrase for a phrase", "call aunt Emma", "shop", "Aunt Emma = corner shop"},
		{"a script without spaces", "獅子", "import", "獅子 = importer"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			hits := x.Search(Query{Text: tt.query, Glossary: g})
			if len(hits) == 0 || hits[0].ID != tt.want || !hits[0].Passed {
				t.Fatalf("got %+v", hits)
			}
			if !slices.ContainsFunc(hits[0].Why, func(w string) bool { return strings.HasSuffix(w, tt.why) }) {
				t.Errorf("why %q, want %q", hits[0].Why, tt.why)
			}
			if Verdict(hits) == "duplicate" {
				t.Error("equal words alone make no duplicate")
			}
		})
	}
	t.Run("not without it", func(t *testing.T) {
		if hits := x.Search(Query{Text: "zebra"}); len(hits) > 0 && hits[0].Passed {
			t.Errorf("got %+v", hits)
		}
	})
}

// The owner's word for a compound stands for all of it, not for each of its parts.
func TestACompoundInTheGlossary(t *testing.T) {
	g := ParseGlossary("- Küchenfenster = Nordluke\n- Xylomat = Nordluke")
	x := New()
	x.Put(Doc{ID: "a", Title: "Nordluke im Ferienhaus neu abdichten"})
	of := func(word string) float64 {
		return x.Search(Query{Text: word + " im Ferienhaus neu abdichten", Glossary: g})[0].Score
	}
	if known, unknown := of("Küchenfenster"), of("Xylomat"); known < unknown-0.1 {
		t.Errorf("%.2f, and %.2f for a word that the lexicon has not", known, unknown)
	}
}

func FuzzParseGlossary(f *testing.F) {
	f.Add("- a = b, c\n* 獅子 = importer")
	f.Fuzz(func(t *testing.T, text string) {
		g := ParseGlossary(text)
		for _, group := range g.groups {
			if len(group) < 2 || len(group) > maxEqual {
				t.Errorf("a group of %d", len(group))
			}
		}
		x := New()
		x.Put(Doc{ID: "a", Title: text})
		x.Search(Query{Text: text, Glossary: g})
	})
}
