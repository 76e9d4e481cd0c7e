//go:build unix

package replicate

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

// BenchmarkDrill is how much processor time a drill takes for a database of about 100 MB.
func BenchmarkDrill(b *testing.B) {
	const writers, threads = 16, 12_000
	h := start(b, b.TempDir())
	var work sync.WaitGroup
	for w := range writers {
		work.Go(func() {
			for i := range threads / writers {
				in := store.ThreadInput{
					Summary: store.Some(fmt.Sprintf("Work %d of writer %d", i, w)),
					Goal:    store.Some(strings.Repeat(fmt.Sprintf("What %d of %d is about, in some words. ", i, w), 40)),
				}
				if _, err := h.store.CreateThread(b.Context(), store.By{Actor: store.Owner}, "codex", in, true); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	work.Wait()
	h.keeper.Take(folder(b))
	h.arrives()
	info, err := os.Stat(filepath.Join(h.dir, store.DatabaseName))
	if err != nil {
		b.Fatal(err)
	}
	before := processorTime(b)
	for b.Loop() {
		if err := h.keeper.drill(b.Context()); err != nil {
			b.Fatal(err)
		}
		if d := h.keeper.Status().Drill; d == nil || !d.OK {
			b.Fatalf("the drill: %+v", d)
		}
	}
	b.ReportMetric((processorTime(b)-before).Seconds()/float64(b.N), "cpu-s/op")
	b.ReportMetric(float64(info.Size())/1e6, "MB")
}

// processorTime is what the process has used so far.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
