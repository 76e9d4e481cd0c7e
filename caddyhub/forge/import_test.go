package forge

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/forge/gitserver"
	"github.com/progresshub/progresshub/store"
)

func (h *hub) scanned() []string {
	h.t.Helper()
	found, err := h.Scan(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	var list []string
	for _, c := range found.Candidates {
		list = append(list, fmt.Sprintf("%s %q %s", c.Slug, c.Title, c.State))
	}
	return list
}

func (h *hub) imported(slugs ...string) Imported {
	h.t.Helper()
	done, ended, err := h.Import(h.t.Context(), owner, slugs)
	if err != nil || !ended {
		h.t.Fatal(ended, err)
	}
	return done
}

func TestScanWritesNothing(t *testing.T) {
	t.Parallel()
	server := gitserver.New(t)
	server.Write("main", map[string]string{
		"hub/projects/new/PROGRESS.md":   "# A new one\n",
		"hub/projects/plain/PROGRESS.md": "no heading\n",
		"hub/projects/known/PROGRESS.md": "# Known\n",
		"hub/projects/other/PROGRESS.md": "# Other\n",
		"hub/projects/old/PROGRESS.md":   "# Moved away\n",
		"own/place.md":                   "# Own\n",
		"projects/outside/PROGRESS.md":   "# Outside\n",
		"hub/wiki/a.md":                  "a\n",
	})
	h := joined(t, server)
	h.set(Input{Path: store.Some("hub"), Mode: store.Some(SyncOff)})
	for _, slug := range []string{"known", "other", "old"} {
		h.project(slug)
	}
	h.write("known", "# Known\n")
	if _, err := h.Store.UpdateProject(t.Context(), owner, "old", store.ProjectInput{Slug: store.Some("moved"), ForgePath: store.Some("own/place.md")}); err != nil {
		t.Fatal(err)
	}
	dump := h.texts()
	events, err := h.Store.Events(t.Context(), store.EventFilter{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`known "Known" registered`, `moved "Own" changed`, `new "A new one" new`, `other "Other" changed`, `plain "plain" new`}
	if got := h.scanned(); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	after, err := h.Store.Events(t.Context(), store.EventFilter{})
	if err != nil || len(after.Events) != len(events.Events) {
		t.Errorf("%d events after %d, %v", len(after.Events), len(events.Events), err)
	}
	same(t, "the hub", h.texts(), dump)
}

func TestImport(t *testing.T) {
	t.Parallel()
	server := gitserver.New(t)
	server.Write("main", map[string]string{
		"projects/a/PROGRESS.md":       "# Title of A\n\n" + block,
		"projects/b/PROGRESS.md":       "# B\n",
		"projects/c/PROGRESS.md":       "# C\n",
		"projects/resolve/PROGRESS.md": "# Reserved\n",
		"wiki/page.md":                 "no project\n",
	})
	h := joined(t, server)
	h.set(Input{Mode: store.Some(SyncOff)})
	h.project("c")
	h.write("c", "# C of the hub\n")
	if done := h.imported("a", "none"); !slices.Equal(done.Registered, []string{"a"}) || done.Pulled != 1 || len(done.Skipped) != 2 {
		t.Errorf("%+v", done)
	}
	p, err := h.Store.Project(t.Context(), "a")
	if err != nil || p.Title != "Title of A" {
		t.Errorf("%+v, %v", p, err)
	}
	if done := h.imported(); !slices.Equal(done.Registered, []string{"b"}) || done.Conflicts != 0 {
		t.Errorf("all that are new: %+v", done)
	}
	same(t, "the hub", h.texts(), map[string]string{"a": "# Title of A\n\n" + block, "b": "# B\n", "c": "# C of the hub\n"})
	if done := h.imported("c"); done.Conflicts != 1 || len(done.Registered) != 0 {
		t.Errorf("both have it: %+v", done)
	}
	if got := h.scanned(); !slices.Equal(got, []string{`a "Title of A" registered`, `b "B" registered`, `c "C" changed`}) {
		t.Errorf("got %q", got)
	}
	server.Write("main", map[string]string{"projects/a/PROGRESS.md": "# Title of A\n\nNewer.\n"})
	if done := h.imported("a"); done.Pulled != 1 || h.texts()["a"] != "# Title of A\n\nNewer.\n" {
		t.Errorf("%+v; %q", done, h.texts()["a"])
	}
	if commits(server) != 2 {
		t.Error("an import pushed")
	}
}

func TestTitleOf(t *testing.T) {
	for text, want := range map[string]string{
		"# Home\n":                             "Home",
		"none\n":                               "slug",
		"#\n":                                  "slug",
		"# a\u0007b\n":                         "a b",
		"# " + strings.Repeat("ä", 600) + "\n": strings.Repeat("ä", store.MaxSummary),
	} {
		if got := titleOf(text, "slug"); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func FuzzLayout(f *testing.F) {
	for _, path := range []string{"projects/a/PROGRESS.md", "wiki/a/b.md", "hub/wiki/a.md", "projects/../PROGRESS.md", "wiki/.md", "projects/PROGRESS.md", "INDEX.md"} {
		f.Add("", path)
		f.Add("hub", path)
	}
	f.Fuzz(func(t *testing.T, folder, path string) {
		l := layout{folder}
		d, wrong := l.read(path)
		if wrong != "" || d.path == "" {
			return
		}
		if d.project != "" && l.progress(d.project) != path && folder == "" || d.page != "" && l.page(d.page) != path && folder == "" {
			t.Errorf("%q is read as %+v", path, d)
		}
		if strings.Contains(d.project+"/"+d.page, "..") {
			t.Errorf("%q leads out", path)
		}
	})
}

// As many projects as the hub takes, and one more.
func TestManyProjects(t *testing.T) {
	t.Parallel()
	server := gitserver.New(t)
	h := joined(t, server)
	n := count(40, maxProjects+1)
	files := map[string]string{}
	for i := range n {
		files[fmt.Sprintf("projects/p%d/PROGRESS.md", i)] = fmt.Sprintf("# Project %d\n\n- [x] one\n- [ ] two\n\n%s\n## Log\n\n- 2026-05-04 09:00 began\n", i, block)
	}
	server.Write("main", files)
	taken := min(n, maxProjects)
	timed := func(what string, do func()) {
		began := time.Now()
		do()
		t.Logf("%d projects, %s: %v", n, what, time.Since(began).Round(time.Millisecond))
	}
	timed("scan", func() {
		if got := h.scanned(); len(got) != taken {
			t.Errorf("%d candidates", len(got))
		}
	})
	timed("import", func() {
		if done := h.imported(); len(done.Registered) != taken || len(done.Skipped) != n-taken {
			t.Errorf("%d registered, %d skipped", len(done.Registered), len(done.Skipped))
		}
	})
	timed("first sync", func() { h.synced() })
	before := commits(server)
	timed("sync without a change", func() { h.synced() })
	if commits(server) != before {
		t.Error("it made a commit")
	}
	for i := range 10 {
		h.write(fmt.Sprintf("p%d", i), "# Changed\n")
	}
	timed("sync of ten changes", func() {
		if out := h.synced(); out.Pushed != 10 || commits(server) != before+1 {
			t.Errorf("%+v", out.Outcome)
		}
	})
}
