package api

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// growing makes the body of a batch while it is read, and notes how much memory was in use
// then.
type growing struct {
	records, written int
	peak             uint64
	rest             bytes.Buffer
}

func (g *growing) Read(p []byte) (int, error) {
	if g.rest.Len() == 0 {
		switch {
		case g.written > g.records:
			return 0, io.EOF
		case g.written == g.records:
			g.rest.WriteString(`{}]}`)
		case g.written == 0:
			g.rest.WriteString(`{"sessions":[`)
		}
		if g.written < g.records {
			fmt.Fprintf(&g.rest, `{"tool":"codex","session_ref":"%d","summary":"%s","open_items":["%[2]s"]},`, g.written, strings.Repeat("word ", 320))
		}
		if g.written++; g.written%100 == 0 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			g.peak = max(g.peak, m.HeapAlloc)
		}
	}
	return g.rest.Read(p)
}

// BenchmarkBatch tells what 16 MB of records take. All of them in memory at once would be
// some 60 MB.
func BenchmarkBatch(b *testing.B) {
	h := newHub(b)
	for b.Loop() {
		runtime.GC()
		var start runtime.MemStats
		runtime.ReadMemStats(&start)
		body := &growing{records: 5000}
		req := httptest.NewRequest(http.MethodPost, batchPath, body)
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		h.api.ServeHTTP(w, req.WithContext(inbound.With(req.Context(), inbound.Info{})))
		if w.Code != http.StatusOK {
			b.Fatalf("%d %.300s", w.Code, w.Body)
		}
		b.ReportMetric(float64(body.peak-start.HeapAlloc)/1e6, "MB-peak")
	}
}
