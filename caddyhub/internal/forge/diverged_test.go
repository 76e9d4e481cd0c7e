package forge

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// filled is a hub with a project and so many pages less one, all of them in the forge.
func filled(t testing.TB, server *gitserver.Server, files int) *hub {
	t.Helper()
	h := joined(t, server)
	h.project("home")
	h.write("home", "# Home\n")
	for i := range files - 1 {
		h.write(fmt.Sprintf("wiki/p%02d", i), fmt.Sprintf("page %d\n", i))
	}
	h.synced()
	return h
}

// without n pages, in one commit by hand.
func dropPages(s *gitserver.Server, n int) {
	gone := map[string]gitserver.Entry{}
	for i := range n {
		gone[fmt.Sprintf("wiki/p%02d.md", i)] = gitserver.Entry{Delete: true}
	}
	s.Commit("main", gone)
}

// replace makes the branch another history, with these files.
func replace(s *gitserver.Server, files map[string]string) {
	s.Git("update-ref", "-d", "refs/heads/main")
	s.Write("main", files)
}

// stopped synchronises, which must leave everything as it is.
func (h *hub) stopped(s *gitserver.Server) *Diverged {
	h.t.Helper()
	texts, tip := h.texts(), s.Tip("main")
	out := h.tried()
	if out.State != StateDiverged || out.Diverged == nil || out.Error == nil || out.Deleted+out.Pushed+out.Pulled+out.Merged > 0 {
		h.t.Fatalf("%+v, %+v", out.Outcome, out.Diverged)
	}
	same(h.t, "the hub", h.texts(), texts)
	if s.Tip("main") != tip {
		h.t.Error("it pushed")
	}
	return out.Diverged
}

// What no person does by and by stops a sync before it does anything.
func TestARewrittenOrEmptiedBranchDeletesNothing(t *testing.T) {
	t.Parallel()
	everything := map[string]gitserver.Entry{homeFile: {Delete: true}, indexName: {Delete: true}}
	for i := range 11 {
		everything[fmt.Sprintf("wiki/p%02d.md", i)] = gitserver.Entry{Delete: true}
	}
	for _, tc := range []struct {
		name    string
		files   int
		change  func(*gitserver.Server)
		reason  string // empty: it goes on
		missing int
	}{
		{"a commit on top", 12, func(s *gitserver.Server) {
			s.Write("main", map[string]string{"wiki/p00.md": "newer\n"})
		}, "", 0},
		{"a force-push", 12, func(s *gitserver.Server) { replace(s, map[string]string{"README.md": "Anew.\n"}) }, ReasonRewritten, 12},
		{"a force-push with the same files", 12, func(s *gitserver.Server) { replace(s, s.Files("main")) }, ReasonRewritten, 0},
		{"the branch is deleted", 12, func(s *gitserver.Server) { s.Git("update-ref", "-d", "refs/heads/main") }, ReasonEmptied, 12},
		{"one commit deletes all", 12, func(s *gitserver.Server) { s.Commit("main", everything) }, ReasonEmptied, 12},
		{"all of a few are deleted", 3, func(s *gitserver.Server) {
			dropPages(s, 2)
			s.Commit("main", map[string]gitserver.Entry{homeFile: {Delete: true}})
		}, ReasonEmptied, 3},
		{"six of twelve are deleted", 12, func(s *gitserver.Server) { dropPages(s, 6) }, ReasonVanished, 6},
		{"five of twelve are deleted", 12, func(s *gitserver.Server) { dropPages(s, 5) }, "", 0},
		{"ten of fifty are deleted", 50, func(s *gitserver.Server) { dropPages(s, 10) }, "", 0},
		{"eleven of fifty are deleted", 50, func(s *gitserver.Server) { dropPages(s, 11) }, ReasonVanished, 11},
	} {
		for _, again := range []bool{false, true} {
			name := tc.name
			if again && tc.reason != ReasonRewritten && tc.reason != "" {
				continue // what is gone is seen without history
			}
			if again {
				name += ", seen after a restart"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				server := gitserver.New(t)
				h := filled(t, server, tc.files)
				tc.change(server)
				if again {
					h.restart()
				}
				if tc.reason == "" {
					h.synced()
					if now, err := h.Standing(t.Context()); err != nil || now.Diverged != nil {
						t.Errorf("%+v, %v", now.Diverged, err)
					}
					return
				}
				first := h.stopped(server)
				if first.Reason != tc.reason || first.Known != tc.files || first.Missing != tc.missing || len(first.Paths) != min(tc.missing, maxNamed) || first.Commit != server.Tip("main") {
					t.Errorf("%+v", first)
				}
				if text, since, failing := h.problem(); !failing || !since.Equal(first.Since.Time) || text == "" {
					t.Errorf("the problem is %q since %v", text, since)
				}
				if now := h.stopped(server); now.Since != first.Since {
					t.Errorf("first %+v, then %+v", first, now)
				}
				if now, err := h.Standing(t.Context()); err != nil || now.Diverged == nil || now.LastSync.State != StateDiverged {
					t.Errorf("%+v, %v", now, err)
				}
			})
		}
	}
}

// A first sync with another remote has nothing that could have diverged.
func TestAFirstSyncIsNeverDiverged(t *testing.T) {
	t.Parallel()
	server := gitserver.New(t)
	h := filled(t, server, 12)
	replace(server, map[string]string{"README.md": "Anew.\n"})
	h.stopped(server)
	h.set(setting.Input{"url": store.Some(gitserver.New(t).URL), "token": store.Some(gitserver.Token)})
	if now, err := h.Standing(t.Context()); err != nil || now.Diverged != nil {
		t.Errorf("%+v, %v", now.Diverged, err)
	}
	if _, err := h.Accept(t.Context(), nil); err == nil {
		t.Error("there was something to accept")
	}
	if out := h.synced(); out.Pushed != 12 || out.Deleted > 0 {
		t.Errorf("%+v", out.Outcome)
	}
}

// A branch that comes back needs no decision.
func TestABranchThatComesBack(t *testing.T) {
	t.Parallel()
	server := gitserver.New(t)
	h := filled(t, server, 12)
	tip := server.Tip("main")
	replace(server, map[string]string{"README.md": "Anew.\n"})
	h.stopped(server)
	server.Git("update-ref", "refs/heads/main", tip)
	h.write("wiki/p00", "newer\n")
	if out := h.synced(); out.Pushed != 1 || out.Diverged != nil {
		t.Errorf("%+v", out)
	}
	if _, _, failing := h.problem(); failing {
		t.Error("it still has a problem")
	}
}

// decided lets the owner decide, which must go well.
func (h *hub) decided(decide func() (bool, error)) lastSync {
	h.t.Helper()
	if ended, err := decide(); err != nil || !ended {
		h.t.Fatalf("%v, %v", ended, err)
	}
	out, state := h.last()
	if out.State != StateOK || out.Diverged != nil || state.WantedAt != nil {
		h.t.Fatalf("%+v, %+v", out, state)
	}
	return out
}

func TestTheOwnerTakesTheForgesState(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*gitserver.Server){
		"after a force-push": func(s *gitserver.Server) {
			replace(s, map[string]string{"wiki/p00.md": "page of old\n", "wiki/new.md": "new\n"})
		},
		"after the branch was deleted": func(s *gitserver.Server) { s.Git("update-ref", "-d", "refs/heads/main") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := gitserver.New(t)
			h := filled(t, server, 12)
			h.write("wiki/p01", "written since\n")
			before := h.texts()
			change(server)
			h.stopped(server)
			from := store.At(h.clock.Now())
			h.decided(func() (bool, error) { return h.Accept(t.Context(), nil) })
			want := map[string]string{"home": "# Home\n", "wiki/p01": "written since\n"} // what nobody else has stays
			if name == "after a force-push" {
				want["wiki/p00"], want["wiki/new"] = "page of old\n", "new\n"
			}
			same(t, "the hub", h.texts(), want)
			if got := server.Files("main")["wiki/p01.md"]; got != "written since\n" {
				t.Errorf("the forge has %q", got)
			}
			if _, err := h.Accept(t.Context(), nil); err == nil {
				t.Error("there was something to accept")
			}
			h.synced()
			h.undoSince(from)
			same(t, "the hub, undone", h.texts(), before)
			h.synced()
			if files := server.Files("main"); files["wiki/p05.md"] != "page 5\n" || files["wiki/p00.md"] != "page 0\n" {
				t.Errorf("the forge has %v", files)
			}
		})
	}
}

func TestTheOwnerRestoresTheHubsState(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*gitserver.Server){
		"after a force-push": func(s *gitserver.Server) {
			replace(s, map[string]string{"wiki/p00.md": "page of old\n", homeFile: "# Old\n", "README.md": "Anew.\n", "wiki/new.md": "new\n"})
		},
		"after the branch was deleted":  func(s *gitserver.Server) { s.Git("update-ref", "-d", "refs/heads/main") },
		"after one commit that deletes": func(s *gitserver.Server) { dropPages(s, 11) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := gitserver.New(t)
			h := filled(t, server, 12)
			h.write("wiki/p01", "written since\n")
			want := h.texts()
			change(server)
			var kept map[string]string
			tip := server.Tip("main")
			if tip != "" {
				kept = server.Files("main")
			}
			h.stopped(server)
			h.decided(func() (bool, error) { return h.Restore(t.Context(), nil) })
			files := map[string]string{}
			maps.Copy(files, kept)
			for doc, text := range want {
				files[fileOf(doc)] = text
			}
			same(t, "the forge", without(server.Files("main")), without(files))
			if kept["wiki/new.md"] != "" {
				want["wiki/new"] = "new\n"
			}
			same(t, "the hub", h.texts(), want)
			if tip != "" && !strings.Contains(server.Git("rev-list", "main"), tip) {
				t.Error("the branch was rewritten")
			}
			if subject := server.Git("log", "-1", "--format=%s", "main"); !strings.HasPrefix(subject, "hub: restore ") {
				t.Errorf("the commit is called %q", subject)
			}
			if n := commits(server); h.synced().Pushed > 0 || commits(server) != n {
				t.Error("one sync was not enough")
			}
		})
	}
}

// Only who pushes can restore, and a decision is about what was shown.
func TestADecisionThatCannotBe(t *testing.T) {
	t.Parallel()
	server := gitserver.New(t)
	h := filled(t, server, 12)
	replace(server, map[string]string{"README.md": "Anew.\n"})
	h.stopped(server)
	h.set(setting.Input{"sync": store.Some(SyncPull)})
	if _, err := h.Restore(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "both") {
		t.Errorf("%v", err)
	}
	replace(server, map[string]string{"README.md": "Anew again.\n"})
	texts := h.texts()
	const says = "the forge has changed again since you were asked: nothing was changed on either side. Look once more at what would be deleted, and decide again"
	if ended, err := h.Accept(t.Context(), nil); !ended || !errors.As(err, new(*store.ConflictError)) || err.Error() != says {
		t.Errorf("%v, %v", ended, err)
	}
	if out, _ := h.last(); out.State != StateDiverged || *out.Error != says || out.Diverged.Commit != server.Tip("main") {
		t.Errorf("%+v", out)
	}
	same(t, "the hub", h.texts(), texts)
	if first, _ := h.last(); h.stopped(server).Since != first.Diverged.Since || strings.Contains(*h.tried().Error, "again since") {
		t.Error("the next sync does not ask as any other")
	}
	if _, err := h.Accept(t.Context(), nil); err != nil || len(h.texts()) != 1 {
		t.Errorf("what was shown then: %v, %v", h.texts(), err)
	}
}

// Whoever decides is told when the sync that was to do it has failed.
func TestADecisionThatFails(t *testing.T) {
	t.Parallel()
	server := gitserver.New(t)
	h := filled(t, server, 12)
	replace(server, map[string]string{"README.md": "Anew.\n"})
	h.stopped(server)
	texts, w := h.texts(), h.tap()
	w.before = func(*http.Request) error { return errors.New("no route to the host") }
	if ended, err := h.Accept(t.Context(), nil); !ended || !errors.As(err, new(*store.ConflictError)) {
		t.Errorf("%v, %v", ended, err)
	}
	same(t, "the hub", h.texts(), texts)
}

// A decision that the hub ends under is carried out when it starts again, also when a part
// of it was done.
func TestADecisionOutlivesItsHub(t *testing.T) {
	t.Parallel()
	for _, decision := range []store.ForgeDecision{store.ForgeAccept, store.ForgeRestore} {
		t.Run(string(decision), func(t *testing.T) {
			t.Parallel()
			server := gitserver.New(t)
			h := filled(t, server, 12)
			dropPages(server, 11)
			h.stopped(server)
			want := h.texts()
			if decision == store.ForgeAccept {
				want = map[string]string{"home": "# Home\n"}
			}
			w := h.tap()
			w.before = func(r *http.Request) error {
				if isPush(r) || decision == store.ForgeAccept {
					go h.Worker.Close()
					<-r.Context().Done()
				}
				return nil
			}
			_, _ = h.decide(t.Context(), decision, nil)
			if state, err := h.Store.Forge(t.Context()); err != nil || state.Decision != decision || state.WantedAt == nil {
				t.Fatalf("%+v, %v", state, err)
			}
			w.before = nil
			h.Worker = NewWorker(h.clock.Now, h.Logger)
			if err := h.runDue(t.Context()); err != nil {
				t.Fatal(err)
			}
			if out, state := h.last(); out.State != StateOK || state.Decision != "" {
				t.Errorf("%+v, %+v", out, state)
			}
			same(t, "the hub", h.texts(), want)
			files := map[string]string{}
			for doc, text := range want {
				files[fileOf(doc)] = text
			}
			same(t, "the forge", without(server.Files("main")), files)
		})
	}
}

// Putting back what is gone from the branch leaves what somebody has written there besides.
func TestPuttingBackLeavesWhatPeopleWrote(t *testing.T) {
	t.Parallel()
	server := gitserver.New(t)
	h := filled(t, server, 12)
	files := map[string]gitserver.Entry{"wiki/p10.md": {Content: "by a person\n"}}
	for i := range 7 {
		files[fmt.Sprintf("wiki/p%02d.md", i)] = gitserver.Entry{Delete: true}
	}
	server.Commit("main", files)
	if found := h.stopped(server); found.Reason != ReasonVanished || found.Missing != 7 {
		t.Fatalf("%+v", found)
	}
	before := h.texts()
	server.Write("main", map[string]string{"wiki/p09.md": "after it was shown\n"})
	if _, err := h.Restore(t.Context(), nil); err == nil {
		t.Error("it was decided about a branch that nobody was shown")
	}
	h.decided(func() (bool, error) { return h.Restore(t.Context(), nil) })
	want := maps.Clone(before)
	want["wiki/p09"], want["wiki/p10"] = "after it was shown\n", "by a person\n"
	same(t, "the hub", h.texts(), want)
	got := server.Files("main")
	for doc, text := range want {
		if got[fileOf(doc)] != text {
			t.Errorf("the forge has %q of %s, want %q", got[fileOf(doc)], doc, text)
		}
	}
}
