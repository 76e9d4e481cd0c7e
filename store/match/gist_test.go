package match

import (
	"strings"
	"testing"
)

// TestGist asks among titles of which none says a word of the query in other words.
func TestGist(t *testing.T) {
	x := New()
	for _, title := range []string{"Session lifetime", "Bread for Sunday", "Hedge along the road", "Passport photos"} {
		x.Put(Doc{ID: title, Title: title})
	}
	tests := []struct{ name, query, first string }{
		{"a symptom of it", "people are kicked out and have to enter the password anew", "Session lifetime"},
		{"what helps", "a longer idle timeout", "Session lifetime"},
		{"in another language", "la levadura no fermenta en el horno", "Bread for Sunday"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			hits := x.Search(Query{Text: tt.query})
			if len(hits) == 0 || hits[0].ID != tt.first || hits[0].Score >= mostGist {
				t.Errorf("%q finds %+v, want %q first, below %.1f", tt.query, hits, tt.first, mostGist)
			}
			for _, h := range x.Search(Query{Text: tt.query, NoTopics: true}) {
				if h.Passed {
					t.Errorf("without topics %q finds %+v", tt.query, h)
				}
			}
		})
	}
}

// TestGistOfWhatManyAreAbout holds that a topic says far less where many titles have it: a cosine alone
// keeps more than half.
func TestGistOfWhatManyAreAbout(t *testing.T) {
	gist := func(others string) float64 {
		x, sc := New(), new(scratch)
		x.Put(Doc{ID: "this", Title: "Drains"})
		for _, place := range strings.Fields("blog forum wiki router printer camera library clinic school bank gym club archive garage") {
			x.Put(Doc{ID: place, Title: others + " " + place})
		}
		sc.fit(x.st)
		p := x.st.plan("plunger", Query{}, sc)
		return x.st.gist(p, sc, x.st.record(0))
	}
	few, many := gist("Paint the"), gist("Drains of the")
	if few == 0 || many > few/2 {
		t.Errorf("%.3f where few titles have the topic and %.3f where many do", few, many)
	}
}

// TestAHandfulOfHits holds that few who pass do not hide who is nearest besides.
func TestAHandfulOfHits(t *testing.T) {
	x := New()
	for _, title := range []string{"Paint the fence", "Water the lawn", "Sow radishes", "Prune roses", "Feed hens", "Oil hinges", "Sweep leaves"} {
		x.Put(Doc{ID: title, Title: title})
	}
	hits := x.Search(Query{Text: "paint the fence, the hens, the roses, the hinges, the leaves and sow the lawn"})
	if len(hits) < nearest {
		t.Errorf("%d hits, want %d", len(hits), nearest)
	}
	for i, h := range hits {
		if h.Passed != (h.Score >= Floor) || i > 0 && h.Score > hits[i-1].Score {
			t.Errorf("%+v behind %+v", h, hits[max(0, i-1)])
		}
	}
	if hits := x.Search(Query{Text: "paint the fence", Limit: 2}); len(hits) > 2 {
		t.Errorf("%d hits, the limit is 2", len(hits))
	}
}
