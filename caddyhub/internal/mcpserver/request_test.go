package mcpserver

import (
	"testing"

	"github.com/progresshub/progresshub/store"
)

func TestRequestsWaitForTheOwner(t *testing.T) {
	h := newHub(t)
	h.project(store.ProjectInput{Slug: store.Some("alpha")})
	args := map[string]any{"kind": "delete_project", "payload": map[string]any{"slug": "alpha"}, "reason": "it is empty"}
	r := h.call("request_change", args)
	got := data[requestData](h, r)
	if got.State != "pending" || !got.New || got.Kind != "delete_project" {
		t.Errorf("%+v", got)
	}
	contains(t, r.text(), got.ID, "pending", "Deletes the project alpha")
	if _, err := h.store.Project(t.Context(), "alpha"); err != nil {
		t.Errorf("it did not wait: %v", err)
	}
	again := h.call("request_change", args)
	if twin := data[requestData](h, again); twin.ID != got.ID || twin.New {
		t.Errorf("asked again: %+v", twin)
	}
	contains(t, again.text(), "has not decided yet")
	if _, err := h.store.Approve(t.Context(), store.By{Actor: store.Owner}, got.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := h.store.Project(t.Context(), "alpha"); err == nil {
		t.Error("approved, it is still there")
	}
	for name, c := range map[string]struct {
		args map[string]any
		says string
	}{
		"no kind":           {map[string]any{"payload": map[string]any{}}, `argument "kind"`},
		"an unknown kind":   {map[string]any{"kind": "delete_hub", "payload": map[string]any{}}, "must be one of delete_page, delete_project, merge_threads, rename_project, reopen_thread, undo"},
		"a payload as text": {map[string]any{"kind": "delete_page", "payload": "x"}, `argument "payload" must be an object`},
		"a missing field":   {map[string]any{"kind": "delete_page", "payload": map[string]any{}}, "payload.path is required"},
		"no such page":      {map[string]any{"kind": "delete_page", "payload": map[string]any{"path": "a/b"}}, "not found"},
		"no such project":   {map[string]any{"kind": "delete_project", "payload": map[string]any{"slug": "alhpa"}}, "not found"},
	} {
		t.Run(name, func(t *testing.T) { contains(t, h.refusal("request_change", c.args), c.says) })
	}
}

// An agent takes back what it did itself at once, and sees what became of its requests.
func TestRequestsToTakeBack(t *testing.T) {
	h := newHub(t)
	_, mine := h.start("codex", billing, nil)
	id := mine.Thread.ID
	h.call("finish_thread", map[string]any{"thread_id": id, "lease_id": mine.Lease.ID})
	args := map[string]any{"kind": "reopen_thread", "payload": map[string]any{"thread_id": id}, "source_tool": "zed"}
	asked := h.call("request_change", args)
	contains(t, asked.text(), "Asked the owner", "pending")
	if _, err := h.store.Reject(t.Context(), byOwner, data[requestData](h, asked).ID); err != nil {
		t.Fatal(err)
	}
	contains(t, h.call("request_change", args).text(), "rejected it", "new reason")
	contains(t, h.call("read", map[string]any{"uri": "hub://requests"}).text(), "rejected reopen_thread")
	h.finishAs("codex", h.reopen(id))
	contains(t, h.call("request_change", map[string]any{"kind": "reopen_thread", "payload": args["payload"], "source_tool": "codex", "reason": "not yet"}).text(), "Done at once")
	if got := h.read(id).Status; got != store.StatusOpen {
		t.Errorf("it is %s", got)
	}
	contains(t, h.refusal("request_change", map[string]any{"kind": "reopen_thread", "payload": args["payload"], "reason": "again"}), "this thread is open already")
}

func (h *hub) reopen(id string) string {
	h.Helper()
	if _, err := h.store.Reopen(h.Context(), byOwner, id, store.Guard{}); err != nil {
		h.Fatal(err)
	}
	return id
}

func (h *hub) finishAs(tool, id string) {
	h.Helper()
	if _, err := h.store.Finish(h.Context(), store.By{Actor: store.Agent, SourceTool: tool}, id, store.Guard{}, store.StatusDone, ""); err != nil {
		h.Fatal(err)
	}
}
