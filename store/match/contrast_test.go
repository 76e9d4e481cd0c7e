package match

import "testing"

// TestLookAlikesAreOtherWork asks for works that differ from a title in one word that nearly has
// the same letters.
func TestLookAlikesAreOtherWork(t *testing.T) {
	tests := []struct{ name, title, query, verdict string }{
		{"the lexicon has them for different things", "Review the rental contract of the flat in Ulm", "Review the rental contact of the flat in Ulm", "related"},
		{"titles have both", "Book swimming lessons at the Neptun pool for Tanja", "Book swimming lessons at the Neptun pool for Tania", "related"},
		{"a slip of the pen", "Review the rental contract of the flat in Ulm", "Review the rentel contract of the flat in Ulm", "duplicate"},
		{"an ending", "Review the rental contract of the flat in Ulm", "Review the rental contracts of the flat in Ulm", "duplicate"},
		{"north and south", "Connect the substation Nord to the network", "Connect the substation Süd to the network", "related"},
		{"pause and resume", "Pause automatically at rest stops", "Resume automatically at rest stops", "related"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := New()
			x.Put(Doc{ID: "it", Title: tt.title, At: epoch}, Doc{ID: "other", Title: "A postcard from Tania", At: epoch})
			hits := x.Search(Query{Text: tt.query})
			if len(hits) == 0 || hits[0].ID != "it" || Verdict(hits) != tt.verdict {
				t.Errorf("%s of %+v, want %s", Verdict(hits), hits, tt.verdict)
			}
		})
	}
}
