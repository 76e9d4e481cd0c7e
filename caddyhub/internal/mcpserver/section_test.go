package mcpserver

import (
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// Where several sections have one heading, none is guessed at: each has a name of its own.
func TestSectionsOfOneName(t *testing.T) {
	h := newHub(t)
	const house = "# House\n\n## Roof\n\n### Notes\n\nslate\n\n## Walls\n\n### Notes\n\nbrick\n\n## Log\n\nfirst\n\n## Log\n\nsecond\n"
	h.page("house", house)
	h.page("flat", "# Notes\n\nhere\n\n# Plan\n\n## Notes\n\nthere\n")
	for _, c := range []struct{ name, uri, section, says string }{
		{"under other headings", "house", "Notes", `2 sections have "Notes" in their heading: name one in full; there are "House > Roof > Notes", "House > Walls > Notes"`},
		{"one after another", "house", "## log", `there are "Log [1]", "Log [2]"`},
		{"one above the other", "flat", "notes", `there are "Notes [1]", "Plan > Notes"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			contains(t, h.refusal("read", map[string]any{"uri": c.uri, "section": c.section}), c.says)
		})
	}
	for _, c := range []struct{ name, uri, section, want string }{
		{"by its path", "house", "House > Walls > Notes", "### Notes\n\nbrick\n\n"},
		{"by the end of its path", "house", "walls > notes", "### Notes\n\nbrick\n\n"},
		{"the second", "house", "Log [2]", "## Log\n\nsecond\n"},
		{"the first of two paths", "house", "notes [1]", "### Notes\n\nslate\n\n"},
		{"the upper", "flat", "Notes [1]", "# Notes\n\nhere\n\n"},
		{"the lower", "flat", "Plan > Notes", "## Notes\n\nthere\n"},
		{"one that is alone", "house", "Roof", "## Roof\n\n### Notes\n\nslate\n\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := readOf(h, h.call("read", map[string]any{"uri": c.uri, "section": c.section})); got.Markdown != c.want {
				t.Errorf("%q, want %q", got.Markdown, c.want)
			}
		})
	}
}

// A heading stands in the path of each one under it, so that few bytes of a page could become
// many of memory.
func TestNamesOfSectionsAreBounded(t *testing.T) {
	title := strings.Repeat("x", 128<<10)
	page := "# " + title + "\n"
	page += strings.Repeat("## a\n", (store.MaxMarkdown-len(page))/len("## a\n"))
	size := 0
	for _, h := range headingsOf(page) {
		size += len(h.title) + len(h.path) + len(h.nth)
	}
	if size > 4*store.MaxMarkdown {
		t.Errorf("a page of %d bytes has headings with names of %d", len(page), size)
	}
	t.Run("a long one is found by all of it", func(t *testing.T) {
		if got, err := section("# A\n# "+title+"\nb\n", title); err != nil || got != "# "+title+"\nb\n" {
			t.Errorf("%d bytes, %v", len(got), err)
		}
	})
}
