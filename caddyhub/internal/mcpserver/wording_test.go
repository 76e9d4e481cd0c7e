package mcpserver

import (
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// TestStartInOtherWords begins work that is open already under another name.
func TestStartInOtherWords(t *testing.T) {
	const title = "Users get signed out too quickly"
	seed := func(t *testing.T) (*hub, string) {
		h := newHub(t)
		id := h.thread("shop", title).ID
		h.thread("shop", "Photos of the winter catalogue")
		h.thread("shop", "Order of the menu entries")
		return h, id
	}
	t.Run("a wording that is its title claims it", func(t *testing.T) {
		h, id := seed(t)
		_, got := h.start("codex", "bump the TTL in auth/session.ts", map[string]any{"project": "shop", "also": []string{"Users are logged out", title}})
		if !got.Claimed || got.Created || got.Thread.ID != id {
			t.Errorf("%+v", got)
		}
	})
	t.Run("one that comes near asks, and new goes on", func(t *testing.T) {
		h, id := seed(t)
		r, got := h.start("codex", "people get signed out after a few minutes", map[string]any{"project": "shop"})
		if got.Claimed || got.Created || !slices.ContainsFunc(got.Hits, func(v hitView) bool { return v.ID == id }) {
			t.Errorf("%+v", got)
		}
		contains(t, r.text(), "Nothing was claimed", "thread_id", "new: true", id)
		_, got = h.start("codex", "people get signed out after a few minutes", map[string]any{"project": "shop", "new": true})
		if !got.Claimed || !got.Created {
			t.Errorf("with new: %+v", got)
		}
	})
	t.Run("what nobody could guess shows what is open, and one more call mends it", func(t *testing.T) {
		h, id := seed(t)
		r, made := h.start("codex", "raise the lifetime of cookies", map[string]any{"project": "shop"})
		if !made.Created {
			t.Fatalf("%+v", made)
		}
		contains(t, r.text(), "Nearest open threads", id, "instead_of: "+made.Thread.ID)
		if len(made.Hits) < 3 {
			t.Errorf("%d threads are shown", len(made.Hits))
		}
		h.call("save_thread", underLease(made.Thread.ID, made.Lease.ID, map[string]any{"focus": "the session cookie"}))
		r, got := h.start("codex", "raise the lifetime of cookies", map[string]any{"thread_id": id, "instead_of": store.ThreadURI(made.Thread.ID), "lease_id": made.Lease.ID})
		contains(t, r.text(), "Moved your claim from "+made.Thread.ID+", which is merged, to thread "+id)
		absent(t, r.text(), "Still yours")
		if !got.Claimed || got.Thread.ID != id {
			t.Errorf("%+v", got)
		}
		if twin, err := h.store.Thread(t.Context(), made.Thread.ID); err != nil || twin.Status.Active() {
			t.Errorf("the twin is %+v, %v", twin, err)
		}
	})
	t.Run("work of others is not merged away", func(t *testing.T) {
		h, id := seed(t)
		old := h.thread("shop", "Raise the lifetime of cookies").ID
		if text := h.refusal("start_work", map[string]any{"intent": "cookies", "source_tool": "codex", "thread_id": id, "instead_of": old}); text == "" {
			t.Error("it was not refused")
		}
	})
	t.Run("too many wordings, or one too long", func(t *testing.T) {
		h, _ := seed(t)
		contains(t, h.refusal("start_work", map[string]any{"intent": "x y", "source_tool": "codex", "also": []string{"a", "b", "c", "d", "e"}}), "also")
		h.start("codex", "mend the fence", map[string]any{"also": []string{strings.Repeat("long ", 100)}})
	})
}

func TestOverlapShowsWhatIsOpen(t *testing.T) {
	h := newHub(t)
	for _, title := range []string{"Users get signed out too quickly", "Photos of the winter catalogue", "Order of the menu entries"} {
		h.thread("shop", title)
	}
	for _, c := range []struct {
		name    string
		args    map[string]any
		verdict string
		says    []string
	}{
		{"no word in common", map[string]any{"query": "zzz qqq"}, "none", []string{"Compare the meaning", "ask again with also", "Users get signed out", "Photos of", "Order of"}},
		{"with wordings", map[string]any{"query": "zzz qqq", "also": []string{"entries of the menu are far too long for phones"}}, "related", []string{`found by your "entries of the menu`}},
		{"none with wordings", map[string]any{"query": "zzz qqq", "also": []string{"www vvv"}}, "none", []string{"Compare the meaning"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := h.call("check_overlap", c.args)
			got := data[overlapData](h, r)
			open := 0
			for _, v := range got.Hits {
				if v.Kind == "thread" && v.Status == store.StatusOpen {
					open++
				}
			}
			if got.Verdict != c.verdict || open < 3 {
				t.Errorf("%s with %d open threads, want %s with 3:\n%s", got.Verdict, open, c.verdict, r.text())
			}
			contains(t, r.text(), c.says...)
		})
	}
}

// TestStartSaysWhatWasBefore begins work that is known where nobody looks for it.
func TestStartSaysWhatWasBefore(t *testing.T) {
	const title = "Rotate the backup encryption keys"
	for _, c := range []struct {
		name   string
		args   map[string]any
		change func(h *hub, id string)
		says   string
	}{
		{"done", nil, func(h *hub, id string) { h.finish(id, store.StatusDone) }, "This was done before"},
		{"given up", nil, func(h *hub, id string) { h.finish(id, store.StatusDismissed) }, "This was given up before"},
		{"open in another project", map[string]any{"project": "office"}, func(*hub, string) {}, "This is open already"},
		{"done, in other words", map[string]any{"also": []string{title}}, func(h *hub, id string) { h.finish(id, store.StatusDone) }, "This was done before"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			h.thread("office", "Water the plants")
			id := h.thread("shop", title).ID
			c.change(h, id)
			args := map[string]any{"project": "shop"}
			intent := title
			for name, v := range c.args {
				args[name] = v
				if name == "also" {
					intent = "new secrets for restic"
				}
			}
			r, got := h.start("codex", intent, args)
			if !got.Created || len(got.Hits) == 0 || got.Hits[0].ID != id {
				t.Errorf("%+v", got)
			}
			contains(t, r.text(), c.says, id)
			if strings.Index(r.text(), c.says) > strings.Index(r.text(), "Nearest open") && strings.Contains(r.text(), "Nearest open") {
				t.Errorf("it stands behind what is merely near:\n%s", r.text())
			}
		})
	}
}
