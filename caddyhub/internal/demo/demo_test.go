package demo

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

// The month goes through the store's rules at whatever hour it is asked for, and ends before it.
func TestMonth(t *testing.T) {
	t.Parallel()
	tokyo := time.FixedZone("Tokyo", 9*60*60)
	for _, tc := range []struct {
		name string
		now  time.Time
	}{
		{"in the morning", time.Date(2026, 5, 4, 6, 10, 0, 0, time.UTC)},
		{"at noon", time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)},
		{"after midnight", time.Date(2026, 3, 1, 0, 5, 0, 0, tokyo)},
		{"at the end of the day", time.Date(2026, 12, 31, 23, 59, 59, 0, time.UTC)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := Fill(t.Context(), dir, tc.now); err != nil {
				t.Fatal(err)
			}
			s, err := store.Open(t.Context(), dir, store.Options{Now: func() time.Time { return tc.now }})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			checkCounts(t, s)
			checkTimes(t, s, tc.now)
		})
	}
}

// checkCounts holds the month against what was asked for: 7 projects, 60 threads, 25 pages, 20
// reminders, 4 agents, somebody at work and somebody who waits for the owner.
func checkCounts(t *testing.T, s *store.Store) {
	t.Helper()
	ctx := t.Context()
	p := store.Policy{Zone: time.UTC}
	threads, err := s.Threads(ctx, store.ThreadFilter{Statuses: store.Statuses, Limit: 200}, p)
	if err != nil {
		t.Fatal(err)
	}
	var held, agents []string
	for _, th := range threads.Threads {
		if th.Lease != nil {
			held = append(held, th.Lease.Holder)
		}
		if th.SourceTool != nil && !slices.Contains(agents, *th.SourceTool) {
			agents = append(agents, *th.SourceTool)
		}
	}
	projects, err := s.Projects(ctx)
	if err != nil {
		t.Fatal(err)
	}
	pages, err := s.Pages(ctx, store.PageFilter{Limit: 200})
	if err != nil {
		t.Fatal(err)
	}
	all, err := s.Reminders(ctx, store.ReminderFilter{State: "all", Limit: 200})
	if err != nil {
		t.Fatal(err)
	}
	waiting, err := s.Approvals(ctx, store.ApprovalFilter{State: store.ApprovalPending})
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%d projects, %d threads, %d pages, %d reminders, %d agents, %d held, %d waiting",
		len(projects), len(threads.Threads), len(pages.Pages), len(all.Reminders), len(agents), len(held), len(waiting.Approvals))
	if want := "7 projects, 60 threads, 25 pages, 20 reminders, 4 agents, 2 held, 1 waiting"; got != want {
		t.Errorf("%s; want %s", got, want)
	}
	chosen, err := s.ChosenThread(ctx)
	if err != nil || chosen == nil {
		t.Errorf("chosen: %v, %v", chosen, err)
	}
}

// checkTimes finds what happened after the month's end, or all in one day.
func checkTimes(t *testing.T, s *store.Store, now time.Time) {
	t.Helper()
	page, err := s.Events(t.Context(), store.EventFilter{Limit: 200})
	if err != nil {
		t.Fatal(err)
	}
	days := map[string]bool{}
	for _, e := range page.Events {
		if e.At.After(now) {
			t.Errorf("%s %s at %s", e.Kind, e.Subject, e.At)
		}
		days[e.At.In(now.Location()).Format(time.DateOnly)] = true
	}
	if len(days) < 15 { // in the newest events
		t.Errorf("something happened on %d days only", len(days))
	}
}

func TestMoment(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"1 09:30":  "2026-02-28T09:30:00Z",
		"28 00:00": "2026-02-01T00:00:00Z",
		"1h20m":    "2026-03-01T06:40:00Z",
		"0 07:00":  "not certain to be in the past",
		"-5m":      "not certain to be in the past",
		"x 07:00":  "read the time",
		"2 25:00":  "hour out of range",
		"soon":     "invalid duration",
	} {
		got, err := moment(now, text)
		if err != nil && strings.Contains(err.Error(), want) {
			continue
		}
		if err != nil || got.Format(time.RFC3339) != want {
			t.Errorf("%s: %s, %v; want %s", text, got.Format(time.RFC3339), err, want)
		}
	}
}

// A folder that has a hub is somebody's.
func TestFillsOnlyAnEmptyFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := Fill(context.Background(), dir, time.Now()); err != nil {
		t.Fatal(err)
	}
	if err := Fill(context.Background(), dir, time.Now()); err == nil {
		t.Error("a folder was filled twice")
	}
}
