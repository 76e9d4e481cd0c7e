package match

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store/match/lexicon"
)

var sizes = []struct {
	name        string
	docs, pages int
}{{"10k", 10_000, 0}, {"10k and 2k pages", 10_000, 2_000}, {"100k", 100_000, 0}}

// queries are titles of other documents, as an agent would word them, and cut
// shorter now and then.
func queries() []string {
	docs := corpus(512)
	texts := make([]string, len(docs))
	for i, d := range docs {
		texts[i] = d.Title
		if i%4 == 0 {
			texts[i] = cut(d.Title, 30)
		}
	}
	return texts
}

func heapMB() float64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / 1e6
}

func BenchmarkSearch(b *testing.B) {
	for _, size := range sizes {
		b.Run(size.name, func(b *testing.B) {
			index := New()
			index.Put(corpus(size.docs)...)
			index.Put(pages(size.pages)...)
			asked := queries()
			took := make([]time.Duration, 0, 1<<16)
			i := 0
			for b.Loop() {
				start := time.Now()
				index.Search(Query{Text: asked[i%len(asked)], Now: epoch})
				took = append(took, time.Since(start))
				i++
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
		})
	}
}

// BenchmarkBuild puts 100,000 documents in chunks and reports what they take.
func BenchmarkBuild(b *testing.B) {
	docs := corpus(100_000)
	for b.Loop() {
		before := heapMB()
		index := New()
		start := time.Now()
		for chunk := range slices.Chunk(docs, 1000) {
			index.Put(chunk...)
		}
		b.ReportMetric(time.Since(start).Seconds(), "build-s")
		b.ReportMetric(heapMB()-before, "heap-MB")
		runtime.KeepAlive(index)
	}
}

// BenchmarkPut replaces one document of 100,000 at a time.
func BenchmarkPut(b *testing.B) {
	docs := corpus(100_000)
	index := New()
	index.Put(docs...)
	i := 0
	for b.Loop() {
		d := docs[i%len(docs)]
		d.Title = fmt.Sprint(d.Title, " again")
		index.Put(d)
		i++
	}
}

func BenchmarkSnippet(b *testing.B) {
	for _, shape := range snippetShapes() {
		b.Run(shape.name, func(b *testing.B) {
			for b.Loop() {
				Snippet(shape.text, shape.query, 200)
			}
		})
	}
}

// BenchmarkThesaurus reports what the lexicon costs once: the time to read it and the memory
// it stays in.
func BenchmarkThesaurus(b *testing.B) {
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		l, err := lexicon.Load()
		if err != nil {
			b.Fatal(err)
		}
		t := newThesaurus(l)
		l = lexicon.Lexicon{}
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "heap-MB")
		runtime.KeepAlive(t)
	}
}
