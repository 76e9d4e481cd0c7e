package forge

import (
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/forge/gitserver"
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
	h.set(Input{Token: store.Some("wrong")})
	h.tried()
	began := h.clock.Now()
	for range 2 {
		h.tried()
	}
	if text, since, failing := h.problem(); !failing || !since.Equal(began) || !strings.Contains(text, "token") {
		t.Errorf("%q since %v (%v), want %v", text, since, failing, began)
	}
	h.set(Input{Mode: store.Some(SyncOff)})
	if text, _, failing := h.problem(); failing {
		t.Errorf("while sync is off: %s", text)
	}
	h.set(Input{Mode: store.Some(SyncBoth), Token: store.Some(gitserver.Token)})
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
