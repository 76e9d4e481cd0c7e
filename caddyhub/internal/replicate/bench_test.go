package replicate

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

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

// BenchmarkRestore is how long it takes to get a database of 100 MB back, checked, and how long a
// drill takes, which compares all rows as well.
func BenchmarkRestore(b *testing.B) {
	h := start(b, b.TempDir())
	v := folder(b)
	for i := range 3_000 {
		text := make([]byte, 16<<10)
		for j := range text {
			text[j] = byte('a' + rand.N(26))
		}
		in := store.ThreadInput{Summary: store.Some(fmt.Sprint("work ", i)), Goal: store.Some(string(text[:4000])), Focus: store.Some(string(text[4000:8000]))}
		if _, err := h.store.CreateThread(b.Context(), store.By{Actor: store.Owner}, "codex", in, true); err != nil {
			b.Fatal(err)
		}
	}
	h.keeper.Take(v)
	h.add(1)
	h.arrives()
	info, err := os.Stat(filepath.Join(h.dir, store.DatabaseName))
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("the database has %d MB", info.Size()>>20)
	b.Run("restore", func(b *testing.B) {
		for range b.N {
			restored(b, v, time.Time{})
		}
	})
	b.Run("drill", func(b *testing.B) {
		for range b.N {
			d := Drill{}
			if err := h.keeper.try(b.Context(), h.keeper.current(), &d); err != nil {
				b.Fatal(err)
			}
		}
	})
}
