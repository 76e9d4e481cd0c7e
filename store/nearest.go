package store

import (
	"context"

	"github.com/progresshub/progresshub/store/match"
)

// How many of the nearest active threads an answer shows: the reader may know that one of
// them is the same work though no word says so.
const (
	leastNearest = 3 // when there are as many, however far they are
	mostNearest  = 5
)

// nearest are the active threads nearest to a text, besides those that are shown already and
// count, and one that doesn't. Those of the project come first, others only where it has too
// few.
func (s *Store) nearest(ctx context.Context, q match.Query, shown map[string]bool, but string) ([]OverlapHit, error) {
	least, most := leastNearest-len(shown), mostNearest-len(shown)
	seen := map[string]bool{but: true}
	var found []match.Hit
	for _, own := range []bool{true, false} {
		if !own && q.Project == "" {
			break // all were looked at
		}
		q.Keep = func(id, kind, in, status string) bool {
			return kind == kindThread && Status(status).Active() && !shown[id] && !seen[id] && (q.Project == "" || in == q.Project) == own
		}
		// Beside those that pass, the ranking leaves out the others: they are asked for again.
		for len(found) < least {
			q.Limit = most - len(found)
			more, err := s.overlap.search(ctx, q)
			if err != nil {
				return nil, err
			}
			if len(more) == 0 {
				break
			}
			for _, h := range more {
				seen[h.ID] = true
			}
			found = append(found, more...)
		}
	}
	return s.overlapHits(ctx, found)
}
