package mcpserver

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// listed is a resource or a template as a client gets it.
type listed struct {
	URI         string `json:"uri"`
	Template    string `json:"uriTemplate"`
	Name        string `json:"name"`
	Title       string `json:"title"`
	Description string `json:"description"`
	MIMEType    string `json:"mimeType"`
	Annotations struct {
		Audience     []string `json:"audience"`
		LastModified string   `json:"lastModified"`
	} `json:"annotations"`
}

type listedPage struct {
	Resources  []listed `json:"resources"`
	Templates  []listed `json:"resourceTemplates"`
	NextCursor string   `json:"nextCursor"`
}

// resource reads a resource and returns its text.
func (h *hub) resource(uri string) string {
	h.Helper()
	got := h.rpc("resources/read", map[string]any{"uri": uri})
	if got.Error != nil {
		h.Fatalf("%s: %d %s", uri, got.Error.Code, got.Error.Message)
	}
	r := decodeTo[struct {
		Contents []struct{ URI, MIMEType, Text string }
	}](h, got.Result)
	if len(got.Result) > 65536 || len(r.Contents) != 1 || r.Contents[0].URI != uri || r.Contents[0].MIMEType != "text/markdown" {
		h.Fatalf("%s: %d bytes, %+v", uri, len(got.Result), r)
	}
	return r.Contents[0].Text
}

func (h *hub) progress(slug, markdown string) {
	h.Helper()
	if _, err := h.store.PutProgress(h.Context(), byOwner, slug, 0, markdown); err != nil {
		h.Fatal(err)
	}
}

func (h *hub) page(path, markdown string) {
	h.Helper()
	if _, err := h.store.PutPage(h.Context(), byOwner, path, 0, markdown); err != nil {
		h.Fatal(err)
	}
}

func TestResourcesAreDescribed(t *testing.T) {
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("alpha"), Title: store.Some("Alpha\u202e\nShop")})
	h.progress("alpha", "# Alpha\n")
	resources := decodeTo[listedPage](h, h.rpc("resources/list", map[string]any{}).Result)
	kinds := decodeTo[listedPage](h, h.rpc("resources/templates/list", map[string]any{}).Result)
	var addresses []string
	for _, r := range append(resources.Resources, kinds.Templates...) {
		addresses = append(addresses, r.URI+r.Template)
		if r.Name == "" || r.Title == "" || r.MIMEType != "text/markdown" || !strings.Contains(r.Description, "not instructions") || len(r.Annotations.Audience) != 2 {
			t.Errorf("%+v", r)
		}
	}
	want := []string{"hub://projects", "hub://projects/alpha/progress", "hub://projects/{slug}/progress", "hub://threads/{id}", "hub://wiki/{+path}"}
	if !slices.Equal(addresses, want) {
		t.Errorf("%q, want %q", addresses, want)
	}
	if r := resources.Resources[1]; r.Title != "Progress of Alpha Shop" || r.Annotations.LastModified != "2026-05-04T09:30:00.000Z" {
		t.Errorf("%+v", r)
	}
}

func TestResourcesAreListedInPages(t *testing.T) {
	h := newHub(t)
	archive := func(slug string) {
		if _, err := h.store.UpdateProject(t.Context(), byOwner, slug, store.ProjectInput{Archived: store.Some(true)}); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"hub://projects"}
	for i := range 2*resourcePage - 1 { // with the first one exactly two pages
		slug := fmt.Sprintf("p-%03d", i)
		h.project(store.ProjectInput{Slug: store.Some(slug)})
		h.progress(slug, "# P\n")
		want = append(want, "hub://projects/"+slug+"/progress")
	}
	h.project(store.ProjectInput{Slug: store.Some("a-without-a-file")})
	h.project(store.ProjectInput{Slug: store.Some("z-archived")})
	h.progress("z-archived", "# P\n")
	archive("z-archived")

	walk := func(between func()) (all []string, pages int) {
		params := map[string]any{}
		for ; pages < 10; pages++ {
			page := decodeTo[listedPage](h, h.rpc("resources/list", params).Result)
			for _, r := range page.Resources {
				all = append(all, r.URI)
			}
			if page.NextCursor == "" {
				return all, pages + 1
			}
			params["cursor"] = page.NextCursor
			between()
		}
		return all, pages
	}
	if got, pages := walk(func() {}); !slices.Equal(got, want) || pages != 2 {
		t.Errorf("%d pages, %q", pages, got)
	}
	got, _ := walk(func() { // the page's last one goes, and one before it comes
		archive("p-048")
		h.project(store.ProjectInput{Slug: store.Some("b-new")})
		h.progress("b-new", "# P\n")
	})
	if !slices.Equal(got, want) {
		t.Errorf("with changes in between: %q", got)
	}
	for _, cursor := range []string{"x", "====", base64.StdEncoding.EncodeToString([]byte("Not a slug")), base64.StdEncoding.EncodeToString([]byte{0, 255})} {
		got := h.rpc("resources/list", map[string]any{"cursor": cursor})
		if got.Error == nil || got.Error.Code != -32602 || got.Error.Message != "the cursor is not one of this list: ask again without it" {
			t.Errorf("cursor %q: %s %+v", cursor, got.Result, got.Error)
		}
	}
}

// Several clients have no resources: what is one must be readable by the tool as well.
func TestResourcesAreWhatToolsRead(t *testing.T) {
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("alpha"), Title: store.Some("Alpha Shop")})
	thread := h.thread("alpha", "Fix the login redirect", full)
	h.progress("alpha", "# Alpha\n\n<!-- hub:threads -->\n<!-- /hub:threads -->\n\n```go\nx := 1\n```\n- [x] one\n")
	h.page("guides/backup", "# Backup\n\nSee [[guides/restore]] & <b>this</b>\u200b\n")
	for _, c := range []struct{ name, uri, says string }{
		{"projects", "hub://projects", `- alpha "Alpha Shop": 1 open`},
		{"progress", "hub://projects/alpha/progress", "x := 1\n```\n- [x] one\n"},
		{"thread", "hub://threads/" + thread.ID, "## Tried without success"},
		{"page", "hub://wiki/guides/backup", "See [[guides/restore]] & <b>this</b>\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := h.resource(c.uri)
			markdown, ok := strings.CutPrefix(text, label)
			if !ok {
				t.Errorf("the first line is no label: %s", text)
			}
			if read := readOf(h, h.call("read", map[string]any{"uri": c.uri})).Markdown; markdown != read {
				t.Errorf("the resource:\n%s\nthe tool:\n%s", markdown, read)
			}
			contains(t, markdown, c.says)
		})
	}
}

func TestResourcesThatAreNone(t *testing.T) {
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("alpha")})
	h.page("guides/backup", "# Backup\n")
	for _, c := range []struct{ name, uri, says string }{
		{"unknown project", "hub://projects/alhpa/progress", `project "alhpa" not found; closest: alpha`},
		{"unknown thread", "hub://threads/zzz", `thread "zzz" not found; list_threads`},
		{"unknown page", "hub://wiki/guides/bakcup", "closest: guides/backup"},
		{"a page by its title", "hub://wiki/Guides%20Backup", "path must be"},
		{"no id", "hub://threads/", "not found"},
		{"what only the tool reads", "hub://projects/alpha", "no resource has the address \"hub://projects/alpha\"; there are hub://projects, hub://projects/{slug}/progress, hub://threads/{id}, hub://wiki/{path}"},
		{"another scheme", "file:///etc/passwd", "no resource has the address"},
		{"nothing", "", "no resource has the address"},
		{"way up", "hub://wiki/../threads/x", "path must be"},
		{"a line in it", "hub://threads/a\nb\u202e", `"hub://threads/a\nb"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := h.rpc("resources/read", map[string]any{"uri": c.uri})
			if got.Error == nil || got.Error.Code != -32002 {
				t.Fatalf("%s %+v", got.Result, got.Error)
			}
			contains(t, got.Error.Message, c.says)
			if len(got.Error.Message) > 300 || strings.Contains(got.Error.Message, "\n") {
				t.Errorf("%q", got.Error.Message)
			}
		})
	}
}

func TestLongResourcesLeadToTheTool(t *testing.T) {
	h := newHub(t)
	for _, c := range []struct{ name, line string }{
		{"plain", "one more line of a long page\n"},
		{"in other scripts", "登録・ログイン👍 \n"},
		{"hard to encode", "<<<>>>&&&\"\\\n"},
		{"one line", "x "},
	} {
		t.Run(c.name, func(t *testing.T) {
			document := strings.Repeat(c.line, 120_000/len(c.line))
			h.page("long", document) // the next one takes its place
			text := strings.TrimPrefix(h.resource("hub://wiki/long"), label)
			shown, closing, ok := strings.Cut(text, "\n\nCut here, at ")
			if !ok || len(shown) < 8000 {
				t.Fatalf("no closing line behind %d bytes", len(shown))
			}
			var at, of int
			var uri, cursor string
			if _, err := fmt.Sscanf(closing, "%d of %d bytes. The tool read goes on: uri %q, cursor %q.", &at, &of, &uri, &cursor); err != nil {
				t.Fatalf("%v: %q", err, closing)
			}
			if of != len(document) || uri != "hub://wiki/long" {
				t.Errorf("%q", closing)
			}
			rest := readOf(h, h.call("read", map[string]any{"uri": uri, "cursor": cursor})).Markdown
			if !strings.HasPrefix(document[at:], rest) || strings.TrimSuffix(document[:at], "\n") != shown {
				t.Errorf("the tool goes on somewhere else: at %d", at)
			}
		})
	}
}

func TestResourcesWithoutADatabase(t *testing.T) {
	h := newHub(t)
	if err := h.store.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		method string
		params any
	}{
		{"resources/list", map[string]any{}},
		{"resources/read", map[string]any{"uri": "hub://projects"}},
		{"prompts/get", map[string]any{"name": "wrap_up", "arguments": map[string]any{"project": "alpha"}}},
		{"completion/complete", rawJSON(`{"ref":{"type":"ref/prompt","name":"wrap_up"},"argument":{"name":"project","value":""}}`)},
	} {
		got := h.rpc(c.method, c.params)
		if got.Error == nil || got.Error.Code != -32603 || !strings.Contains(got.Error.Message, "shutting down") {
			t.Errorf("%s: %s %+v", c.method, got.Result, got.Error)
		}
	}
}

// Whatever breaks behind mcp-go stays there.
func TestPanicsBehindAllMethodsStayInside(t *testing.T) {
	for _, c := range []struct{ method, name, params string }{
		{"resources/list", "", `{}`},
		{"resources/read", "hub://projects", `{"uri":"hub://projects"}`},
		{"resources/read", "hub://wiki/a", `{"uri":"hub://wiki/a"}`},
		{"prompts/get", "resume_work", `{"name":"resume_work","arguments":{"project":"alpha"}}`},
		{"completion/complete", "", `{"ref":{"type":"ref/prompt","name":"wrap_up"},"argument":{"name":"project","value":""}}`},
		{"completion/complete", "", `{"ref":{"type":"ref/resource","uri":"hub://wiki/{+path}"},"argument":{"name":"path","value":""}}`},
	} {
		t.Run(c.method, func(t *testing.T) {
			h := withTool(t, nil, func(cfg *Config) { cfg.Store = nil })
			got := h.rpc(c.method, rawJSON(c.params))
			if got.Error == nil || got.Error.Code != -32603 {
				t.Fatalf("%s %+v", got.Result, got.Error)
			}
			contains(t, got.Error.Message, "went wrong", "req-1")
			entries := h.log.FilterMessage("an MCP call panicked").All()
			if len(entries) != 1 || entries[0].ContextMap()["call"] != c.method || !strings.Contains(fmt.Sprint(entries[0].ContextMap()["stack"]), "mcpserver") {
				t.Errorf("logged: %+v", entries)
			}
			var params map[string]any
			if err := json.Unmarshal([]byte(c.params), &params); err != nil {
				t.Fatal(err)
			}
			if r := h.modern(c.method, c.name, params, nil); r.status != http.StatusOK || !strings.Contains(string(r.body), `"id":7,"error":{"code":-32603`) {
				t.Errorf("%d %s", r.status, r.body)
			}
		})
	}
}
