package api

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// putMarkdown writes a document with some headers.
func (h *hub) putMarkdown(path, text string, headers map[string]string) response {
	h.t.Helper()
	body, err := json.Marshal(DocumentText{Markdown: text})
	if err != nil {
		h.t.Fatal(err)
	}
	return h.do(request{method: http.MethodPut, path: path, body: string(body), headers: headers})
}

// The dashboard's way: open the file, edit it while threads change and an agent logs,
// meet the conflict, look into the history, and take a change back.
func TestAProgressFileOverREST(t *testing.T) {
	h := newHub(t)
	id := h.create(`{"summary":"Split the <webhook>","project_slug":"shop"}`).ID
	const path = "/api/projects/shop/progress"
	empty := h.get(path)
	empty.wantStatus(200)
	if empty.Body != `{"project_slug":"shop","rev":0,"updated_at":null,"percent":null,"markdown":"","links":[]}` || !strings.HasPrefix(empty.Header.Get("ETag"), `"0.`) {
		t.Errorf("without a file: %s %s", empty.Header.Get("ETag"), empty.Body)
	}
	const text = "# Shop\n\n- [x] one\n- [ ] two\n\n<!-- hub:threads -->\n<!-- /hub:threads -->\n"
	made := h.putMarkdown(path, text, map[string]string{"If-Match": empty.Header.Get("ETag")})
	made.wantStatus(201)
	if made.Header.Get("Location") != path || made.Header.Get("X-Hub-Event") == "" || made.Header.Get("ETag") != h.get(path).Header.Get("ETag") {
		t.Errorf("made: %v", made.Header)
	}
	body := decode[ProgressBody](h.get(path))
	if want := strings.Replace(text, "-->\n<!-- /", "-->\n- [Split the \\<webhook\\>](/ui/threads/"+id+")\n<!-- /", 1); body.Markdown != want || *body.Percent != 50 || body.Rev != 1 || body.HTML != nil {
		t.Errorf("read: %+v", body)
	}
	same := h.putMarkdown(path, body.Markdown, nil)
	same.wantStatus(200)
	if same.Header.Get("X-Hub-Event") != "" || same.Header.Get("Location") != "" {
		t.Errorf("written back as it was read: %v", same.Header)
	}

	tag := h.get(path).Header.Get("ETag")
	h.post("/api/threads/"+id+"/block", `{"blocked_reason":"waits"}`).wantStatus(200)
	if now := h.get(path); now.Header.Get("ETag") == tag || !strings.Contains(decode[ProgressBody](now).Markdown, "· blocked: waits\n") {
		t.Errorf("the block does not show the thread's change: %s", now.Body)
	}
	h.putMarkdown(path, text+"\nmine\n", map[string]string{"If-Match": tag}).wantStatus(200) // a thread's change is no conflict

	logged := h.post(path+"/log", `{"entry":"Chose SQLite","thread_id":"`+id+`"}`)
	logged.wantStatus(200)
	if logged.Header.Get("X-Hub-Event") == "" || !strings.Contains(decode[ProgressBody](logged).Markdown, "\n## Log\n\n- 2026-05-04 09:30 Chose SQLite (["+id+"](/ui/threads/"+id+"))\n") {
		t.Errorf("logged: %s", logged.Body)
	}
	if again := h.post(path+"/log", `{"entry":"Chose SQLite","thread_id":"`+id+`"}`); again.Status != 200 || again.Header.Get("X-Hub-Event") != "" || again.Body != logged.Body {
		t.Errorf("logged again: %d %s", again.Status, again.Body)
	}
	late := h.putMarkdown(path, "late", map[string]string{"If-Match": tag})
	if p := late.wantProblem(412, "precondition-failed", ""); p.CurrentVersion == nil || *p.CurrentVersion != 3 || late.Header.Get("ETag") != h.get(path).Header.Get("ETag") {
		t.Errorf("late: %+v with %s", p, late.Header.Get("ETag"))
	}
	h.putMarkdown(path, "last write wins", nil).wantStatus(200)

	var revs []store.Revision
	first := h.get(path + "-revisions?limit=3")
	first.wantStatus(200)
	next := strings.TrimPrefix(strings.TrimSuffix(first.Header.Get("Link"), `>; rel="next"`), "<")
	for _, page := range []response{first, h.get(next)} {
		revs = append(revs, decode[[]store.Revision](page)...)
	}
	if len(revs) != 4 || revs[0].Rev != 4 || revs[3].Rev != 1 || first.Header.Get("X-Total-Count") != "4" || *revs[0].SourceTool != "test-agent" {
		t.Errorf("history: %+v", revs)
	}
	if old := decode[ProgressBody](h.get(path + "?rev=1")); old.Markdown != text || old.Rev != 1 {
		t.Errorf("the first version: %+v", old)
	}
	h.get(path+"?rev=5").wantProblem(404, "not-found", "")
	if p := decode[store.Project](h.get("/api/projects/shop")); p.Progress.Rev != 4 || p.Progress.Percent != nil {
		t.Errorf("the project shows %+v", p.Progress)
	}
}

func TestRefusalsOfProgressFiles(t *testing.T) {
	h := newHub(t)
	h.create(`{"summary":"a","project_slug":"shop"}`)
	other := h.create(`{"summary":"b","project_slug":"other"}`).ID
	const path = "/api/projects/shop/progress"
	big, err := json.Marshal(DocumentText{Markdown: strings.Repeat("x", store.MaxMarkdown+1)})
	if err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		name, method, path, body string
		header                   string // name: value
		status                   int
		kind, location           string
	}{
		{"no body", "PUT", path, ``, "", 400, "bad-request", ""},
		{"no text", "PUT", path, `{}`, "", 422, "validation", "body.markdown"},
		{"null for a text", "PUT", path, `{"markdown":null}`, "", 422, "validation", "body.markdown"},
		{"unknown field", "PUT", path, `{"markdown":"","rev":1}`, "", 422, "validation", "body.rev"},
		{"too long", "PUT", path, string(big), "", 422, "validation", "body.markdown"},
		{"NUL", "PUT", path, `{"markdown":"a\u0000"}`, "", 422, "validation", "body.markdown"},
		{"unknown project", "PUT", "/api/projects/shpo/progress", `{"markdown":""}`, "", 404, "not-found", ""},
		{"unknown project read", "GET", "/api/projects/shpo/progress", ``, "", 404, "not-found", ""},
		{"unknown project's log", "POST", "/api/projects/shpo/progress/log", `{"entry":"a"}`, "", 404, "not-found", ""},
		{"unknown project's history", "GET", "/api/projects/shpo/progress-revisions", ``, "", 404, "not-found", ""},
		{"If-Match of another kind", "PUT", path, `{"markdown":""}`, `If-Match: "abc"`, 422, "validation", "header.If-Match"},
		{"If-Match below all", "PUT", path, `{"markdown":""}`, `If-Match: "-1.x"`, 422, "validation", "header.If-Match"},
		{"If-Match before there is one", "PUT", path, `{"markdown":"a"}`, `If-Match: "3.x"`, 412, "precondition-failed", ""},
		{"If-None-Match of a tag", "PUT", path, `{"markdown":"a"}`, `If-None-Match: "3.x"`, 422, "validation", "header.If-None-Match"},
		{"log of nothing", "POST", path + "/log", `{}`, "", 422, "validation", "body.entry"},
		{"log of blanks", "POST", path + "/log", `{"entry":" "}`, "", 422, "validation", "body.entry"},
		{"log too long", "POST", path + "/log", `{"entry":"` + strings.Repeat("x", 2001) + `"}`, "", 422, "validation", "body.entry"},
		{"log about another project's thread", "POST", path + "/log", `{"entry":"a","thread_id":"` + other + `"}`, "", 422, "validation", "body.thread_id"},
		{"log about no thread", "POST", path + "/log", `{"entry":"a","thread_id":"000000000000"}`, "", 404, "not-found", ""},
		{"rev 0", "GET", path + "?rev=0", ``, "", 422, "validation", "query.rev"},
		{"rev no number", "GET", path + "?rev=one", ``, "", 422, "validation", "query.rev"},
		{"html neither yes nor no", "GET", path + "?html=maybe", ``, "", 422, "validation", "query.html"},
		{"cursor from elsewhere", "GET", path + "-revisions?cursor=zzz", ``, "", 422, "validation", "query.cursor"},
		{"delete", "DELETE", path, ``, "", 405, "method-not-allowed", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			headers := map[string]string{}
			if name, value, ok := strings.Cut(c.header, ": "); ok {
				headers[name] = value
			}
			got := h.do(request{method: c.method, path: c.path, body: c.body, headers: headers})
			got.t = t
			got.wantProblem(c.status, c.kind, c.location)
			if strings.Contains(got.Body, "xxxxxxxx") {
				t.Errorf("the value is repeated: %.200s", got.Body)
			}
		})
	}
	if p := decode[ProgressBody](h.get(path)); p.Rev != 0 {
		t.Errorf("a refused write left %+v", p)
	}
	if p := h.get("/api/projects/shpo/progress").wantProblem(404, "not-found", ""); !strings.Contains(p.Detail, "closest: shop") {
		t.Errorf("detail %q", p.Detail)
	}
}

func TestOneOfManyWritersOverRESTWins(t *testing.T) {
	h := newHub(t)
	h.create(`{"summary":"a","project_slug":"shop"}`)
	const path = "/api/projects/shop/progress"
	for range 3 {
		tag := h.get(path).Header.Get("ETag")
		statuses := make([]int, 64)
		var wg sync.WaitGroup
		for i := range statuses {
			wg.Go(func() {
				statuses[i] = h.putMarkdown(path, fmt.Sprint(tag, i), map[string]string{"If-Match": tag}).Status
			})
		}
		wg.Wait()
		won := 0
		for _, status := range statuses {
			if status < 300 {
				won++
			} else if status != 412 {
				t.Errorf("a loser got %d", status)
			}
		}
		if won != 1 {
			t.Errorf("%d writers won", won)
		}
	}
}

func TestHTMLIsForTheDashboard(t *testing.T) {
	h := newHub(t)
	h.create(`{"summary":"</a><script>alert(1)</script> [[there]]","project_slug":"shop"}`)
	const text = "# Hi <script>alert(1)</script>\n\n[[there]] [[nowhere]] [x](javascript:alert(1)) <img src=x onerror=alert(1)>\n\n- [x] done\n\n<!-- hub:threads -->\n<!-- /hub:threads -->\n"
	h.putMarkdown("/api/projects/shop/progress", text, nil).wantStatus(201)
	h.putMarkdown("/api/wiki/there", text, nil).wantStatus(201)
	for _, path := range []string{"/api/projects/shop/progress?html=1", "/api/wiki/there?html=1", "/api/wiki/there?html=true&rev=1"} {
		for _, prefix := range []string{"", "/hub"} {
			r := h.do(request{path: path, info: inbound.Info{Prefix: prefix}})
			r.wantStatus(200)
			shown := decode[struct{ HTML string }](r).HTML
			for _, bad := range []string{"<script", "<img", "javascript:", "onerror=alert(1)>"} {
				if strings.Contains(strings.ReplaceAll(shown, "&gt;", ""), bad) {
					t.Errorf("%s: %s in %s", path, bad, shown)
				}
			}
			for _, want := range []string{"<h1", `href="` + prefix + `/ui/wiki/there" class="wiki-link"`, `href="` + prefix + `/ui/wiki/nowhere" class="wiki-link missing"`} {
				if !strings.Contains(shown, want) {
					t.Errorf("%s: no %s in %s", path, want, shown)
				}
			}
			if again := h.do(request{path: path, info: inbound.Info{Prefix: prefix}, headers: map[string]string{"If-None-Match": r.Header.Get("ETag")}}); again.Status != 304 {
				t.Errorf("%s: asked again it is %d", path, again.Status)
			}
		}
	}
	if strings.Contains(h.get("/api/wiki/there").Body, `"html"`) || strings.Contains(h.get("/api/wiki/there?html=0").Body, `"html"`) {
		t.Error("HTML that nobody asked for")
	}
	// A page that comes later turns its links at once.
	h.putMarkdown("/api/wiki/nowhere", "", nil).wantStatus(201)
	if r := h.get("/api/wiki/there?html=1"); strings.Contains(r.Body, "missing") {
		t.Errorf("a stale answer: %s", r.Body)
	}
}

// Whatever a summary holds, the dashboard shows it as the text of one link.
func TestASummaryIsTheTextOfItsLink(t *testing.T) {
	h := newHub(t)
	h.create(`{"summary":"first","project_slug":"shop"}`)
	h.putMarkdown("/api/projects/shop/progress", "<!-- hub:threads -->\n<!-- /hub:threads -->\n", nil).wantStatus(201)
	for _, summary := range []string{
		"a [b] c", "[", "]", "a [b", "a] b", "[[wiki]]", "[a](http://evil.example)", "](http://evil.example)", "![a](b)", "<b>a</b>", "<!-- /hub:threads -->", "a & b &lt; c &#91;",
		"`code` ``", "*a* _b_ ~~c~~ **d**", "# a", "- [ ] a", "1. a", "a | b", `a \ b\`, `\[a\]`, "https://example.org/", "www.example.org", "a@example.org", ":smile:", "a  b", "x", "Ünïcødé 漢字 🎉", `"quoted" 'text'`,
	} {
		body, err := json.Marshal(map[string]string{"summary": summary, "project_slug": "shop"})
		if err != nil {
			t.Fatal(err)
		}
		id := h.create(string(body)).ID
		rendered := decode[ProgressBody](h.get("/api/projects/shop/progress?html=1")).HTML
		_, rest, _ := strings.Cut(*rendered, `<li><a href="/ui/threads/`+id+`">`)
		shown, _, linked := strings.Cut(rest, "</a></li>")
		if want := strings.Join(strings.Fields(summary), " "); !linked || strings.TrimSpace(html.UnescapeString(shown)) != want || strings.Contains(shown, "<") {
			t.Errorf("%q is shown as %s", summary, *rendered)
		}
		h.post("/api/threads/"+id+"/done", "").wantStatus(200)
	}
}

// BenchmarkGetProgress answers a file with 50 active threads: from the cache, and as the
// first after a change.
func BenchmarkGetProgress(b *testing.B) {
	h := newHub(b)
	for i := range 50 {
		h.create(fmt.Sprintf(`{"summary":"Rotate the secret of webhook %d","project_slug":"shop"}`, i))
	}
	text := "# Shop\n\n<!-- hub:threads -->\n<!-- /hub:threads -->\n\n" + strings.Repeat("- [x] a step of the plan, with *words* and `code`\n", 40) + "\n## Log\n\n" + strings.Repeat("- 2026-05-04 09:30 decided something worth a line\n", 60)
	h.putMarkdown("/api/projects/shop/progress", text, nil).wantStatus(201)
	for _, query := range []string{"", "?html=1"} {
		b.Run("cached"+query, func(b *testing.B) {
			for b.Loop() {
				h.get("/api/projects/shop/progress" + query).wantStatus(200)
			}
		})
		b.Run("changed"+query, func(b *testing.B) {
			for b.Loop() {
				h.api.cache.answers = nil
				h.get("/api/projects/shop/progress" + query).wantStatus(200)
			}
		})
	}
}
