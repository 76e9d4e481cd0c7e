package forge

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
)

// losing lets the answers to all pushes get lost: the forge has done its part.
func losing(r *http.Request, _ *http.Response) error {
	if isPush(r) {
		return errors.New("the connection broke")
	}
	return nil
}

// What the forge took before its answer was lost is what both sides have in common, whatever
// happens on either side before the next sync.
func TestALostPushAnswerIsNoConflict(t *testing.T) {
	t.Parallel()
	const page, file = "wiki/a", "wiki/a.md"
	for _, tc := range []struct {
		name       string
		then       func(*hub, *gitserver.Server) // between the lost answer and the next sync
		page, home string                        // on both sides at the end; empty: deleted
	}{
		{"nothing happens", func(*hub, *gitserver.Server) {}, "one\ntwo\n", "# Home\ntwo\n"},
		{"lines are added in the hub", func(h *hub, _ *gitserver.Server) {
			h.write(page, "one\ntwo\nthree\n")
			h.write("home", "# Home\ntwo\nthree\n")
		}, "one\ntwo\nthree\n", "# Home\ntwo\nthree\n"},
		{"lines are taken out in the hub", func(h *hub, _ *gitserver.Server) {
			h.write(page, "two\n")
			h.write("home", "# Home\n")
		}, "two\n", "# Home\n"},
		{"both sides go on", func(h *hub, s *gitserver.Server) {
			h.write(page, "zero\none\ntwo\n")
			s.Write("main", map[string]string{file: "one\ntwo\n\nthree\n"})
		}, "zero\none\ntwo\n\nthree\n", "# Home\ntwo\n"},
		{"the page is deleted in the hub", func(h *hub, _ *gitserver.Server) { h.remove("a") }, "", "# Home\ntwo\n"},
		{"the page is deleted in the forge", func(_ *hub, s *gitserver.Server) {
			s.Commit("main", map[string]gitserver.Entry{file: {Delete: true}})
		}, "", "# Home\ntwo\n"},
	} {
		for _, again := range []bool{false, true} {
			name := tc.name
			if again && tc.name != "both sides go on" {
				continue
			}
			if again {
				name += ", after a restart"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				server, h := inStep(t, "home", "# Home\n", page, "one\n", "wiki/other", "other\n")
				h.write(page, "one\ntwo\n")
				h.write("home", "# Home\ntwo\n")
				w := h.tap()
				w.after = losing
				before := server.Tip("main")
				out := h.tried()
				if out.State != StateFailed || server.Tip("main") == before {
					t.Fatalf("%+v", out.Outcome)
				}
				if says := "whether the push arrived is not known: the next sync finds out, and nothing is lost or doubled"; !strings.HasSuffix(*out.Error, says) {
					t.Errorf("it says %q", *out.Error)
				}
				w.after = nil
				if again {
					h.restart()
				}
				tc.then(h, server)
				h.synced()
				if found := h.conflicts(); len(found) > 0 {
					t.Errorf("conflicts: %+v", found)
				}
				want, files := map[string]string{"home": tc.home, "wiki/other": "other\n"}, map[string]string{homeFile: tc.home, "wiki/other.md": "other\n"}
				if tc.page != "" {
					want[page], files[file] = tc.page, tc.page
				}
				same(t, "the hub", h.texts(), want)
				same(t, "the forge", without(server.Files("main")), files)
				n := commits(server)
				if h.synced(); commits(server) != n {
					t.Error("one sync was not enough")
				}
			})
		}
	}
}

// A page that was new when the answer got lost is deleted for good if the hub deletes it.
func TestANewPageWithALostAnswerStaysDeleted(t *testing.T) {
	t.Parallel()
	server, h := inStep(t, "wiki/a", "a\n")
	h.write("wiki/b", "b\n")
	w := h.tap()
	w.after = losing
	h.tried()
	w.after = nil
	h.remove("b")
	h.synced()
	same(t, "the hub", h.texts(), map[string]string{"wiki/a": "a\n"})
	same(t, "the forge", without(server.Files("main")), map[string]string{"wiki/a.md": "a\n"})
}

// A push that the forge applies long after the connection broke is recognised too, also
// when the hub has tried again in between.
func TestAPushThatArrivesLate(t *testing.T) {
	t.Parallel()
	server, h := inStep(t, "wiki/a", "one\n")
	from := server.Tip("main")
	h.write("wiki/a", "one\ntwo\n")
	w := h.tap()
	w.after = losing
	h.tried()
	late := server.Tip("main")
	server.Git("update-ref", "refs/heads/main", from) // the server is still at it
	h.write("wiki/a", "one\ntwo\nthree\n")
	w.after = nil
	w.before = func(r *http.Request) error {
		if isPush(r) {
			server.Git("update-ref", "refs/heads/main", late)
			w.before = nil
		}
		return nil
	}
	h.synced()
	same(t, "the forge", without(server.Files("main")), map[string]string{"wiki/a.md": "one\ntwo\nthree\n"})
	if n := len(h.conflicts()); n > 0 || !strings.Contains(server.Git("rev-list", "main"), late) {
		t.Errorf("%d conflicts", n)
	}
}

// A forge whose text is one of the hub's own newer versions has nothing that the hub lacks.
func TestOneOfTheHubsOwnVersionsIsNoConflict(t *testing.T) {
	t.Parallel()
	server, h := inStep(t, "wiki/a", "one\n")
	h.write("wiki/a", "two\n")
	h.write("wiki/a", "three\n")
	server.Write("main", map[string]string{"wiki/a.md": "two\n"})
	h.synced()
	same(t, "the forge", without(server.Files("main")), map[string]string{"wiki/a.md": "three\n"})
	t.Run("but one from before is somebody's wish", func(t *testing.T) {
		h.write("wiki/a", "four\n")
		server.Write("main", map[string]string{"wiki/a.md": "one\n"})
		h.synced()
		if found := h.conflicts(); len(found) != 1 || found[0].Theirs != "one\n" {
			t.Errorf("%+v", found)
		}
	})
}
