package mcpserver

import (
	"testing"

	"github.com/progresshub/progresshub/store"
)

// Who says which thread it is means that thread, and no work of that name.
func TestAThreadNamedInPlaceOfTheWork(t *testing.T) {
	for _, c := range []struct {
		name  string
		text  func(id string) string
		meant bool
	}{
		{"by its id", func(id string) string { return id }, true},
		{"by its id in a sentence", func(id string) string { return "Continue with thread " + id + "." }, true},
		{"by its address", store.ThreadURI, true},
		{"by its address in a sentence", func(id string) string { return "Read " + store.ThreadURI(id) + " and go on" }, true},
		{"by a link", func(id string) string { return ownOrigin + "/ui/threads/" + id }, true},
		{"beside other work", func(id string) string { return "Write the tests for " + id }, false},
		{"beside another", func(id string) string { return id + " before " + id }, false},
		{"a word as long as an id", func(string) string { return "rearrangements" }, false},
		{"an id of nothing", func(string) string { return "0k3x5p9q2abc" }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			th := h.thread("shop", billing)
			h.thread("shop", "Label the rack cables")
			text := c.text(th.ID)
			found := h.call("check_overlap", map[string]any{"query": text})
			if got := data[overlapData](h, found); (got.Verdict == "duplicate" && got.Hits[0].ID == th.ID) != c.meant {
				t.Errorf("%s", found.text())
			}
			if digest := h.call("session_digest", map[string]any{"query": text}); c.meant {
				contains(t, digest.text(), billing)
			}
			before := h.count()
			r, got := h.start("codex", text, nil)
			if (got.Claimed && !got.Created && got.Thread.ID == th.ID && h.count() == before) != c.meant {
				t.Errorf("%s", r.text())
			}
			if c.meant {
				absent(t, r.text(), "score")
			}
		})
	}
}

func TestAnAddressThatIsNoWork(t *testing.T) {
	h := newHub(t)
	for _, c := range []struct{ name, tool, argument, text, says string }{
		{"a page as work", "start_work", "intent", "hub://wiki/ops/deploy", `argument "intent" is an address, of no thread`},
		{"a page as a query", "check_overlap", "query", "hub://wiki/ops/deploy", `argument "query" is an address, of no thread`},
		{"no thread as work", "start_work", "intent", "hub://threads/0k3x5p9q2abc", `thread "0k3x5p9q2abc" not found`},
		{"no thread as a query", "check_overlap", "query", "hub://threads/0k3x5p9q2abc", `thread "0k3x5p9q2abc" not found`},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := map[string]any{c.argument: c.text}
			if c.tool == "start_work" {
				args["source_tool"] = "codex"
			}
			contains(t, h.refusal(c.tool, args), c.says)
		})
	}
	th := h.thread("shop", billing)
	contains(t, h.refusal("start_work", map[string]any{"intent": th.ID, "source_tool": "codex", "new": true}), "intent names a thread that is there", "say the work in a sentence")
}
