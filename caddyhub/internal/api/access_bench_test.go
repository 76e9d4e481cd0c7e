package api

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// BenchmarkBearer is what a request costs by the kind of its token, side by side: a thread that is
// read with the access token while there are no others, and with one of 64 named ones, the most there
// can be.
// ratio-p50 is the second to the first; it must stay under 1.10.
//
//	go test ./caddyhub/internal/api -run - -bench Bearer -benchtime 20000x
func BenchmarkBearer(b *testing.B) {
	plain, named := newHub(b), newHub(b)
	var last string
	for i := range 64 {
		_, last = named.newToken(fmt.Sprint("agent ", i), inbound.Write, 0)
	}
	path := "/api/threads/"
	ids := []string{plain.create(`{"summary":"s"}`).ID, named.create(`{"summary":"s"}`).ID}
	hubs, bearers := []*hub{plain, named}, []string{token, last}
	took := make([][]time.Duration, 2)
	for range b.N {
		for i, h := range hubs {
			r := httptest.NewRequest(http.MethodGet, path+ids[i], http.NoBody)
			r.Header.Set("Authorization", "Bearer "+bearers[i])
			w := httptest.NewRecorder()
			began := time.Now()
			h.api.ServeHTTP(w, r)
			took[i] = append(took[i], time.Since(began))
			if w.Code != http.StatusOK {
				b.Fatal(w.Code)
			}
		}
	}
	p50 := func(all []time.Duration) float64 { slices.Sort(all); return float64(all[len(all)/2]) }
	before, after := p50(took[0]), p50(took[1])
	b.ReportMetric(before, "access-p50-ns")
	b.ReportMetric(after, "named-p50-ns")
	b.ReportMetric(after/before, "ratio-p50")
}
