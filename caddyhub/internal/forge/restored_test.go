package forge

import (
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/store"
)

// A hub that was restored as it once was takes nothing over and sends nothing until the owner has
// said which side is right; either way it then goes on as usual.
func TestARestoredHubAsksFirst(t *testing.T) {
	t.Parallel()
	for _, side := range []string{"forge", "hub"} {
		t.Run(side, func(t *testing.T) {
			t.Parallel()
			server := gitserver.New(t)
			h := filled(t, server, 12)
			if err := h.Store.ReachForge(t.Context(), store.ForgeRestored+server.Tip("main")); err != nil {
				t.Fatal(err)
			}
			server.Write("main", map[string]string{"wiki/p00.md": "what came after\n"})
			h.write("wiki/p01", "written since\n")
			before, files := h.texts(), server.Files("main")
			if found := h.stopped(server); found.Reason != ReasonRestored || found.Known != 12 || found.Missing != 0 {
				t.Errorf("%+v", found)
			}
			same(t, "the hub", h.texts(), before)
			same(t, "the forge", server.Files("main"), files)
			want := before
			if side == "forge" {
				h.decided(func() (bool, error) { return h.Accept(t.Context(), nil) })
				want["wiki/p00"] = "what came after\n"
			} else {
				h.decided(func() (bool, error) { return h.Restore(t.Context(), nil) })
			}
			same(t, "the hub, decided", h.texts(), want)
			if got := server.Files("main"); got["wiki/p00.md"] != want["wiki/p00"] || got["wiki/p01.md"] != "written since\n" {
				t.Errorf("the forge has %q and %q", got["wiki/p00.md"], got["wiki/p01.md"])
			}
			if out := h.synced(); out.Pushed > 0 || out.Diverged != nil {
				t.Errorf("%+v", out)
			}
		})
	}
}

// A hub that was moved by a backup goes on as usual where the branch has nothing beyond it.
func TestAMovedHubGoesOn(t *testing.T) {
	t.Parallel()
	server := gitserver.New(t)
	h := filled(t, server, 12)
	if err := h.Store.ReachForge(t.Context(), store.ForgeRestored+server.Tip("main")); err != nil {
		t.Fatal(err)
	}
	h.write("wiki/p01", "written since\n")
	if out := h.synced(); out.Diverged != nil || out.Pushed != 1 {
		t.Errorf("%+v", out)
	}
	server.Write("main", map[string]string{"wiki/p00.md": "what came after\n"})
	if out := h.synced(); out.Diverged != nil || h.texts()["wiki/p00"] != "what came after\n" {
		t.Errorf("%+v, the hub has %q", out, h.texts()["wiki/p00"])
	}
}
