package mcpserver

import (
	"testing"

	"github.com/progresshub/progresshub/store"
)

// Only what the owner did is told as the owner's.
func TestNobodyIsTakenForTheOwner(t *testing.T) {
	connector := store.ConnectorURI("0k3x5p9q2abd")
	for _, c := range []struct {
		name string
		e    store.Event
		want string
	}{
		{"the owner", store.Event{Actor: store.Owner}, "the owner"},
		{"the owner by a button", store.Event{Actor: store.Owner, SourceTool: new("notification")}, `"notification"`},
		{"an agent", store.Event{Actor: store.Agent, SourceTool: new("codex")}, `"codex"`},
		{"an agent without a name", store.Event{Actor: store.Agent}, "an agent"},
		{"the hub, which revokes a connector", store.Event{Actor: store.Agent, Subject: connector}, "the hub"},
	} {
		if got := author(c.e); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		day := c.e
		day.Compacted = &store.Compacted{By: []store.ChangesBy{{Actor: c.e.Actor, SourceTool: c.e.SourceTool}}}
		day.Actor, day.SourceTool = "", nil
		if got := dayAuthors(day); got != "by "+c.want {
			t.Errorf("%s, on a day: %s, want %s", c.name, got, c.want)
		}
	}
	h := newHub(t)
	id := h.thread("shop", billing).ID
	if _, err := h.store.UpdateThread(t.Context(), store.By{Actor: store.Agent}, id, store.Guard{}, store.ThreadInput{Focus: store.Some("f")}, false); err != nil {
		t.Fatal(err)
	}
	if err := h.store.RecordStolen(t.Context(), store.StolenConnector{ID: "0k3x5p9q2abd", Name: "Claude", Reason: store.CodeReused}); err != nil {
		t.Fatal(err)
	}
	all := h.call("read", map[string]any{"uri": changesURI}).text()
	contains(t, all, "thread.updated by an agent: ", "connector.revoked by the hub: ")
	absent(t, all, "the owner")
}
