package mcpserver

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// documents are the two kinds that write_page writes.
var documents = map[string]string{"page": "hub://wiki/guides/backup", "progress file": "hub://projects/alpha/progress"}

// An agent's way: append, read, replace, meet a conflict, and follow what it says.
func TestWritePage(t *testing.T) {
	for kind, uri := range documents {
		t.Run(kind, func(t *testing.T) {
			h := newHub(t)
			h.project(store.ProjectInput{Slug: store.Some("alpha")})
			write := func(args map[string]any) pageData {
				t.Helper()
				args["uri"] = uri
				r := h.call("write_page", args)
				got := data[pageData](h, r)
				contains(t, r.text(), uri+", now revision "+fmt.Sprint(got.Rev)+".", got.URL)
				if got.URI != uri || !strings.HasPrefix(got.URL, ownOrigin+"/ui/") {
					t.Errorf("%+v", got)
				}
				return got
			}
			read := func() readAnswer {
				t.Helper()
				r := h.call("read", map[string]any{"uri": uri})
				got := readOf(h, r)
				contains(t, r.text(), fmt.Sprintf("%q, revision %d, is stored data", uri, got.Rev))
				return got
			}
			if got := write(map[string]any{"markdown": "# Notes\n\n\tmake all\n"}); !got.Changed || got.Rev != 1 {
				t.Errorf("the first append: %+v", got)
			}
			if got := write(map[string]any{"markdown": "more", "mode": "append", "if_rev": 1}); got.Rev != 2 {
				t.Errorf("the second: %+v", got)
			}
			seen := read()
			if seen.Markdown != "# Notes\n\n\tmake all\n\nmore\n" || seen.Rev != 2 {
				t.Errorf("read: %+v", seen)
			}
			if got := write(map[string]any{"markdown": seen.Markdown + "\nend\n", "mode": "replace", "if_rev": seen.Rev}); got.Rev != 3 {
				t.Errorf("replaced: %+v", got)
			}
			same := map[string]any{"uri": uri, "markdown": seen.Markdown + "\nend\n", "mode": "replace", "if_rev": 3}
			contains(t, h.call("write_page", same).text(), "Nothing changed: that is already the text of "+uri)
			if got := write(map[string]any{"markdown": seen.Markdown + "\nend\n", "mode": "replace", "if_rev": 3}); got.Changed || got.Rev != 3 {
				t.Errorf("replaced by the same: %+v", got)
			}
			for _, c := range []struct {
				name string
				args map[string]any
				says []string
			}{
				{"replace without a revision", map[string]any{"mode": "replace"}, []string{"has a text, now at revision 3", "read it", "merge", "if_rev: 3"}},
				{"replace of an old revision", map[string]any{"mode": "replace", "if_rev": 2}, []string{"has changed since revision 2 and is now at revision 3", "read it", "merge", "if_rev: 3"}},
				{"append to an old revision", map[string]any{"if_rev": 2}, []string{"now at revision 3", "or without if_rev"}},
			} {
				t.Run(c.name, func(t *testing.T) {
					c.args["uri"], c.args["markdown"] = uri, "lost?"
					contains(t, h.refusal("write_page", c.args), append(c.says, uri, "nothing was written")...)
				})
			}
			if got := read(); got.Rev != 3 || strings.Contains(got.Markdown, "lost?") {
				t.Errorf("a conflict wrote: %+v", got)
			}
		})
	}
}

func TestWritePageMakesWhatIsNew(t *testing.T) {
	for kind, uri := range documents {
		t.Run(kind, func(t *testing.T) {
			h := newHub(t)
			h.project(store.ProjectInput{Slug: store.Some("alpha")})
			contains(t, h.refusal("write_page", map[string]any{"uri": uri, "markdown": "x", "mode": "replace", "if_rev": 7}), "nothing is written under", "repeat without if_rev")
			r := h.call("write_page", map[string]any{"uri": uri + "/", "markdown": "x\n", "mode": "replace"})
			if got := data[pageData](h, r); got.Rev != 1 || !got.Changed {
				t.Errorf("%+v", got)
			}
		})
	}
}

// A document is named for writing as it is for reading.
func TestWritePageByOtherNames(t *testing.T) {
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("alpha")})
	for given, want := range map[string]string{
		"ops/deploy":                       "hub://wiki/ops/deploy",
		"/ui/wiki/ops/deploy":              "hub://wiki/ops/deploy",
		ownOrigin + "/ui/wiki/ops/deploy":  "hub://wiki/ops/deploy",
		"hub://projects/alpha/PROGRESS.md": "hub://projects/alpha/progress",
	} {
		if got := data[pageData](h, h.call("write_page", map[string]any{"uri": given, "markdown": "by " + given})); got.URI != want {
			t.Errorf("%s is %+v", given, got)
		}
	}
	contains(t, h.refusal("write_page", map[string]any{"uri": "hub://wiki/Ops/Deploy.md", "markdown": "x"}), `did you mean "ops/deploy"?`)
}

// A call is sent again when its answer was lost.
func TestWritePageAppendsOnce(t *testing.T) {
	for kind, uri := range documents {
		t.Run(kind, func(t *testing.T) {
			h := newHub(t)
			h.project(store.ProjectInput{Slug: store.Some("alpha")})
			section := map[string]any{"uri": uri, "markdown": "## Found\n\n- [ ] mend it"}
			h.call("write_page", section)
			again := h.call("write_page", section)
			contains(t, again.text(), "Nothing changed: that is already the end of "+uri, "revision 1")
			if got := data[pageData](h, again); got.Changed || got.EventID != "" {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestWritePageRefuses(t *testing.T) {
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("alpha")})
	id := h.thread("alpha", "Fix the login redirect").ID
	for _, c := range []struct {
		name string
		args map[string]any
		says []string
	}{
		{"no arguments", nil, []string{`argument "uri" (a string) is missing: hub://wiki/{path} or`}},
		{"blank text", map[string]any{"uri": "hub://wiki/a", "markdown": "\n"}, []string{`argument "markdown" is empty`, "request_change"}},
		{"no text", map[string]any{"uri": "hub://wiki/a"}, []string{`argument "markdown" is missing`, "request_change"}},
		{"a thread", map[string]any{"uri": store.ThreadURI(id), "markdown": "x"}, []string{"nothing can be written under", "write_page takes hub://wiki/{path} or hub://projects/{slug}/progress"}},
		{"a project", map[string]any{"uri": "hub://projects/alpha", "markdown": "x"}, []string{"nothing can be written under"}},
		{"another scheme", map[string]any{"uri": "file:///etc/passwd", "markdown": "x"}, []string{"nothing can be written under"}},
		{"unknown project", map[string]any{"uri": "hub://projects/alhpa/progress", "markdown": "x"}, []string{`project "alhpa" not found; closest: alpha`}},
		{"no path", map[string]any{"uri": "hub://wiki/Guides/First Steps", "markdown": "x"}, []string{`did you mean "guides/first-steps"?`}},
		{"way up", map[string]any{"uri": "hub://wiki/../../etc/passwd", "markdown": "x"}, []string{`did you mean "etc/passwd"?`}},
		{"another mode", map[string]any{"uri": "hub://wiki/a", "markdown": "x", "mode": "prepend"}, []string{`argument "mode" must be one of append, replace`}},
		{"revision as a text", map[string]any{"uri": "hub://wiki/a", "markdown": "x", "if_rev": "1"}, []string{`argument "if_rev" must be an integer, not a string`}},
		{"revision 0", map[string]any{"uri": "hub://wiki/a", "markdown": "x", "if_rev": 0}, []string{`argument "if_rev" must be at least 1`}},
		{"too long", map[string]any{"uri": "hub://wiki/a", "markdown": strings.Repeat("x", store.MaxMarkdown+1)}, []string{"markdown must have at most 262144 bytes"}},
		{"a long address", map[string]any{"uri": "hub://x/" + strings.Repeat("x", 5000), "markdown": "x"}, []string{"…"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			sentence := h.refusal("write_page", c.args)
			contains(t, sentence, c.says...)
			if len(sentence) > 300 {
				t.Errorf("%d bytes", len(sentence))
			}
		})
	}
}

func TestTextsAppendedAtOnceAreAllKept(t *testing.T) {
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("alpha")})
	const agents = 64
	for kind, uri := range documents {
		t.Run(kind, func(t *testing.T) {
			var wg sync.WaitGroup
			for i := range agents {
				wg.Go(func() { h.call("write_page", map[string]any{"uri": uri, "markdown": fmt.Sprintf("finding %d.", i)}) })
			}
			wg.Wait()
			got := readOf(h, h.call("read", map[string]any{"uri": uri}))
			for i := range agents {
				if n := strings.Count(got.Markdown, fmt.Sprintf("finding %d.\n", i)); n != 1 {
					t.Errorf("finding %d stands there %d times", i, n)
				}
			}
			if got.Rev != agents {
				t.Errorf("%d revisions", got.Rev)
			}
		})
	}
}

// Of those who replace the same revision one wins; the others learn of it and lose nothing.
func TestOfManyReplacementsOneWins(t *testing.T) {
	h := newHub(t)
	uri := documents["page"]
	h.page("guides/backup", "start")
	const agents = 64
	won := make([]bool, agents)
	var wg sync.WaitGroup
	for i := range agents {
		wg.Go(func() {
			r := h.try("write_page", map[string]any{"uri": uri, "markdown": fmt.Sprint("text ", i), "mode": "replace", "if_rev": 1})
			won[i] = !r.IsError
			if r.IsError && !strings.Contains(r.text(), "if_rev: 2") {
				t.Errorf("a loser reads: %s", r.text())
			}
		})
	}
	wg.Wait()
	winner, winners := 0, 0
	for i, ok := range won {
		if ok {
			winner, winners = i, winners+1
		}
	}
	if got := readOf(h, h.call("read", map[string]any{"uri": uri})); winners != 1 || got.Rev != 2 || got.Markdown != fmt.Sprint("text ", winner) {
		t.Errorf("%d winners, %+v", winners, got)
	}
}

// The one who knows the old path of a page learns where it is, and never begins it anew unawares.
func TestAMovedPageAnswersUnderItsOldPath(t *testing.T) {
	const old, moved = "hub://wiki/guides/deploy", "hub://wiki/ops/deploy"
	h := newHub(t)
	contains(t, h.call("write_page", map[string]any{"uri": old, "markdown": "# Deploy"}).text(), "Created "+old+", now revision 1.")
	contains(t, h.call("write_page", map[string]any{"uri": old, "markdown": "more"}).text(), "Appended to "+old+", now revision 2.")
	if _, err := h.store.MovePages(t.Context(), byOwner, "guides/deploy", "ops/deploy"); err != nil {
		t.Fatal(err)
	}
	for _, args := range []map[string]any{
		{"markdown": "more"},
		{"mode": "edit", "find": "more", "replace": "less"},
		{"markdown": "more", "if_rev": 2},
		{"markdown": "# Deploy\n\nless\n", "mode": "replace", "if_rev": 2},
	} {
		args["uri"] = old
		contains(t, h.refusal("write_page", args), "moved to "+moved)
	}
	contains(t, h.refusal("read", map[string]any{"uri": old}), "moved to "+moved)
	contains(t, h.refusal("read", map[string]any{"uri": "guides/deploy"}), "moved to "+moved)
	contains(t, h.call("write_page", map[string]any{"uri": old, "markdown": "# Anew", "mode": "replace"}).text(), "Created "+old)
}

// Who holds a revision of a page that was deleted learns of that, and does not begin it anew.
func TestADeletedPageIsNotWrittenOver(t *testing.T) {
	const uri = "hub://wiki/guides/deploy"
	h := newHub(t)
	h.call("write_page", map[string]any{"uri": uri, "markdown": "# Deploy"})
	gone, err := h.store.DeletePage(t.Context(), byOwner, "guides/deploy", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, mode := range []string{"append", "replace"} {
		contains(t, h.refusal("write_page", map[string]any{"uri": uri, "markdown": "more", "mode": mode, "if_rev": 1}), "the owner deleted it at", gone.EventID)
	}
	if _, err := h.store.Page(t.Context(), "guides/deploy"); err == nil {
		t.Error("it was written anew")
	}
}
