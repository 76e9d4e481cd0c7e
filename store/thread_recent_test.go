package store

import (
	"context"
	"fmt"
	"sync"
	"testing"
)

// Whoever has been told that a change is done sees it in every list, while others read and
// write, and what is kept in memory is what the database holds.
func TestListsShowEveryAcknowledgedChange(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ids := make([]string, 8)
	for i := range ids {
		ids[i] = create(t, s, fmt.Sprint("thread ", i)).ID
	}
	ctx, stop := context.WithCancel(t.Context())
	var readers, writers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for ctx.Err() == nil {
				list(t, s, ThreadFilter{})
			}
		})
	}
	for i, id := range ids {
		writers.Go(func() {
			for n := range 50 {
				goal := fmt.Sprint("goal ", i, " ", n)
				if _, err := s.UpdateThread(t.Context(), agent, id, Guard{}, ThreadInput{Goal: Some(goal)}, false); err != nil {
					t.Error(err)
					return
				}
				for _, th := range list(t, s, ThreadFilter{}).Threads {
					if th.ID == id && *th.Goal != goal {
						t.Errorf("the list shows %q after %q was done", *th.Goal, goal)
					}
				}
			}
		})
	}
	writers.Wait()
	stop()
	readers.Wait()
	shown := list(t, s, ThreadFilter{}).Threads
	s.threads = NewRecent[string](recentThreads, isSlim)
	for i, stored := range list(t, s, ThreadFilter{}).Threads {
		if *shown[i].Goal != *stored.Goal || shown[i].Version != stored.Version {
			t.Errorf("memory holds %q, the database %q", *shown[i].Goal, *stored.Goal)
		}
	}
}
