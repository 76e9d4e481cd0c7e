package api

import (
	"net/http"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// The dashboard's way through the wiki: make pages, follow links, find them in the list,
// move a folder, delete a page, and take that back.
func TestTheWikiOverREST(t *testing.T) {
	h := newHub(t)
	made := h.putMarkdown("/api/wiki/guides/first-steps", "# First steps\n\nthen [[guides/next]]\n", map[string]string{"If-None-Match": "*"})
	made.wantStatus(201)
	if made.Header.Get("Location") != "/api/wiki/guides/first-steps" || made.Header.Get("X-Hub-Event") == "" || !strings.HasPrefix(made.Header.Get("ETag"), `"1.`) {
		t.Errorf("made: %v", made.Header)
	}
	page := h.get("/api/wiki/guides/first-steps")
	if page.Header.Get("ETag") != made.Header.Get("ETag") || page.Body != made.Body {
		t.Errorf("made %s, read %s", made.Body, page.Body)
	}
	if p := decode[PageBody](page); p.Title != "First steps" || len(p.Links) != 1 || p.Links[0] != (store.PageLink{Path: "guides/next"}) {
		t.Errorf("read: %+v", p)
	}
	h.putMarkdown("/api/wiki/guides/first-steps", "again", map[string]string{"If-None-Match": "*"}).wantProblem(412, "precondition-failed", "")
	h.putMarkdown("/api/wiki/guides/next", "", nil).wantStatus(201)
	changed := h.putMarkdown("/api/wiki/guides/next", "# Next\n", map[string]string{"If-Match": h.get("/api/wiki/guides/next").Header.Get("ETag")})
	changed.wantStatus(200)
	if next := decode[PageBody](changed); next.Rev != 2 || len(next.Backlinks) != 1 || next.Backlinks[0] != (store.Backlink{URI: "hub://wiki/guides/first-steps", Title: "First steps"}) || next.BacklinkCount != 1 {
		t.Errorf("changed: %+v", next)
	}
	if same := h.putMarkdown("/api/wiki/guides/next", "# Next\n", nil); same.Status != 200 || same.Header.Get("X-Hub-Event") != "" {
		t.Errorf("the same again: %d %v", same.Status, same.Header)
	}

	list := h.get("/api/wiki?prefix=guides/&limit=1")
	list.wantStatus(200)
	if link := list.Header.Get("Link"); link != `</api/wiki?cursor=guides%2Ffirst-steps&limit=1&prefix=guides%2F>; rel="next"` || list.Header.Get("X-Total-Count") != "2" {
		t.Errorf("list: %v", list.Header)
	}
	rest := h.get("/api/wiki?cursor=guides%2Ffirst-steps&limit=1&prefix=guides%2F")
	if pages := decode[[]store.PageInfo](rest); len(pages) != 1 || pages[0].Path != "guides/next" || pages[0].Title != "Next" || rest.Header.Get("Link") != "" {
		t.Errorf("the rest: %s", rest.Body)
	}
	if old := decode[PageBody](h.get("/api/wiki/guides/next?rev=1")); old.Markdown != "" || old.Title != "next" {
		t.Errorf("the first version: %+v", old)
	}
	history := h.get("/api/wiki-revisions/guides/next?limit=1")
	if revs := decode[[]store.Revision](history); len(revs) != 1 || revs[0].Rev != 2 || revs[0].Bytes != 7 || history.Header.Get("Link") != `</api/wiki-revisions/guides/next?cursor=2&limit=1>; rel="next"` {
		t.Errorf("history: %s %v", history.Body, history.Header)
	}

	moved := h.post("/api/wiki-move", `{"from":"guides","to":"docs"}`)
	moved.wantStatus(200)
	if moved.Body != `{"pages":[{"from":"guides/first-steps","to":"docs/first-steps"},{"from":"guides/next","to":"docs/next"}],"rewritten":["hub://wiki/docs/first-steps"]}` || moved.Header.Get("X-Hub-Event") == "" {
		t.Errorf("moved: %s %v", moved.Body, moved.Header)
	}
	if p := h.get("/api/wiki/guides/next").wantProblem(404, "not-found", ""); p.MovedTo != "hub://wiki/docs/next" {
		t.Errorf("the former address: %+v", p)
	}
	if p := decode[PageBody](h.get("/api/wiki/docs/first-steps")); p.Markdown != "# First steps\n\nthen [[docs/next]]\n" || !p.Links[0].Exists {
		t.Errorf("moved: %+v", p)
	}

	late := h.do(request{method: http.MethodDelete, path: "/api/wiki/docs/next", headers: map[string]string{"If-Match": `"1.x"`}})
	if p := late.wantProblem(412, "precondition-failed", ""); p.CurrentVersion == nil || *p.CurrentVersion != 2 || late.Header.Get("ETag") != h.get("/api/wiki/docs/next").Header.Get("ETag") {
		t.Errorf("late: %+v %v", p, late.Header)
	}
	deleted := h.do(request{method: http.MethodDelete, path: "/api/wiki/docs/next"})
	deleted.wantStatus(204)
	if deleted.Body != "" || deleted.Header.Get("Content-Type") != "" {
		t.Errorf("deleted: %v %q", deleted.Header, deleted.Body)
	}
	if p := h.get("/api/wiki/docs/next").wantProblem(404, "not-found", ""); strings.Contains(p.Detail, "closest") {
		t.Errorf("detail %q", p.Detail)
	}
	if _, err := h.store.Undo(t.Context(), store.By{Actor: store.Owner}, deleted.Header.Get("X-Hub-Event"), store.Guard{}); err != nil {
		t.Fatal(err)
	}
	h.get("/api/wiki/docs/next").wantStatus(200)
}

// Whatever stands in the address, the answer is a refusal and nothing is written.
func TestHostilePathsOfPages(t *testing.T) {
	h := newHub(t)
	h.putMarkdown("/api/wiki/a/b", "x", nil).wantStatus(201)
	for _, c := range []struct {
		name, path string
		status     int
	}{
		{"encoded slash", "a%2fb", 200},
		{"encoded slash in capitals", "a%2Fb", 200},
		{"encoded letter", "%61/b", 200},
		{"nothing", "", 404},
		{"slash at the end", "a/b/", 404},
		{"encoded slash at the end", "a/b%2f", 404},
		{"two slashes", "a//b", 404},
		{"encoded slashes", "a%2f%2fb", 404},
		{"dots", "a/../b", 404},
		{"encoded dots", "%2e%2e/%2e%2e/etc/passwd", 404},
		{"dots behind encoded slashes", "a%2f..%2f..%2fb", 404},
		{"doubly encoded dots", "%252e%252e", 422},
		{"a dot", "a/./b", 404},
		{"a dot at the end", "a.", 422},
		{"backslash", `a%5cb`, 404},
		{"dots and a backslash", `..%5cb`, 404},
		{"NUL", "a%00b", 422},
		{"line end", "a%0ab", 422},
		{"capitals", "A/B", 422},
		{"a twin of a letter", "%D0%B0/b", 422},
		{"not UTF-8", "%ff", 422},
		{"blanks", "%20", 422},
		{"nine parts", "a/b/c/d/e/f/g/h/i", 422},
		{"a part too long", strings.Repeat("a", 65), 422},
		{"4 KB", strings.Repeat("a", 4<<10), 422},
		{"many parts", strings.Repeat("a/", 2000) + "a", 422},
		{"a question mark", "a%3Fhtml=1", 422},
		{"markup", "%3Cscript%3E", 422},
	} {
		for _, at := range []string{"/api/wiki/", "/api/wiki-revisions/"} {
			if got := h.get(at + c.path); got.Status != c.status {
				t.Errorf("%s: GET %s is %d, want %d: %s", c.name, at, got.Status, c.status, got.Body)
			} else if c.status == 422 {
				got.wantProblem(422, "validation", "path.path")
			}
		}
		if c.status == 200 {
			continue
		}
		for _, method := range []string{http.MethodPut, http.MethodDelete} {
			body := ""
			if method == http.MethodPut {
				body = `{"markdown":"x"}`
			}
			if got := h.do(request{method: method, path: "/api/wiki/" + c.path, body: body}); got.Status != c.status && got.Status != 404 && got.Status != 405 {
				t.Errorf("%s: %s is %d, want %d: %s", c.name, method, got.Status, c.status, got.Body)
			}
		}
	}
	if got := h.get("/api/wiki").Header.Get("X-Total-Count"); got != "1" {
		t.Errorf("%s pages, want 1", got)
	}
	if p := h.get("/api/wiki/Meine%20Notizen/Heute").wantProblem(422, "validation", "path.path"); !strings.Contains(p.Detail, `did you mean "meine-notizen/heute"?`) {
		t.Errorf("detail %q", p.Detail)
	}
}

func TestRefusalsOfTheWiki(t *testing.T) {
	h := newHub(t)
	h.putMarkdown("/api/wiki/a", "x", nil).wantStatus(201)
	h.putMarkdown("/api/wiki/b/c", "x", nil).wantStatus(201)
	cases := []struct {
		name, method, path, body string
		status                   int
		kind, location           string
	}{
		{"unknown page", "GET", "/api/wiki/none", ``, 404, "not-found", ""},
		{"unknown page's history", "GET", "/api/wiki-revisions/none", ``, 404, "not-found", ""},
		{"unknown revision", "GET", "/api/wiki/a?rev=2", ``, 404, "not-found", ""},
		{"delete an unknown page", "DELETE", "/api/wiki/none", ``, 404, "not-found", ""},
		{"delete a folder", "DELETE", "/api/wiki/b", ``, 404, "not-found", ""},
		{"no text", "PUT", "/api/wiki/a", `{}`, 422, "validation", "body.markdown"},
		{"a number for a text", "PUT", "/api/wiki/a", `{"markdown":1}`, 422, "validation", "body.markdown"},
		{"NUL", "PUT", "/api/wiki/a", `{"markdown":"\u0000"}`, 422, "validation", "body.markdown"},
		{"move from nowhere", "POST", "/api/wiki-move", `{"from":"none","to":"c"}`, 404, "not-found", ""},
		{"move without a goal", "POST", "/api/wiki-move", `{"from":"a"}`, 422, "validation", "body.to"},
		{"move to a bad path", "POST", "/api/wiki-move", `{"from":"a","to":"A"}`, 422, "validation", "body.to"},
		{"move from a bad path", "POST", "/api/wiki-move", `{"from":"../a","to":"a"}`, 422, "validation", "body.from"},
		{"move to itself", "POST", "/api/wiki-move", `{"from":"a","to":"a"}`, 422, "validation", "body.to"},
		{"move onto a page", "POST", "/api/wiki-move", `{"from":"a","to":"b/c"}`, 409, "conflict", ""},
		{"move too deep", "POST", "/api/wiki-move", `{"from":"b","to":"a/b/c/d/e/f/g/h"}`, 422, "validation", "body.to"},
		{"limit too large", "GET", "/api/wiki?limit=201", ``, 422, "validation", "query.limit"},
		{"cursor from elsewhere", "GET", "/api/wiki?cursor=A", ``, 422, "validation", "query.cursor"},
		{"unknown parameter", "GET", "/api/wiki/a?format=html", ``, 422, "validation", "query.format"},
		{"post to a page", "POST", "/api/wiki/a", `{}`, 405, "method-not-allowed", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := h.do(request{method: c.method, path: c.path, body: c.body})
			got.t = t
			got.wantProblem(c.status, c.kind, c.location)
		})
	}
	if got := h.get("/api/wiki"); got.Header.Get("X-Total-Count") != "2" || decode[PageBody](h.get("/api/wiki/a")).Rev != 1 {
		t.Errorf("after refused input: %s", got.Body)
	}
}

func TestARepeatedMoveIsDoneOnce(t *testing.T) {
	h := newHub(t)
	h.putMarkdown("/api/wiki/a", "x", nil).wantStatus(201)
	r := request{method: http.MethodPost, path: "/api/wiki-move", body: `{"from":"a","to":"b"}`, headers: map[string]string{"Idempotency-Key": "k"}}
	first, again := h.do(r), h.do(r)
	if first.Status != 200 || again.Status != 200 || again.Body != first.Body || again.Header.Get("X-Hub-Event") != first.Header.Get("X-Hub-Event") {
		t.Errorf("%d %s, then %d %s", first.Status, first.Body, again.Status, again.Body)
	}
}

func TestTheWikiItselfIsNoPage(t *testing.T) {
	h := newHub(t)
	if r := h.do(request{method: "PUT", path: "/api/wiki", body: `{"markdown":"x"}`}); r.Status != 405 || r.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("%d, allowed %q", r.Status, r.Header.Get("Allow"))
	}
	h.get("/api/wiki-revisions").wantProblem(404, "not-found", "")
	h.get("/api/wiki").wantStatus(200)
}
