package store

import (
	"slices"
	"testing"
)

// The nearest active threads stand in every answer, also when they share no word with the
// question, and while the index is still being built. Those of the project come first.
func TestTheNearestThreadsAreShownWhateverTheWords(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	var own, others []string
	for _, title := range []string{"Users get signed out too quickly", "Photos of the winter catalogue", "Order of the menu entries"} {
		own = append(own, create(t, s, title, inProject("shop")).ID)
	}
	for _, title := range []string{"Paint the fence", "Mow the lawn", "Water the roses"} {
		others = append(others, create(t, s, title, inProject("garden")).ID)
	}
	bothWays(t, s, func(way string) {
		for _, c := range []struct {
			name, project string
			want          []string
		}{
			{"of all", "", append(slices.Clone(own), others...)},
			{"of the project", "shop", own},
			{"of a project without any", "attic", append(slices.Clone(own), others...)},
		} {
			got := overlap(t, s, OverlapQuery{Text: "zzz qqq", Project: c.project})
			shown := slices.Concat(got.Hits, got.Nearest)
			if len(shown) < leastNearest {
				t.Errorf("%s, %s: %d threads, want at least %d", way, c.name, len(shown), leastNearest)
			}
			for _, h := range shown[:min(leastNearest, len(shown))] {
				if !slices.Contains(c.want, h.ID) {
					t.Errorf("%s, %s: %q of %s", way, c.name, h.Summary, *h.ProjectSlug)
				}
			}
		}
	})
}
