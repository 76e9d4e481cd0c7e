package forge

import (
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// rename gives a project another slug.
func (h *hub) rename(from, to string) (event string) {
	h.t.Helper()
	w, err := h.Store.UpdateProject(h.t.Context(), owner, from, store.ProjectInput{Slug: store.Some(to)})
	if err != nil {
		h.t.Fatal(err)
	}
	return w.EventID
}

// place gives a project's file a path of its own; empty: the usual one.
func (h *hub) place(slug, path string) {
	h.t.Helper()
	in := store.Opt[string]{Set: true}
	if path != "" {
		in.Value = &path
	}
	if _, err := h.Store.UpdateProject(h.t.Context(), owner, slug, store.ProjectInput{ForgePath: in}); err != nil {
		h.t.Fatal(err)
	}
}

const houseFile = "projects/house/PROGRESS.md"

// A file whose project gets another path is taken in where it is, and then moved.
func TestARenameTakesInWhatTheForgeHas(t *testing.T) {
	t.Parallel()
	const base = "# Home\n\none\n\ntwo\n"
	for _, tc := range []struct {
		name   string
		change func(*hub, *gitserver.Server)
		slug   string
		files  map[string]string // that the forge has then; empty: it has none there
		text   string
	}{
		{"as it is", func(h *hub, _ *gitserver.Server) { h.rename("home", "house") }, "house", map[string]string{houseFile: base}, base},
		{"with an unsynced edit in the forge", func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{homeFile: base + "theirs\n"})
			h.rename("home", "house")
		}, "house", map[string]string{houseFile: base + "theirs\n"}, base + "theirs\n"},
		{"with edits on both sides", func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{homeFile: base + "theirs\n"})
			h.rename("home", "house")
			h.write("house", "# House\n\none\n\ntwo\n")
		}, "house", map[string]string{houseFile: "# House\n\none\n\ntwo\ntheirs\n"}, "# House\n\none\n\ntwo\ntheirs\n"},
		{"to a path of its own", func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{homeFile: base + "theirs\n"})
			h.place("home", "notes/home.md")
		}, "home", map[string]string{"notes/home.md": base + "theirs\n"}, base + "theirs\n"},
		{"twice", func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{homeFile: base + "theirs\n"})
			h.rename("home", "flat")
			h.rename("flat", "house")
		}, "house", map[string]string{houseFile: base + "theirs\n"}, base + "theirs\n"},
		{"and back", func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{homeFile: base + "theirs\n"})
			if _, err := h.Store.Undo(t.Context(), owner, h.rename("home", "house"), store.Guard{}); err != nil {
				t.Fatal(err)
			}
		}, "home", map[string]string{homeFile: base + "theirs\n"}, base + "theirs\n"},
		{"and back after a sync", func(h *hub, s *gitserver.Server) {
			event := h.rename("home", "house")
			h.synced()
			s.Write("main", map[string]string{houseFile: base + "theirs\n"})
			if _, err := h.Store.Undo(t.Context(), owner, event, store.Guard{}); err != nil {
				t.Fatal(err)
			}
		}, "home", map[string]string{homeFile: base + "theirs\n"}, base + "theirs\n"},
		{"that somebody has moved already", func(h *hub, s *gitserver.Server) {
			s.Commit("main", map[string]gitserver.Entry{homeFile: {Delete: true}, houseFile: {Content: base + "theirs\n"}})
			h.rename("home", "house")
			h.write("house", "# House\n\none\n\ntwo\n")
		}, "house", map[string]string{houseFile: "# House\n\none\n\ntwo\ntheirs\n"}, "# House\n\none\n\ntwo\ntheirs\n"},
		{"that stands in both places, the same", func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{homeFile: base + "theirs\n", houseFile: base + "theirs\n"})
			h.rename("home", "house")
		}, "house", map[string]string{houseFile: base + "theirs\n"}, base + "theirs\n"},
		{"into the place that another one leaves", func(h *hub, s *gitserver.Server) {
			h.place("home", "notes/other.md")
			h.place("other", homeFile)
			s.Write("main", map[string]string{homeFile: base + "theirs\n"})
		}, "home", map[string]string{"notes/other.md": base + "theirs\n", homeFile: "# Other\n"}, base + "theirs\n"},
		{"that stands in both places, the same, while another comes into the old one", func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{homeFile: base, "a/home.md": base, "notes/other.md": "# Other\n"})
			h.place("home", "a/home.md")
			h.place("other", homeFile)
		}, "home", map[string]string{"a/home.md": base, homeFile: "# Other\n", "notes/other.md": ""}, base},
		{"that stands in both places, the same, before another comes into the old one", func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{homeFile: base, "z/home.md": base, "notes/other.md": "# Other\n"})
			h.place("home", "z/home.md")
			h.place("other", homeFile)
		}, "home", map[string]string{"z/home.md": base, homeFile: "# Other\n", "notes/other.md": ""}, base},
		{"that was deleted with its project and came back", func(h *hub, s *gitserver.Server) {
			w, err := h.Store.DeleteProject(t.Context(), owner, "home", store.Guard{})
			if err != nil {
				t.Fatal(err)
			}
			s.Write("main", map[string]string{homeFile: base + "theirs\n"})
			h.synced()
			if _, err := h.Store.Undo(t.Context(), owner, w.EventID, store.Guard{}); err != nil {
				t.Fatal(err)
			}
			h.rename("home", "house")
		}, "house", map[string]string{houseFile: base + "theirs\n"}, base + "theirs\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			server := gitserver.New(t)
			h := joined(t, server)
			h.project("home")
			h.write("home", base)
			h.project("other")
			h.place("other", "notes/other.md")
			h.write("other", "# Other\n")
			h.synced()
			tc.change(h, server)
			h.synced()
			want := map[string]string{"notes/other.md": "# Other\n"}
			for path, text := range tc.files {
				if want[path] = text; text == "" {
					delete(want, path)
				}
			}
			same(t, "the forge", without(server.Files("main")), want)
			if got := h.texts()[tc.slug]; got != tc.text || len(h.conflicts()) > 0 {
				t.Errorf("the hub has %q, and %+v", got, h.conflicts())
			}
			if n := commits(server); h.synced().Pushed > 0 || commits(server) != n {
				t.Error("one sync was not enough")
			}
			if found, err := h.Scan(t.Context()); err != nil || len(found.Skipped) > 0 {
				t.Errorf("a scan says %+v, %v", found, err)
			}
		})
	}
}

// Nobody who looks at the branch sees the file in two places, or in none.
func TestARenameIsOneCommit(t *testing.T) {
	t.Parallel()
	server, h := inStep(t, "home", "# Home\n")
	before := server.Tip("main")
	h.rename("home", "house")
	if out := h.synced(); out.Pushed != 1 {
		t.Errorf("%+v", out)
	}
	if parent := strings.TrimSpace(server.Git("rev-parse", "main^")); parent != before {
		t.Errorf("the commit stands on %s, want %s", parent, before)
	}
	const want = "M\tINDEX.md\nD\tprojects/home/PROGRESS.md\nA\tprojects/house/PROGRESS.md\n"
	if got := server.Git("diff", "--name-status", "--no-renames", before, "main"); got != want {
		t.Errorf("it changes %q, want %q", got, want)
	}
}

// A conflict that is open when its project is renamed goes on under the new name, and what
// the owner decides is what both sides get.
func TestAnOpenConflictMovesWithItsProject(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name    string
		resolve bool // before the next sync
	}{{"decided after the move", false}, {"decided before it", true}} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			server, h := inStep(t, "home", "# Home\n", "wiki/a", "a\n")
			h.write("home", "# Ours\n")
			server.Write("main", map[string]string{homeFile: "# Theirs\n"})
			h.synced()
			first := h.conflicts()
			if len(first) != 1 {
				t.Fatalf("%+v", first)
			}
			h.rename("home", "house")
			decide := func() {
				t.Helper()
				if _, err := h.Store.ResolveForgeConflict(t.Context(), owner, first[0].ID, "# Both\n"); err != nil {
					t.Fatal(err)
				}
			}
			if tc.resolve {
				decide()
			}
			h.synced()
			now, files := h.conflicts(), without(server.Files("main"))
			if !tc.resolve {
				if len(now) != 1 || now[0].ID != first[0].ID || now[0].FoundAt != first[0].FoundAt || now[0].Path != houseFile || now[0].Item != store.ProgressURI("house") || now[0].Theirs != "# Theirs\n" || now[0].Ours != "# Ours\n" || now[0].Base != "# Home\n" {
					t.Errorf("was %+v, is %+v", first, now)
				}
				same(t, "the forge", files, map[string]string{houseFile: "# Theirs\n", "wiki/a.md": "a\n"})
				h.synced()
				if again := h.conflicts(); len(again) != 1 || again[0] != now[0] {
					t.Errorf("was %+v, is %+v", now, again)
				}
				decide()
				h.synced()
			}
			same(t, "the forge", without(server.Files("main")), map[string]string{houseFile: "# Both\n", "wiki/a.md": "a\n"})
			if got := h.texts()["house"]; got != "# Both\n" || len(h.conflicts()) > 0 {
				t.Errorf("the hub has %q, and %+v", got, h.conflicts())
			}
		})
	}
}

// A hub that may only pull goes on reading the old place.
func TestARenameWhilePullingOnly(t *testing.T) {
	t.Parallel()
	server, h := inStep(t, "home", "# Home\n", "wiki/a", "a\n")
	h.set(setting.Input{"sync": store.Some(SyncPull)})
	h.rename("home", "house")
	for _, text := range []string{"# Home\ntheirs\n", "# Home\ntheirs, newer\n"} {
		server.Write("main", map[string]string{homeFile: text})
		h.synced()
		if got := h.texts()["house"]; got != text {
			t.Errorf("the hub has %q, want %q", got, text)
		}
	}
	h.set(setting.Input{"sync": store.Some(SyncBoth)})
	h.synced()
	same(t, "the forge", without(server.Files("main")), map[string]string{houseFile: "# Home\ntheirs, newer\n", "wiki/a.md": "a\n"})
}

// A move whose answer got lost is not made twice.
func TestAMoveWithALostAnswer(t *testing.T) {
	t.Parallel()
	server, h := inStep(t, "home", "# Home\n", "wiki/a", "a\n")
	h.rename("home", "house")
	w := h.tap()
	w.after = losing
	h.tried()
	w.after = nil
	server.Write("main", map[string]string{houseFile: "# Home\ntheirs\n"})
	h.write("house", "# House\n")
	h.restart()
	h.synced()
	if found := h.conflicts(); len(found) != 1 || found[0].Base != "# Home\n" || found[0].Path != houseFile {
		t.Errorf("%+v", found)
	}
	same(t, "the forge", without(server.Files("main")), map[string]string{houseFile: "# Home\ntheirs\n", "wiki/a.md": "a\n"})
}
