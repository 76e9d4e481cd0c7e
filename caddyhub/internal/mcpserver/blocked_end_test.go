package mcpserver

import (
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// The end of a thread that somebody else has blocked says so first, also to one without a lease.
func TestTheEndOfABlockedThreadSaysWhoBlockedIt(t *testing.T) {
	for _, c := range []struct {
		name  string
		by    store.By
		begin string // of the answer
	}{
		{"the owner", byOwner, `Mind: the owner blocked this thread at 2026-05-04T09:30:00.000Z ("wait for the keys"): stop, tell your user`},
		{"another agent", store.By{Actor: store.Agent, SourceTool: "zed"}, `Mind: "zed" blocked this thread at `},
		{"an agent without a name", store.By{Actor: store.Agent}, `Mind: another agent blocked this thread at `},
		{"the agent itself", store.By{Actor: store.Agent, SourceTool: "test-client"}, "Finished thread "},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHub(t)
			id := h.thread("shop", billing).ID
			if _, err := h.store.Block(t.Context(), c.by, id, store.Guard{}, "wait for the keys"); err != nil {
				t.Fatal(err)
			}
			r := h.call("finish_thread", map[string]any{"thread_id": id})
			if !strings.HasPrefix(r.text(), c.begin) {
				t.Errorf("%s", r.text())
			}
			contains(t, r.text(), "Finished thread "+id)
		})
	}
}
