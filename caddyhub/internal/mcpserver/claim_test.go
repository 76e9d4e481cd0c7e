package mcpserver

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

// Who forgets the id of a claim, or never had one, does not end another's.
func TestAnotherAgentsClaimIsNotEnded(t *testing.T) {
	h := newHub(t)
	_, mine := h.start("codex", billing, nil)
	id := mine.Thread.ID
	for name, call := range map[string]func() string{
		"pause_thread":  func() string { return h.refusal("pause_thread", map[string]any{"thread_id": id, "resume_step": "x"}) },
		"finish_thread": func() string { return h.refusal("finish_thread", map[string]any{"thread_id": id}) },
		"save_thread":   func() string { return h.refusal("save_thread", map[string]any{"thread_id": id, "focus": "x"}) },
	} {
		contains(t, call(), `"codex" works on this thread`, "pass the lease_id", "take_over")
		if got := h.read(id); got.Lease == nil || got.Status != store.StatusOpen {
			t.Errorf("%s ended the claim: %+v", name, got)
		}
	}
	t.Run("what was tried is taken, and says who holds the thread", func(t *testing.T) {
		tried := []store.Attempt{{What: "a cache"}}
		contains(t, h.call("save_thread", map[string]any{"thread_id": id, "tried": tried}).text(), `held by "codex"`)
	})
	t.Run("so is a note", func(t *testing.T) {
		h.call("log_progress", map[string]any{"project": h.read(id).ProjectSlug, "entry": "seen", "thread_id": id})
	})
	t.Run("one with it says until when", func(t *testing.T) {
		contains(t, h.call("save_thread", map[string]any{"thread_id": id, "lease_id": mine.Lease.ID}).text(), "yours until "+mine.Lease.ExpiresAt)
	})
	t.Run("one with an id that has ended says so", func(t *testing.T) {
		if _, err := h.store.Release(t.Context(), byOwner, id, "", "codex"); err != nil {
			t.Fatal(err)
		}
		contains(t, h.call("save_thread", map[string]any{"thread_id": id, "lease_id": mine.Lease.ID, "focus": "y"}).text(), "Your claim has ended", "start_work")
	})
	t.Run("the owner is never locked out", func(t *testing.T) {
		h.start("codex", billing, map[string]any{"thread_id": id})
		h.finish(id, store.StatusDone)
	})
}

func TestFinishedWorkTellsItsOutcome(t *testing.T) {
	h := newHub(t)
	th := h.thread("shop", billing, full)
	h.call("finish_thread", map[string]any{"thread_id": th.ID, "note": "the queue\nruns since May"})
	text := h.call("read", map[string]any{"uri": store.ThreadURI(th.ID)}).text()
	contains(t, text, "## Outcome\n\nthe queue\nruns since May")
	for _, over := range []string{"Resume by", "Next steps"} {
		if strings.Contains(text, over) {
			t.Errorf("%q of finished work: %s", over, text)
		}
	}
	if r := h.call("list_threads", map[string]any{"status": "done"}); strings.Contains(r.text(), "resume") {
		t.Errorf("a list tells how to resume it: %s", r.text())
	}
	again := map[string]any{"thread_id": th.ID, "note": "see release 1.2"}
	contains(t, h.call("finish_thread", again).text(), "Added the note to what was finished already, thread "+th.ID+" (done in shop)", "Event ")
	contains(t, h.call("finish_thread", again).text(), "Thread "+th.ID+" was finished already; nothing changed.")
	contains(t, h.call("read", map[string]any{"uri": store.ThreadURI(th.ID)}).text(), "## Outcome\n\nthe queue\nruns since May\n\nsee release 1.2")
}

// A match by words may be wrong: there is a way on, and it works.
func TestWorkThatOnlyReadsAlike(t *testing.T) {
	h := newHub(t)
	h.thread("shop", "Add endpoint GET /users to the orders service")
	r, got := h.start("codex", "Add endpoint GET /users to the orders service", map[string]any{"project": "shop"})
	contains(t, r.text(), "score", "new: true")
	made := data[saveData](h, h.call("save_thread", map[string]any{"summary": "Add endpoint GET /users to the orders service", "source_tool": "zed", "project": "shop", "allow_duplicate": true}))
	if _, other := h.start("zed", "Add endpoint", map[string]any{"thread_id": made.Thread.ID}); !other.Claimed || other.Thread.ID == got.Thread.ID {
		t.Errorf("%+v", other)
	}
	r, taken := h.start("zed", "x", map[string]any{"thread_id": got.Thread.ID, "take_over": true})
	if !taken.Claimed {
		t.Errorf("%+v", taken)
	}
	contains(t, r.text(), `Taken over from "codex"`)
}

// A claim that had run out is renewed as such: another could have taken the work meanwhile.
func TestAClaimThatHadRunOutIsRenewed(t *testing.T) {
	for _, c := range []struct {
		name string
		late time.Duration
		says string
	}{
		{"in time", time.Minute, "Still yours: thread "},
		{"too late", 6 * time.Minute, "Your claim had run out, and is yours again: thread "},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			_, mine := h.start("codex", billing, map[string]any{"ttl_minutes": 5})
			h.clock.Advance(c.late)
			r, got := h.start("codex", billing, map[string]any{"thread_id": mine.Thread.ID, "lease_id": mine.Lease.ID})
			contains(t, r.text(), c.says+mine.Thread.ID)
			if got.Lease.ID != mine.Lease.ID {
				t.Errorf("%+v", got.Lease)
			}
		})
	}
}

// A thread is claimed anew by who brings the id of an earlier claim, and hears of the others since.
func TestAFormerLeaseClaimsAnew(t *testing.T) {
	for _, c := range []struct {
		name  string
		since func(h *hub, id, lease string)
		more  map[string]any
		says  string
	}{
		{"which it gave back", func(h *hub, id, lease string) { h.call("pause_thread", underLease(id, lease, nil)) }, nil, ""},
		{"which it paused", func(h *hub, id, lease string) {
			h.call("pause_thread", underLease(id, lease, map[string]any{"resume_step": "run the tests"}))
		}, nil, ""},
		{"before another of its own", func(h *hub, id, lease string) {
			h.call("pause_thread", underLease(id, lease, nil))
			_, again := h.start("codex", billing, map[string]any{"thread_id": id})
			h.call("pause_thread", underLease(id, again.Lease.ID, nil))
		}, nil, ""},
		{"before another agent's, which is given back", func(h *hub, id, _ string) {
			_, theirs := h.start("zed", billing, map[string]any{"thread_id": id, "take_over": true})
			h.call("pause_thread", underLease(id, theirs.Lease.ID, nil))
		}, nil, `Mind: "zed" claimed this thread at 2026-05-04T09:31:00.000Z, after you had: read it before you go on.`},
		{"before another agent's, which it takes over", func(h *hub, id, _ string) {
			h.start("zed", billing, map[string]any{"thread_id": id, "take_over": true})
		}, map[string]any{"take_over": true}, `Mind: "zed" claimed this thread at `},
		{"that never was one", func(h *hub, id, lease string) { h.call("pause_thread", underLease(id, lease, nil)) }, map[string]any{"lease_id": "no-such-lease"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			_, mine := h.start("codex", billing, nil)
			h.clock.Advance(time.Minute)
			c.since(h, mine.Thread.ID, mine.Lease.ID)
			h.clock.Advance(time.Minute)
			args := underLease(mine.Thread.ID, mine.Lease.ID, c.more)
			r, got := h.start("codex", billing, args)
			contains(t, r.text(), "Claimed thread "+mine.Thread.ID, c.says)
			if absent(t, r.text(), "stop and tell"); c.says == "" {
				absent(t, r.text(), "Mind:")
			}
			if got.Lease == nil || got.Lease.ID == mine.Lease.ID {
				t.Errorf("%+v", got.Lease)
			}
		})
	}
}

// Whatever the budget, the text says what became of the call, of which thread, and by which lease
// to go on.
func TestATinyBudgetKeepsTheLease(t *testing.T) {
	for _, budget := range []int{1, 20, 60} {
		t.Run(fmt.Sprint(budget), func(t *testing.T) {
			h := newHub(t)
			intent := strings.Repeat("請求書のウェブフックをキューに移す ", 20)
			r, got := h.start("codex", intent, map[string]any{"budget": budget})
			contains(t, r.text(), "Created and claimed thread "+got.Thread.ID, "with lease_id "+got.Lease.ID)
			if strings.Count(r.text(), `"`)%2 != 0 {
				t.Errorf("a quote stays open: %s", r.text())
			}
			held, _ := h.start("zed", intent, map[string]any{"budget": budget})
			contains(t, held.text(), "Not claimed: thread "+got.Thread.ID+" is held until "+got.Lease.ExpiresAt)
			which, _ := h.start("zed", "continue", map[string]any{"budget": budget})
			contains(t, which.text(), "Nothing was claimed", "Repeat with the work in a sentence")
			contains(t, h.call("session_digest", map[string]any{"budget": budget}).text(), "1 open thread.")
		})
	}
}

func TestANewProjectLivesInItsFolder(t *testing.T) {
	h := newHub(t)
	h.call("save_thread", map[string]any{"summary": "Paint the fence", "source_tool": "x", "project": "garden", "create_project": true, "workspace_path": "/src/garden"})
	_, got := h.start("x", "Water the roses", map[string]any{"workspace_path": "/src/garden/beds"})
	if got.Thread.ProjectSlug != "garden" {
		t.Errorf("%+v", got.Thread)
	}
	for name, folder := range map[string]string{"another project's": "/src/garden", "none": ""} {
		made := data[saveData](h, h.call("save_thread", map[string]any{
			"summary": "Something " + name, "source_tool": "x", "project": "other-" + fmt.Sprint(len(name)), "create_project": true, "workspace_path": folder,
		}))
		if p, err := h.store.Project(t.Context(), made.Thread.ProjectSlug); err != nil || len(p.WorkspacePaths) != 0 {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

// A path that only its sender can follow is refused wherever it is sent.
func TestAFolderIsNamedInFull(t *testing.T) {
	h := newHub(t)
	th := h.thread("shop", billing)
	for tool, args := range map[string]map[string]any{
		"start_work":     {"intent": "Paint the fence", "source_tool": "codex"},
		"save_thread":    {"summary": "Paint the fence", "source_tool": "codex"},
		"session_digest": {},
		"list_projects":  {},
	} {
		for _, folder := range []string{"src/shop", "~/src/shop", "."} {
			args["workspace_path"] = folder
			contains(t, h.refusal(tool, args), "workspace_path must be an absolute path, such as /home/me/src/shop or C:\\src\\shop; write ~")
		}
		for _, folder := range []string{"/src/shop", `C:\src\shop`} {
			args["workspace_path"] = folder
			args["allow_duplicate"] = true
			if tool != "save_thread" {
				delete(args, "allow_duplicate")
			}
			h.call(tool, args)
		}
	}
	contains(t, h.refusal("save_thread", map[string]any{"thread_id": th.ID, "workspace_path": "src"}), "absolute path")
}

// What a reader sees of a text survives a read and a write: joiners inside words and emoji.
func TestJoinersSurvive(t *testing.T) {
	h := newHub(t)
	const text = "# می\u200cخواهم\n\n👨\u200d👩\u200d👧 क्\u200dष\n"
	h.page("fa", text)
	got := readOf(h, h.call("read", map[string]any{"uri": "hub://wiki/fa"}))
	if got.Markdown != text {
		t.Errorf("%q", got.Markdown)
	}
	for hidden, want := range map[string]string{"a\u200db": "ab", "\u200d\u200cx": "x", "م\u200c\u200c\u200dx": "م\u200cx", "a \u200d b": "a  b"} {
		if got := clean(hidden); got != want {
			t.Errorf("%q becomes %q, want %q", hidden, got, want)
		}
	}
}

// Small requests make small work and small answers.
func TestSillyArguments(t *testing.T) {
	h := newHub(t)
	var many strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&many, `"%d":1,`, i)
	}
	for name, args := range map[string]string{
		"very many":   "{" + many.String() + `"x":1}`,
		"fewer":       "{" + many.String()[:strings.LastIndex(many.String()[:300], ",")+1] + `"x":1}`,
		"long names":  `{"` + strings.Repeat("x", 100_000) + `":1}`,
		"long values": `{"summary":"` + strings.Repeat("x", 100_000) + `"}`,
	} {
		if sentence := h.refusal("save_thread", rawJSON(args)); len(sentence) > 1500 {
			t.Errorf("%s: a refusal of %d bytes", name, len(sentence))
		}
	}
	h.page("ticks", strings.Repeat("`", 200_000))
	for args := map[string]any{"uri": "hub://wiki/ticks"}; ; {
		r := h.call("read", args)
		if r.size > 64<<10 {
			t.Fatalf("an answer of %d bytes", r.size)
		}
		next := readOf(h, r).NextCursor
		if next == "" {
			return
		}
		args["cursor"] = next
	}
}
