package store

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store/match"
)

// paths are the addresses of hits without their beginning.
func paths(hits []SearchHit) (list []string) {
	for _, h := range hits {
		list = append(list, strings.TrimPrefix(h.URI, "hub://"))
	}
	return list
}

func TestSearchFindsPagesByTheirPath(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for path, text := range map[string]string{
		"home/network/dns": "# Names in the house\n\nEvery lamp has one.",
		"home/network":     "# Cables",
		"home/garden":      "# What grows where\n\nThe names of the roses.",
		"work/network":     "# Colleagues",
	} {
		if _, err := s.PutPage(t.Context(), owner, path, 0, text); err != nil {
			t.Fatal(err)
		}
	}
	create(t, s, "water the roses")
	for name, tc := range map[string]struct {
		q    SearchQuery
		want []string
	}{
		"a path":                              {SearchQuery{Text: "path:home/network"}, []string{"wiki/home/network", "wiki/home/network/dns"}},
		"a part of one":                       {SearchQuery{Text: "path:network"}, []string{"wiki/home/network", "wiki/home/network/dns", "wiki/work/network"}},
		"in any case, with slashes":           {SearchQuery{Text: "path:/Home/Network/"}, []string{"wiki/home/network", "wiki/home/network/dns"}},
		"but not the middle of a word":        {SearchQuery{Text: "path:work"}, []string{"wiki/work/network"}},
		"a path and words":                    {SearchQuery{Text: "path:home names"}, []string{"wiki/home/network/dns", "wiki/home/garden"}},
		"words first":                         {SearchQuery{Text: "roses path:home"}, []string{"wiki/home/garden"}},
		"a path that is none":                 {SearchQuery{Text: "path:cellar"}, nil},
		"signs that mean something elsewhere": {SearchQuery{Text: "path:%_"}, nil},
		"of another kind":                     {SearchQuery{Text: "path:home", Kinds: []string{"thread"}}, nil},
		"words of a path":                     {SearchQuery{Text: "network dns", Limit: 1}, []string{"wiki/home/network/dns"}},
		"in another form":                     {SearchQuery{Text: "networks of the home", Kinds: []string{"page"}, Limit: 1}, []string{"wiki/home/network"}},
		"a limit":                             {SearchQuery{Text: "path:network", Limit: 2}, []string{"wiki/home/network", "wiki/home/network/dns"}},
	} {
		bothWays(t, s, func(way string) {
			got := paths(find(t, s, tc.q))
			if name == "a path and words" {
				slices.SortFunc(got, func(a, b string) int { return strings.Compare(b, a) })
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("%s, %s: found %q, want %q", name, way, got, tc.want)
			}
		})
	}
}

// A project ranks: what is filed elsewhere or nowhere is still found, behind its own.
func TestASearchInAProjectHidesNothing(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	far := create(t, s, "clean the oven and the hood", inProject("kitchen"))
	own := create(t, s, "clean up the shed before winter comes", inProject("garden"))
	same := create(t, s, "clean shed", inProject("kitchen"))
	if _, err := s.PutPage(t.Context(), owner, "tools", 0, "# How to clean\n\nThe shed has brushes."); err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		q    SearchQuery
		want []string
	}{
		"its own, then others":             {SearchQuery{Text: "a new hood for the shed", Project: "garden", Kinds: []string{"thread"}}, []string{ThreadURI(own.ID), ThreadURI(far.ID)}},
		"the wiki":                         {SearchQuery{Text: "brushes", Project: "garden"}, []string{PageURI("tools")}},
		"the same elsewhere is not behind": {SearchQuery{Text: "clean shed", Project: "garden", Kinds: []string{"thread"}}, []string{ThreadURI(same.ID), ThreadURI(own.ID)}},
		"what only others have":            {SearchQuery{Text: "oven", Project: "garden"}, []string{ThreadURI(far.ID)}},
		"an id of another":                 {SearchQuery{Text: far.ID, Project: "garden"}, []string{ThreadURI(far.ID)}},
	} {
		var got []string
		for _, h := range find(t, s, tc.q) {
			got = append(got, h.URI)
		}
		if got = got[:min(len(got), len(tc.want))]; !slices.Equal(got, tc.want) {
			t.Errorf("%s: found %q, want %q", name, got, tc.want)
		}
	}
	for i := range 60 { // of another project, and nearer
		create(t, s, "clean it"+strings.Repeat("!", i), inProject("kitchen"))
	}
	if hits := find(t, s, SearchQuery{Text: "clean it", Project: "garden", Kinds: []string{"thread"}, Limit: 200}); !slices.ContainsFunc(hits, func(h SearchHit) bool { return h.ID == own.ID }) {
		t.Errorf("%d hits of others crowd out its own", len(hits))
	}
}

// A score means the same in both answers.
func TestASearchScoresAsOverlapDoes(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	create(t, s, "rotate the backup keys", inProject("vault"))
	create(t, s, "restore test of the backups", inProject("vault"))
	create(t, s, "rotate the tyres", inProject("car"))
	if _, err := s.PutPage(t.Context(), owner, "backups", 0, "# Backup keys\n\nWhere they are."); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"backup key rotation", "rotate the backup keys", "test restoring backups", "rotate tyres"} {
		for _, project := range []string{"", "vault"} {
			o, err := s.Overlap(t.Context(), OverlapQuery{Text: text, Project: project})
			if err != nil {
				t.Fatal(err)
			}
			scores := map[string]float64{}
			for _, h := range find(t, s, SearchQuery{Text: text, Project: project}) {
				scores[h.ID] = h.Score
			}
			for _, h := range o.Hits { // what only belongs to the topic is no hit of a search
				if score, ok := scores[h.ID]; h.Score >= match.Unsure && (!ok || math.Abs(score-h.Score) > 0.03) {
					t.Errorf("%q in %q: %q has %.2f in overlap, %.2f in search", text, project, h.Summary, h.Score, score)
				}
			}
		}
	}
	page := "# Notes\n\n" + strings.Repeat("filling words here ", 3000) + "zylophonic quasar"
	if _, err := s.PutPage(t.Context(), owner, "deep", 0, page); err != nil {
		t.Fatal(err)
	}
	if hits := find(t, s, SearchQuery{Text: "zylophonic quasar"}); len(hits) != 1 || hits[0].Score < match.Related {
		t.Errorf("a page that holds all of it, deep inside: %+v", hits)
	}
}
