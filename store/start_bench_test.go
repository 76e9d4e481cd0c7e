package store

import (
	"fmt"
	"sync/atomic"
	"testing"
)

// Fifty agents who begin work at the same time wait for as few commits as possible.
func BenchmarkStartsAtOnce(b *testing.B) {
	s, _ := newStore(b)
	var n, commits atomic.Int64
	cancel := s.Subscribe(func(Commit) { commits.Add(1) })
	defer cancel()
	b.SetParallelism(25)
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			k := n.Add(1)
			work := fmt.Sprintf("w%dx y%dz q%dk", k, k*7919, k*104729)
			if _, err := s.Start(b.Context(), agent, StartInput{
				NewThread: NewThread{ThreadInput: ThreadInput{Summary: Some(work)}, SourceTool: "bench"}, New: true, Claim: ClaimInput{Holder: "bench"},
			}); err != nil {
				b.Error(err)
			}
		}
	})
	b.ReportMetric(float64(commits.Load())/float64(b.N), "commits/op")
}
