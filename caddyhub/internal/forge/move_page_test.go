package forge

import (
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// movePages moves a page and all below it.
func (h *hub) movePages(from, to string) (event string) {
	h.t.Helper()
	w, err := h.Store.MovePages(h.t.Context(), owner, from, to)
	if err != nil {
		h.t.Fatal(err)
	}
	return w.EventID
}

// What others wrote into the file of a page before they knew that it has moved goes along.
func TestAMovedPageTakesInWhatTheForgeHas(t *testing.T) {
	t.Parallel()
	const base, theirs = "one\n\ntwo\n", "one\n\ntwo\ntheirs\n"
	for _, tc := range []struct {
		name   string
		change func(*hub, *gitserver.Server)
		pages  map[string]string // that both sides have then
	}{
		{"as it is", func(h *hub, _ *gitserver.Server) { h.movePages("guides/a", "a") }, map[string]string{"a": base}},
		{"with an edit in the forge", func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{"wiki/guides/a.md": theirs})
			h.movePages("guides/a", "a")
		}, map[string]string{"a": theirs}},
		{"with edits on both sides", func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{"wiki/guides/a.md": theirs})
			h.movePages("guides/a", "z")
			h.write("wiki/z", "ours\n\none\n\ntwo\n")
		}, map[string]string{"z": "ours\n\none\n\ntwo\ntheirs\n"}},
		{"twice, with its folder", func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{"wiki/guides/a.md": theirs})
			h.movePages("guides", "docs")
			h.movePages("docs", "notes")
		}, map[string]string{"notes/a": theirs, "notes": "guides\n"}},
		{"from where its folder brought it", func(h *hub, s *gitserver.Server) {
			h.movePages("guides", "docs")
			h.synced()
			s.Write("main", map[string]string{"wiki/docs/a.md": theirs})
			h.movePages("docs/a", "a")
		}, map[string]string{"a": theirs, "docs": "guides\n"}},
		{"and back", func(h *hub, s *gitserver.Server) {
			event := h.movePages("guides/a", "a")
			h.synced()
			s.Write("main", map[string]string{"wiki/a.md": theirs})
			if _, err := h.Store.Undo(t.Context(), owner, event, store.Guard{}); err != nil {
				t.Fatal(err)
			}
		}, map[string]string{"guides/a": theirs}},
		{"to where the forge has the same", func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{"wiki/guides/a.md": theirs, "wiki/a.md": theirs})
			h.movePages("guides/a", "a")
		}, map[string]string{"a": theirs}},
		{"and was deleted then", func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{"wiki/guides/a.md": theirs})
			h.movePages("guides/a", "a")
			h.remove("a")
		}, map[string]string{"guides/a": theirs}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			server, h := inStep(t, "wiki/guides", "guides\n", "wiki/guides/a", base)
			tc.change(h, server)
			h.synced()
			hub, files := map[string]string{"wiki/guides": "guides\n"}, map[string]string{}
			for page, text := range tc.pages {
				hub["wiki/"+page] = text
			}
			if tc.pages["notes"]+tc.pages["docs"] != "" {
				delete(hub, "wiki/guides")
			}
			for doc, text := range hub {
				files[fileOf(doc)] = text
			}
			same(t, "the hub", h.texts(), hub)
			same(t, "the forge", without(server.Files("main")), files)
			if found := h.conflicts(); len(found) > 0 {
				t.Errorf("conflicts: %+v", found)
			}
			if n := commits(server); h.synced().Pushed > 0 || commits(server) != n {
				t.Error("one sync was not enough")
			}
		})
	}
}

// A moved page that can't be merged with what the forge has, at its old path or its new one,
// gets to its new one with the decision.
func TestAMovedPageInConflict(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name    string
		files   map[string]string
		ours    string
		path    string            // of the conflict
		waiting map[string]string // what the forge has after the first sync
	}{
		{"at its old path", map[string]string{"wiki/a.md": "theirs\n"}, "ours\n", "wiki/a.md", map[string]string{"wiki/a.md": "theirs\n", "wiki/b.md": "b\n"}},
		{"at its new path", map[string]string{"wiki/a.md": "base\ntheirs\n", "wiki/moved.md": "another\n"}, "base\n", "wiki/moved.md", map[string]string{"wiki/a.md": "base\ntheirs\n", "wiki/moved.md": "another\n", "wiki/b.md": "b\n"}},
	} {
		for _, again := range []int{0, 2} {
			t.Run(tc.name, func(t *testing.T) {
				t.Parallel()
				server, h := inStep(t, "wiki/a", "base\n", "wiki/b", "b\n")
				server.Write("main", tc.files)
				h.movePages("a", "moved")
				h.write("wiki/moved", tc.ours)
				h.synced()
				found := h.conflicts()
				if len(found) != 1 || found[0].Path != tc.path || found[0].Item != store.PageURI("moved") {
					t.Fatalf("%+v", found)
				}
				same(t, "the forge", without(server.Files("main")), tc.waiting)
				for range again {
					h.synced()
					if now := h.conflicts(); len(now) != 1 || now[0] != found[0] {
						t.Fatalf("was %+v, is %+v", found, now)
					}
				}
				if _, err := h.Store.ResolveForgeConflict(t.Context(), owner, found[0].ID, "both\n"); err != nil {
					t.Fatal(err)
				}
				h.synced()
				same(t, "the hub", h.texts(), map[string]string{"wiki/moved": "both\n", "wiki/b": "b\n"})
				same(t, "the forge", without(server.Files("main")), map[string]string{"wiki/moved.md": "both\n", "wiki/b.md": "b\n"})
				if found := h.conflicts(); len(found) > 0 {
					t.Errorf("%+v", found)
				}
			})
		}
	}
}

// A hub that may only pull goes on reading the old place.
func TestAMovedPageWhilePullingOnly(t *testing.T) {
	t.Parallel()
	server, h := inStep(t, "wiki/a", "a\n", "wiki/b", "b\n")
	h.set(setting.Input{"sync": store.Some(SyncPull)})
	h.movePages("a", "moved")
	want := map[string]string{"wiki/b": "b\n"}
	for _, text := range []string{"a\ntheirs\n", "a\ntheirs, newer\n"} {
		server.Write("main", map[string]string{"wiki/a.md": text})
		h.synced()
		want["wiki/moved"] = text
		same(t, "the hub", h.texts(), want)
	}
	h.set(setting.Input{"sync": store.Some(SyncBoth)})
	h.synced()
	files := map[string]string{}
	for doc, text := range want {
		files[fileOf(doc)] = text
	}
	same(t, "the forge", without(server.Files("main")), files)
}

// A move whose answer got lost is not made twice.
func TestAMovedPageWithALostAnswer(t *testing.T) {
	t.Parallel()
	server, h := inStep(t, "wiki/a", "a\n", "wiki/b", "b\n")
	server.Write("main", map[string]string{"wiki/a.md": "a\ntheirs\n"})
	h.movePages("a", "moved")
	w := h.tap()
	w.after = losing
	h.tried()
	w.after = nil
	server.Write("main", map[string]string{"wiki/moved.md": "a\ntheirs, newer\n"})
	h.restart()
	h.synced()
	same(t, "the hub", h.texts(), map[string]string{"wiki/moved": "a\ntheirs, newer\n", "wiki/b": "b\n"})
	same(t, "the forge", without(server.Files("main")), map[string]string{"wiki/moved.md": "a\ntheirs, newer\n", "wiki/b.md": "b\n"})
}
