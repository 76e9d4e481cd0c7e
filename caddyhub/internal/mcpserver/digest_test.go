package mcpserver

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

func full(in *store.ThreadInput) {
	in.Goal = store.Some("users stay signed in")
	in.Focus = store.Some("the callback")
	in.NextSteps = store.Some([]string{"write a test", "fix the path"})
	in.ResumeStep = store.Some("open callback.go")
	in.Tried = store.Some([]store.Attempt{{What: "one", WhyNot: "too slow"}, {What: "two"}, {What: "three"}, {What: "four"}})
}

func TestDigestTellsWhereThingsAre(t *testing.T) {
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("alpha"), WorkspacePaths: store.Some([]string{"/home/me/alpha"})})
	old := h.thread("alpha", "Fix the login redirect", full)
	h.thread("beta", "Write the release notes")
	done := h.thread("alpha", "Old work")
	h.finish(done.ID, store.StatusDone)
	h.clock.Advance(4 * 24 * time.Hour)
	fresh := h.thread("alpha", "Add a dark theme")

	for _, c := range []struct {
		name          string
		args          map[string]any
		first         string
		threads, open int
		stale         int
	}{
		{"all", nil, old.ID, 1, 3, 2},
		{"project", map[string]any{"project": "alpha"}, old.ID, 1, 2, 1},
		{"folder below a workspace", map[string]any{"workspace_path": "/home/me/alpha/src"}, old.ID, 1, 2, 1},
		{"folder above narrows nothing", map[string]any{"workspace_path": "/work"}, old.ID, 1, 3, 2},
		{"query first", map[string]any{"project": "alpha", "query": "dark theme"}, fresh.ID, 2, 2, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := h.call("session_digest", c.args)
			got := data[digestData](h, r)
			if len(got.Threads) != c.threads || got.OpenCount != c.open || got.StaleCount != c.stale || got.Threads[0].ID != c.first {
				t.Errorf("%+v", got)
			}
			contains(t, r.text(), fmt.Sprintf("%d open threads", c.open), fmt.Sprintf("%d of them stale", c.stale), note,
				"users stay signed in", "the callback", `"write a test", "fix the path"`, "open callback.go", `"two", "three", "four" and 1 more`)
			if strings.Contains(r.text(), "Old work") {
				t.Error("finished work is listed")
			}
			if title := `"Add a dark theme"`; c.args["query"] == nil && strings.Count(r.text(), title) != 1 {
				t.Errorf("a thread that has nothing but its title stands there more than once:\n%s", r.text())
			}
		})
	}
	t.Run("changes nothing", func(t *testing.T) {
		before, generation := h.call("session_digest", nil), h.store.Generation()
		if again := h.call("session_digest", nil); again.text() != before.text() {
			t.Errorf("%s\nthen\n%s", before.text(), again.text())
		}
		if h.store.Generation() != generation {
			t.Error("reading wrote")
		}
	})
	t.Run("unknown project", func(t *testing.T) {
		contains(t, h.refusal("session_digest", map[string]any{"project": "alhpa"}), `project "alhpa" not found; closest: alpha`)
	})
	t.Run("unknown folder says so", func(t *testing.T) {
		contains(t, h.call("session_digest", map[string]any{"workspace_path": "/else"}).text(), "No project is registered for that folder")
	})
}

func TestDigestOfAnEmptyHub(t *testing.T) {
	r := newHub(t).call("session_digest", nil)
	contains(t, r.text(), "0 open threads", "start_work")
	if threads, ok := r.Structured["threads"].([]any); !ok || len(threads) != 0 {
		t.Errorf("%v", r.Structured)
	}
}

func TestDigestKeepsItsBudget(t *testing.T) {
	h := newHub(t)
	for i := range 60 {
		h.thread("alpha", fmt.Sprintf("Thread %d %s", i, strings.Repeat("登录", 30)), full, func(in *store.ThreadInput) {
			in.Goal = store.Some(strings.Repeat("\"<&>\\", 300))
		})
	}
	if r := h.call("session_digest", nil); len(r.text()) > 3200 {
		t.Errorf("the usual digest has %d bytes", len(r.text()))
	}
	shown := 0
	for _, budget := range []int{1, 3, 10, 40, 100, 500, 2000, 6000, 1_000_000} {
		r := h.call("session_digest", map[string]any{"budget": budget})
		got := data[digestData](h, r)
		if len(r.text()) > max(len("60 open threads."), budget*bytesPerToken) || r.size > 65536 {
			t.Errorf("budget %d: %d bytes of text, %d in all", budget, len(r.text()), r.size)
		}
		if strings.Contains(r.text(), "\ufffd") {
			t.Errorf("budget %d: a character is split", budget)
		}
		if strings.Count(r.text(), "\n- ") != len(got.Titles)+len(got.Threads) || len(got.Titles) < shown {
			t.Errorf("budget %d: %d titles and %d threads as data, text of %d bytes", budget, len(got.Titles), len(got.Threads), len(r.text()))
		}
		shown = len(got.Titles)
		if left := 60 - shown; budget >= 100 && left > 0 {
			contains(t, r.text(), fmt.Sprintf("%d more not shown", left))
		}
	}
}

// TestDigestListsEveryTitle lets an agent that looks at the digest alone see what is open.
func TestDigestListsEveryTitle(t *testing.T) {
	h := newHub(t)
	var ids []string
	for i := range 25 {
		ids = append(ids, h.thread("alpha", fmt.Sprintf("Piece of work number %d with a title of usual length", i), full).ID)
	}
	beta := h.thread("beta", "Rewrite the exporter "+strings.Repeat("again and ", 20))
	h.call("start_work", map[string]any{"intent": "go on", "thread_id": ids[4], "source_tool": "codex"})
	h.call("pause_thread", map[string]any{"thread_id": ids[5], "resume_step": "see the log"})
	h.call("save_thread", map[string]any{"thread_id": ids[6], "blocked_reason": "waiting for a key"})

	t.Run("of a project", func(t *testing.T) {
		r := h.call("session_digest", map[string]any{"project": "alpha"})
		for _, id := range ids {
			contains(t, r.text(), "- "+id+` "Piece of work number `)
		}
		contains(t, r.text(), `, held by "codex"`, ids[6]+` "Piece of work number 6 with a title of usual length", blocked`, "  resume: ")
		if got := data[digestData](h, r); len(got.Titles) != 25 || got.Titles[0].ProjectSlug != "" || len(r.text()) > 3200 {
			t.Errorf("%d titles in %d bytes", len(got.Titles), len(r.text()))
		}
		if strings.Contains(r.text(), beta.ID) {
			t.Error("another project's thread is listed")
		}
	})
	t.Run("of all projects, with what has no room by project", func(t *testing.T) {
		r := h.call("session_digest", map[string]any{"budget": 500})
		contains(t, r.text(), "in alpha", "more not shown")
		if !strings.Contains(r.text(), "(alpha ") {
			t.Errorf("the rest is not counted by project:\n%s", r.text())
		}
	})
	t.Run("the work ahead brings what is near and finished", func(t *testing.T) {
		h.finish(beta.ID, store.StatusDone)
		r := h.call("session_digest", map[string]any{"project": "beta", "query": "rewrite the exporter"})
		contains(t, r.text(), beta.ID, "(finished)")
	})
}

func TestDigestNamesRemindersAndSessions(t *testing.T) {
	h := newHub(t)
	due := store.ReminderInput{Text: store.Some("call the bank"), Kind: store.Some("once"), DueAt: store.Some("2020-01-01T09:00:00Z")}
	if _, err := h.store.CreateReminder(t.Context(), store.By{Actor: store.Owner}, due, store.Policy{}); err != nil {
		t.Fatal(err)
	}
	session := store.SessionInput{Tool: "codex", SessionRef: "a", Title: store.Some("the \"webhook\""), Summary: store.Some("left half done")}
	if _, err := h.store.SaveSessions(t.Context(), store.By{Actor: store.Agent}, []store.SessionInput{session}); err != nil {
		t.Fatal(err)
	}
	r := h.call("session_digest", nil)
	got := data[digestData](h, r)
	if got.ReminderCount != 1 || len(got.Reminders) != 1 || len(got.Sessions) != 1 || got.Sessions[0].Tool != "codex" {
		t.Errorf("%+v", got)
	}
	contains(t, r.text(), "1 reminder", `"call the bank", due 2020-01-01T09:00:00.000Z`, "hub://sessions/"+got.Sessions[0].ID+` of codex: "the \"webhook\"", "left half done"`, note)
}
