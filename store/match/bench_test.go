package match

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
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
			search(b, index, func(i int) Query { return Query{Text: asked[i%len(asked)], Now: epoch} })
		})
	}
}

// search reports how long searches take, of which some turn up in turn.
func search(b *testing.B, index *Index, query func(i int) Query) {
	took := make([]time.Duration, 0, 1<<16)
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		index.Search(query(i))
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}

// BenchmarkWordings asks in four other wordings as well, each as long as a query.
func BenchmarkWordings(b *testing.B) {
	index := New()
	index.Put(corpus(10_000)...)
	asked := queries()
	search(b, index, func(i int) Query {
		at := func(n int) string { return asked[(i+n)%len(asked)] }
		return Query{Text: at(0), Also: []string{at(101), at(211), at(307), at(401)}, Now: epoch}
	})
}

// BenchmarkStranger asks what nobody would: as much text as a query may have, in one script
// after another, all of them words of other documents or all of them unknown.
func BenchmarkStranger(b *testing.B) {
	index := New()
	index.Put(corpus(100_000)...)
	for _, text := range []struct{ name, of string }{
		{"words", strings.Join(queries(), " ")},
		{"one word", "backup "},
		{"unknown words", "qxzv wqkj zzkp vvxq "},
		{"Cyrillic", "перенести резервные копии на другой сервер "},
		{"Arabic", "نقل النسخ الاحتياطية إلى خادم آخر "},
		{"Devanagari", "बैकअप को दूसरे सर्वर पर ले जाएँ "},
		{"Thai", "ย้ายข้อมูลสำรองไปยังเซิร์ฟเวอร์อื่น"},
		{"Han", "把备份移到另一台服务器上并检查"},
		{"Kana", "バックアップをべつのサーバーにうつす"},
		{"Hangul", "백업을 다른 서버로 옮기기 "},
	} {
		b.Run(text.name, func(b *testing.B) {
			query := Query{Text: strings.Repeat(text.of, maxQueryBytes/len(text.of)+1), Now: epoch}
			search(b, index, func(int) Query { return query })
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

// BenchmarkChange replaces documents by ones with another body, as checkpoints do, through
// several compactions, and reports how long one of them waits at most.
func BenchmarkChange(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			docs := corpus(n)
			index := New()
			index.Put(docs...)
			var longest time.Duration
			i := 0
			for b.Loop() {
				d := docs[i*7919%n]
				d.Body = fmt.Sprint(d.Body, " ", docs[(i*31+7)%n].Title)
				start := time.Now()
				index.Put(d)
				longest = max(longest, time.Since(start))
				i++
			}
			b.ReportMetric(float64(longest.Microseconds())/1e3, "longest-ms")
		})
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
