package notify

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

const topic, bearer = "canary-topic", "tk_canary"

func withNtfy(h *house, s *server) {
	h.Helper()
	h.set("ntfy", "url", s.URL, "topic", topic, "token", bearer)
}

func TestNtfyAnswers(t *testing.T) {
	testStatuses(t, store.ChannelNtfy, "the ntfy server", withNtfy)
}

// published is the message as the documentation of ntfy has it.
type published struct {
	Topic, Title, Message, Click string
	Priority                     int
	Tags                         []string
	Actions                      []struct {
		Action, Label, URL, Method, Body string
		Headers                          map[string]string
		Clear                            bool
	}
}

func read(t *testing.T, body string) (p published) {
	t.Helper()
	if err := json.Unmarshal([]byte(body), &p); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestWhatNtfyGets(t *testing.T) {
	h, s := newHouse(t), newServer(t)
	withNtfy(h, s)
	m := h.reminder("Water the \u202eplants\x07\r\nX-Evil: 1 "+strings.Repeat("é", 200), "2026-05-04T12:00")
	h.work()
	seen := s.saw()
	if len(seen) != 1 {
		t.Fatalf("%d requests", len(seen))
	}
	r := seen[0]
	if r.path != "/" || r.header.Get("Authorization") != "Bearer "+bearer || r.header.Get("Content-Type") != "application/json" {
		t.Errorf("%s %v", r.path, r.header)
	}
	p := read(t, r.body)
	if p.Topic != topic || p.Priority != 4 || !slices.Equal(p.Tags, []string{"bell"}) || p.Click != "https://hub.example/ui/reminders" ||
		!strings.HasPrefix(p.Title, "Water the plants X-Evil: 1 é") || len([]rune(p.Title)) != 80 || len(p.Message) > 4096 || strings.ContainsAny(p.Title+p.Message, "\r\n\x07\u202e") {
		t.Errorf("%+v", p)
	}
	if len(p.Actions) != 3 {
		t.Fatalf("%+v", p.Actions)
	}
	for i, label := range []string{"Done", "In an hour"} {
		a := p.Actions[i]
		if a.Action != "http" || a.Label != label || a.URL != "https://hub.example/api/act" || a.Method != "POST" || !a.Clear || a.Headers["Content-Type"] != "application/json" {
			t.Errorf("%+v", a)
		}
	}
	if a := p.Actions[2]; a.Action != "view" || a.URL != p.Click || a.Body != "" {
		t.Errorf("%+v", a)
	}
	d := h.last(store.ChannelNtfy)
	if strings.Contains(string(d.Payload), topic) || strings.Contains(string(d.Payload), "token") {
		t.Errorf("kept: %s", d.Payload)
	}
	t.Run("a button works", func(t *testing.T) {
		var button struct{ Token string }
		if err := json.Unmarshal([]byte(p.Actions[0].Body), &button); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Store.Act(t.Context(), button.Token, h.Policy); err != nil {
			t.Fatal(err)
		}
		if got, err := h.Store.Reminder(t.Context(), m.ID); err != nil || got.DoneAt == nil {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

func TestWithoutAPublicURLThereAreNoButtons(t *testing.T) {
	h, s := newHouse(t, func(c *Config) { c.PublicURL = "" }), newServer(t)
	withNtfy(h, s)
	h.reminder("call", "2026-05-04T12:00")
	h.work()
	if p := read(t, s.saw()[0].body); len(p.Actions) != 0 || p.Click != "" || p.Title != "call" || p.Message != "call" {
		t.Errorf("%+v", p)
	}
}

func TestWhatNtfyGetsOfADigest(t *testing.T) {
	h, s := newHouse(t), newServer(t)
	withNtfy(h, s)
	h.work()
	th := h.thread("Renew the certificate")
	h.at("2026-05-09 09:00")
	p := read(t, s.saw()[0].body)
	if p.Title != "One thread has been quiet for a while" || p.Message != "Renew the certificate, quiet for 4 days" || p.Priority != 3 || p.Click != "https://hub.example/ui/threads/"+th.ID ||
		len(p.Actions) != 2 || p.Actions[0].Label != "Tomorrow" {
		t.Errorf("%+v", p)
	}
}
