package store

import (
	"slices"
	"strings"
	"testing"
)

// A search that finds nothing says what would.
func TestWhatASearchMeant(t *testing.T) {
	t.Parallel()
	s := openStore(t, t.TempDir(), Options{})
	long := strings.Repeat("abcdefgh", 8)
	for _, summary := range []string{"Backups leave the house", "Prüfung der Verträge", "Buy a tractor", long} {
		if _, err := s.CreateThread(t.Context(), owner, "", ThreadInput{Summary: Some(summary)}, true); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name string
		q    SearchQuery
		want string
	}{
		{"a slip of the pen", SearchQuery{Text: "bakups"}, "backups"},
		{"as the item writes it", SearchQuery{Text: "prüfug"}, "prüfung"},
		{"with what is known", SearchQuery{Text: "Backups of the huse"}, "Backups of the house"},
		{"nothing is near", SearchQuery{Text: "zebras"}, ""},
		{"what is near is of another kind", SearchQuery{Text: "bakups", Kinds: []string{kindPage}}, ""},
		{"a path says where to look", SearchQuery{Text: "path:home bakups"}, ""},
		{"two pieces of a word too long for one", SearchQuery{Text: long[:47] + "x" + long[48:63] + "x", Kinds: []string{kindPage}}, ""},
		{"no words", SearchQuery{Text: " "}, ""},
	} {
		got, err := s.Meant(t.Context(), c.q)
		if err != nil || got != c.want {
			t.Errorf("%s: %q, %v", c.name, got, err)
		}
		if got == "" {
			continue
		}
		if hits, err := s.Search(t.Context(), SearchQuery{Text: got}); err != nil || !slices.ContainsFunc(hits, func(h SearchHit) bool { return h.Kind == kindThread }) {
			t.Errorf("%s: %q finds %v, %v", c.name, got, hits, err)
		}
	}
}
