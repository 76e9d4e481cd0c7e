package api

import (
	"context"
	"slices"
	"time"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/match"
)

// overlapAge is how long an answer stays in the cache: ranks fade with the days.
const overlapAge = time.Minute

type overlapInput struct {
	Text    string   `query:"q" required:"true" doc:"The work in a few words"`
	Also    []string `query:"also,explode" maxItems:"4" doc:"The same in other words, or in the language of the notes; each is cut to 200 characters"`
	Project string   `query:"project" doc:"A project whose items rank slightly higher"`
	Limit   int      `query:"limit" minimum:"1" maximum:"50" default:"5"`
}

// overlapBody is an overlap answer on the wire.
type overlapBody struct {
	Query   string       `json:"query" example:"rotate backup keys"`
	Also    []string     `json:"also" nullable:"false" doc:"The other wordings as they were read"`
	Verdict string       `json:"verdict" enum:"none,related,duplicate"`
	Unsure  bool         `json:"unsure" doc:"Whether an open or blocked thread may be the same work, but that is not certain: start_work asks"`
	Hits    []overlapHit `json:"hits" nullable:"false" doc:"The nearest first; under the verdict none they did not pass"`
	Nearest []overlapHit `json:"nearest" nullable:"false" doc:"The nearest active threads that are not among the hits, however far: with those there at least three, if there are as many"`
}

type overlapHit struct {
	store.OverlapHit
	URL string `json:"url" example:"/ui/threads/cxy99bbg25ng"`
}

var overlap = operation{id: "get-overlap", summary: "Whether a piece of work is already known"}

func (a *API) overlap(ctx context.Context, in *overlapInput) (*result[overlapBody], error) {
	found, err := a.Store.Overlap(ctx, store.OverlapQuery{Text: in.Text, Also: in.Also, Project: in.Project, Limit: in.Limit})
	if err != nil {
		return nil, err
	}
	inbox, err := a.Store.Inbox(ctx)
	if err != nil {
		return nil, err
	}
	out := overlapBody{found.Query, found.Also, found.Verdict, unsure(found, inbox), a.overlapHits(ctx, found.Hits), a.overlapHits(ctx, found.Nearest)}
	return show(out).until(a.Store.Now().Add(overlapAge)), nil
}

// unsure reports whether the active thread nearest to a question is one that start_work asks
// about: of the same project, or of the inbox, whose work could belong anywhere.
func unsure(o store.Overlap, inbox string) bool {
	may := func(in *string) bool {
		return o.Project == "" || o.Project == inbox || in != nil && (*in == o.Project || *in == inbox)
	}
	best := 0.0
	for _, h := range slices.Concat(o.Hits, o.Nearest) {
		if h.Active() && may(h.ProjectSlug) {
			best = max(best, h.Score)
		}
	}
	return best >= match.Unsure && best < match.Duplicate
}

func (a *API) overlapHits(ctx context.Context, hits []store.OverlapHit) []overlapHit {
	out := make([]overlapHit, len(hits))
	for i, h := range hits {
		out[i] = overlapHit{h, a.link(ctx, store.DashboardPath(h.URI))}
	}
	return out
}
