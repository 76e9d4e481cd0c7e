package api

import (
	"net/url"
	"strings"
	"testing"
)

func TestOverlapOverREST(t *testing.T) {
	h := newHub(t)
	open := h.create(`{"summary":"Fix the login redirect loop on Safari","project_slug":"web"}`).ID
	done := h.create(`{"summary":"Rotate the database backup keys","project_slug":"ops"}`).ID
	h.post("/api/threads/"+done+"/done", "").wantStatus(200)
	cases := []struct{ name, query, verdict, id, status string }{
		{"the same work", "fix login redirect loop in Safari", "duplicate", open, "open"},
		{"finished work comes back marked", "rotate database backup keys", "duplicate", done, "done"},
		{"nothing of the kind: the nearest all the same", "paint the garden fence", "none", "", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := h.get("/api/overlap?q=" + url.QueryEscape(c.query))
			r.t = t
			r.wantStatus(200)
			got := decode[overlapBody](r)
			if got.Verdict != c.verdict || got.Query != c.query || len(got.Hits) == 0 {
				t.Fatalf("answer %s", r.Body)
			}
			if first := got.Hits[0]; c.id != "" && (first.ID != c.id || string(*first.Status) != c.status || len(first.Why) == 0 || first.Score <= 0 || first.Score > 1) {
				t.Errorf("first hit %+v", first)
			}
		})
	}
	h.get("/api/overlap").wantProblem(422, "validation", "query.q")
	h.get("/api/overlap?q=%20").wantProblem(422, "validation", "query.q")
	long := h.get("/api/overlap?q=" + strings.Repeat("login+", 5000))
	long.wantStatus(200)
	if got := decode[overlapBody](long).Query; len(got) > 1024 {
		t.Errorf("the query was read to %d bytes", len(got))
	}
}
