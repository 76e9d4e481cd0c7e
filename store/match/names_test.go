package match

import (
	"slices"
	"testing"
)

func TestOtherNames(t *testing.T) {
	x := New()
	sessions := Doc{ID: "sessions", Project: "shop", Title: "Sessions expire after five minutes", Also: []string{"People get thrown out", "Anmeldung hält nicht"}, At: epoch}
	other := Doc{ID: "other", Project: "school", Title: "Water the plants in the hall", At: epoch}
	x.Put(sessions, other)
	if x.Len() != 2 {
		t.Errorf("%d documents", x.Len())
	}
	for _, c := range []struct {
		name, query, project string
		also                 []string
		verdict              string
		number               int
		wording              string
	}{
		{"by its title", "sessions expire after five minutes", "", nil, "duplicate", 0, ""},
		{"by another name", "people get thrown out", "", nil, "related", 1, ""},
		{"by its last name", "Anmeldung hält nicht", "", nil, "related", 2, ""},
		{"in its project", "people get thrown out", "shop", nil, "duplicate", 1, ""},
		{"by a wording of the query", "xylophone", "", []string{"sessions expire after five minutes"}, "duplicate", 0, "sessions expire after five minutes"},
		{"by both", "xylophone", "", []string{"people get thrown out"}, "related", 1, "people get thrown out"},
	} {
		t.Run(c.name, func(t *testing.T) {
			hits := x.Search(Query{Text: c.query, Also: c.also, Project: c.project, Now: epoch, KeepID: func(id string) bool {
				if id != "sessions" && id != "other" {
					t.Errorf("asked whether to keep %q", id)
				}
				return true
			}})
			if Verdict(hits) != c.verdict || hits[0].ID != "sessions" || hits[0].Name != c.number || hits[0].Wording != c.wording || len(hits[0].Why) == 0 {
				t.Errorf("%s: %+v", Verdict(hits), hits)
			}
			if n := len(slices.Compact(ids(hits))); n != len(hits) {
				t.Errorf("a document stands twice: %v", ids(hits))
			}
		})
	}
	t.Run("replaced", func(t *testing.T) {
		renamed := sessions
		renamed.Also = []string{"Users are logged out"}
		x.Put(renamed)
		if hits := x.Search(Query{Text: "people get thrown out"}); Verdict(hits) != "none" {
			t.Errorf("the old name finds %+v", hits)
		}
		if hits := x.Search(Query{Text: "users are logged out"}); Verdict(hits) != "related" || hits[0].Name != 1 {
			t.Errorf("the new name finds %+v", hits)
		}
	})
	t.Run("removed", func(t *testing.T) {
		x.Remove("sessions")
		if hits := x.Search(Query{Text: "users are logged out"}); x.Len() != 1 || slices.Contains(ids(hits), "sessions") {
			t.Errorf("%d documents, found %+v", x.Len(), hits)
		}
		x.Remove("other")
		if hits := x.Search(Query{Text: "users are logged out"}); x.Len() != 0 || len(hits) != 0 {
			t.Errorf("%d documents, found %+v", x.Len(), hits)
		}
	})
}

func TestOtherNamesSurviveCompaction(t *testing.T) {
	x := New()
	x.Put(Doc{ID: "kept", Title: "Sessions expire", Also: []string{"People get thrown out"}, At: epoch})
	for range 1200 {
		x.Put(Doc{ID: "again", Title: "Water the plants", Also: []string{"Give the flowers a drink"}, At: epoch})
	}
	hits := x.Search(Query{Text: "people get thrown out"})
	if x.Len() != 2 || len(hits) == 0 || hits[0].ID != "kept" || hits[0].Name != 1 {
		t.Errorf("%d documents, found %+v", x.Len(), hits)
	}
}
