package forge

import (
	"context"
	"fmt"
	"time"

	"github.com/progresshub/progresshub/store"
)

// trouble is what has kept the hub and the forge apart since a moment.
type trouble struct {
	Since store.Time `json:"since"` // when it began, not when it was last seen
	Text  string     `json:"text"`  // in words for the owner
}

// lasting is the trouble there is after a sync that ended so, when there was another one
// before it. A sync that was broken off says nothing about it.
func lasting(before *trouble, out Outcome) *trouble {
	switch out.State {
	case StateOK:
		return nil
	case StateCancelled:
		return before
	}
	now := &trouble{Since: out.EndedAt, Text: *out.Error}
	if before != nil {
		now.Since = before.Since
	}
	return now
}

// Problem tells what keeps the hub and the forge apart now, in words for the owner, and
// since when. failing is false while all is well, nothing was tried yet, or sync is off.
func (s *Service) Problem(ctx context.Context) (text string, since time.Time, failing bool, err error) {
	e, err := s.load(ctx)
	if err != nil || !e.runs() {
		return "", time.Time{}, false, err
	}
	last, _, err := s.report(ctx)
	if err != nil {
		return "", time.Time{}, false, err
	}
	if last.Trouble != nil {
		return last.Trouble.Text, last.Trouble.Since.Time, true, nil
	}
	return s.undecided(ctx)
}

// undecided tells which conflicts wait for the owner, and since when the first one does.
func (s *Service) undecided(ctx context.Context) (text string, since time.Time, waiting bool, err error) {
	open, err := s.Store.ForgeConflicting(ctx)
	if err != nil || len(open) == 0 {
		return "", time.Time{}, false, err
	}
	since = open[0].FoundAt.Time
	for _, c := range open {
		if c.FoundAt.Before(since) {
			since = c.FoundAt.Time
		}
	}
	if len(open) == 1 {
		return "In the forge, 1 file differs on both sides and waits for your decision.", since, true, nil
	}
	return fmt.Sprintf("In the forge, %d files differ on both sides and wait for your decision.", len(open)), since, true, nil
}

// SetUp reports whether the hub and a forge are to be kept the same.
func (s *Service) SetUp(ctx context.Context) (bool, error) {
	e, err := s.load(ctx)
	return err == nil && e.runs(), err
}
