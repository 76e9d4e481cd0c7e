package forge

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

const (
	homeFile = "projects/home/PROGRESS.md"
	block    = "<!-- hub:threads -->\n<!-- /hub:threads -->\n"
)

func TestAProgressFileStaysWithItsProject(t *testing.T) {
	t.Parallel()
	server, h := inStep(t, "home", "# Home\n", "wiki/a", "a\n")
	server.Commit("main", map[string]gitserver.Entry{homeFile: {Delete: true}, indexName: {Delete: true}})
	h.synced()
	if h.texts()["home"] != "# Home\n" || server.Files("main")[homeFile] != "" {
		t.Errorf("the hub has %v, the forge %v", h.texts(), server.Files("main"))
	}
	h.write("home", "# Home\n\nGoes on.\n")
	h.synced()
	if got := server.Files("main")[homeFile]; got != "# Home\n\nGoes on.\n" {
		t.Errorf("an edit did not bring it back: %q", got)
	}
	if _, err := h.Store.DeleteProject(t.Context(), owner, "home", store.Guard{}); err != nil {
		t.Fatal(err)
	}
	h.synced()
	if got := server.Files("main")[homeFile]; got == "" {
		t.Error("the file went with the project")
	}
}

func TestPullOnlyWritesNothingToTheForge(t *testing.T) {
	t.Parallel()
	server := gitserver.New(t)
	server.Write("main", map[string]string{"wiki/a.md": "a\n", "wiki/b.md": "b\n"})
	h := joined(t, server)
	h.set(setting.Input{"sync": store.Some(SyncPull)})
	h.write("wiki/c", "c\n")
	before := server.Tip("main")
	if out := h.synced(); out.Pulled != 2 || out.Pushed != 0 || out.Commit != before {
		t.Errorf("%+v", out.Outcome)
	}
	h.write("wiki/a", "A\n")
	h.remove("b")
	server.Write("main", map[string]string{"wiki/b.md": "b, newer\n"})
	before = server.Tip("main")
	h.synced()
	same(t, "the hub", h.texts(), map[string]string{"wiki/a": "A\n", "wiki/b": "b, newer\n", "wiki/c": "c\n"})
	if server.Tip("main") != before {
		t.Error("it pushed")
	}
	h.set(setting.Input{"sync": store.Some(SyncBoth)})
	h.synced()
	same(t, "the forge", without(server.Files("main")), map[string]string{"wiki/a.md": "A\n", "wiki/b.md": "b, newer\n", "wiki/c.md": "c\n"})
}

// The threads of a project go out with it, and two hubs with other threads come to rest.
func TestThreadsInTheForge(t *testing.T) {
	t.Parallel()
	server := gitserver.New(t)
	a, b := joined(t, server), joined(t, server)
	for _, h := range []*hub{a, b} {
		h.project("home")
	}
	thread := func(h *hub, summary string) {
		t.Helper()
		if _, err := h.Store.CreateThread(t.Context(), owner, "", store.ThreadInput{Summary: store.Some(summary), ProjectSlug: store.Some("home")}, false); err != nil {
			t.Fatal(err)
		}
	}
	thread(a, "Order the disk")
	a.write("home", "# Home\n\n"+block)
	a.synced()
	if got := server.Files("main")[homeFile]; !strings.Contains(got, "Order the disk") {
		t.Errorf("the forge has %q", got)
	}
	thread(b, "Rotate the keys")
	if out := b.synced(); out.Pulled != 1 {
		t.Errorf("%+v", out.Outcome)
	}
	if got := b.texts()["home"]; strings.Contains(got, "Order the disk") || !strings.Contains(got, "Rotate the keys") {
		t.Errorf("the other hub has %q", got)
	}
	for range 2 {
		a.synced()
		b.synced()
	}
	n := commits(server)
	a.synced()
	b.synced()
	if commits(server) != n {
		t.Error("two hubs write their threads over each other for ever")
	}
	thread(a, "Label the cables")
	a.synced()
	if got := server.Files("main")[homeFile]; commits(server) != n+1 || !strings.Contains(got, "Label the cables") {
		t.Errorf("after %d more commits, the forge has %q", commits(server)-n, got)
	}
}

func TestATextWithACredentialIsHeldBack(t *testing.T) {
	t.Parallel()
	server := gitserver.New(t)
	h := joined(t, server)
	const secret = "ghp_" + "x7Rk2mQ9vB4nT8wL1cY6zH3pJ5sD0fGa2e9U"
	h.write("wiki/good", "good\n")
	h.write("wiki/bad", "# Bad\n\nThe token is "+secret+"\n")
	out := h.synced()
	if len(out.Held) != 1 || out.Held[0].Path != "wiki/bad.md" || out.Held[0].Line != 3 || !strings.Contains(out.Held[0].Kind, "GitHub") {
		t.Errorf("held: %+v", out.Held)
	}
	same(t, "the forge", without(server.Files("main")), map[string]string{"wiki/good.md": "good\n"})
	if strings.Contains(encoded(t, out), secret) {
		t.Error("the report holds it")
	}
	h.write("wiki/bad", "# Bad\n\nThe token lies in the safe.\n")
	if out := h.synced(); len(out.Held) != 0 || out.Pushed != 1 {
		t.Errorf("%+v", out)
	}
	t.Run("one that fails keeps saying so", func(t *testing.T) {
		h.write("wiki/bad", secret)
		h.synced()
		h.set(setting.Input{"token": store.Some("wrong")})
		if out := h.tried(); out.State != StateFailed || len(out.Held) != 1 {
			t.Errorf("%+v", out)
		}
	})
}

func TestABadFileStopsNoOther(t *testing.T) {
	t.Parallel()
	server := gitserver.New(t)
	h := joined(t, server)
	h.project("home")
	server.Commit("main", map[string]gitserver.Entry{
		"wiki/good.md":              {Content: "good\n"},
		"wiki/Bad Name.md":          {Content: "x\n"},
		"wiki/large.md":             {Content: strings.Repeat("x", maxFile+1)},
		"wiki/binary.md":            {Content: "a\xff\n"},
		"wiki/nul.md":               {Content: "a\x00\n"},
		"wiki/lfs.md":               {Content: "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"},
		"wiki/link.md":              {Content: "good.md", Mode: "120000"},
		"wiki/picture.png":          {Content: "no page"},
		homeFile:                    {Content: strings.Repeat("y", maxFile+1)},
		"projects/Home/PROGRESS.md": {Content: "twin\n"},
		"projects/a b/PROGRESS.md":  {Content: "no slug\n"},
		"src/main.go":               {Content: "package main\n"},
	})
	out := h.synced()
	same(t, "the hub", h.texts(), map[string]string{"wiki/good": "good\n"})
	skipped := map[string]string{}
	for _, s := range out.Skipped {
		skipped[s.Path] = s.Reason
	}
	for _, path := range []string{"wiki/Bad Name.md", "wiki/large.md", "wiki/binary.md", "wiki/nul.md", "wiki/lfs.md", "wiki/link.md", homeFile, "projects/Home/PROGRESS.md", "projects/a b/PROGRESS.md"} {
		if skipped[path] == "" {
			t.Errorf("%s is not among %v", path, skipped)
		}
		delete(skipped, path)
	}
	if len(skipped) > 0 {
		t.Errorf("skipped too: %v", skipped)
	}
	if len(server.Files("main")) != 13 { // and the index
		t.Errorf("the forge has %d files", len(server.Files("main")))
	}
}

func TestResolvingAConflictEndsIt(t *testing.T) {
	t.Parallel()
	server, h := inStep(t, "wiki/a", "base\n", "wiki/b", "b\n")
	h.write("wiki/a", "ours\n")
	h.write("wiki/b", "b, newer\n")
	server.Write("main", map[string]string{"wiki/a.md": "theirs\n"})
	h.synced()
	same(t, "the forge", without(server.Files("main")), map[string]string{"wiki/a.md": "theirs\n", "wiki/b.md": "b, newer\n"})
	first := h.conflicts()[0]
	server.Write("main", map[string]string{"wiki/a.md": "theirs, newer\n"})
	h.synced()
	now := h.conflicts()
	if len(now) != 1 || now[0].Theirs != "theirs, newer\n" || now[0].Base != "base\n" || now[0].FoundAt != first.FoundAt {
		t.Errorf("it shows %+v", now)
	}
	// Who has decided without having seen the newer text must not lose that.
	if _, err := h.Store.ResolveForgeConflict(t.Context(), owner, first.ID, "both\n"); !errors.As(err, new(*store.NotFoundError)) {
		t.Errorf("a decision about an older text: %v", err)
	}
	if _, err := h.Store.ResolveForgeConflict(t.Context(), owner, now[0].ID, "both\n"); err != nil {
		t.Fatal(err)
	}
	h.synced()
	if got := server.Files("main")["wiki/a.md"]; got != "both\n" || len(h.conflicts()) != 0 {
		t.Errorf("the forge has %q, and there are %d conflicts", got, len(h.conflicts()))
	}
	t.Run("one that a human settles in the forge ends by itself", func(t *testing.T) {
		h.write("wiki/a", "ours again\n")
		server.Write("main", map[string]string{"wiki/a.md": "theirs again\n"})
		h.synced()
		if len(h.conflicts()) != 1 {
			t.Fatal("there is no conflict")
		}
		server.Write("main", map[string]string{"wiki/a.md": "ours again\n"})
		h.synced()
		if len(h.conflicts()) != 0 {
			t.Error("it goes on")
		}
	})
	t.Run("one of a page that is gone ends too", func(t *testing.T) {
		h.write("wiki/a", "ours for the last time\n")
		server.Write("main", map[string]string{"wiki/a.md": "theirs for the last time\n"})
		h.synced()
		h.remove("a")
		h.synced()
		if len(h.conflicts()) != 0 || h.texts()["wiki/a"] != "theirs for the last time\n" {
			t.Errorf("%d conflicts; the hub has %q", len(h.conflicts()), h.texts()["wiki/a"])
		}
	})
}

// Whoever pushes in between is not overwritten.
func TestAPushInBetweenIsMerged(t *testing.T) {
	t.Parallel()
	server, h := inStep(t, "wiki/a", "one\n\ntwo\n\nthree\n")
	h.write("wiki/a", "ONE\n\ntwo\n\nthree\n")
	pushes := 0
	h.tap().before = func(r *http.Request) error {
		if isPush(r) {
			if pushes++; pushes == 1 {
				server.Write("main", map[string]string{"wiki/a.md": "one\n\ntwo\n\nTHREE\n"})
			}
		}
		return nil
	}
	n := commits(server)
	h.synced()
	const want = "ONE\n\ntwo\n\nTHREE\n"
	if got := server.Files("main")["wiki/a.md"]; got != want || h.texts()["wiki/a"] != want || commits(server) != n+2 || pushes != 2 {
		t.Errorf("the forge has %q, the hub %q, after %d pushes and %d commits", got, h.texts()["wiki/a"], pushes, commits(server)-n)
	}
	t.Run("and that has an end", func(t *testing.T) {
		moves := 0
		h.client.Transport.(*wire).before = func(r *http.Request) error {
			if isPush(r) {
				moves++
				server.Write("main", map[string]string{"README.md": strings.Repeat("again ", moves)})
			}
			return nil
		}
		h.write("wiki/a", "mine\n")
		if out := h.tried(); out.State != StateFailed || moves != maxPasses {
			t.Errorf("%d moves, then %+v", moves, out.Outcome)
		}
	})
}

// A hub that dies after its push has reached the forge finds the same on both sides.
func TestAnAnswerLostAfterAPush(t *testing.T) {
	t.Parallel()
	server, h := inStep(t, "home", "# Home\n\n"+block+"\n## Log\n\n- 2026-05-04 09:00 one\n", "wiki/gone", "gone\n")
	server.Write("main", map[string]string{homeFile: "# Home\n\n" + block + "\n## Log\n\n- 2026-05-04 09:00 one\n- 2026-05-04 09:10 theirs\n"})
	h.write("home", "# Home\n\n"+block+"\n## Log\n\n- 2026-05-04 09:00 one\n- 2026-05-04 09:20 ours\n")
	h.write("wiki/new", "new\n")
	h.remove("gone")
	lost := errors.New("the connection broke")
	w := h.tap()
	w.after = func(r *http.Request, _ *http.Response) error {
		if isPush(r) {
			return lost
		}
		return nil
	}
	if out := h.tried(); out.State != StateFailed {
		t.Fatalf("%+v", out.Outcome)
	}
	w.after = nil
	n := commits(server)
	if out := h.synced(); commits(server) != n || out.Pushed+out.Pulled+out.Merged > 0 {
		t.Errorf("%+v", out.Outcome)
	}
	want := "# Home\n\n" + block + "\n## Log\n\n- 2026-05-04 09:00 one\n- 2026-05-04 09:10 theirs\n- 2026-05-04 09:20 ours\n"
	same(t, "the hub", h.texts(), map[string]string{"home": want, "wiki/new": "new\n"})
	same(t, "the forge", without(server.Files("main")), map[string]string{homeFile: want, "wiki/new.md": "new\n"})
	if len(h.conflicts()) != 0 {
		t.Errorf("%+v", h.conflicts())
	}
}

// Another repository, branch or folder says nothing about what was deleted.
func TestAnotherForgeDeletesNothing(t *testing.T) {
	t.Parallel()
	server, h := inStep(t, "home", "# Home\n", "wiki/a", "a\n")
	want := h.texts()
	for name, move := range map[string]func(){
		"another branch": func() { h.set(setting.Input{"branch": store.Some("notes")}) },
		"another folder": func() { h.set(setting.Input{"path": store.Some("hub")}) },
		"another repository": func() {
			h.set(setting.Input{"url": store.Some(gitserver.New(t).URL), "token": store.Some(gitserver.Token)})
		},
	} {
		t.Run(name, func(t *testing.T) {
			h.set(setting.Input{"url": store.Some(server.URL), "token": store.Some(gitserver.Token), "branch": store.Some("main"), "path": store.Opt[string]{Set: true}})
			h.synced()
			move()
			if out := h.synced(); out.Pushed == 0 || out.Deleted > 0 {
				t.Errorf("%+v", out.Outcome)
			}
			same(t, "the hub", h.texts(), want)
		})
	}
}
