package forge

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

func (h *hub) imported(slugs ...string) Imported {
	h.t.Helper()
	done, ended, err := h.Import(h.t.Context(), owner, slugs)
	if err != nil || !ended {
		h.t.Fatal(ended, err)
	}
	return done
}

func TestImport(t *testing.T) {
	t.Parallel()
	server := gitserver.New(t)
	server.Write("main", map[string]string{
		"projects/a/PROGRESS.md":       "# Title of A\n\n" + block,
		"projects/b/PROGRESS.md":       "# B\n",
		"projects/c/PROGRESS.md":       "# C\n",
		"projects/resolve/PROGRESS.md": "# Reserved\n",
		"wiki/page.md":                 "no project\n",
	})
	h := joined(t, server)
	h.set(setting.Input{"sync": store.Some(SyncOff)})
	h.project("c")
	h.write("c", "# C of the hub\n")
	if done := h.imported("a", "none"); !slices.Equal(done.Registered, []string{"a"}) || done.Pulled != 1 || len(done.Skipped) != 2 {
		t.Errorf("%+v", done)
	}
	p, err := h.Store.Project(t.Context(), "a")
	if err != nil || p.Title != "Title of A" {
		t.Errorf("%+v, %v", p, err)
	}
	if done := h.imported(); !slices.Equal(done.Registered, []string{"b"}) || done.Conflicts != 0 {
		t.Errorf("all that are new: %+v", done)
	}
	same(t, "the hub", h.texts(), map[string]string{"a": "# Title of A\n\n" + block, "b": "# B\n", "c": "# C of the hub\n"})
	if done := h.imported("c"); done.Conflicts != 1 || len(done.Registered) != 0 {
		t.Errorf("both have it: %+v", done)
	}
	if got := h.scanned(); !slices.Equal(got, []string{`a "Title of A" registered`, `b "B" registered`, `c "C" changed`}) {
		t.Errorf("got %q", got)
	}
	server.Write("main", map[string]string{"projects/a/PROGRESS.md": "# Title of A\n\nNewer.\n"})
	if done := h.imported("a"); done.Pulled != 1 || h.texts()["a"] != "# Title of A\n\nNewer.\n" {
		t.Errorf("%+v; %q", done, h.texts()["a"])
	}
	if commits(server) != 2 {
		t.Error("an import pushed")
	}
}

// takeUp is the hub after a restart, which has taken up what it found.
func (h *hub) takeUp() *hub {
	h.t.Helper()
	next := &hub{New(Config{Store: h.Store, Secrets: h.vault, Policy: h.Policy, Patience: h.Patience}), h.t, h.clock, h.vault}
	h.t.Cleanup(next.Worker.Close)
	if at := next.dueAt(importJob); at != atOnce {
		h.t.Fatal("there is nothing to take up")
	}
	next.run(importJob)
	return next
}

// importing is the import that has not ended, as the owner sees it.
func (h *hub) importing() string {
	h.t.Helper()
	now, err := h.Standing(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	switch i := now.Import; {
	case i == nil:
		return ""
	case i.Error != nil:
		return fmt.Sprintf("%v failed", i.Slugs)
	default:
		return fmt.Sprint(i.Slugs)
	}
}

// kinds are those of all that has happened in a hub.
func (h *hub) kinds() string {
	h.t.Helper()
	page, err := h.Store.Events(h.t.Context(), store.EventFilter{Limit: store.MaxLimit})
	if err != nil {
		h.t.Fatal(err)
	}
	var kinds []string
	for _, e := range page.Events {
		who := "the owner"
		if e.SourceTool != nil {
			who = *e.SourceTool
		}
		kinds = append(kinds, e.Kind+" by "+who)
	}
	return strings.Join(kinds, "\n")
}

// A hub that ends under an import, wherever it is, finishes what was chosen, and does
// nothing twice.
func TestAnImportOutlivesItsHub(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for _, slug := range []string{"a", "b", "c"} {
		files["projects/"+slug+"/PROGRESS.md"] = "# Title of " + slug + "\n"
	}
	agent := store.By{Actor: store.Agent, SourceTool: "an agent"}
	for name, tc := range map[string]struct {
		slugs []string
		want  map[string]string
	}{
		"chosen":           {[]string{"a", "c"}, map[string]string{"a": "# Title of a\n", "c": "# Title of c\n"}},
		"all that are new": {nil, map[string]string{"a": "# Title of a\n", "b": "# Title of b\n", "c": "# Title of c\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := gitserver.New(t)
			server.Write("main", files)
			start := func() *hub {
				h := joined(t, server)
				h.set(setting.Input{"sync": store.Some(SyncOff)})
				return h
			}
			calm := start()
			if _, ended, err := calm.Import(t.Context(), agent, tc.slugs); err != nil || !ended {
				t.Fatal(ended, err)
			}
			for cut := 1; ; cut++ {
				h, left := start(), cut
				leave := h.Store.Subscribe(func(store.Commit) {
					if left--; left == 0 {
						h.Worker.stop()
					}
				})
				_, _, err := h.Import(t.Context(), agent, tc.slugs) // which fails, unless it is done
				leave()
				next := h
				if h.importing() != "" {
					next = h.takeUp()
				}
				same(t, fmt.Sprintf("cut at %d", cut), next.texts(), tc.want)
				if got, want := next.kinds(), calm.kinds(); got != want {
					t.Errorf("cut at %d, it did %s\nwant %s", cut, got, want)
				}
				if next == h {
					if err != nil || cut < 2*len(tc.want) {
						t.Errorf("it ended before cut %d: %v", cut, err)
					}
					return
				}
				if at := next.dueAt(importJob); at != "" || next.importing() != "" {
					t.Errorf("cut at %d: in the end it is due at %s", cut, at)
				}
			}
		})
	}
}

// An import that fails while somebody waits to be told is over. One that goes on by itself
// waits for another try.
func TestAnImportThatFails(t *testing.T) {
	t.Parallel()
	server := gitserver.New(t)
	server.Write("main", map[string]string{"projects/a/PROGRESS.md": "# A\n"})
	elsewhere := gitserver.New(t)
	h := joined(t, server)
	h.set(setting.Input{"sync": store.Some(SyncOff), "token": store.Some("wrong")})
	if _, ended, err := h.Import(t.Context(), owner, []string{"a"}); !ended || !errors.As(err, new(*store.ConflictError)) || h.importing() != "" {
		t.Errorf("somebody waits: %v, %v, %s", ended, err, h.importing())
	}
	h.set(setting.Input{"token": store.Some(gitserver.Token)})
	forge, broken := h.tap(), errors.New("no route to the host")
	failed := func(what string) {
		t.Helper()
		answered := make(chan struct{})
		h.Patience = time.Nanosecond
		forge.before = func(*http.Request) error {
			<-answered
			return broken
		}
		if _, ended, err := h.Import(t.Context(), owner, []string{"a"}); ended || err != nil {
			t.Errorf("%s: %v, %v", what, ended, err)
		}
		close(answered)
		h.Worker.ended.Wait()
		forge.before = nil
		if got, at := h.importing(), h.dueAt(importJob); got != "[a] failed" || at != "10:00" {
			t.Errorf("%s: %q, due at %s", what, got, at)
		}
	}
	failed("given up")
	if err := h.Cancel(t.Context()); err != nil || h.importing() != "" {
		t.Errorf("given up: %q, %v", h.importing(), err)
	}
	failed("of another repository")
	h.set(setting.Input{"url": store.Some(elsewhere.URL), "token": store.Some(gitserver.Token)})
	if at := h.dueAt(importJob); at != atOnce {
		t.Errorf("of another repository: due at %s", at)
	}
	h.run(importJob)
	if got := h.importing(); got != "" || len(h.texts()) != 0 {
		t.Errorf("of another repository: %q, %v", got, h.texts())
	}
	h.set(setting.Input{"url": store.Some(server.URL), "token": store.Some(gitserver.Token)})
	failed("another try")
	forge.before = func(*http.Request) error { return broken }
	h.clock.Advance(30 * time.Minute)
	h.run(importJob)
	if got, at := h.importing(), h.dueAt(importJob); got != "[a] failed" || at != "10:30" {
		t.Errorf("in vain: %q, due at %s", got, at)
	}
	for _, promising := range []struct {
		name string
		do   func()
	}{
		{"settings that change", func() { h.set(setting.Input{"sync": store.Some(SyncBoth)}) }},
		{"a sync that succeeds", func() { h.synced() }},
	} {
		forge.before, h.Patience = nil, time.Minute
		promising.do()
		if at := h.dueAt(importJob); at != atOnce {
			t.Errorf("after %s: due at %s", promising.name, at)
		}
		forge.before = func(*http.Request) error { return broken }
		h.run(importJob)
		if got, at := h.importing(), h.dueAt(importJob); got != "[a] failed" || at != "10:30" {
			t.Errorf("after %s, in vain: %q, due at %s", promising.name, got, at)
		}
	}
	h.takeUp()
	same(t, "after a restart", h.texts(), map[string]string{"a": "# A\n"})
	if got := h.importing(); got != "" {
		t.Errorf("in the end: %q", got)
	}
}

func FuzzLayout(f *testing.F) {
	for _, path := range []string{"projects/a/PROGRESS.md", "wiki/a/b.md", "hub/wiki/a.md", "projects/../PROGRESS.md", "wiki/.md", "projects/PROGRESS.md", "INDEX.md"} {
		f.Add("", path)
		f.Add("hub", path)
	}
	f.Fuzz(func(t *testing.T, folder, path string) {
		l := layout{folder}
		d, wrong := l.read(path)
		if wrong != "" || d.path == "" {
			return
		}
		if d.project != "" && l.progress(d.project) != path && folder == "" || d.page != "" && l.page(d.page) != path && folder == "" {
			t.Errorf("%q is read as %+v", path, d)
		}
		if strings.Contains(d.project+"/"+d.page, "..") {
			t.Errorf("%q leads out", path)
		}
	})
}

// As many projects as the hub takes, and one more.
func TestManyProjects(t *testing.T) {
	t.Parallel()
	server := gitserver.New(t)
	h := joined(t, server)
	n := count(40, maxProjects+1)
	files := map[string]string{}
	for i := range n {
		files[fmt.Sprintf("projects/p%d/PROGRESS.md", i)] = fmt.Sprintf("# Project %d\n\n- [x] one\n- [ ] two\n\n%s\n## Log\n\n- 2026-05-04 09:00 began\n", i, block)
	}
	server.Write("main", files)
	taken := min(n, maxProjects)
	timed := func(what string, do func()) {
		began := time.Now()
		do()
		t.Logf("%d projects, %s: %v", n, what, time.Since(began).Round(time.Millisecond))
	}
	timed("scan", func() {
		if got := h.scanned(); len(got) != taken {
			t.Errorf("%d candidates", len(got))
		}
	})
	timed("import", func() {
		if done := h.imported(); len(done.Registered) != taken || len(done.Skipped) != n-taken {
			t.Errorf("%d registered, %d skipped", len(done.Registered), len(done.Skipped))
		}
	})
	timed("first sync", func() { h.synced() })
	before := commits(server)
	timed("sync without a change", func() { h.synced() })
	if commits(server) != before {
		t.Error("it made a commit")
	}
	for i := range 10 {
		h.write(fmt.Sprintf("p%d", i), "# Changed\n")
	}
	timed("sync of ten changes", func() {
		if out := h.synced(); out.Pushed != 10 || commits(server) != before+1 {
			t.Errorf("%+v", out.Outcome)
		}
	})
}
