package forge

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/storetest"
)

// hub is a store and its forge.
type hub struct {
	*Service
	t     testing.TB
	clock *storetest.Clock
	vault *setting.Vault
}

var owner = store.By{Actor: store.Owner}

// newHub makes a hub with a forge that nothing is set of.
func newHub(t testing.TB, edits ...func(*Config)) *hub {
	t.Helper()
	c := storetest.NewClock(time.Date(2026, 5, 4, 9, 30, 0, 0, time.UTC))
	dir := storetest.Dir(t)
	s, err := store.Open(t.Context(), dir, store.Options{Now: c.Now})
	if err != nil {
		t.Fatal(err)
	}
	vault, err := setting.OpenVault(dir)
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{Store: s, Secrets: vault, Policy: store.Policy{Zone: time.UTC}, Worker: NewWorker(c.Now, zap.NewNop()), Patience: time.Hour}
	for _, edit := range edits {
		edit(&cfg)
	}
	h := &hub{New(cfg), t, c, vault}
	t.Cleanup(func() {
		h.Worker.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// joined is a hub that synchronises with a server both ways.
func joined(t testing.TB, server *gitserver.Server, edits ...func(*Config)) *hub {
	t.Helper()
	h := newHub(t, edits...)
	h.set(setting.Input{"url": store.Some(server.URL), "username": store.Some(gitserver.Username), "token": store.Some(gitserver.Token), "sync": store.Some(SyncBoth)})
	return h
}

// inStep is a server and a hub that have synchronised these documents: the name that
// [hub.write] takes, then the text, and so on.
func inStep(t testing.TB, documents ...string) (*gitserver.Server, *hub) {
	t.Helper()
	server := gitserver.New(t)
	h := joined(t, server)
	for pair := range slices.Chunk(documents, 2) {
		if !strings.HasPrefix(pair[0], "wiki/") {
			h.project(pair[0])
		}
		h.write(pair[0], pair[1])
	}
	h.synced()
	return server, h
}

func (h *hub) set(in setting.Input) {
	h.t.Helper()
	if _, err := h.Update(h.t.Context(), owner, in); err != nil {
		h.t.Fatal(err)
	}
}

// tried synchronises and returns what became of it.
func (h *hub) tried() lastSync {
	h.t.Helper()
	h.clock.Advance(time.Minute)
	if ended, err := h.Sync(h.t.Context()); err != nil || !ended {
		h.t.Fatalf("sync: %v, %v", ended, err)
	}
	out, state := h.last()
	if state.WantedAt != nil {
		h.t.Fatalf("after a sync: %+v", state)
	}
	return out
}

// last is what the last sync has left behind.
func (h *hub) last() (lastSync, store.ForgeState) {
	h.t.Helper()
	e, err := h.load(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	out, state, err := h.report(h.t.Context(), e)
	if err != nil {
		h.t.Fatal(err)
	}
	return *out, state
}

// synced synchronises, which must go well.
func (h *hub) synced() lastSync {
	h.t.Helper()
	out := h.tried()
	if out.State != StateOK {
		h.t.Fatalf("the sync %s: %s", out.State, *out.Error)
	}
	return out
}

func (h *hub) project(slug string) {
	h.t.Helper()
	if _, err := h.Store.CreateProject(h.t.Context(), owner, store.ProjectInput{Slug: store.Some(slug)}); err != nil {
		h.t.Fatal(err)
	}
}

// write makes a text that of a project's progress file, or with a path of the wiki that of
// a page.
func (h *hub) write(name, text string) {
	h.t.Helper()
	var err error
	if page, ok := strings.CutPrefix(name, "wiki/"); ok {
		_, err = h.Store.PutPage(h.t.Context(), owner, page, 0, text)
	} else {
		_, err = h.Store.PutProgress(h.t.Context(), owner, name, 0, text)
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *hub) remove(page string) {
	h.t.Helper()
	if _, err := h.Store.DeletePage(h.t.Context(), owner, page, 0); err != nil {
		h.t.Fatal(err)
	}
}

// restart lets the hub forget what it has fetched, as one that starts anew.
func (h *hub) restart() {
	h.t.Helper()
	transport := h.client.Transport
	h.Service = New(h.Config)
	h.client.Transport = transport
}

// texts are those of all documents of the hub, by the names that write takes.
func (h *hub) texts() map[string]string {
	h.t.Helper()
	texts := map[string]string{}
	projects, err := h.Store.Projects(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	for _, p := range projects {
		if p.Progress.Rev > 0 {
			f, err := h.Store.Progress(h.t.Context(), p.Slug)
			if err != nil {
				h.t.Fatal(err)
			}
			texts[p.Slug] = f.Markdown
		}
	}
	pages, err := h.Store.Pages(h.t.Context(), store.PageFilter{Limit: store.MaxLimit})
	if err != nil {
		h.t.Fatal(err)
	}
	for _, p := range pages.Pages {
		page, err := h.Store.Page(h.t.Context(), p.Path)
		if err != nil {
			h.t.Fatal(err)
		}
		texts["wiki/"+p.Path] = page.Markdown
	}
	return texts
}

func (h *hub) conflicts() []store.ForgeConflict {
	h.t.Helper()
	page, err := h.Store.ForgeConflicts(h.t.Context(), store.MaxLimit, "")
	if err != nil {
		h.t.Fatal(err)
	}
	return page.Conflicts
}

// commits is how many a branch has.
func commits(s *gitserver.Server) int {
	if s.Tip("main") == "" {
		return 0
	}
	var n int
	_, _ = fmt.Sscan(s.Git("rev-list", "--count", "main"), &n)
	return n
}

// same compares texts by their names.
func same(t testing.TB, what string, got, want map[string]string) {
	t.Helper()
	names := slices.Sorted(maps.Keys(got))
	for name := range want {
		if _, ok := got[name]; !ok {
			names = append(names, name)
		}
	}
	for _, name := range names {
		g, is := got[name]
		w, should := want[name]
		if g != w || is != should {
			t.Errorf("%s: %s is %q (%v), want %q (%v)", what, name, g, is, w, should)
		}
	}
}

// without leaves the index out.
func without(files map[string]string) map[string]string {
	delete(files, indexName)
	return files
}

// wire lets a test stand between a hub and its server.
type wire struct {
	http.RoundTripper
	before func(*http.Request) error
	after  func(*http.Request, *http.Response) error
}

func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	if w.before != nil {
		if err := w.before(r); err != nil {
			return nil, err
		}
	}
	answer, err := w.RoundTripper.RoundTrip(r)
	if err == nil && w.after != nil {
		if err := w.after(r, answer); err != nil {
			_ = answer.Body.Close()
			return nil, err
		}
	}
	return answer, err
}

// tap puts a wire into a hub's way.
func (h *hub) tap() *wire {
	w := &wire{RoundTripper: h.client.Transport}
	h.client.Transport = w
	return w
}

func isPush(r *http.Request) bool {
	return r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/git-receive-pack")
}

func count(short, long int) int {
	if os.Getenv("HUB_TEST_LONG") != "" {
		return long
	}
	return short
}

func encoded(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
