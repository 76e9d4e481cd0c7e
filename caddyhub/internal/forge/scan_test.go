package forge

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
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
	h.set(setting.Input{"path": store.Some("hub"), "sync": store.Some(SyncOff)})
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

// A scan says of a file whose project is to move what is so.
func TestAScanBeforeAMoveIsSynced(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name    string
		mode    string
		change  func(*hub, *gitserver.Server)
		found   []string
		skipped []Skipped
	}{
		{"it is where it was", SyncBoth, func(h *hub, _ *gitserver.Server) {
			h.rename("home", "house")
		}, []string{`house "Home" registered`}, nil},
		{"somebody has moved it already", SyncBoth, func(h *hub, s *gitserver.Server) {
			s.Commit("main", map[string]gitserver.Entry{homeFile: {Delete: true}, houseFile: {Content: "# Home\n"}})
			h.rename("home", "house")
		}, []string{`house "Home" registered`}, nil},
		{"somebody has moved and changed it already", SyncBoth, func(h *hub, s *gitserver.Server) {
			s.Commit("main", map[string]gitserver.Entry{homeFile: {Delete: true}, houseFile: {Content: "# Home\ntheirs\n"}})
			h.rename("home", "house")
		}, []string{`house "Home" changed`}, nil},
		{"there is a file in its new place", SyncBoth, func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{houseFile: "# House\n"})
			h.rename("home", "house")
		}, []string{`house "Home" registered`}, []Skipped{{houseFile, "the file of the project house is still at " + homeFile + ": the next sync brings the two together here"}}},
		{"there is a file in its new place, and nothing goes out", SyncPull, func(h *hub, s *gitserver.Server) {
			s.Write("main", map[string]string{houseFile: "# House\n"})
			h.rename("home", "house")
		}, []string{`house "Home" registered`}, []Skipped{{houseFile, "the file of the project house is still at " + homeFile + ": it moves here when sync is both"}}},
		{"there is a file in its old place", SyncBoth, func(h *hub, s *gitserver.Server) {
			h.rename("home", "house")
			h.synced()
			s.Write("main", map[string]string{homeFile: "# Home again\n"})
		}, []string{`house "Home" registered`}, []Skipped{{homeFile, "the project house has its file at " + houseFile}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			server, h := inStep(t, "home", "# Home\n")
			h.set(setting.Input{"sync": store.Some(tc.mode)})
			tc.change(h, server)
			if got := h.scanned(); !slices.Equal(got, tc.found) {
				t.Errorf("got %q", got)
			}
			if found, err := h.Scan(t.Context()); err != nil || !slices.Equal(found.Skipped, tc.skipped) {
				t.Errorf("got %+v, %v", found.Skipped, err)
			}
			texts := h.texts()
			if done, ended, err := h.Import(t.Context(), owner, []string{"house"}); err != nil || !ended || done.Conflicts > 0 || len(done.Registered) > 0 {
				t.Errorf("%+v, %v, %v", done, ended, err)
			}
			if strings.HasSuffix(tc.found[0], CandidateRegistered) {
				same(t, "the hub", h.texts(), texts)
			} else if got := h.texts()["house"]; got != "# Home\ntheirs\n" {
				t.Errorf("it took %q", got)
			}
		})
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
