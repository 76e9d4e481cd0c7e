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
		"an unknown kind":   {map[string]any{"kind": "delete_hub", "payload": map[string]any{}}, "must be one of delete_page, delete_project, merge_threads, rename_project"},
		"a payload as text": {map[string]any{"kind": "delete_page", "payload": "x"}, `argument "payload" must be an object`},
		"a missing field":   {map[string]any{"kind": "delete_page", "payload": map[string]any{}}, "payload.path is required"},
		"no such page":      {map[string]any{"kind": "delete_page", "payload": map[string]any{"path": "a/b"}}, "not found"},
		"no such project":   {map[string]any{"kind": "delete_project", "payload": map[string]any{"slug": "alhpa"}}, "not found"},
	} {
		t.Run(name, func(t *testing.T) { contains(t, h.refusal("request_change", c.args), c.says) })
	}
}
