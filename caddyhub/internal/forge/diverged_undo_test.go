package forge

import (
	"maps"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/store"
)

// undoSince takes back what syncs have changed in the hub from a moment on.
func (h *hub) undoSince(from store.Time) {
	h.t.Helper()
	all := store.UndoRange{Actor: author.Actor, SourceTool: author.SourceTool, From: from, To: store.At(h.clock.Now())}
	if _, err := h.Store.UndoAll(h.t.Context(), owner, all, store.Guard{}); err != nil {
		h.t.Fatal(err)
	}
}

// revert takes the newest commit of the branch back, as git revert does.
func revert(s *gitserver.Server) {
	const nothing = "4b825dc642cb6eb9a060e54bf8d69288fbee4904" // git's tree without a file
	git := func(args ...string) string { return strings.TrimSpace(s.Git(args...)) }
	tree := nothing
	if commits(s) > 1 {
		tree = git("rev-parse", "main~1^{tree}")
	}
	s.Git("update-ref", "refs/heads/main", git("commit-tree", tree, "-p", "main", "-m", "Revert"))
}

// The owner who has restored the hub's texts by mistake loses nothing: what came into the hub
// can be undone there, the commit in the forge can be reverted, and the sync after that asks
// again before it deletes.
func TestARestoredStateCanBeTakenBack(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		change func(*gitserver.Server)
		theirs map[string]string // what the hub has once the forge's state was taken after all
	}{
		{
			"after a force-push",
			func(s *gitserver.Server) {
				replace(s, map[string]string{"wiki/p00.md": "page of old\n", homeFile: "# Old\n", "README.md": "Anew.\n", "wiki/new.md": "new\n"})
			},
			map[string]string{"home": "# Old\n", "wiki/p00": "page of old\n", "wiki/new": "new\n"},
		},
		{"after the branch was deleted", func(s *gitserver.Server) { s.Git("update-ref", "-d", "refs/heads/main") }, map[string]string{"home": "# Home\n"}},
		{"after one commit that deletes", func(s *gitserver.Server) { dropPages(s, 11) }, map[string]string{"home": "# Home\n"}},
	} {
		for _, where := range []string{"in the hub", "in the forge"} {
			t.Run(tc.name+", "+where, func(t *testing.T) {
				t.Parallel()
				server := gitserver.New(t)
				h := filled(t, server, 12)
				h.write("wiki/p01", "written since\n")
				before := h.texts()
				tc.change(server)
				kept := map[string]string{}
				if server.Tip("main") != "" {
					maps.Copy(kept, server.Files("main"))
				}
				h.stopped(server)
				from := store.At(h.clock.Now())
				h.decided(func() (bool, error) { return h.Restore(t.Context(), nil) })
				restored := h.texts()

				if where == "in the hub" {
					h.undoSince(from)
					same(t, "the hub, undone", h.texts(), before)
					h.synced()
					same(t, "the hub, synchronised", h.texts(), before)
					return
				}
				revert(server)
				same(t, "the forge, reverted", without(server.Files("main")), without(kept))
				h.stopped(server)
				from = store.At(h.clock.Now())
				h.decided(func() (bool, error) { return h.Accept(t.Context(), nil) })
				same(t, "the hub, with the forge's state", h.texts(), tc.theirs)
				h.undoSince(from)
				same(t, "the hub, undone again", h.texts(), restored)
			})
		}
	}
}
