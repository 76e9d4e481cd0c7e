package store

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"
)

func benchStore(b *testing.B) *Store {
	b.Helper()
	return openStore(b, b.TempDir(), Options{})
}

// BenchmarkCreate shows what group commit is worth: time for each change that is on disk.
func BenchmarkCreate(b *testing.B) {
	b.Run("serial", func(b *testing.B) {
		s := benchStore(b)
		for b.Loop() {
			create(b, s, "rotate the webhook signing secret")
		}
	})
	b.Run("64 writers", func(b *testing.B) {
		s := benchStore(b)
		b.SetParallelism(32) // times 2 processors
		var n atomic.Int64
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				if err := posting(s, "rotate the webhook signing secret")(context.Background()); err != nil {
					b.Error(err)
				}
				n.Add(1)
			}
		})
		b.ReportMetric(float64(n.Load())/float64(max(s.Generation(), 1)), "changes/commit")
	})
}

// BenchmarkOneTransactionEach is the same load without group commit.
func BenchmarkOneTransactionEach(b *testing.B) {
	s := benchStore(b)
	b.SetParallelism(32)
	turn := make(chan struct{}, 1)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			turn <- struct{}{}
			err := posting(s, "rotate the webhook signing secret")(context.Background())
			<-turn
			if err != nil {
				b.Error(err)
			}
		}
	})
}

func BenchmarkHeartbeat(b *testing.B) {
	s := benchStore(b)
	th := create(b, s, "s")
	held := claim(b, s, th.ID, "h")
	for b.Loop() {
		if _, err := s.Claim(b.Context(), agent, th.ID, ClaimInput{Holder: "h", LeaseID: held.LeaseID}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOverlap(b *testing.B) {
	s := benchStore(b)
	fill(b, s, 1000)
	b.ResetTimer()
	for b.Loop() {
		overlap(b, s, OverlapQuery{Text: "rotate the signing secret of webhook 77"})
	}
}

// BenchmarkList50 reads a first page at two sizes of the hub.
func BenchmarkList50(b *testing.B) {
	sizes := []int{1000}
	if longRun {
		sizes = append(sizes, 1_000_000)
	}
	for _, size := range sizes {
		s := benchStore(b)
		fill(b, s, size)
		for name, f := range map[string]ThreadFilter{
			"default": {}, "project": {Project: "p7"}, "stale": {Stale: true}, "done": {Statuses: []Status{StatusDone}},
			"text": {Text: "webhook 77"}, "finished": {Statuses: []Status{StatusDone, StatusDismissed}},
		} {
			b.Run(fmt.Sprintf("%d/%s", size, name), func(b *testing.B) {
				for b.Loop() {
					list(b, s, f)
				}
			})
		}
	}
}

// BenchmarkOverview reads what the dashboard's first screen asks for.
func BenchmarkOverview(b *testing.B) {
	for _, size := range []int{1000, 100_000} {
		s := benchStore(b)
		fill(b, s, size)
		b.Run(fmt.Sprintf("%d/overview", size), func(b *testing.B) {
			for b.Loop() {
				overview(b, s, Policy{})
			}
		})
		b.Run(fmt.Sprintf("%d/next", size), func(b *testing.B) {
			for b.Loop() {
				next(b, s, Policy{})
			}
		})
	}
}

// fill writes threads of some age straight into the tables, a tenth of them active.
func fill(b testing.TB, s *Store, n int) {
	b.Helper()
	create(b, s, "s", inProject("p0"))
	for i := range 10 {
		if _, err := s.CreateProject(b.Context(), owner, ProjectInput{Slug: Some(fmt.Sprint("p", i))}); err != nil && !isConflict(err) {
			b.Fatal(err)
		}
	}
	start := time.Now().Add(-30 * 24 * time.Hour)
	for done := 0; done < n; done += 1000 {
		err := s.write(b.Context(), "fill", owner, func(tx *tx) error {
			for i := done; i < min(n, done+1000); i++ {
				at := At(start.Add(time.Duration(i) * time.Second))
				t := Thread{
					ID: tx.NewID(), Summary: fmt.Sprint("rotate the signing secret of webhook ", i), ProjectSlug: fmt.Sprint("p", i%10), Status: StatusDone,
					Energy: "low", Origin: Agent, NextSteps: []string{}, Tried: []Attempt{}, AlsoKnown: []string{}, Version: 1, CreatedAt: at, UpdatedAt: at, LastActivityAt: at,
				}
				if i%10 == i/10%10 {
					t.Status = Statuses[i/100%2]
				}
				if err := tx.insertThread(&t); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkUpdate changes threads among few and among many: the number of the others must
// not matter.
func BenchmarkUpdate(b *testing.B) {
	for _, n := range []int{1000, 20_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := benchStore(b)
			fill(b, s, n)
			list := ids(list(b, s, ThreadFilter{Limit: MaxLimit}).Threads)
			i := 0
			for b.Loop() {
				i++
				if _, err := s.UpdateThread(b.Context(), agent, list[i%len(list)], Guard{}, ThreadInput{Focus: Some(fmt.Sprint(i))}, false); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkUndoRange takes back an agent's many small edits of one thread.
func BenchmarkUndoRange(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		s, _ := newStore(b)
		th := create(b, s, "s")
		from := At(s.now())
		for i := range 500 {
			if _, err := s.UpdateThread(b.Context(), agent, th.ID, Guard{}, ThreadInput{Focus: Some(fmt.Sprint(i))}, false); err != nil {
				b.Fatal(err)
			}
		}
		b.StartTimer()
		if _, err := s.UndoAll(b.Context(), owner, UndoRange{Actor: Agent, From: from, To: At(s.now())}, Guard{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFilter lists by a piece of text that many, few or no threads hold, and the history
// of an author of few changes.
func BenchmarkFilter(b *testing.B) {
	for _, size := range []int{1000, 20_000} {
		s := benchStore(b)
		fill(b, s, size)
		gramsWritten(b, s)
		for name, f := range map[string]ThreadFilter{
			"many": {Text: "webhook", Statuses: Statuses}, "few": {Text: "hook 77", Statuses: Statuses}, "none": {Text: "zebra", Statuses: Statuses},
			"a project's": {Text: "webhook", Statuses: Statuses, Project: "p7"}, "tool": {SourceTool: "codex", Statuses: Statuses},
		} {
			b.Run(fmt.Sprintf("%d/%s", size, name), func(b *testing.B) {
				for b.Loop() {
					list(b, s, f)
				}
			})
		}
		b.Run(fmt.Sprintf("%d/history", size), func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Events(b.Context(), EventFilter{SourceTool: "codex"}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
