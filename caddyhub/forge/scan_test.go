package forge

import (
	"fmt"
	"slices"
	"strings"
	"testing"

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
