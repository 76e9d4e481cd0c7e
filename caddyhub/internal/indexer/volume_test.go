package indexer

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// volume writes transcripts of about so many bytes: short and long ones, with the answers
// of tools in them, and one line that is too long to be read.
func volume(p *pc, size int) (sessions int, written int64) {
	p.t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	blob := strings.Repeat(`func main() {\n\tfmt.Println(\"hello\")\n}\n`, 4000)
	for written < int64(size) {
		name := fmt.Sprintf("%08d", sessions)
		p.replace(name, "")
		f, err := os.Create(p.claude(name))
		if err != nil {
			p.t.Fatal(err)
		}
		w := bufio.NewWriter(f)
		for line, want := 0, written+int64(20_000+random.IntN(4_000_000)); written < want; line++ {
			text := asked(fmt.Sprintf("Do item %d of session %d. %s", written, sessions, strings.Repeat("word ", random.IntN(80))))
			if line > 0 && random.IntN(8) > 0 {
				at := random.IntN(len(blob) / 2)
				at -= at % len(`func main() {\n\tfmt.Println(\"hello\")\n}\n`)
				text = `{"type":"user","cwd":"/srv/shop","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"` +
					blob[:at] + `"}]}]},"toolUseResult":{"stdout":"` + blob[:at] + "\"}}\n"
			}
			n, _ := w.WriteString(text)
			written += int64(n)
		}
		if sessions == 0 {
			n, _ := w.WriteString(asked(strings.Repeat("too long ", 1<<20)))
			written += int64(n)
		}
		if err := w.Flush(); err != nil {
			p.t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			p.t.Fatal(err)
		}
		sessions++
	}
	return sessions, written
}

// TestVolume: however much there is to read, memory is bounded, and the second run sends
// nothing.
func TestVolume(t *testing.T) {
	size := 16_000_000
	if longRun {
		size = 300_000_000
	}
	h := newFakeHub(t)
	p := newPC(t, h.URL)
	sessions, written := volume(p, size)
	var used, most runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&used)
	next := int64(0)
	p.o.Show = func(at Progress) {
		if at.Done < next {
			return
		}
		next = at.Done + 1_000_000
		var now runtime.MemStats
		if runtime.ReadMemStats(&now); now.HeapAlloc > most.HeapAlloc {
			most = now
		}
	}
	start := time.Now()
	sum := p.run()
	took := time.Since(start)
	if sum.Sent != sessions || sum.Bytes != written || sum.LongLines != 1 || sum.BrokenLines != 0 {
		t.Errorf("%d sessions, %d bytes: %+v", sessions, written, sum)
	}
	grown := int64(most.HeapAlloc) - int64(used.HeapAlloc)
	t.Logf("%d MB in %v, %.0f MB/s, the heap grew by %d MB", written/1e6, took, float64(written)/1e6/took.Seconds(), grown/1e6)
	if grown > 48<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
	if sum := p.run(); sum.Sent != 0 || sum.Bytes != 0 || sum.Unchanged != sessions {
		t.Errorf("the second run: %+v", sum)
	}
}
