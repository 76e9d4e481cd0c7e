package mcpserver

import "testing"

// Whoever goes on with reopened work learns what came of it before, and why it is open again.
func TestReopenedWorkTellsItsFormerOutcome(t *testing.T) {
	h := newHub(t)
	_, mine := h.start("codex", billing, map[string]any{"project": "inbox"})
	id := mine.Thread.ID
	h.call("finish_thread", underLease(id, mine.Lease.ID, map[string]any{"note": "PDF export shipped, PR #12"}))
	h.call("request_change", map[string]any{"kind": "reopen_thread", "payload": map[string]any{"thread_id": id}, "reason": "VAT table is wrong", "source_tool": "codex"})

	open := h.call("read", map[string]any{"uri": id}).text()
	absent(t, open, "## Outcome")
	contains(t, open, "## Former outcome", "- done 2026-05-04 UTC: PDF export shipped, PR #12", `- reopened 2026-05-04 UTC by "codex": VAT table is wrong`)
	r, got := h.start("zed", billing, map[string]any{"thread_id": id})
	contains(t, r.text(), `was finished: "done 2026-05-04 UTC: PDF export shipped, PR #12"`, `reopened because: "VAT table is wrong"`)
	if got.Thread.FormerOutcome == "" || got.Thread.ReopenedFor != "VAT table is wrong" {
		t.Errorf("%+v", got.Thread)
	}
	h.call("finish_thread", underLease(id, got.Lease.ID, map[string]any{"note": "mended"}))
	again := h.call("read", map[string]any{"uri": id}).text()
	contains(t, again, "## Outcome", "mended")
	absent(t, again, "## Former outcome")
}
