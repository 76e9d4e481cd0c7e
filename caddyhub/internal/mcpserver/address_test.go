package mcpserver

import (
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// Whatever names an item is good enough to read it.
func TestReadTakesWhatNamesAnItem(t *testing.T) {
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("alpha"), Title: store.Some("Alpha Shop")})
	id := h.thread("alpha", "Fix the login redirect").ID
	h.page("guides/backup", "# How to back up\n")
	h.page("design/ui/buttons", "# Round buttons\n")
	h.page("ui/colours", "# Colours\n")
	h.page("wiki/style", "# How we write\n")
	reminder, session := h.reminder("Call the bank"), h.session("alpha", "Looked at the logs")
	request := data[requestData](h, h.call("request_change", map[string]any{"kind": "delete_page", "payload": map[string]any{"path": "guides/backup"}})).ID
	for _, c := range []struct{ name, given, uri, says string }{
		{"a thread's id", id, "hub://threads/" + id, "# Fix the login redirect"},
		{"its link", ownOrigin + "/ui/threads/" + id, "hub://threads/" + id, "# Fix the login redirect"},
		{"the path of its link", "/ui/threads/" + id, "hub://threads/" + id, "# Fix the login redirect"},
		{"a link with more", ownOrigin + "/ui/threads/" + id + "?tab=history#top", "hub://threads/" + id, "# Fix the login redirect"},
		{"a wiki path", "guides/backup", "hub://wiki/guides/backup", "# How to back up"},
		{"with wiki in front", "wiki/guides/backup", "hub://wiki/guides/backup", "# How to back up"},
		{"a page's link", ownOrigin + "/ui/wiki/guides/backup", "hub://wiki/guides/backup", "# How to back up"},
		{"a page's link without a scheme", "hub.example/ui/wiki/guides/backup", "hub://wiki/guides/backup", "# How to back up"},
		{"a page's link under a prefix", "/hub/ui/wiki/guides/backup", "hub://wiki/guides/backup", "# How to back up"},
		{"a wiki path with ui inside", "design/ui/buttons", "hub://wiki/design/ui/buttons", "# Round buttons"},
		{"a wiki path that begins with ui", "ui/colours", "hub://wiki/ui/colours", "# Colours"},
		{"the same with wiki in front", "wiki/ui/colours", "hub://wiki/ui/colours", "# Colours"},
		{"the link of such a page", "/ui/wiki/design/ui/buttons", "hub://wiki/design/ui/buttons", "# Round buttons"},
		{"a wiki path that begins with wiki", "wiki/style", "hub://wiki/wiki/style", "# How we write"},
		{"a project's slug", "alpha", "hub://projects/alpha", "# Alpha Shop"},
		{"a project's link", "/ui/projects/alpha", "hub://projects/alpha", "# Alpha Shop"},
		{"a reminder's id", reminder, "hub://reminders/" + reminder, "Call the bank"},
		{"a session's id", session, "hub://sessions/" + session, "Looked at the logs"},
		{"a session's link", "/ui/search?session=" + session, "hub://sessions/" + session, "Looked at the logs"},
		{"a request's id", request, "hub://requests/" + request, "- state: pending"},
		{"the wiki", "hub://wiki", "hub://wiki", `hub://wiki/guides/backup "How to back up"`},
		{"the reminders", "hub://reminders", "hub://reminders", "Call the bank"},
		{"the requests", "hub://requests", "hub://requests", request + " pending delete_page"},
		{"the requests' link", ownOrigin + "/ui/approvals", "hub://requests", request},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := h.call("read", map[string]any{"uri": c.given})
			contains(t, r.text(), c.says)
			if got := readOf(h, r).URI; got != c.uri {
				t.Errorf("read %s, want %s", got, c.uri)
			}
		})
	}
	for _, c := range []struct{ name, given, says string }{
		{"an unknown id", "zzzzzzzzzzzz", "nothing is stored under"},
		{"a path nearly right", "guides/bakcup", "closest: guides/backup"},
		{"one with ui inside", "design/ui/butons", "closest: design/ui/buttons"},
		{"words", "the login thread", "nothing is stored under"},
	} {
		t.Run(c.name, func(t *testing.T) { contains(t, h.refusal("read", map[string]any{"uri": c.given}), c.says) })
	}
}

// A long document begins with its outline; a heading or the cursor leads on.
func TestReadALongDocument(t *testing.T) {
	h := newHub(t)
	long := "# Plan\n\n" + strings.Repeat("what for\n", 100) + "## Roof\n\nslate\n\n### Gutter\n\nzinc\n\n## Walls, east\n\n" + strings.Repeat("brick\n", 200) + "## Walls, west\n\nwood\n"
	h.page("house", long)
	h.page("short", "# Short\n\ntext\n")
	first := h.call("read", map[string]any{"uri": "house"})
	if len(first.text()) > 2048 {
		t.Errorf("%d bytes", len(first.text()))
	}
	contains(t, first.text(), `Sections: "Plan", "Roof", "Gutter", "Walls, east", "Walls, west"`, "what for", "the same call with section, or cursor")
	whole, args := readOf(h, first).Markdown, map[string]any{"uri": "house"}
	for next := readOf(h, first).NextCursor; next != ""; {
		args["cursor"] = next
		got := readOf(h, h.call("read", args))
		whole, next = whole+got.Markdown, got.NextCursor
	}
	if whole != long {
		t.Errorf("the parts make %d bytes, the page has %d", len(whole), len(long))
	}
	absent(t, h.call("read", map[string]any{"uri": "short"}).text(), "Sections", "cursor")
	for _, c := range []struct{ name, section, want string }{
		{"a heading", "Walls, west", "## Walls, west\n\nwood\n"},
		{"in another case, with its marks", "## walls, WEST", "## Walls, west\n\nwood\n"},
		{"a part of one", "gutt", "### Gutter\n\nzinc\n\n"},
		{"with what is under it", "Roof", "## Roof\n\nslate\n\n### Gutter\n\nzinc\n\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := readOf(h, h.call("read", map[string]any{"uri": "house", "section": c.section})); got.Markdown != c.want {
				t.Errorf("%q, want %q", got.Markdown, c.want)
			}
		})
	}
	for _, c := range []struct{ name, uri, section, says string }{
		{"no such heading", "house", "Cellar", `no section is called "Cellar"; there are "Plan", "Roof"`},
		{"two of them", "house", "walls", `2 sections have "walls" in their heading`},
	} {
		t.Run(c.name, func(t *testing.T) {
			contains(t, h.refusal("read", map[string]any{"uri": c.uri, "section": c.section}), c.says)
		})
	}
}

// One place of a document is changed by what it says.
func TestEditADocument(t *testing.T) {
	for kind, uri := range documents {
		t.Run(kind, func(t *testing.T) {
			h := newHub(t)
			h.project(store.ProjectInput{Slug: store.Some("alpha")})
			h.call("write_page", map[string]any{"uri": uri, "markdown": "# Disk\n\n- [ ] order\n- [ ] fit\n"})
			tick := map[string]any{"uri": uri, "mode": "edit", "find": "[ ] order", "replace": "[x] order"}
			if n := len(h.encode(tick)); n > 60*bytesPerToken {
				t.Errorf("ticking a box takes %d bytes", n)
			}
			contains(t, h.call("write_page", tick).text(), "Edited "+uri+", now revision 2")
			contains(t, h.call("read", map[string]any{"uri": uri}).text(), "- [x] order\n- [ ] fit")
			for _, c := range []struct {
				name string
				args map[string]any
				says string
			}{
				{"no place", map[string]any{"find": "buy", "replace": "x"}, "exactly once; it is there 0 times: "},
				{"several", map[string]any{"find": "- [", "replace": "x"}, "exactly once; it is there 2 times: in lines "},
				{"nothing to put there", map[string]any{"find": "fit"}, `"replace", what is put in its place`},
				{"with markdown", map[string]any{"find": "fit", "replace": "x", "markdown": "y"}, `not "markdown"`},
				{"in another mode", map[string]any{"find": "fit", "replace": "x", "markdown": "y", "mode": "append"}, "belong to mode edit"},
				{"of an old revision", map[string]any{"find": "fit", "replace": "x", "if_rev": 1}, "now at revision 2"},
			} {
				t.Run(c.name, func(t *testing.T) {
					args := map[string]any{"uri": uri, "mode": "edit"}
					for k, v := range c.args {
						args[k] = v
					}
					contains(t, h.refusal("write_page", args), c.says, "nothing was written")
				})
			}
		})
	}
}
