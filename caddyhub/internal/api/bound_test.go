package api

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store/storetest/race"
)

// However much is wrong with a request, the answer names the first mistakes and counts the
// rest.
func TestARefusalNamesTwentyMistakesAndCountsTheRest(t *testing.T) {
	race.SkipShort(t)
	h := newHub(t)
	keys := func(n int, name string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,"%s%d":0`, name, i)
		}
		return b.String()
	}
	for _, c := range []struct {
		name, body string
		errors     int
		last       string
	}{
		{"one", `{"summary":"a"` + keys(1, "k") + `}`, 1, "is not a field of this request"},
		{"twenty", `{"summary":"a"` + keys(20, "k") + `}`, 20, "is not a field of this request"},
		{"one more", `{"summary":"a"` + keys(21, "k") + `}`, 21, "has 1 more errors"},
		{"all that Huma sees", `{"summary":"a"` + keys(199, "k") + `}`, 21, "has 179 more errors"},
		{"90,000 unknown keys", `{"summary":"a"` + keys(90_000, "k") + `}`, 21, "has 89980 more errors"},
		{"wrong items", `{"summary":"a","next_steps":[0` + strings.Repeat(",0", 400_000) + `]}`, 21, "more errors"},
		{"empty items", `{"summary":"a","tried":[{}` + strings.Repeat(",{}", 100_000) + `]}`, 21, "more errors"},
		{"one long key", `{"summary":"a"` + keys(1, strings.Repeat("x", 900_000)) + `}`, 1, "is not a field of this request"},
		{"long keys", `{"summary":"a"` + keys(21, strings.Repeat("x", 40_000)) + `}`, 21, "has 1 more errors"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := h.post("/api/threads", c.body)
			p := r.wantProblem(http.StatusUnprocessableEntity, "validation", "")
			if len(p.Errors) != c.errors || !strings.Contains(p.Errors[len(p.Errors)-1].Message, c.last) {
				t.Errorf("%d errors, the last %+v", len(p.Errors), p.Errors[len(p.Errors)-1])
			}
			if len(r.Body) > 10_000 || strings.Contains(r.Body, leftOut) {
				t.Errorf("an answer of %d bytes: %.300s", len(r.Body), r.Body)
			}
		})
	}
}

// What the check against the schema does not look at still arrives.
func TestALongListIsTakenWhole(t *testing.T) {
	list := make([]any, 3*maxSeenItems)
	v := map[string]any{"slugs": list, "body": []any{list}}
	thinOut(v, nil)
	if len(list) != 3*maxSeenItems || len(v["slugs"].([]any)) != maxSeenItems || len(v["body"].([]any)[0].([]any)) != maxSeenItems {
		t.Error("a list was not thinned out, or is not whole any more")
	}
}

// The answer to a batch stays in proportion to its number of records, whatever is in them.
func TestTheAnswerToABadBatchIsShort(t *testing.T) {
	if testing.Short() {
		t.Skip("many records, one after the other")
	}
	h := newHub(t)
	many := func(n int, record string) []string { return slices.Repeat([]string{record}, n) }
	bad := `{"tool":1,"title":2,"summary":3,"open_items":4,"messages":"x","a":1,"b":2,"c":3,"d":4}`
	long := strings.Repeat("é", 100_000)
	for _, c := range []struct {
		name    string
		records []string
		most    int // bytes
		says    string
	}{
		{"a long session_ref", many(40, `{"tool":"codex","session_ref":"`+long+`"}`), 40_000, strings.Repeat("é", 200) + "…"},
		{"a long session_ref and a bad time", many(40, `{"tool":"codex","session_ref":"`+long+`","started_at":"x"}`), 40_000, strings.Repeat("é", 200) + "…"},
		{"a long key", many(40, `{"tool":"codex","session_ref":"a","`+strings.Repeat("x", 200_000)+`":1}`), 40_000, "…"},
		{"many bad records", many(9_999, bad), 2_000_000, "body.sessions[9998]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := h.batch(c.records...)
			r.wantStatus(http.StatusOK)
			if len(r.Body) > c.most || !strings.Contains(r.Body, c.says) {
				t.Errorf("an answer of %d bytes, want at most %d: %.300s", len(r.Body), c.most, r.Body)
			}
			for i, result := range decode[batchBody](r).Results {
				if result.Status != "invalid" || len(result.Errors) == 0 {
					t.Fatalf("record %d: %+v", i, result)
				}
			}
		})
	}
}

// silent is a body that must not be asked for.
type silent struct{ t *testing.T }

func (s silent) Read([]byte) (int, error) {
	s.t.Error("the body was read")
	return 0, io.EOF
}

// A body whose length is known to be too much is refused before a byte of it is asked for.
func TestABodyThatSaysItIsTooLargeIsNotRead(t *testing.T) {
	h := newHub(t)
	for _, c := range []struct{ method, path string }{
		{"POST", "/api/threads"},
		{"PATCH", "/api/threads/cxy99bbg25ng"},
		{"PUT", "/api/wiki/a"},
		{"PUT", "/api/preferences"},
		{"POST", "/api/preview"},
		{"POST", backupPath},
		{"POST", batchPath},
		{"POST", "/api/auth/login"},
		{"PUT", "/api/auth/password"},
	} {
		t.Run(c.method+" "+c.path, func(t *testing.T) {
			r := httptest.NewRequest(c.method, c.path, silent{t})
			r.ContentLength = 1 << 30
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("X-Hub-Request", "1")
			r.Header.Set("Authorization", "Bearer "+token)
			w := httptest.NewRecorder()
			h.api.ServeHTTP(w, r.WithContext(inbound.With(r.Context(), inbound.Info{})))
			if w.Code != http.StatusRequestEntityTooLarge {
				t.Errorf("%d %s", w.Code, w.Body)
			}
		})
	}
}
