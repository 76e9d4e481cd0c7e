package forge

import (
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/store"
)

// What the repository has no room for is left alone with a word about it, and all else goes out.
func TestAPathThatCannotBeWrittenStopsNoOther(t *testing.T) {
	t.Parallel()
	const home = "# Home\n"
	for name, c := range map[string]struct {
		theirs  map[string]gitserver.Entry
		at      []string // where projects besides home have their files
		skipped []string
		index   string // as it is afterwards; empty: the hub's
	}{
		"the wiki is a submodule":        {theirs: map[string]gitserver.Entry{"wiki": {Mode: "160000"}}, skipped: []string{"wiki/x.md"}},
		"the wiki is a link":             {theirs: map[string]gitserver.Entry{"wiki": {Content: "docs", Mode: "120000"}}, skipped: []string{"wiki/x.md"}},
		"the wiki is a file":             {theirs: map[string]gitserver.Entry{"wiki": {Content: "ours"}}, skipped: []string{"wiki/x.md"}},
		"a page is a folder":             {theirs: map[string]gitserver.Entry{"wiki/x.md/y.txt": {Content: "y"}}, skipped: []string{"wiki/x.md"}},
		"a project is a link":            {theirs: map[string]gitserver.Entry{"projects/p0": {Content: "..", Mode: "120000"}}, at: []string{"projects/p0/PROGRESS.md"}, skipped: []string{"projects/p0/PROGRESS.md"}},
		"the index is a link":            {theirs: map[string]gitserver.Entry{indexName: {Content: "README.md", Mode: "120000"}}, index: "README.md"},
		"the index is somebody's":        {theirs: map[string]gitserver.Entry{indexName: {Content: "Mine.\n"}, "index.md": {Content: "Mine too.\n"}}, index: "Mine.\n"},
		"the index is a project's":       {at: []string{indexName}, index: "# P0\n"},
		"a file and a folder":            {at: []string{"a.md", "a.md/b.md"}, skipped: []string{"a.md/b.md"}},
		"a file below the index":         {at: []string{indexName + "/a.md"}, index: "tree main:INDEX.md\n\na.md\n"},
		"a folder that another one is a": {at: []string{"z/a.md/b.md", "z/a.md"}, skipped: []string{"z/a.md/b.md"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := gitserver.New(t)
			first := server.Write("main", map[string]string{"README.md": "Read me.\n"})
			for path, e := range c.theirs {
				if e.Mode == "160000" {
					e.Content = first
				}
				server.Commit("main", map[string]gitserver.Entry{path: e})
			}
			h := joined(t, server)
			h.project("home")
			for i, at := range c.at {
				slug := "p" + string(rune('0'+i))
				if _, err := h.Store.CreateProject(t.Context(), owner, store.ProjectInput{Slug: store.Some(slug), ForgePath: store.Some(at)}); err != nil {
					t.Fatal(err)
				}
				h.write(slug, "# P"+slug[1:]+"\n")
			}
			h.write("home", home)
			h.write("wiki/x", "x\n")
			for range 2 { // what is left alone once is so the next time
				out := h.synced()
				var skipped []string
				for _, s := range out.Skipped {
					if strings.HasSuffix(s.Path, ".md") {
						skipped = append(skipped, s.Path)
					}
				}
				if !slices.Equal(slices.Sorted(slices.Values(skipped)), c.skipped) {
					t.Errorf("left alone: %+v", out.Skipped)
				}
			}
			if got := server.Git("show", "main:"+homeFile); got != home {
				t.Errorf("the forge has %q", got)
			}
			if got := server.Git("show", "main:"+indexName); c.index != "" && got != c.index {
				t.Errorf("the index is %q", got)
			}
		})
	}
}

// An index of the hub's is kept in step also beside a file whose name differs in capitals.
func TestTheIndexGoesByItsVeryName(t *testing.T) {
	t.Parallel()
	server := gitserver.New(t)
	server.Write("main", map[string]string{"index.md": "Mine.\n"})
	h := joined(t, server)
	h.project("home")
	for _, title := range []string{"The house", "A house"} {
		h.write("home", "# "+title+"\n")
		h.synced()
		want := "# Index\n\n" + indexOpens + "\n## Projects\n\n- [" + title + "](projects/home/PROGRESS.md)\n\n" + indexCloses
		if got := server.Files("main"); got[indexName] != want || got["index.md"] != "Mine.\n" {
			t.Errorf("got %q", got)
		}
	}
}

// What lies below a folder that has become a link is not taken for deleted.
func TestPagesBelowALinkStay(t *testing.T) {
	t.Parallel()
	server, h := inStep(t, "wiki/a/x", "x\n", "home", "# Home\n")
	server.Commit("main", map[string]gitserver.Entry{"wiki/a/x.md": {Delete: true}})
	server.Commit("main", map[string]gitserver.Entry{"wiki/a": {Content: "../docs", Mode: "120000"}})
	h.synced()
	same(t, "the hub", h.texts(), map[string]string{"wiki/a/x": "x\n", "home": "# Home\n"})
}
