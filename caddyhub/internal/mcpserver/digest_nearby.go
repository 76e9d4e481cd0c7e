package mcpserver

import (
	"cmp"
	"context"
	"slices"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/match"
)

// What a digest names besides open threads: so much in all, and of one kind.
const (
	digestHits   = 6
	digestOfKind = 2
)

// nearby names what else the work ahead is near to, a line each: pages, progress files,
// finished threads and sessions.
func (s *server) nearby(ctx context.Context, builder *textBuilder, data *digestData, text, base string) error {
	if text == "" {
		return nil
	}
	// A search finds what the owner wrote by any of its text.
	notes, err := s.Store.Search(ctx, store.SearchQuery{Text: text, Kinds: []string{"page", "progress"}, Project: data.Project, Limit: nearHits})
	if err != nil {
		return err
	}
	near, err := s.Store.Overlap(ctx, store.OverlapQuery{Text: text, Project: data.Project, Limit: nearHits})
	if err != nil {
		return err
	}
	var found []hitView
	for _, h := range notes {
		if h.Score >= match.Related {
			found = append(found, newNote(h, base))
		}
	}
	for _, h := range near.Hits {
		if h.Score >= match.Related && !h.Active() && h.Kind != "page" { // pages are among the notes
			found = append(found, newHit(h, base))
		}
	}
	slices.SortStableFunc(found, func(a, b hitView) int { return cmp.Compare(b.Score, a.Score) })
	count := map[string]int{}
	add := builder.under("Near to your work, for read:")
	for _, v := range found {
		if len(data.Hits) < digestHits && count[v.Kind] < digestOfKind && add(v.line(), v) {
			data.Hits = append(data.Hits, v)
			count[v.Kind]++
		}
	}
	return nil
}

// newNote is a hit of a search as overlap shows one.
func newNote(h store.SearchHit, base string) hitView {
	found := newFound(h, base)
	return hitView{
		Kind: h.Kind, ID: h.ID, URI: h.URI, Summary: found.Title, ProjectSlug: found.ProjectSlug, Score: found.Score,
		Why: []string{}, Says: short(&found.Snippet, rowText), URL: found.URL,
	}
}
