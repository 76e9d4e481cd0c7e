package store

import (
	"context"
	"slices"

	"github.com/progresshub/progresshub/store/match"
)

// How many of the nearest active threads an answer shows, however far they are: the reader may
// know that one of them is the same work though no word says so.
const (
	ownNearest   = 5 // of the project
	leastNearest = 3 // with those of other projects, where it has too few
)

// mostShown is how many an outlook finds of each: up to as many may be left out of what is shown.
const mostShown = ownNearest + maxTwins + 1

// nearest are the active threads nearest to a text, besides those that are shown already and
// count, and one that doesn't. Those of the project come first, others only where it has too
// few.
func (s *Store) nearest(ctx context.Context, near outlook, shown map[string]bool, but string) ([]OverlapHit, error) {
	var found []match.Hit
	for _, of := range []struct{ view, most int }{{ownView, ownNearest}, {elseView, leastNearest}} {
		room := of.most - len(shown) - len(found)
		if room <= 0 {
			continue
		}
		others := func(id string) bool { return !shown[id] && id != but }
		hits := near.hits(of.view)
		left := slices.DeleteFunc(slices.Clone(hits), func(h match.Hit) bool { return !others(h.ID) })
		if len(left) == 0 && len(hits) > 0 { // what has nothing in common with the text at all
			var err error
			if left, err = s.lookBeside(ctx, near, of.view, others); err != nil {
				return nil, err
			}
		}
		found = append(found, left[:min(room, len(left))]...)
	}
	return s.overlapHits(ctx, found)
}
