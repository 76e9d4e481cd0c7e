package forge

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/forge/gitserver"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

func (h *hub) problem() (text string, since time.Time, failing bool) {
	h.t.Helper()
	text, since, failing, err := h.Problem(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	return text, since, failing
}

// What fails is told with the time at which that began, and no longer than it lasts.
func TestAProblemLastsFromItsBeginningToItsEnd(t *testing.T) {
	t.Parallel()
	server := gitserver.New(t)
	h := joined(t, server)
	if text, _, failing := h.problem(); failing {
		t.Errorf("before the first sync: %s", text)
	}
	h.synced()
	h.set(setting.Input{"token": store.Some("wrong")})
	h.tried()
	began := h.clock.Now()
	for range 2 {
		h.tried()
	}
	if text, since, failing := h.problem(); !failing || !since.Equal(began) || !strings.Contains(text, "token") {
		t.Errorf("%q since %v (%v), want %v", text, since, failing, began)
	}
	h.set(setting.Input{"sync": store.Some(SyncOff)})
	if text, _, failing := h.problem(); failing {
		t.Errorf("while sync is off: %s", text)
	}
	h.set(setting.Input{"sync": store.Some(SyncBoth), "token": store.Some(gitserver.Token)})
	h.synced()
	if text, _, failing := h.problem(); failing {
		t.Errorf("after it was mended: %s", text)
	}
	t.Run("a sync of an older hub", func(t *testing.T) {
		if err := h.Store.EndForgeSync(t.Context(), []byte(`{"state":"failed","error":"why","mode":"both","started_at":"2026-05-04T09:00:00Z","ended_at":"2026-05-04T09:00:01Z"}`)); err != nil {
			t.Fatal(err)
		}
		if text, since, failing := h.problem(); !failing || text != "why" || !since.Equal(time.Date(2026, 5, 4, 9, 0, 1, 0, time.UTC)) {
			t.Errorf("%q since %v (%v)", text, since, failing)
		}
	})
}

// Conflicts that wait for the owner are told when nothing fails, until they are decided.
func TestConflictsThatWaitAreAProblem(t *testing.T) {
	t.Parallel()
	server := gitserver.New(t)
	h := joined(t, server)
	var began time.Time
	for i, says := range []string{"In the forge, 1 file differs on both sides and waits for your decision.", "In the forge, 2 files differ on both sides and wait for your decision."} {
		page := string(rune('a' + i))
		h.write("wiki/"+page, "ours\n")
		server.Write("main", map[string]string{"wiki/" + page + ".md": "theirs\n"})
		h.synced()
		if i == 0 {
			began = h.clock.Now()
		}
		if text, since, failing := h.problem(); !failing || text != says || !since.Equal(began) {
			t.Errorf("%q since %v (%v), want %v", text, since, failing, began)
		}
	}
	for _, c := range h.conflicts() {
		if _, err := h.Store.ResolveForgeConflict(t.Context(), owner, c.ID, "both\n"); err != nil {
			t.Fatal(err)
		}
	}
	if text, _, failing := h.problem(); failing {
		t.Errorf("after the decision: %s", text)
	}
}

// An import that waits for another try is a problem of its own, in its own words, until it
// succeeds, is given up or is about another repository.
func TestAnImportThatKeepsFailingIsAProblem(t *testing.T) {
	t.Parallel()
	const says = "The import from the forge fails: fetch from the git repository: the git server can't be reached: no route to the host."
	for _, tc := range []struct {
		name string
		ends func(*hub, *wire)
	}{
		{"until it succeeds", func(h *hub, w *wire) {
			w.before = nil
			h.run(importJob)
		}},
		{"until it is given up", func(h *hub, _ *wire) {
			if err := h.Cancel(t.Context()); err != nil {
				t.Fatal(err)
			}
		}},
		{"until another repository is set", func(h *hub, _ *wire) {
			h.set(setting.Input{"url": store.Some(gitserver.New(t).URL)})
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			server := gitserver.New(t)
			server.Write("main", map[string]string{"projects/a/PROGRESS.md": "# A\n"})
			changes := 0
			h := joined(t, server, func(c *Config) { c.Changed = func() { changes++ } })
			h.set(setting.Input{"sync": store.Some(SyncOff)})
			w, answered := h.tap(), make(chan struct{})
			w.before = func(*http.Request) error {
				<-answered
				return errors.New("no route to the host")
			}
			h.Patience = time.Nanosecond
			if _, ended, err := h.Import(t.Context(), owner, []string{"a"}); ended || err != nil {
				t.Fatal(ended, err)
			}
			if text, _, failing := h.problem(); failing {
				t.Errorf("before it has failed: %s", text)
			}
			close(answered)
			h.Worker.ended.Wait()
			began := h.clock.Now()
			for range 2 {
				h.clock.Advance(30 * time.Minute)
				h.run(importJob)
			}
			if text, since, failing := h.problem(); !failing || text != says || !since.Equal(began) {
				t.Errorf("%q since %v, want %v", text, since, began)
			}
			if set, err := h.SetUp(t.Context()); err != nil || !set {
				t.Errorf("it counts as set up: %v, %v", set, err)
			}
			before := changes
			tc.ends(h, w)
			if text, _, failing := h.problem(); failing || changes == before {
				t.Errorf("still %q, told %d times", text, changes-before)
			}
		})
	}
	t.Run("beside a sync that fails", func(t *testing.T) {
		t.Parallel()
		h := joined(t, gitserver.New(t))
		h.set(setting.Input{"token": store.Some("wrong")})
		h.tried()
		began, tried := h.clock.Now(), store.At(h.clock.Now().Add(time.Hour))
		e, err := h.load(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Store.KeepForgeImport(t.Context(), store.ForgeImport{Remote: e.remote(), Slugs: []string{"a"}, TriedAt: &tried, FailedAt: &tried, Error: "why"}); err != nil {
			t.Fatal(err)
		}
		text, since, _ := h.problem()
		if first, second, both := strings.Cut(text, ". "); !both || !strings.Contains(first, "token") || second != "The import from the forge fails: why." || !since.Equal(began) {
			t.Errorf("%q since %v", text, since)
		}
	})
}

// What is known of one remote is told of no other, also when that has been looked at.
func TestAnotherRepositoryHasNoTroubleYet(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		look func(*hub)
	}{
		{"nothing was done with it", func(*hub) {}},
		{"it was scanned", func(h *hub) { h.scanned() }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			former, other := gitserver.New(t), gitserver.New(t)
			h := joined(t, former)
			h.write("wiki/a", "ours\n")
			h.write("wiki/secret", "password = correct-horse-battery-staple-42\n")
			former.Write("main", map[string]string{"wiki/a.md": "theirs\n", "projects/Bad/PROGRESS.md": "x\n"})
			if out := h.synced(); len(out.Held) != 1 || len(out.Skipped) != 1 {
				t.Fatalf("%+v", out)
			}
			h.set(setting.Input{"url": store.Some(other.URL), "token": store.Some(gitserver.Token)})
			tc.look(h)
			now, err := h.Standing(t.Context())
			if err != nil || now.LastSync != nil || now.Diverged != nil || len(now.Held)+len(now.Skipped)+len(now.Conflicts) > 0 {
				t.Errorf("%s, %v", encoded(t, now), err)
			}
			if list, err := h.Conflicts(t.Context(), 0, ""); err != nil || list.Total+len(list.Conflicts) > 0 {
				t.Errorf("%+v, %v", list, err)
			}
			if text, _, failing := h.problem(); failing {
				t.Errorf("it has the problem %q", text)
			}
			w := h.tap()
			w.before = func(*http.Request) error { return errors.New("no route to the host") }
			h.tried()
			began := h.clock.Now()
			h.tried()
			if now, err := h.Standing(t.Context()); err != nil || now.LastSync == nil || now.LastSync.State != StateFailed {
				t.Errorf("after a sync that failed: %s, %v", encoded(t, now), err)
			}
			if _, since, failing := h.problem(); !failing || !since.Equal(began) {
				t.Errorf("it fails since %v, want %v", since, began)
			}
			w.before = nil
			h.set(setting.Input{"url": store.Some(former.URL), "token": store.Some(gitserver.Token)})
			h.synced()
			if now, err := h.Standing(t.Context()); err != nil || len(now.Conflicts) != 1 {
				t.Errorf("back at the former one: %s, %v", encoded(t, now), err)
			}
		})
	}
}

// A report that an older hub has written does not say which remote it is about: the one that
// was met last.
func TestAReportOfAnOlderHub(t *testing.T) {
	t.Parallel()
	h := joined(t, gitserver.New(t))
	h.synced()
	if err := h.Store.EndForgeSync(t.Context(), []byte(`{"state":"ok","mode":"both","started_at":"2026-05-04T09:00:00Z","ended_at":"2026-05-04T09:00:01Z"}`)); err != nil {
		t.Fatal(err)
	}
	if now, err := h.Standing(t.Context()); err != nil || now.LastSync == nil {
		t.Errorf("%+v, %v", now, err)
	}
	h.set(setting.Input{"branch": store.Some("notes")})
	if now, err := h.Standing(t.Context()); err != nil || now.LastSync != nil {
		t.Errorf("of another branch: %+v, %v", now, err)
	}
}
