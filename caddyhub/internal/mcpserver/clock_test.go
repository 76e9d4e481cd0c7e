package mcpserver

import (
	"regexp"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

// day is a date in an answer, and what says by which clock it is: the Z of a time or the word UTC.
var day = regexp.MustCompile(`\d{4}-\d\d-\d\d(T[\d:.]+Z| UTC)?`)

// An agent knows neither the owner's zone nor the hub's: each time of an answer says that it is UTC.
// Only what is about the owner's clock names the zone instead (TestReminderSpeaksTheOwnersClock).
func TestEveryTimeSaysItIsUTC(t *testing.T) {
	h := newHub(t)
	lasting := h.thread("shop", "Rotate the backup keys", func(in *store.ThreadInput) { in.Goal = store.Some("safe keys") })
	h.finish(h.thread("shop", "Rotate the old keys").ID, store.StatusDone)
	h.reminder("Call the bank")
	h.call("request_change", map[string]any{"kind": "delete_project", "payload": map[string]any{"slug": "shop"}, "source_tool": "codex"})
	h.clock.Advance(400 * 24 * time.Hour)
	if _, _, err := h.store.CompactEvents(t.Context(), store.Policy{}, 30); err != nil {
		t.Fatal(err)
	}
	held := h.thread("shop", "Sell the old car")
	if _, err := h.store.Claim(t.Context(), byOwner, held.ID, store.ClaimInput{Holder: "codex"}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, tool string
		args       map[string]any
	}{
		{"digest", "session_digest", nil},
		{"threads", "list_threads", nil},
		{"projects", "list_projects", nil},
		{"search", "search", map[string]any{"query": "keys"}},
		{"overlap", "check_overlap", map[string]any{"query": "sell the old car"}},
		{"a held thread", "start_work", map[string]any{"intent": "Sell the old car", "project": "shop", "source_tool": "zed"}},
		{"a claim", "start_work", map[string]any{"intent": "Rotate the keys", "thread_id": lasting.ID, "source_tool": "zed"}},
		{"a thread", "read", map[string]any{"uri": lasting.ID}},
		{"reminders", "read", map[string]any{"uri": remindersURI}},
		{"requests", "read", map[string]any{"uri": requestsURI}},
		{"changes", "read", map[string]any{"uri": changesURI}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := h.call(c.tool, c.args).text()
			for _, at := range day.FindAllStringSubmatch(text, -1) {
				if at[1] == "" {
					t.Errorf("%s says not by which clock it is:\n%s", at[0], text)
				}
			}
			if c.tool == "read" && day.FindString(text) == "" {
				t.Errorf("no time in:\n%s", text)
			}
		})
	}
}
