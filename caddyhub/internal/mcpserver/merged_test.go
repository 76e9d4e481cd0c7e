package mcpserver

import (
	"testing"

	"github.com/progresshub/progresshub/store"
)

// Each tool that writes to a thread writes to the one it was merged into, and says so.
func TestAMergedThreadIsItsTargetInEveryTool(t *testing.T) {
	h := newHub(t)
	into, from := h.thread("garden", "Paint the fence"), h.thread("garden", "A coat for the garden gate")
	if _, err := h.store.MergeThread(t.Context(), byOwner, from.ID, into.ID, store.Guard{}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		tool string
		args map[string]any
	}{
		{"save_thread", map[string]any{"focus": "the gate"}},
		{"save_thread", map[string]any{"tried": []store.Attempt{{What: "a brush"}}}},
		{"pause_thread", map[string]any{"resume_step": "buy paint"}},
		{"log_progress", map[string]any{"project": "garden", "entry": "the gate is done"}},
	} {
		c.args["thread_id"] = from.ID
		contains(t, h.call(c.tool, c.args).text(), into.ID, `"`+from.ID+`" was merged into it`)
	}
	now := h.read(into.ID)
	if now.Focus == nil || len(now.Tried) != 1 || now.ResumeStep == nil {
		t.Errorf("%+v", now)
	}
	contains(t, h.call("set_reminder", map[string]any{"text": "look", "due": "2026-06-01T09:00", "thread_id": from.ID}).text(), "about thread "+into.ID)
	contains(t, h.refusal("finish_thread", map[string]any{"thread_id": from.ID}), "merged into "+into.ID, "finish that one")
}

// Who held a thread that was merged is told, and is not taken for the holder of its target.
func TestTheHolderOfAMergedThreadIsTold(t *testing.T) {
	h := newHub(t)
	into := h.thread("garden", "Paint the fence")
	_, mine := h.start("codex", "A coat for the garden gate", map[string]any{"project": "garden", "new": true})
	if _, err := h.store.MergeThread(t.Context(), byOwner, mine.Thread.ID, into.ID, store.Guard{}); err != nil {
		t.Fatal(err)
	}
	save := map[string]any{"thread_id": mine.Thread.ID, "lease_id": mine.Lease.ID, "focus": "the gate"}
	contains(t, h.call("save_thread", save).text(), "the owner merged this thread into "+into.ID, "start_work with that thread_id")
	h.start("zed", "Paint the fence", map[string]any{"thread_id": into.ID})
	save["focus"] = "the hinge"
	contains(t, h.refusal("save_thread", save), "that thread was merged into "+into.ID, `"zed" works on this thread`)
	contains(t, h.call("pause_thread", underLease(mine.Thread.ID, mine.Lease.ID, nil)).text(), "your claim ended with the merge; nothing changed", `held by "zed"`, "was merged into it")
	contains(t, h.refusal("pause_thread", underLease(mine.Thread.ID, "no-such-lease", nil)), "that thread was merged into "+into.ID, "is no lease of this thread")
}

// A note about a deleted thread is refused with the way to bring it back.
func TestANoteAboutADeletedThreadIsRefused(t *testing.T) {
	h := newHub(t)
	th := h.thread("garden", "Paint the fence")
	w, err := h.store.DeleteThread(t.Context(), byOwner, th.ID, store.Guard{})
	if err != nil {
		t.Fatal(err)
	}
	note := map[string]any{"project": "garden", "entry": "the gate is done", "thread_id": th.ID}
	contains(t, h.refusal("log_progress", note), "the owner deleted this thread at ", "request_change with undo and event_id "+w.EventID, "nothing was written")
	asked := h.call("request_change", map[string]any{"kind": "undo", "payload": map[string]any{"event_id": w.EventID}, "source_tool": "codex"})
	contains(t, asked.text(), "Asked the owner")
}
