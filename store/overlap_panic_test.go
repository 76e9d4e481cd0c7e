package store

import (
	"path/filepath"
	"testing"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"github.com/progresshub/progresshub/store/match"
)

// An item that the overlap index panics over is missing there and nowhere else, and the index is
// not written down without it.
func TestAnItemThatTheIndexPanicsOver(t *testing.T) {
	t.Parallel()
	item := match.Doc{ID: "0k3x5p9q2abc", Kind: kindThread, Title: "rotate the signing secret"}
	for _, tc := range []struct {
		name string
		meet func(x *overlapIndex)
	}{
		{"in a commit", func(x *overlapIndex) { x.apply([]indexing{{doc: item}}) }},
		{"when it goes", func(x *overlapIndex) { x.apply([]indexing{{doc: match.Doc{ID: item.ID}}}) }},
		{"when the index is built", func(x *overlapIndex) { x.add([]indexed{{Doc: item}}) }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			logs, seen := observer.New(zap.ErrorLevel)
			s := openStore(t, t.TempDir(), Options{Logger: zap.New(logs)})
			index := s.overlap.index
			s.overlap.index = nil // panics over anything
			tc.meet(s.overlap)
			s.overlap.index = index
			if seen.FilterMessageSnippet("panic over an item").Len() != 1 {
				t.Errorf("logged %d times", seen.Len())
			}
			th := create(t, s, "bake bread for the village fair")
			found, err := s.Search(t.Context(), SearchQuery{Text: "bake bread for the fair"})
			if err != nil || len(found) == 0 || found[0].ID != th.ID {
				t.Errorf("the next one: %v %v", found, err)
			}
			works(t, s.Close())
			if kept, err := filepath.Glob(filepath.Join(s.Dir(), IndexName)); err != nil || len(kept) > 0 {
				t.Errorf("it was written down: %v %v", kept, err)
			}
		})
	}
}
