package api

import (
	"context"

	"github.com/progresshub/progresshub/store"
)

type searchInput struct {
	Text    string   `query:"q" required:"true" doc:"Words, or exactly an id, a slug, a wiki path or a hub:// URI; path:home/network looks at pages there only" example:"rotate backup keys"`
	Also    []string `query:"also,explode" maxItems:"4" doc:"The same in other words, or in the language of the notes; each is cut to 200 characters"`
	Kinds   []string `query:"kind" doc:"thread, project, progress, page, reminder or session, several with commas; default all"`
	Project string   `query:"project" doc:"A project whose items come first"`
	Limit   int      `query:"limit" minimum:"1" maximum:"200" default:"50"`
}

// searchHit is a hit on the wire.
type searchHit struct {
	store.SearchHit
	URL string `json:"url" doc:"Where the dashboard shows it" example:"/ui/threads/cxy99bbg25ng"`
}

var search = operation{id: "search", summary: "Find items of all kinds, the best first"}

func (a *API) search(ctx context.Context, in *searchInput) (*result[[]searchHit], error) {
	query := store.SearchQuery{Text: in.Text, Also: in.Also, Kinds: in.Kinds, Project: in.Project, Limit: in.Limit}
	found, err := a.Store.Search(ctx, query)
	if err != nil {
		return nil, err
	}
	meant := ""
	if len(found) == 0 {
		if meant, err = a.Store.Meant(ctx, query); err != nil {
			return nil, err
		}
	}
	out := make([]searchHit, len(found))
	for i, h := range found {
		out[i] = searchHit{h, a.link(ctx, store.DashboardPath(h.URI))}
	}
	return show(out).meaning(meant).until(a.Store.Now().Add(overlapAge)), nil
}
