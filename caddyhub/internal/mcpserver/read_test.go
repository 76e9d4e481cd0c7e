package mcpserver

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest/race"
)

func TestRead(t *testing.T) {
	h := newHub(t)
	repo := "https://git.example/alpha"
	h.project(store.ProjectInput{Slug: store.Some("alpha"), Title: store.Some("Alpha Shop"), RepoURL: store.Some(repo), WorkspacePaths: store.Some([]string{"/home/me/alpha"})})
	id := h.thread("alpha", "Fix the login redirect", full).ID
	for _, c := range []struct {
		name, uri string
		says      []string
	}{
		{"thread", "hub://threads/" + id, []string{
			"# Fix the login redirect", "- id: " + id, "- status: open", "- project: alpha", "- begun by: seed", "- page: " + ownOrigin + "/ui/threads/" + id,
			"## Goal\n\nusers stay signed in", "## Focus", "## Resume by\n\nopen callback.go", "- write a test\n- fix the path", "- one (failed: too slow)\n- two",
		}},
		{"projects", "hub://projects", []string{"# Projects", `- alpha "Alpha Shop": 1 open`}},
		{"project", "hub://projects/alpha", []string{"# Alpha Shop", "- threads: 1 open", "- repository: " + repo, "- workspace: /home/me/alpha", "## Open and blocked threads", id}},
		{"a slash at the end", "hub://projects/alpha/", []string{"# Alpha Shop"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := h.call("read", map[string]any{"uri": c.uri})
			contains(t, r.text(), c.says...)
			contains(t, r.text(), "stored data up to the closing fence")
			got := readOf(h, r)
			contains(t, got.Markdown, c.says...)
			if got.URI != strings.TrimSuffix(c.uri, "/") || got.NextCursor != "" || len(r.text()) > 2048 {
				t.Errorf("%+v", got)
			}
		})
	}
	for _, c := range []struct{ name, uri, says string }{
		{"unknown thread", "hub://threads/zzz", `thread "zzz" not found; list_threads`},
		{"unknown project", "hub://projects/alhpa", `project "alhpa" not found; closest: alpha`},
		{"an unknown part", "hub://projects/alpha/plans", "read takes hub://threads/{id}"},
		{"another scheme", "file:///etc/passwd", "nothing is stored under"},
		{"way up", "hub://projects/../threads", "nothing is stored under"},
		{"long", "hub://x/" + strings.Repeat("x", 5000), "…"},
	} {
		t.Run(c.name, func(t *testing.T) {
			sentence := h.refusal("read", map[string]any{"uri": c.uri})
			contains(t, sentence, c.says)
			if len(sentence) > 300 {
				t.Errorf("%d bytes", len(sentence))
			}
		})
	}
}

// A project's document names its first threads, and how many more there are.
func TestAProjectCountsWhatItLeavesOut(t *testing.T) {
	for left, want := range map[int]string{0: "", 1: "\n1 more: list_threads with project alpha.", 12: "\n12 more: list_threads with project alpha."} {
		h := newHub(t)
		h.project(store.ProjectInput{Slug: store.Some("alpha")})
		for i := range projectThreads + left {
			h.thread("alpha", fmt.Sprintf("Thread number %d", i))
		}
		text := h.call("read", map[string]any{"uri": "hub://projects/alpha"}).text()
		if n := strings.Count(text, "Thread number"); n != projectThreads || !strings.Contains(text, want) || strings.Contains(text, "more: list_threads") != (left > 0) {
			t.Errorf("%d too many: %d shown, want %q in %s", left, n, want, text)
		}
	}
}

// Whatever address an answer shows, read opens it.
func TestEveryAddressShownCanBeRead(t *testing.T) {
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("alpha")})
	id := h.thread("alpha", "Rotate the backup keys", full).ID
	h.finish(h.thread("alpha", "Rotate the old backup keys").ID, store.StatusDone)
	h.session("alpha", "Rotated the backup keys")
	h.reminder("Rotate the backup keys")
	shown := map[string]bool{}
	for _, c := range []struct {
		tool string
		args map[string]any
	}{
		{"write_page", map[string]any{"uri": "hub://wiki/guides/backup", "markdown": "# Rotate the backup keys"}},
		{"write_page", map[string]any{"uri": "hub://projects/alpha/progress", "markdown": "# Alpha"}},
		{"log_progress", map[string]any{"project": "alpha", "entry": "Rotated the backup keys", "thread_id": id}},
		{"set_reminder", map[string]any{"text": "Rotate the backup keys", "due": "2026-05-04"}},
		{"search", map[string]any{"query": "rotate the backup keys", "limit": 50}},
		{"search", map[string]any{"query": "alpha"}},
		{"check_overlap", map[string]any{"query": "rotate the backup keys", "limit": 50}},
		{"session_digest", map[string]any{"project": "alpha"}},
		{"list_threads", nil},
		{"list_projects", nil},
		{"save_thread", map[string]any{"thread_id": id, "focus": "new"}},
		{"read", map[string]any{"uri": store.ThreadURI(id)}},
		{"read", map[string]any{"uri": "hub://projects/alpha"}},
	} {
		r := h.call(c.tool, c.args)
		for _, uri := range regexp.MustCompile(`hub://[^\s"]*[^\s",.:]`).FindAllString(r.text()+" "+h.encode(r.Structured), -1) {
			shown[uri] = true
		}
	}
	for uri := range shown {
		if got := readOf(h, h.call("read", map[string]any{"uri": uri})); got.Markdown == "" {
			t.Errorf("%s reads as nothing", uri)
		}
	}
	for _, kind := range []string{"threads", "projects", "wiki", "sessions", "reminders"} {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(shown)), func(uri string) bool { return strings.HasPrefix(uri, "hub://"+kind+"/") }) {
			t.Errorf("no address of %s was shown", kind)
		}
	}
}

func TestReadPages(t *testing.T) {
	race.SkipShort(t)
	h := newHub(t)
	id := h.thread("alpha", "Find the leak", func(in *store.ThreadInput) {
		var tried []store.Attempt
		for i := range store.MaxTried {
			tried = append(tried, store.Attempt{What: fmt.Sprintf("attempt %d ", i) + strings.Repeat("<登`", 600), WhyNot: strings.Repeat("👍", 900)})
		}
		in.Tried = store.Some(tried)
	}).ID
	args := map[string]any{"uri": "hub://threads/" + id}
	var whole strings.Builder
	first := ""
	for pages := 0; ; pages++ {
		r := h.call("read", args)
		got := readOf(h, r)
		if r.size > 65536 || pages > 40 {
			t.Fatalf("page %d: %d bytes", pages, r.size)
		}
		whole.WriteString(got.Markdown)
		if got.NextCursor == "" {
			break
		}
		if first == "" {
			first = got.NextCursor
		}
		contains(t, r.text(), `cursor "`+got.NextCursor+`"`)
		args["cursor"] = got.NextCursor
	}
	want, err := (&server{Config: Config{Store: h.store}}).threadDocument(t.Context(), id, ownOrigin)
	if err != nil {
		t.Fatal(err)
	}
	if whole.String() != want {
		t.Errorf("the pages make %d bytes, the document has %d", whole.Len(), len(want))
	}
	h.call("save_thread", map[string]any{"thread_id": id, "focus": "new"})
	for _, cursor := range []string{first, "x", "-5-00000000", "0-00000000", "99999999999999999999-00000000", first + "0"} {
		contains(t, h.refusal("read", map[string]any{"uri": args["uri"], "cursor": cursor}), "read it again without a cursor")
	}
}

func TestLinksWithoutAPublicURL(t *testing.T) {
	h := newHub(t, func(c *Config) { c.PublicURL = "" })
	id := h.thread("alpha", "Fix the login redirect").ID
	if got := data[threadsData](h, h.call("list_threads", nil)); got.Threads[0].URL != "/ui/threads/"+id {
		t.Errorf("%+v", got)
	}
}

func TestReadShowsDocuments(t *testing.T) {
	h := newHub(t)
	by := store.By{Actor: store.Owner}
	h.project(store.ProjectInput{Slug: store.Some("alpha")})
	if _, err := h.store.PutPage(t.Context(), by, "guides/backup", 0, "# Backup\n\nhow\u200bto"); err != nil {
		t.Fatal(err)
	}
	if _, err := h.store.PutProgress(t.Context(), by, "alpha", 0, "# Alpha\n\n- [x] one\n"); err != nil {
		t.Fatal(err)
	}
	for uri, want := range map[string]string{
		"hub://wiki/guides/backup":      "# Backup\n\nhowto",
		"hub://projects/alpha/progress": "# Alpha\n\n- [x] one\n",
	} {
		if got := readOf(h, h.call("read", map[string]any{"uri": uri})); got.Markdown != want {
			t.Errorf("%s reads %q", uri, got.Markdown)
		}
	}
	for uri, want := range map[string]string{
		"hub://wiki/guides/bakcup":      "closest: guides/backup",
		"hub://projects/alhpa/progress": "closest: alpha",
	} {
		contains(t, h.refusal("read", map[string]any{"uri": uri}), want)
	}
}

// A merged thread is the one it was merged into, however often.
func TestReadOfAMergedThreadLeadsToTheOneItIsNow(t *testing.T) {
	h := newHub(t)
	a, b, c := h.thread("shop", "Sessions expire", full), h.thread("shop", "People get thrown out"), h.thread("shop", "Logged out again")
	for _, m := range [][2]string{{c.ID, b.ID}, {b.ID, a.ID}} {
		if _, err := h.store.MergeThread(t.Context(), byOwner, m[0], m[1], store.Guard{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, asked := range []string{b.ID, store.ThreadURI(c.ID), ownOrigin + "/ui/threads/" + b.ID} {
		r := h.call("read", map[string]any{"uri": asked})
		contains(t, r.text(), `"`+store.ThreadURI(a.ID)+`" (`, "was merged into it", "# Sessions expire", "- id: "+a.ID)
		if got := readOf(h, r); got.URI != store.ThreadURI(a.ID) {
			t.Errorf("%s leads to %s", asked, got.URI)
		}
	}
	got := h.rpc("resources/read", map[string]any{"uri": store.ThreadURI(b.ID)})
	contains(t, string(got.Result), "Sessions expire", a.ID)
	absent(t, h.call("read", map[string]any{"uri": a.ID}).text(), "was merged into it")
}
