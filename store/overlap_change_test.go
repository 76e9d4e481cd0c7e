package store

import (
	"context"
	"errors"
	"testing"

	"github.com/progresshub/progresshub/store/sqlite"
)

// Of changes that share a commit, one that looks for twins knows what those in front of it did;
// and when the commit fails, nobody finds anything of them.
func TestTwinsWithinACommit(t *testing.T) {
	t.Parallel()
	const work, other = "migrate the billing tables to the new cluster", "paint the garden fence green"
	for name, c := range map[string]struct {
		begun string                                               // the thread there is before
		first func(ctx context.Context, s *Store, th Thread) error // changes it in the same commit
		found bool                                                 // by the one who starts the work then
		after bool                                                 // once the commit has failed
	}{
		"another starts it too": {other, func(ctx context.Context, s *Store, _ Thread) error {
			_, err := s.Start(ctx, agent, starting("zed", work))
			return err
		}, true, false},
		"it is finished": {work, func(ctx context.Context, s *Store, th Thread) error {
			_, err := s.Finish(ctx, owner, th.ID, Guard{}, StatusDone, "")
			return err
		}, false, true},
		"it is deleted": {work, func(ctx context.Context, s *Store, th Thread) error {
			_, err := s.DeleteThread(ctx, owner, th.ID, Guard{})
			return err
		}, false, true},
		"it is called otherwise": {work, func(ctx context.Context, s *Store, th Thread) error {
			_, err := s.UpdateThread(ctx, owner, th.ID, Guard{}, ThreadInput{Summary: Some(other)}, false)
			return err
		}, false, true},
		"another becomes it": {other, func(ctx context.Context, s *Store, th Thread) error {
			_, err := s.UpdateThread(ctx, owner, th.ID, Guard{}, ThreadInput{Summary: Some(work)}, false)
			return err
		}, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			for _, fails := range []bool{false, true} {
				s, _ := newStore(t)
				rest(s)
				th := create(t, s, c.begun)
				broken := errors.New("broken")
				fail := sqlite.BeforeCommit(s.db, func(*sqlite.Tx, []bool) error { return broken })
				before := s.Generation()
				var got Started
				errs := together(t, s,
					func(ctx context.Context) error { return c.first(ctx, s, th) },
					func(ctx context.Context) (err error) {
						got, err = s.Start(ctx, agent, starting("codex", work))
						return err
					},
					func(ctx context.Context) error {
						return s.write(ctx, "fail the commit", owner, func(tx *tx) error {
							if fails {
								fail.Note(tx.Tx, true)
							}
							return nil
						})
					})
				if !fails {
					if errs[0] != nil || errs[1] != nil || s.Generation() != before+1 {
						t.Fatalf("%v, %d commits", errs, s.Generation()-before)
					}
					if got.Created == c.found {
						t.Errorf("created %t: %+v", got.Created, got)
					}
					continue
				}
				if errs[0] == nil || errs[1] == nil || s.Generation() != before {
					t.Fatalf("%v, %d commits", errs, s.Generation()-before)
				}
				later, err := s.Start(t.Context(), agent, starting("codex", work))
				if err != nil || later.Created == c.after || c.after && later.Thread.ID != th.ID {
					t.Errorf("after the failure: created %t: %+v %v", later.Created, later, err)
				}
			}
		})
	}
}

// starting is a start of work by a tool.
func starting(tool, work string) StartInput {
	return StartInput{NewThread: NewThread{ThreadInput: ThreadInput{Summary: Some(work)}, SourceTool: tool}, Claim: ClaimInput{Holder: tool}}
}
