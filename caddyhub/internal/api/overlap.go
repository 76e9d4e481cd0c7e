package api

import (
	"context"
	"net/http"
	"time"

	"github.com/progresshub/progresshub/store"
)

// overlapAge is how long an answer stays in the cache: ranks fade with the days.
const overlapAge = time.Minute

type overlapInput struct {
	Text    string `query:"q" required:"true" doc:"The work in a few words"`
	Project string `query:"project" doc:"A project whose items rank slightly higher"`
	Limit   int    `query:"limit" minimum:"1" maximum:"50" default:"5"`
}

// overlapBody is an overlap answer on the wire.
type overlapBody struct {
	Query   string       `json:"query" example:"rotate backup keys"`
	Verdict string       `json:"verdict" enum:"none,related,duplicate"`
	Hits    []overlapHit `json:"hits" nullable:"false" doc:"The nearest first; under the verdict none they did not pass"`
}

type overlapHit struct {
	store.OverlapHit
	URL string `json:"url" example:"/ui/threads/cxy99bbg25ng"`
}

var overlap = operation{id: "get-overlap", summary: "Whether a piece of work is already known", result: overlapBody{}}

func (a *API) overlap(ctx context.Context, in *overlapInput) (*answer, error) {
	found, err := a.Store.Overlap(ctx, store.OverlapQuery{Text: in.Text, Project: in.Project, Limit: in.Limit})
	if err != nil {
		return nil, err
	}
	out := overlapBody{found.Query, found.Verdict, make([]overlapHit, len(found.Hits))}
	for i, h := range found.Hits {
		out.Hits[i] = overlapHit{h, a.link(ctx, store.DashboardPath(h.URI))}
	}
	return cacheable(ctx, reply(http.StatusOK, out).tagged(0), a.Store.Now().Add(overlapAge)), nil
}
