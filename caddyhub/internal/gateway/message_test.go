package gateway

import (
	"encoding/json"
	"slices"
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
		h := newHouse(t, func(c *Config) { fix(c, "agent_url", strings.Replace(c.Fixed["webhook_url"].Text, "wake", "agent", 1)) })
		h.reminder("x", "2026-05-04T12:00")
		h.work()
		if r := h.fake.saw()[0]; r.path != "/hooks/agent" || r.body != `{"message":"Reminder: x\nhttps://hub.example/ui/reminders","name":"Progress Hub","wakeMode":"now"}` {
			t.Errorf("%+v", r)
		}
	})
}

// A digest names the step to take next also where only planned steps are known, and links
// only where a link leads somewhere.
func TestWhatADigestSaysOfAThread(t *testing.T) {
	resume, steps := store.Some("run the restore"), store.Some([]string{"list the old keys", "delete them"})
	for _, c := range []struct {
		name   string
		base   string
		fields func(*store.ThreadInput)
		want   string // behind the first line of the thread; ID stands for its id
	}{
		{"a resume step", "https://hub.example", func(in *store.ThreadInput) { in.ResumeStep = resume }, "\n   Next step: run the restore\n   https://hub.example/ui/threads/ID"},
		{"next steps alone", "https://hub.example", func(in *store.ThreadInput) { in.NextSteps = steps }, "\n   Next step: list the old keys\n   https://hub.example/ui/threads/ID"},
		{"both", "https://hub.example", func(in *store.ThreadInput) { in.ResumeStep, in.NextSteps = resume, steps }, "\n   Next step: run the restore\n   https://hub.example/ui/threads/ID"},
		{"neither", "https://hub.example", func(*store.ThreadInput) {}, "\n   https://hub.example/ui/threads/ID"},
		{"no public URL", "", func(in *store.ThreadInput) { in.NextSteps = steps }, "\n   Next step: list the old keys"},
		{"no public URL and no step", "", func(*store.ThreadInput) {}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t, func(cfg *Config) { cfg.PublicURL = c.base })
			h.work()
			th := h.thread("Rotate the keys", c.fields)
			h.at("2026-05-09 08:59")
			p, err := h.Preview(h.Context())
			if err != nil {
				t.Fatal(err)
			}
			var preview struct{ Text string }
			if err := json.Unmarshal(p.Payload, &preview); err != nil {
				t.Fatal(err)
			}
			h.until("2026-05-09 09:01")
			want := "One thread has been quiet for a while:\n\n1. Rotate the keys (inbox, quiet for 4 days)" + strings.Replace(c.want, "ID", th.ID, 1)
			if got := h.fake.took(); len(got) != 1 || got[0] != want {
				t.Errorf("sent %q, want %q", got, want)
			}
			if preview.Text != want {
				t.Errorf("the preview says %q, want %q", preview.Text, want)
			}
		})
	}
	t.Run("a reminder and a test without a public URL", func(t *testing.T) {
		h := newHouse(t, func(cfg *Config) { cfg.PublicURL = "" })
		h.reminder("call", "2026-05-04T12:00")
		h.work()
		h.test()
		want := []string{"Reminder: call", "This is a test of Progress Hub: notices arrive here."}
		if got := h.fake.took(); !slices.Equal(got, want) {
			t.Errorf("sent %q, want %q", got, want)
		}
	})
}
