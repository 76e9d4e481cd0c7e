package store

import (
	"strings"
	"testing"
)

// Nobody passes as the hub, by whatever way a name comes.
func TestTheHubsOwnNamesAreReserved(t *testing.T) {
	t.Parallel()
	const client = "forge (client)"
	s, _ := newStore(t)
	hub := By{Actor: Agent, SourceTool: "forge", Hub: true}
	th := create(t, s, "Rotate the keys")
	event := changeGoal(t, s, hub, th.ID, "from a file")
	if e := history(t, s, ThreadURI(th.ID)); *e[len(e)-1].SourceTool != "forge" {
		t.Errorf("the hub itself is %s", *e[len(e)-1].SourceTool)
	}
	for _, name := range []string{"forge", " Forge "} {
		if got := request(t, s, By{Actor: Agent, SourceTool: name}, "undo", "event_id", event).Item; got.State != ApprovalPending || !strings.HasSuffix(*got.SourceTool, " (client)") {
			t.Errorf("%q: %s by %s", name, got.State, *got.SourceTool)
		}
	}
	if made := done(t)(s.CreateThread(t.Context(), By{Actor: Agent, SourceTool: "forge"}, "forge", ThreadInput{Summary: Some("s")}, true)).Item; *made.SourceTool != client {
		t.Errorf("a thread begun by %s", *made.SourceTool)
	}
	held := claim(t, s, th.ID, "forge")
	done(t)(s.UpdateThread(t.Context(), agent, th.ID, Guard{LeaseID: held.LeaseID}, ThreadInput{Focus: Some("x")}, false))
	if e := history(t, s, ThreadURI(th.ID)); *e[len(e)-1].SourceTool != client {
		t.Errorf("under a claim: %s", *e[len(e)-1].SourceTool)
	}
}
