package forge

import (
	"cmp"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest/race"
)

// What stands in the place where a project's file is to go was never common: texts that
// differ are a conflict, which stands until the owner has decided. What is decided goes out
// with the commit that lets the old file go.
func TestAForeignFileInTheNewPlaceIsAConflict(t *testing.T) {
	race.SkipShort(t)
	t.Parallel()
	const base, foreign = "# Home\n\none\n\ntwo\n\nthree\n", "# Somebody else's\n"
	never := func(*hub, *gitserver.Server) {}
	for _, tc := range []struct {
		name   string
		change func(*hub, *gitserver.Server)
		at     string // where the two meet; default: house
		ours   string // default: base
		while  func(*hub, *gitserver.Server)
		old    string // what the old place has while the conflict is open; default: base, "-": nothing
		wanted string // the hub's text then; default: ours
	}{
		{name: "with an unsynced edit in the forge", ours: base + "theirs\n", old: base + "theirs\n", change: func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{homeFile: base + "theirs\n", houseFile: foreign})
			h.rename("home", "house")
		}},
		{name: "with an unsynced edit in the hub", ours: base + "ours\n", change: func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{houseFile: foreign})
			h.write("home", base+"ours\n")
			h.rename("home", "house")
		}},
		{name: "without one", change: func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{houseFile: foreign})
			h.rename("home", "house")
		}},
		{name: "to a path of its own", at: "docs/home.md", change: func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{"docs/home.md": foreign})
			h.place("home", "docs/home.md")
		}},
		{name: "renamed while pulling only", change: func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{houseFile: foreign})
			h.set(setting.Input{"sync": store.Some(SyncPull)})
			h.rename("home", "house")
			h.synced()
			h.set(setting.Input{"sync": store.Some(SyncBoth)})
		}},
		{name: "that a scan has shown", change: func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{houseFile: foreign})
			h.synced()
			if _, err := h.Scan(h.t.Context()); err != nil {
				h.t.Fatal(err)
			}
			h.rename("home", "house")
		}},
		{name: "the old file is edited meanwhile", wanted: base + "late\n", old: base + "late\n", change: func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{houseFile: foreign})
			h.rename("home", "house")
		}, while: func(_ *hub, s *gitserver.Server) { s.Write("main", map[string]string{homeFile: base + "late\n"}) }},
		{name: "the old file is deleted meanwhile", old: "-", change: func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{houseFile: foreign})
			h.rename("home", "house")
		}, while: func(_ *hub, s *gitserver.Server) {
			s.Commit("main", map[string]gitserver.Entry{homeFile: {Delete: true}})
		}},
		{name: "only pulled meanwhile", change: func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{houseFile: foreign})
			h.rename("home", "house")
		}, while: func(h *hub, _ *gitserver.Server) {
			h.set(setting.Input{"sync": store.Some(SyncPull)})
			h.synced()
			h.set(setting.Input{"sync": store.Some(SyncBoth)})
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			server, h := inStep(t, "home", base, "wiki/a", "a\n")
			tc.change(h, server)
			at, ours := cmp.Or(tc.at, houseFile), cmp.Or(tc.ours, base)
			h.synced()
			first := h.conflicts()
			if len(first) != 1 || first[0].Path != at || first[0].Base != "" || first[0].Ours != ours || first[0].Theirs != foreign {
				t.Fatalf("%+v", first)
			}
			if tc.while == nil {
				tc.while = never
			}
			tc.while(h, server)
			wanted := cmp.Or(tc.wanted, ours)
			for range 3 {
				h.synced()
				now := h.conflicts()
				if len(now) != 1 || (now[0].ID == first[0].ID) != (wanted == ours) || now[0].Ours != wanted || now[0].Theirs != foreign || now[0].FoundAt != first[0].FoundAt {
					t.Fatalf("was %+v, is %+v", first, now)
				}
				want := map[string]string{homeFile: cmp.Or(tc.old, base), at: foreign, "wiki/a.md": "a\n"}
				if tc.old == "-" {
					delete(want, homeFile)
				}
				same(t, "the forge", without(server.Files("main")), want)
			}
			want := strings.Replace(wanted, "# Home", "# Both", 1)
			if _, err := h.Store.ResolveForgeConflict(t.Context(), owner, h.conflicts()[0].ID, want); err != nil {
				t.Fatal(err)
			}
			if tc.old != "-" { // what came there meanwhile is taken in before the old file goes
				server.Write("main", map[string]string{homeFile: strings.Replace(cmp.Or(tc.old, base), "two", "TWO", 1)})
				want = strings.Replace(want, "two", "TWO", 1)
			}
			n := commits(server)
			h.synced()
			same(t, "the forge", without(server.Files("main")), map[string]string{at: want, "wiki/a.md": "a\n"})
			if got := h.texts()[h.only()]; got != want || len(h.conflicts()) > 0 {
				t.Errorf("the hub has %q, and %+v", got, h.conflicts())
			}
			if commits(server) != n+1 || h.synced().Pushed > 0 || commits(server) != n+1 {
				t.Error("it took more than one commit")
			}
		})
	}
}

// only is the slug of the hub's one project.
func (h *hub) only() string {
	h.t.Helper()
	list, err := h.Store.Projects(h.t.Context())
	if err != nil || len(list) != 1 {
		h.t.Fatal(list, err)
	}
	return list[0].Slug
}

// What a deleted project had in common with the forge is no base for another one in its
// place, and still is for itself when it comes back.
func TestADeletedProjectsFileIsNoBaseForAnother(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name     string
		change   func(h *hub, deletion string)
		slug     string
		conflict bool
		text     string
	}{
		{"a new one", func(h *hub, _ string) {
			h.project("home")
			h.write("home", "# New\n")
		}, "home", true, "# New\n"},
		{"a new one with the same text", func(h *hub, _ string) {
			h.project("home")
			h.write("home", "# Home\n")
		}, "home", false, "# Home\n"},
		{"a renamed one", func(h *hub, _ string) { h.rename("other", "home") }, "home", true, "# Other\n"},
		{"one with its path", func(h *hub, _ string) { h.place("other", homeFile) }, "other", true, "# Other\n"},
		{"none: it comes back", func(h *hub, deletion string) {
			if _, err := h.Store.Undo(h.t.Context(), owner, deletion, store.Guard{}); err != nil {
				h.t.Fatal(err)
			}
			h.write("home", "# Home, again\n")
		}, "home", false, "# Home, again\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			server, h := inStep(t, "home", "# Home\n", "other", "# Other\n")
			w, err := h.Store.DeleteProject(t.Context(), owner, "home", store.Guard{})
			if err != nil {
				t.Fatal(err)
			}
			h.synced()
			tc.change(h, w.EventID)
			for range 2 {
				h.synced()
				found := h.conflicts()
				if (len(found) == 1) != tc.conflict || tc.conflict && (found[0].Path != homeFile || found[0].Base != "" || found[0].Theirs != "# Home\n") {
					t.Errorf("%+v", found)
				}
				want := tc.text
				if tc.conflict {
					want = "# Home\n"
				}
				if got := server.Files("main")[homeFile]; got != want || h.texts()[tc.slug] != tc.text {
					t.Errorf("the forge has %q, the hub %q", got, h.texts()[tc.slug])
				}
			}
		})
	}
}
