package replicate

import (
	"fmt"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// BenchmarkWriters is how long a change takes beside others, without a replica and with one.
func BenchmarkWriters(b *testing.B) {
	for _, writers := range []int{1, 16} {
		for _, name := range []string{"off", "on"} {
			b.Run(fmt.Sprintf("%d/%s", writers, name), func(b *testing.B) {
				h := start(b, b.TempDir())
				if name == "on" {
					h.keeper.Take(folder(b))
					h.add(1)
					h.arrives()
				}
				work := make(chan int)
				done := make(chan error, writers)
				b.ResetTimer()
				for range writers {
					go func() {
						for i := range work {
							in := store.ThreadInput{Summary: store.Some(fmt.Sprint("work ", i))}
							if _, err := h.store.CreateThread(b.Context(), store.By{Actor: store.Owner}, "codex", in, true); err != nil {
								done <- err
								return
							}
						}
						done <- nil
					}()
				}
				for i := range b.N {
					work <- i
				}
				close(work)
				for range writers {
					if err := <-done; err != nil {
						b.Fatal(err)
					}
				}
				b.StopTimer()
				h.stop()
			})
		}
	}
}
