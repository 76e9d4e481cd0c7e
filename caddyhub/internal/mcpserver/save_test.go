package mcpserver

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

func TestSaveCreates(t *testing.T) {
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("alpha"), WorkspacePaths: store.Some([]string{"/home/me/alpha"})})
	for i, c := range []struct {
		name    string
		args    map[string]any
		project string
		says    string
	}{
		{"in the inbox", nil, "inbox", "Created thread"},
		{"in a project", map[string]any{"project": "alpha"}, "alpha", "in alpha"},
		{"by its folder", map[string]any{"workspace_path": `/home/me/alpha/src`}, "alpha", "in alpha"},
		{"unknown folder", map[string]any{"workspace_path": "/else"}, "inbox", "it is in the inbox"},
		{"new project", map[string]any{"project": "gamma", "create_project": true}, "gamma", "in gamma"},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := map[string]any{"summary": strings.Repeat(string(rune('a'+i)), 8) + " work", "source_tool": "codex"}
			for k, v := range c.args {
				args[k] = v
			}
			r := h.call("save_thread", args)
			got := data[saveData](h, r)
			if !got.Created || !got.Saved || got.Thread.ProjectSlug != c.project {
				t.Errorf("%+v", got)
			}
			contains(t, r.text(), c.says, got.Thread.ID, got.Thread.URL)
			stored := h.read(got.Thread.ID)
			if *stored.SourceTool != "codex" || stored.Origin != store.Agent || stored.Status != store.StatusOpen || stored.ProjectSlug != c.project {
				t.Errorf("%+v", stored)
			}
		})
	}
	t.Run("with all fields, blocked", func(t *testing.T) {
		got := data[saveData](h, h.call("save_thread", map[string]any{
			"summary": "Order the large printer", "source_tool": "codex", "goal": "g", "focus": "f", "next_steps": []string{"n"},
			"tried": []store.Attempt{{What: "w", WhyNot: "y"}}, "blocked_reason": "no money", "workspace_path": "/w",
		}))
		stored := h.read(got.Thread.ID)
		if *stored.Goal != "g" || *stored.Focus != "f" || stored.NextSteps[0] != "n" || stored.Tried[0].WhyNot != "y" ||
			*stored.BlockedReason != "no money" || stored.Status != store.StatusBlocked || *stored.WorkspacePath != "/w" || got.Thread.Status != store.StatusBlocked {
			t.Errorf("%+v", stored)
		}
	})
}

func TestSaveRefusals(t *testing.T) {
	h := newHub(t)
	id := h.thread("alpha", "Fix the login redirect").ID
	finished := h.thread("alpha", "Done work").ID
	h.finish(finished, store.StatusDone)
	before := h.count()
	for _, c := range []struct {
		name string
		args map[string]any
		says []string
	}{
		{"a checkpoint without a thread is not guessed", map[string]any{"focus": "x"}, []string{`"thread_id"`, "list_threads", `"summary" and "source_tool"`}},
		{"nothing", map[string]any{}, []string{`"thread_id"`}},
		{"blank id", map[string]any{"thread_id": " ", "summary": "x", "source_tool": "y"}, []string{`"thread_id" is empty`}},
		{"lease without a thread", map[string]any{"lease_id": "x", "summary": "x", "source_tool": "y"}, []string{`"thread_id" is missing`}},
		{"no source tool", map[string]any{"summary": "x"}, []string{`"source_tool"`}},
		{"no summary", map[string]any{"source_tool": "x"}, []string{`"summary"`}},
		{"unknown thread", map[string]any{"thread_id": "zzz", "focus": "x"}, []string{`thread "zzz" not found; list_threads`}},
		{"nothing to save", map[string]any{"thread_id": id}, []string{"nothing to save"}},
		{"unknown project", map[string]any{"summary": "x", "source_tool": "y", "project": "alhpa"}, []string{`project "alhpa" not found; closest: alpha`, "create_project: true"}},
		{"move to an unknown project", map[string]any{"thread_id": id, "project": "alhpa"}, []string{`project "alhpa" not found; closest: alpha`}},
		{"no slug", map[string]any{"summary": "x", "source_tool": "y", "project": "My Project", "create_project": true}, []string{"project must be 1 to 64 lower-case"}},
		{"long summary", map[string]any{"summary": strings.Repeat("x", 501), "source_tool": "y"}, []string{"summary must have at most 500 characters, not 501; goal has room for the rest; nothing was written"}},
		{"four steps", map[string]any{"thread_id": id, "next_steps": []string{"a", "b", "c", "d"}}, []string{"next_steps must have at most 3 items"}},
		{"NUL", map[string]any{"thread_id": id, "goal": "a\x00b"}, []string{"goal must not contain NUL"}},
		{"blocking what is done", map[string]any{"thread_id": finished, "focus": "x", "blocked_reason": "y"}, []string{"cannot block a thread that is done", "request_change with reopen_thread reopens it", "start_work", "nothing was written"}},
	} {
		t.Run(c.name, func(t *testing.T) { contains(t, h.refusal("save_thread", c.args), c.says...) })
	}
	if got := h.count(); got != before {
		t.Errorf("%d threads, want %d", got, before)
	}
	if h.read(finished).Focus != nil {
		t.Error("a refused checkpoint wrote")
	}
}

func TestSaveFindsDuplicates(t *testing.T) {
	h := newHub(t)
	const work = "Fix the login redirect after session timeout"
	done := h.thread("alpha", work)
	h.finish(done.ID, store.StatusDone)
	open := h.thread("alpha", work, full)
	h.thread("beta", "Something else entirely")
	create := func(more map[string]any) (result, saveData) {
		args := map[string]any{"summary": work, "source_tool": "codex"}
		for k, v := range more {
			args[k] = v
		}
		r := h.call("save_thread", args)
		return r, data[saveData](h, r)
	}
	for _, c := range []struct {
		name    string
		args    map[string]any
		created bool
	}{
		{"same project", map[string]any{"project": "alpha"}, false},
		{"no project", nil, false},
		{"another project", map[string]any{"project": "beta"}, true},
		{"allowed", map[string]any{"project": "alpha", "allow_duplicate": true}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			before, generation := h.count(), h.store.Generation()
			r, got := create(c.args)
			if got.Created != c.created || got.Saved != c.created {
				t.Fatalf("%+v", got)
			}
			if c.created {
				return
			}
			if got.Thread.ID != open.ID || h.count() != before || h.store.Generation() != generation {
				t.Errorf("%+v", got)
			}
			contains(t, r.text(), "Nothing was written", open.ID, "allow_duplicate", "users stay signed in", "open callback.go")
		})
	}
	t.Run("a finished one does not stand in the way", func(t *testing.T) {
		h := newHub(t)
		h.finish(h.thread("alpha", work).ID, store.StatusDone)
		if got := data[saveData](h, h.call("save_thread", map[string]any{"summary": work, "source_tool": "x", "project": "alpha"})); !got.Created {
			t.Errorf("%+v", got)
		}
	})
	t.Run("a blocked one does", func(t *testing.T) {
		h := newHub(t)
		id := h.thread("alpha", work).ID
		h.call("save_thread", map[string]any{"thread_id": id, "blocked_reason": "x"})
		if got := data[saveData](h, h.call("save_thread", map[string]any{"summary": work, "source_tool": "x", "project": "alpha"})); got.Created || got.Thread.ID != id {
			t.Errorf("%+v", got)
		}
	})
}

func TestSaveUpdates(t *testing.T) {
	h := newHub(t)
	h.thread("beta", "Something else")
	id := h.thread("alpha", "Fix the login redirect", full).ID
	save := func(args map[string]any) store.Thread {
		t.Helper()
		args["thread_id"] = id
		got := data[saveData](h, h.call("save_thread", args))
		if got.Created || !got.Saved || got.Thread.ID != id {
			t.Errorf("%+v", got)
		}
		return h.read(id)
	}
	t.Run("only what is given", func(t *testing.T) {
		before := h.read(id)
		got := save(map[string]any{"focus": "the cookie"})
		if *got.Focus != "the cookie" || *got.Goal != *before.Goal || len(got.NextSteps) != 2 || len(got.Tried) != 4 || got.Energy != before.Energy || *got.SourceTool != "seed" {
			t.Errorf("%+v", got)
		}
	})
	t.Run("the same again changes nothing", func(t *testing.T) {
		before := h.read(id)
		if got := save(map[string]any{"focus": "the cookie", "tried": before.Tried}); got.Version != before.Version || !got.UpdatedAt.Equal(before.UpdatedAt.Time) {
			t.Errorf("version %d after %d", got.Version, before.Version)
		}
	})
	t.Run("an empty text clears, null does not", func(t *testing.T) {
		if got := save(map[string]any{"focus": "", "goal": nil}); got.Focus != nil || got.Goal == nil {
			t.Errorf("%+v", got)
		}
	})
	t.Run("attempts are added", func(t *testing.T) {
		got := save(map[string]any{"tried": []store.Attempt{{What: "two"}, {What: "five", WhyNot: "no"}}})
		if len(got.Tried) != 5 || got.Tried[0].What != "one" || got.Tried[4].What != "five" {
			t.Errorf("%+v", got.Tried)
		}
	})
	t.Run("a reason blocks, an empty one unblocks", func(t *testing.T) {
		if got := save(map[string]any{"blocked_reason": "no access", "focus": "wait"}); got.Status != store.StatusBlocked || *got.BlockedReason != "no access" || *got.Focus != "wait" {
			t.Errorf("%+v", got)
		}
		if got := save(map[string]any{"blocked_reason": "no key"}); got.Status != store.StatusBlocked || *got.BlockedReason != "no key" {
			t.Errorf("%+v", got)
		}
		if got := save(map[string]any{"focus": "go on"}); got.Status != store.StatusBlocked {
			t.Errorf("%+v", got)
		}
		if got := save(map[string]any{"blocked_reason": ""}); got.Status != store.StatusOpen || got.BlockedReason != nil {
			t.Errorf("%+v", got)
		}
		if got := save(map[string]any{"blocked_reason": ""}); got.Status != store.StatusOpen {
			t.Errorf("%+v", got)
		}
	})
	t.Run("moves and renames", func(t *testing.T) {
		if got := save(map[string]any{"project": "beta", "summary": "Fix the redirect"}); got.ProjectSlug != "beta" || got.Summary != "Fix the redirect" {
			t.Errorf("%+v", got)
		}
		if got := save(map[string]any{"project": "gamma", "create_project": true}); got.ProjectSlug != "gamma" {
			t.Errorf("%+v", got)
		}
	})
	t.Run("a finished thread stays finished", func(t *testing.T) {
		h.finish(id, store.StatusDone)
		r := h.call("save_thread", map[string]any{"thread_id": id, "focus": "late note"})
		contains(t, r.text(), "It stays done: request_change with reopen_thread reopens it, at once if you finished it yourself.", fmt.Sprintf("thread %s (done", id))
		if got := save(map[string]any{"blocked_reason": ""}); got.Status != store.StatusDone {
			t.Errorf("status %s", got.Status)
		}
	})
}

// Who creates a thread is told what start_work would have asked about, and how to claim it.
func TestSaveNamesWhatMayBeTheSame(t *testing.T) {
	const near = "Billing webhooks wait in a queue of their own"
	for _, c := range []struct {
		name, existing string
		status         store.Status
		said           bool
	}{
		{"an open thread that is near", near, store.StatusOpen, true},
		{"other work", "Paint the garden fence green", store.StatusOpen, false},
		{"what is finished", near, store.StatusDone, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			other := h.thread("shop", c.existing)
			if c.status != store.StatusOpen {
				h.finish(other.ID, c.status)
			}
			r := h.call("save_thread", map[string]any{"summary": billing, "source_tool": "codex", "project": "shop"})
			got := data[saveData](h, r)
			contains(t, r.text(), "It is not claimed: start_work with thread_id "+got.Thread.ID+" claims it")
			if said := strings.Contains(r.text(), "It may be the same as "+other.ID+" \""+c.existing); said != c.said || !got.Created {
				t.Errorf("%s", r.text())
			}
		})
	}
}

// Who takes away somebody else's block is told so, once, and not to stop for it as well.
func TestALiftedBlockIsNamed(t *testing.T) {
	const lifted = "Mind: this lifted the block that "
	for _, c := range []struct {
		name  string
		block func(h *hub, id, lease string) // ten minutes after the claim
		held  bool                           // saved with the lease
		says  string
		not   string
	}{
		{"the owner's, by the holder", func(h *hub, id, _ string) { h.block(byOwner, id) }, true, lifted + `the owner set at 2026-05-04T09:40:00.000Z ("wait for the new keys"): tell your user.`, "stop"},
		{"the owner's, by an agent without a claim", func(h *hub, id, lease string) {
			h.block(byOwner, id)
			h.call("pause_thread", underLease(id, lease, nil))
		}, false, lifted + "the owner set", "stop"},
		{"another agent's", func(h *hub, id, _ string) {
			h.block(store.By{Actor: store.Agent, SourceTool: "claude-code"}, id)
		}, true, lifted + `"claude-code" set`, "stop"},
		{"its own", func(h *hub, id, lease string) {
			h.call("save_thread", underLease(id, lease, map[string]any{"blocked_reason": "wait for the new keys"}))
		}, true, "Saved thread", "Mind"},
		{"its own, under the name of its program", func(h *hub, id, _ string) {
			h.block(store.By{Actor: store.Agent, SourceTool: "test-client"}, id)
		}, true, "Saved thread", "Mind"},
		{"none", func(*hub, string, string) {}, true, "nothing changed", "Mind"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			_, mine := h.start("codex", billing, nil)
			id, lease := mine.Thread.ID, mine.Lease.ID
			h.clock.Advance(10 * time.Minute)
			c.block(h, id, lease)
			args := map[string]any{"thread_id": id}
			if c.held {
				args["lease_id"] = lease
			}
			args["blocked_reason"] = ""
			got := h.call("save_thread", args).text()
			contains(t, got, c.says, "open in ")
			absent(t, got, c.not)
			delete(args, "blocked_reason")
			args["focus"] = "the retry table"
			absent(t, h.call("save_thread", args).text(), "Mind") // once
		})
	}
}

// An answer says that something was saved only where something was.
func TestNothingToSave(t *testing.T) {
	for _, c := range []struct {
		name string
		args map[string]any
		says string
	}{
		{"a lease alone", nil, "was given nothing to save; nothing changed"},
		{"what it says already", map[string]any{"focus": "the retry table"}, "has all of this already; nothing changed"},
		{"something else", map[string]any{"focus": "the queue"}, "Saved thread"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			_, mine := h.start("codex", billing, nil)
			h.call("save_thread", underLease(mine.Thread.ID, mine.Lease.ID, map[string]any{"focus": "the retry table"}))
			h.clock.Advance(time.Minute)
			r := h.call("save_thread", underLease(mine.Thread.ID, mine.Lease.ID, c.args))
			contains(t, r.text(), c.says, "yours until 2026-05-04T11:31:00.000Z") // renewed all the same
			if got := data[saveData](h, r); strings.Contains(r.text(), "Saved") != (got.EventID != "") {
				t.Errorf("%+v: %s", got, r.text())
			}
		})
	}
	h := newHub(t)
	id := h.thread("shop", billing, full).ID
	contains(t, h.refusal("save_thread", map[string]any{"thread_id": id, "summary": " "}), `argument "summary" is empty`)
	h.call("save_thread", map[string]any{"thread_id": id, "focus": "\u200b"})
	if got := h.read(id).Focus; got != nil {
		t.Errorf("an invisible focus: %q", *got)
	}
	contains(t, h.refusal("pause_thread", map[string]any{"thread_id": id, "resume_step": "\u200b"}), "resume_step")
}

func (h *hub) block(by store.By, id string) {
	h.Helper()
	if _, err := h.store.Block(h.Context(), by, id, store.Guard{Force: true}, "wait for the new keys"); err != nil {
		h.Fatal(err)
	}
}
