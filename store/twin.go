package store

import (
	"context"
	"fmt"

	"github.com/progresshub/progresshub/store/match"
)

// Twin is an active thread about the same work as a text.
type Twin struct {
	Thread Thread
	Score  float64 // 0–1, at least the threshold of the verdict "duplicate"
}

// Hit is the twin as [Store.Overlap] shows it, without the reasons.
func (w Twin) Hit() OverlapHit {
	hit := threadHit(w.Thread)
	hit.Score, hit.Why = w.Score, []string{}
	return hit
}

// maxTwins is how many threads about the same work are told apart.
const maxTwins = 5

// twins finds the active threads that are about the same work as a text, the nearest
// first. The same words may well mean other work in another project; only what lies in
// the inbox could belong anywhere. The change must be a settled one.
func (tx *tx) twins(text, project string) ([]Twin, error) {
	found, err := tx.writer.store.overlap.search(context.Background(), match.Query{
		Text: text, Project: project, Limit: maxTwins, Now: tx.now.Time,
		Keep: func(_, kind, in, status string) bool {
			return kind == kindThread && Status(status).Active() && (in == project || in == InboxSlug || project == InboxSlug)
		},
	})
	if err != nil {
		return nil, err
	}
	var list []Twin
	for _, h := range found {
		if h.Score < match.Duplicate {
			break
		}
		t, err := tx.thread(h.ID)
		if err != nil {
			return nil, fmt.Errorf("read the thread nearest to a text: %w", err)
		}
		list = append(list, Twin{t, h.Score})
	}
	return list, nil
}

// home is the project that new work is filed under.
func (in NewThread) home(tx *tx) (string, error) {
	name := in.ProjectSlug.or(InboxSlug)
	slug, err := tx.owner(name)
	if err != nil || slug != "" {
		return slug, err
	}
	if !in.Register && name != InboxSlug {
		return "", tx.unknownProject(name)
	}
	return name, nil
}

// Create makes a thread. Where an active one is about the same work it writes nothing and
// returns that one, unless the new thread may be its twin: two who begin the same work at
// the same moment get one thread.
func (s *Store) Create(ctx context.Context, by By, in NewThread) (made Written[Thread], twin *Twin, err error) {
	write := s.writeSettled
	if in.MayBeTwin {
		write = s.write
	}
	err = write(ctx, "create a thread", by, func(tx *tx) (err error) {
		if !in.MayBeTwin {
			if twin, err = tx.twinOf(in); err != nil || twin != nil {
				return err
			}
		}
		made, err = tx.createThread(in)
		tx.written = made
		return err
	})
	return made, twin, err
}

// twinOf is the active thread nearest to one that shall be created, or nil.
func (tx *tx) twinOf(in NewThread) (*Twin, error) {
	project, err := in.home(tx)
	if err != nil {
		return nil, err
	}
	twins, err := tx.twins(in.Summary.or(""), project)
	if err != nil || len(twins) == 0 {
		return nil, err
	}
	return &twins[0], nil
}
