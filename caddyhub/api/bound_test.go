package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// However much is wrong with a request, the answer names the first mistakes and counts the
// rest.
func TestARefusalNamesTwentyMistakesAndCountsTheRest(t *testing.T) {
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
