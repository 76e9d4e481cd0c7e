package store

import (
	"fmt"
	"strings"
	"testing"
)

func TestWikiLinks(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name             string
		pages            map[string]string
		orphans, missing string
	}{
		{"an empty wiki", nil, "", ""},
		{"a page that another links to", map[string]string{"a": "[[b]]", "b": "[[a]]"}, "", ""},
		{"a page that nothing links to", map[string]string{"a": "[[b]]", "b": ""}, "a", ""},
		{"a page that only links to itself", map[string]string{"a": "[[a]]"}, "a", ""},
		{"a link that leads nowhere", map[string]string{"a": "[[b]] [[c]]", "b": "[[a]] [[c]]"}, "", "c from hub://wiki/a and 1 more"},
		{"a link to a deleted page", map[string]string{"a": "[[gone]]", "gone": "[[a]]"}, "a", "gone from hub://wiki/a and 0 more"},
		{"the glossary needs no link", map[string]string{"glossary": ""}, "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s, _ := newStore(t)
			for path, text := range tc.pages {
				if _, err := s.PutPage(t.Context(), owner, path, 0, text); err != nil {
					t.Fatal(err)
				}
			}
			if _, there := tc.pages["gone"]; there {
				if _, err := s.DeletePage(t.Context(), owner, "gone", 1); err != nil {
					t.Fatal(err)
				}
			}
			got, err := s.WikiLinks(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var orphans, missing []string
			for _, p := range got.Orphans {
				orphans = append(orphans, p.Path)
			}
			for _, m := range got.Missing {
				missing = append(missing, fmt.Sprintf("%s from %s and %d more", m.Path, m.From.URI, m.Count-1))
			}
			if strings.Join(orphans, ", ") != tc.orphans || got.OrphanCount != len(orphans) {
				t.Errorf("orphans %q of %d, want %q", orphans, got.OrphanCount, tc.orphans)
			}
			if strings.Join(missing, ", ") != tc.missing || got.MissCount != len(missing) {
				t.Errorf("missing %q of %d, want %q", missing, got.MissCount, tc.missing)
			}
		})
	}
}

func TestWikiLinksNameTheFirstOfMany(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for i := range maxWikiLinks + 5 {
		if _, err := s.PutPage(t.Context(), owner, fmt.Sprintf("page-%02d", i), 0, fmt.Sprintf("[[nowhere-%02d]]", i)); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.WikiLinks(t.Context())
	if err != nil || len(got.Orphans) != maxWikiLinks || got.OrphanCount != maxWikiLinks+5 || len(got.Missing) != maxWikiLinks || got.MissCount != maxWikiLinks+5 {
		t.Errorf("%d of %d orphans, %d of %d missing, %v", len(got.Orphans), got.OrphanCount, len(got.Missing), got.MissCount, err)
	}
}

// The links are found by their target, not one by one.
func TestWikiLinksReadIndexes(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for query, want := range map[string]string{orphansQuery: "links_by_target", missingQuery: "wiki_pages_by_path", missingCount: "wiki_pages_by_path"} {
		if plan := explain(t, s, query); !strings.Contains(plan, want) {
			t.Errorf("%s\n%s", query, plan)
		}
	}
}
