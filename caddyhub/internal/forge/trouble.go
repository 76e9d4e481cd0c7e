package forge

import (
	"context"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
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
	if err != nil {
		return "", time.Time{}, false, err
	}
	apart, err := s.apart(ctx, e)
	if err != nil {
		return "", time.Time{}, false, err
	}
	stuck, err := s.stuck(ctx, e)
	if err != nil {
		return "", time.Time{}, false, err
	}
	switch {
	case apart == nil && stuck == nil:
		return "", time.Time{}, false, nil
	case apart == nil:
		return stuck.Text, stuck.Since.Time, true, nil
	case stuck == nil:
		return apart.Text, apart.Since.Time, true, nil
	}
	since = apart.Since.Time
	if stuck.Since.Before(since) {
		since = stuck.Since.Time
	}
	return strings.TrimSuffix(apart.Text, ".") + ". " + stuck.Text, since, true, nil
}

// apart is what fails of the sync; nil: nothing, or it is off.
func (s *Service) apart(ctx context.Context, e effective) (*trouble, error) {
	if !e.runs() {
		return nil, nil //nolint:nilnil // as the comment says
	}
	last, state, err := s.report(ctx, e)
	if err != nil || last.Trouble != nil {
		return last.Trouble, err
	}
	open, err := s.conflicting(ctx, state.Remote == e.remote())
	if err != nil || len(open) == 0 {
		return nil, err
	}
	return undecided(open), nil
}

// undecided tells which conflicts wait for the owner, and since when the first one does.
func undecided(open []store.ForgeConflicting) *trouble {
	t := &trouble{Since: open[0].FoundAt, Text: phrase.ForgeConflict.String()}
	for _, c := range open {
		if c.FoundAt.Before(t.Since.Time) {
			t.Since = c.FoundAt
		}
	}
	if len(open) > 1 {
		t.Text = phrase.ForgeConflicts(len(open)).String()
	}
	return t
}

// stuck is why the import that was asked for waits for another try, in a sentence of its
// own; nil: there is none.
func (s *Service) stuck(ctx context.Context, e effective) (*trouble, error) {
	asked, err := s.Store.ForgeImport(ctx)
	if err != nil || asked == nil || asked.TriedAt == nil || asked.Remote != e.remote() {
		return nil, err
	}
	since := asked.FailedAt
	if since == nil { // an older hub has written it
		since = asked.TriedAt
	}
	return &trouble{Since: *since, Text: phrase.ForgeImportFails(phrase.Text(strings.TrimSuffix(asked.Error, "."))).String()}, nil
}

// SetUp reports whether the hub and a forge are to be kept the same, or an import waits for
// another try.
func (s *Service) SetUp(ctx context.Context) (bool, error) {
	e, err := s.load(ctx)
	if err != nil || e.runs() {
		return err == nil, err
	}
	waits, err := s.stuck(ctx, e)
	return waits != nil, err
}
