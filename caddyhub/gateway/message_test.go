package gateway

import (
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

func TestPayloadsAreExact(t *testing.T) {
	h := newHouse(t)
	th := h.thread("Move the photo\nlibrary \u202eevil\u3164\ufe01"+strings.Repeat("x", 200), func(in *store.ThreadInput) {
		in.ResumeStep = store.Some("run rsync\x07 " + strings.Repeat("é", 200))
		in.ProjectSlug = store.Some("home")
	})
	h.reminder("call \"the\" bank", "2026-05-10T09:00")
	h.at("2026-05-09 08:00")
	h.until("2026-05-09 09:01")
	h.until("2026-05-10 09:01")
	want := []string{
		`{"text":"One thread has been quiet for a while:\n\n1. Move the photo library evil` + strings.Repeat("x", 92) + `… (home, quiet for 4 days)\n   Next step: run rsync ` + strings.Repeat("é", 109) + `…\n   https://hub.example/ui/threads/` + th.ID + `","mode":"now"}`,
		`{"text":"Reminder: call \"the\" bank\nhttps://hub.example/ui/reminders","mode":"now"}`,
	}
	seen := h.fake.saw()
	if len(seen) != len(want) {
		t.Fatalf("%d requests: %+v", len(seen), seen)
	}
	list := h.deliveries()
	for i, r := range seen {
		if r.body != want[i] {
			t.Errorf("got  %s\nwant %s", r.body, want[i])
		}
		if r.path != "/hooks/wake" || r.bearer != "Bearer "+token || r.key != list[i].ID || string(list[i].Payload) != r.body {
			t.Errorf("%+v, %+v", r, list[i])
		}
	}
	t.Run("to the agent endpoint", func(t *testing.T) {
		h := newHouse(t, func(c *Config) { c.AgentURL = strings.Replace(c.WebhookURL, "wake", "agent", 1) })
		h.reminder("x", "2026-05-04T12:00")
		h.work()
		if r := h.fake.saw()[0]; r.path != "/hooks/agent" || r.body != `{"message":"Reminder: x\nhttps://hub.example/ui/reminders","name":"Progress Hub","wakeMode":"now"}` {
			t.Errorf("%+v", r)
		}
	})
}
