package api

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/match"
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

func TestOverlapIsUnsureWhereStartWorkAsks(t *testing.T) {
	open, finished := store.StatusOpen, store.StatusDone
	hit := func(status *store.Status, score float64) store.OverlapHit {
		return store.OverlapHit{Kind: "thread", Status: status, Score: score}
	}
	garden, inbox := "garden", "unsorted" // as it was renamed
	at := func(project *string) store.Overlap {
		h := hit(&open, match.Unsure)
		h.ProjectSlug = project
		return store.Overlap{Nearest: []store.OverlapHit{h}}
	}
	page := store.OverlapHit{Kind: "page", Score: match.Unsure}
	for _, c := range []struct {
		name    string
		in      store.Overlap
		project string
		want    bool
	}{
		{"nothing", store.Overlap{}, "", false},
		{"an open thread that may be it", store.Overlap{Hits: []store.OverlapHit{hit(&open, match.Unsure)}}, "", true},
		{"one among the nearest, as few hits were asked for", store.Overlap{Nearest: []store.OverlapHit{hit(&open, match.Unsure)}}, "", true},
		{"one that is less near", store.Overlap{Hits: []store.OverlapHit{hit(&open, match.Unsure-.01)}}, "", false},
		{"one that is it", store.Overlap{Hits: []store.OverlapHit{hit(&open, match.Duplicate), hit(&open, match.Unsure)}}, "", false},
		{"finished work", store.Overlap{Hits: []store.OverlapHit{hit(&finished, match.Unsure)}}, "", false},
		{"finished work, and an open thread", store.Overlap{Hits: []store.OverlapHit{hit(&finished, match.Duplicate), hit(&open, match.Unsure)}}, "", true},
		{"a page", store.Overlap{Hits: []store.OverlapHit{page}}, "", false},
		{"one of the asked project", at(&garden), "garden", true},
		{"one of the inbox", at(&inbox), "garden", true},
		{"one of another project", at(&garden), "web", false},
		{"one of any project, as work in the inbox could belong there", at(&garden), inbox, true},
	} {
		c.in.Project = c.project
		if got := unsure(c.in, inbox); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestOverlapOfARenamedProject(t *testing.T) {
	h := newHub(t)
	h.create(`{"summary":"Fix the login redirect loop on Safari","project_slug":"web"}`)
	for i := range 5 {
		h.putMarkdown(fmt.Sprintf("/api/wiki/login-%d", i), "The login redirect of Safari goes in a loop", nil).wantStatus(201)
	}
	h.do(request{method: "PATCH", path: "/api/projects/web", body: `{"slug":"site"}`}).wantStatus(200)
	const q = "/api/overlap?q=login+redirect+loop+Safari&project="
	if now, before := h.get(q+"site"), h.get(q+"web"); now.Body != before.Body {
		t.Errorf("%s, by its earlier name %s", now.Body, before.Body)
	}
}

func TestOtherWordingsOverREST(t *testing.T) {
	h := newHub(t)
	known := h.create(`{"summary":"Sessions expire after five minutes, on every page"}`).ID
	const q = "q=People+get+thrown+out+all+the+time"
	same := "&also=" + url.QueryEscape("Sessions expire after five minutes, on every page")
	for _, c := range []struct{ name, query, verdict string }{
		{"none", q, "none"},
		{"one, commas and all", q + same, "duplicate"},
		{"several", q + same + "&also=signed+out", "duplicate"},
		{"empty ones", q + "&also=&also=", "none"},
	} {
		r := h.get("/api/overlap?" + c.query)
		r.wantStatus(200)
		if got := decode[overlapBody](r); got.Verdict != c.verdict || got.Also == nil || len(got.Hits)+len(got.Nearest) != 1 {
			t.Errorf("%s: %s", c.name, r.Body)
		}
		hits := decode[[]searchHit](h.get("/api/search?" + c.query))
		if found := len(hits) > 0 && hits[0].ID == known; found != (c.verdict != "none") {
			t.Errorf("%s: search finds %+v", c.name, hits)
		}
	}
	for _, order := range []string{"one two", "two one"} { // each its own answer, also out of the cache
		first, second, _ := strings.Cut(order, " ")
		for range 2 {
			if got := decode[overlapBody](h.get("/api/overlap?" + q + "&also=" + first + "&also=" + second)); strings.Join(got.Also, " ") != order {
				t.Errorf("asked with %s, it read %q", order, got.Also)
			}
		}
	}
	long := decode[overlapBody](h.get("/api/overlap?" + q + "&also=" + strings.Repeat("x", 300)))
	if len(long.Also) != 1 || len(long.Also[0]) != 200 {
		t.Errorf("a long one: %q", long.Also)
	}
	for _, path := range []string{"/api/overlap?", "/api/search?"} {
		h.get(path+q+strings.Repeat("&also=x", 5)).wantProblem(422, "validation", "query.also")
		h.get(path+q+"&also=%00").wantProblem(422, "validation", "query.also[0]")
		h.get(path+q+"&q=again").wantProblem(422, "validation", "query.q")
	}
}

// A search that finds nothing says what would; one that finds something does not.
func TestASearchThatFindsNothing(t *testing.T) {
	h := newHub(t)
	h.create(`{"summary":"Rotate the backup keys"}`)
	h.put("/api/wiki/trips", `{"markdown":"# Trips\n\nTwo days in Zürich."}`).wantStatus(201)
	for query, want := range map[string]string{"bakup": "backup", "zurch": "z%C3%BCrich", "backup": "", "zebras": ""} {
		r := h.get("/api/search?q=" + query)
		if got := r.Header.Get("X-Hub-Suggestion"); got != want {
			t.Errorf("%s: %q, with %d hits", query, got, len(decode[[]searchHit](r)))
		}
	}
}

// A project puts its own first and hides nothing; a path chooses pages.
func TestSearchByProjectAndPath(t *testing.T) {
	h := newHub(t)
	own := h.create(`{"summary":"clean up the shed before winter comes","project_slug":"garden"}`)
	far := h.create(`{"summary":"clean the oven and the hood","project_slug":"kitchen"}`)
	h.put("/api/wiki/home/tools", `{"markdown":"# Brushes for the shed"}`).wantStatus(201)
	for name, tc := range map[string]struct {
		query string
		want  []string // all of them, in this order
	}{
		"a project": {"q=a+new+hood+for+the+shed&kind=thread&project=garden", []string{own.ID, far.ID}},
		"its wiki":  {"q=brushes&project=garden", []string{"home/tools"}},
		"a path":    {"q=path:home", []string{"home/tools"}},
		"also":      {"q=xylophone&also=oven+and+hood&kind=thread&limit=1", []string{far.ID}},
	} {
		hits := decode[[]searchHit](h.get("/api/search?" + tc.query))
		if len(hits) != len(tc.want) {
			t.Errorf("%s: %d hits, want %d", name, len(hits), len(tc.want))
			continue
		}
		for i, want := range tc.want {
			if !strings.HasSuffix(hits[i].URI, "/"+want) {
				t.Errorf("%s: hit %d is %s, want %s", name, i+1, hits[i].URI, want)
			}
		}
	}
}
