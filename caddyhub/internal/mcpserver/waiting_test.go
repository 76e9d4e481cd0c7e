package mcpserver

import (
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// What waits for other work says so wherever an agent meets it, and is told of when it can start.
func TestWhatMayStartNext(t *testing.T) {
	h := newHub(t)
	design, copies := h.thread("alpha", "Design the migration"), h.thread("alpha", "Copy the old rows")
	made := h.call("save_thread", map[string]any{
		"summary": "Switch the readers over", "project": "alpha", "source_tool": "zed", "depends_on": []string{design.ID, store.ThreadURI(copies.ID)},
	})
	contains(t, made.text(), "Created thread")
	page, err := h.store.Threads(t.Context(), store.ThreadFilter{Limit: 1}, store.Policy{})
	if err != nil {
		t.Fatal(err)
	}
	id := page.Threads[0].ID
	waits := "waits for: " + design.ID + ` "Design the migration" (open), ` + copies.ID + ` "Copy the old rows" (open)`

	for _, c := range []struct {
		tool string
		args map[string]any
		says string
	}{
		{"list_threads", map[string]any{"project": "alpha"}, waits},
		{"session_digest", map[string]any{"project": "alpha", "query": "switch the readers"}, waits},
		{"start_work", map[string]any{"intent": "Switch the readers over", "source_tool": "zed", "project": "alpha", "thread_id": id}, waits},
		{"start_work", map[string]any{"intent": "Switch the readers over", "source_tool": "zed", "project": "alpha", "thread_id": id, "take_over": true}, "It waits for work that is not finished"},
		{"read", map[string]any{"uri": store.ThreadURI(id)}, "## Waits for\n\n- " + design.ID + ` "Design the migration" (open)`},
		{"read", map[string]any{"uri": store.ThreadURI(design.ID)}, "## Then\n\n- " + id + ` "Switch the readers over" (open)`},
	} {
		contains(t, h.call(c.tool, c.args).text(), c.says)
	}
	ready := h.call("list_threads", map[string]any{"ready": true}).text()
	contains(t, ready, "2 ready threads, newest first", design.ID, copies.ID)
	if strings.Contains(ready, id) {
		t.Errorf("what waits is listed as ready: %s", ready)
	}

	contains(t, h.refusal("save_thread", map[string]any{"thread_id": design.ID, "depends_on": []string{id}}), "depends_on[0] would wait in a circle: “Switch the readers over” waits for this thread already")
	contains(t, h.refusal("save_thread", map[string]any{"thread_id": design.ID, "depends_on": []string{"nothing"}}), "depends_on[0] names no thread: nothing")

	if first := h.call("finish_thread", map[string]any{"thread_id": design.ID}).text(); strings.Contains(first, "can start") {
		t.Errorf("half of what it waits for: %s", first)
	}
	if _, err := h.store.Block(t.Context(), byOwner, id, store.Guard{}, "the copy"); err != nil {
		t.Fatal(err)
	}
	last := h.call("finish_thread", map[string]any{"thread_id": copies.ID})
	contains(t, last.text(), "1 thread can start now: "+id+` "Switch the readers over" (blocked).`, "save_thread with an empty blocked_reason opens "+id)
	contains(t, h.encode(last), `"can_start":[{"id":"`+id)
}

// What waited for work that was given up cannot simply start.
func TestWhatWaitedForWorkThatWasGivenUp(t *testing.T) {
	h := newHub(t)
	engine := h.thread("alpha", "Build the engine")
	ride := h.thread("alpha", "Ride to the lake", func(in *store.ThreadInput) { in.DependsOn = store.Some([]string{engine.ID}) })
	r := h.call("finish_thread", map[string]any{"thread_id": engine.ID, "outcome": "dismissed"})
	contains(t, r.text(), "1 thread waited for it, which was given up; see whether", ride.ID+` "Ride to the lake" (open).`)
	absent(t, r.text(), "can start now")
}
