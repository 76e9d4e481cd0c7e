package match

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A version is one token: in parts, 2.1 and 1.2 would be the same words.
func TestVersionsTellWorkApart(t *testing.T) {
	for _, c := range []struct {
		query, title string
		same         bool
		why          []string // of the numbers
	}{
		{"Upgrade to Go 1.26", "Upgrade to Go 1.26", true, []string{"1.26"}},
		{"Upgrade to Go 1.26", "Upgrade to Go 1.25", false, nil},
		{"Upgrade to Go 1.26", "Upgrade to Go 26.1", false, nil},
		{"Publish the release 2.1 of the client", "Publish the release 1.2 of the client", false, nil},
		{"Publish the release 2.1.0 of the client", "Publish the release 2.0.1 of the client", false, nil},
		{"Publish the release v2.1 of the client", "Publish the release v2.1 of the client", true, []string{"v2.1"}},
		{"Publish the release 2.1 of the client", "Publish the release 2.1.3 of the client", true, nil},
		{"Publish the release of the client", "Publish the release 2.1 of the client", true, nil},
		{"Move the service off 10.0.0.1 to the new host", "Move the service off 10.0.1.0 to the new host", false, nil},
	} {
		t.Run(c.query+", "+c.title, func(t *testing.T) {
			x := small()
			x.Put(Doc{ID: "it", Kind: "thread", Title: c.title, At: epoch})
			hits := x.Search(Query{Text: c.query, Now: epoch})
			if hits[0].ID != "it" || (hits[0].Score >= Duplicate) != c.same {
				t.Fatalf("%+v", hits[0])
			}
			var numbers []string
			for _, w := range hits[0].Why {
				if strings.ContainsAny(w, "0123456789") {
					numbers = append(numbers, w)
				}
			}
			if !slices.Equal(numbers, c.why) {
				t.Errorf("reasons %q, want the numbers %q", hits[0].Why, c.why)
			}
		})
	}
}

// They are known also after the index was rewritten.
func TestVersionsOutliveACompaction(t *testing.T) {
	x := New()
	x.Put(Doc{ID: "it", Kind: "thread", Title: "Upgrade to Go 1.26", At: epoch})
	for i := range 2500 {
		id := fmt.Sprint("other", i)
		x.Put(Doc{ID: id, Kind: "thread", Title: fmt.Sprintf("Paint fence 3.%d", i), At: epoch})
		x.Remove(id)
	}
	if hit := x.Search(Query{Text: "Upgrade to Go 26.1", Now: epoch})[0]; hit.Score >= Duplicate {
		t.Errorf("%+v", hit)
	}
}

// What both say of little meaning is no reason where more was asked for.
func TestReasonsAreWordsOfContent(t *testing.T) {
	x := New()
	x.Put(Doc{ID: "it", Kind: "thread", Title: "the fence of the neighbours", At: epoch})
	for _, hit := range x.Search(Query{Text: "the zebra of the zoo", Now: epoch}) {
		if slices.Contains(hit.Why, "the") || slices.Contains(hit.Why, "of") {
			t.Errorf("%q", hit.Why)
		}
	}
}
