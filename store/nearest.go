package store

import (
	"context"

	"github.com/progresshub/progresshub/store/match"
)

// How many of the nearest active threads an answer shows, however far they are: the reader may
// know that one of them is the same work though no word says so.
const (
	ownNearest   = 5 // of the project
	leastNearest = 3 // with those of other projects, where it has too few
)

// nearest are the active threads nearest to a text, besides those that are shown already and
// count, and one that doesn't. Those of the project come first, others only where it has too
// few.
func (s *Store) nearest(ctx context.Context, q match.Query, shown map[string]bool, but string) ([]OverlapHit, error) {
	if err := s.overlap.prepareActive(ctx, q.Project); err != nil {
		return nil, err
	}
	var found []match.Hit
	look := func(own bool, most int) error {
		if q.Limit = most - len(shown) - len(found); q.Limit <= 0 {
			return nil
		}
		q.Keep = func(id, kind, in, status string) bool {
			return kind == kindThread && Status(status).Active() && !shown[id] && id != but && (q.Project == "" || in == q.Project) == own
		}
		more, err := s.overlap.search(ctx, q)
		found = append(found, more...)
		return err
	}
	if err := look(true, ownNearest); err != nil {
		return nil, err
	}
	if q.Project != "" {
		if err := look(false, leastNearest); err != nil {
			return nil, err
		}
	}
	return s.overlapHits(ctx, found)
}
