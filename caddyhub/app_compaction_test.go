package caddyhub

import (
	"context"
	"fmt"
	"testing"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

// TestOldEventsAreCompacted: the engine compacts what the configured undo does not reach, and
// nothing else.
func TestOldEventsAreCompacted(t *testing.T) {
	wait := compactionWait
	compactionWait = 0
	t.Cleanup(func() { compactionWait = wait })
	for _, tc := range []struct {
		name, option string
		want         int // events left
	}{
		{"ninety days when nothing is said", "", 3},
		{"a year", "undo_retention_days 365", 5},
		{"all there is", "undo_retention_days 36500", 7},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir, port := storetest.Dir(t), freePort(t)
			for _, age := range []int{800, 200, 10} {
				write(t, dir, time.Now().AddDate(0, 0, -age))
			}
			load(t, site(t, port, "data_dir "+dir+"\n"+tc.option, "hub"))
			s := running(t).runtime.store
			changed := make(chan struct{}, 100)
			defer s.Subscribe(func(store.Commit) { changed <- struct{}{} })()
			for {
				events, err := s.Events(t.Context(), store.EventFilter{})
				if err != nil {
					t.Fatal(err)
				}
				left := 0
				for _, e := range events.Events {
					if e.Compacted == nil {
						left++
					}
				}
				if left == tc.want {
					return
				}
				if left < tc.want {
					t.Fatalf("%d events are left, want %d", left, tc.want)
				}
				select {
				case <-changed:
				case <-t.Context().Done():
					t.Fatalf("%d events are left, want %d", left, tc.want)
				}
			}
		})
	}
}

// TestACompactionEndsWithItsConfiguration: one that a reload replaces, perhaps because it kept too
// little, compacts nothing more.
func TestACompactionEndsWithItsConfiguration(t *testing.T) {
	wait := compactionWait
	compactionWait = 0
	t.Cleanup(func() { compactionWait = wait })
	dir, ago := storetest.Dir(t), time.Now().AddDate(0, 0, -200)
	write(t, dir, ago)
	former, err := store.Open(t.Context(), dir, store.Options{Now: func() time.Time { return ago }})
	if err != nil {
		t.Fatal(err)
	}
	by := store.By{Actor: store.Agent, SourceTool: "codex"}
	const changes = 1500 // several steps
	for i := range changes {
		if _, err := former.CreateThread(t.Context(), by, "codex", store.ThreadInput{Summary: store.Some(fmt.Sprint("s", i))}, true); err != nil {
			t.Fatal(err)
		}
	}
	if err := former.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, dir, time.Now())
	s, err := store.Open(t.Context(), dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	a := &App{settings: &settings{UndoRetentionDays: 90}, log: zap.NewNop()}
	a.ending, a.end = context.WithCancel(t.Context())
	looks := 0 // at the clock: one before each step
	a.runtime = &Runtime{store: s, steady: schedule.NewSteady(time.Now, func() time.Duration {
		if looks++; looks == 5 {
			a.end()
		}
		return 0
	})}
	job := a.compaction()
	if at, ok, err := job.Due(t.Context()); err != nil || !ok || at.After(time.Now()) {
		t.Fatalf("due at %s, %t, %v", at, ok, err)
	}
	for range 2 {
		if err := job.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if c, err := s.Compaction(t.Context()); err != nil || c.Events == 0 || c.Events >= changes {
			t.Errorf("%d of %d events are compacted, %v", c.Events, changes, err)
		}
	}
	if _, ok, err := job.Due(t.Context()); err != nil || ok {
		t.Errorf("due once more: %t, %v", ok, err)
	}
}

// write makes a thread and a change of it at a time.
func write(t *testing.T, dir string, at time.Time) {
	t.Helper()
	s, err := store.Open(t.Context(), dir, store.Options{Now: func() time.Time { return at }})
	if err != nil {
		t.Fatal(err)
	}
	by := store.By{Actor: store.Agent, SourceTool: "codex"}
	made, err := s.CreateThread(t.Context(), by, "codex", store.ThreadInput{Summary: store.Some("s")}, false)
	if err == nil {
		_, err = s.UpdateThread(t.Context(), by, made.Item.ID, store.Guard{}, store.ThreadInput{Focus: store.Some("f")}, false)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
