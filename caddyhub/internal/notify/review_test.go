package notify

import (
	"strings"
	"testing"

	"github.com/progresshub/progresshub/store"
)

// finish ends a thread that begins now.
func (h *house) finish(summary string) store.Thread {
	h.Helper()
	w, err := h.Store.Finish(h.Context(), owner, h.thread(summary).ID, store.Guard{}, store.StatusDone, "")
	if err != nil {
		h.Fatal(err)
	}
	return w.Item
}

// reviewByMail sets mail up that brings reviews alone, on Fridays at five.
func reviewByMail(h *house, p *postOffice) {
	h.Helper()
	withMail(h, p, "none")
	h.set("mail", "kinds", "review")
	h.work()
}

func TestWhatAReviewSays(t *testing.T) {
	h, p := newHouse(t), newPostOffice(t, false)
	reviewByMail(h, p)
	quiet := h.thread("Ask <the> landlord")
	done := h.finish("Renew the\r\ncertificate")
	h.at("2026-05-08 16:59")
	if len(p.took()) != 0 {
		t.Fatal("it came too early")
	}
	h.at("2026-05-08 17:00")
	if len(p.took()) != 1 {
		t.Fatalf("%d mails, %s", len(p.took()), outcome(h.last(store.ChannelMail)))
	}
	head, body := parts(t, p.took()[0])
	if got := head.Get("Subject"); got != "Review: 1 finished, 1 gone quiet" {
		t.Errorf("subject %q", got)
	}
	want := strings.Join([]string{
		"Review: 1 finished, 1 gone quiet", "",
		"Finished", "",
		"Renew the certificate: https://hub.example/ui/threads/" + done.ID, "",
		"Gone quiet", "",
		"Ask <the> landlord: https://hub.example/ui/threads/" + quiet.ID, "",
		"Open Progress Hub: https://hub.example/ui/threads?view=quiet", "",
	}, "\r\n")
	if got := body["text/plain"]; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, want := range []string{
		"<h2>Finished</h2>", "<h2>Gone quiet</h2>",
		`<p><a href="https://hub.example/ui/threads/` + quiet.ID + `">Ask &lt;the&gt; landlord</a></p>`,
	} {
		if !strings.Contains(body["text/html"], want) {
			t.Errorf("%q is missing in\n%s", want, body["text/html"])
		}
	}
	t.Run("nothing in a week in which nothing happened", func(t *testing.T) {
		h.at("2026-05-15 17:00")
		if len(p.took()) != 1 {
			t.Errorf("%d mails", len(p.took()))
		}
	})
	t.Run("the next one has what came after", func(t *testing.T) {
		h.at("2026-05-16 10:00")
		h.finish("Water the plants")
		h.at("2026-05-22 17:00")
		if len(p.took()) != 2 {
			t.Fatalf("%d mails", len(p.took()))
		}
		if _, body := parts(t, p.took()[1]); !strings.Contains(body["text/plain"], "Water the plants") || strings.Contains(body["text/plain"], "certificate") {
			t.Errorf("%s", body["text/plain"])
		}
	})
}

func TestAReviewWithoutAPublicURLHasNoLinks(t *testing.T) {
	h, p := newHouse(t, func(c *Config) { c.PublicURL = "" }), newPostOffice(t, false)
	reviewByMail(h, p)
	h.finish("Renew the certificate")
	h.at("2026-05-08 17:00")
	if len(p.took()) != 1 {
		t.Fatalf("%d mails", len(p.took()))
	}
	if _, body := parts(t, p.took()[0]); body["text/plain"] != "Review: 1 finished\r\n\r\nFinished\r\nRenew the certificate\r\n" {
		t.Errorf("%q", body["text/plain"])
	}
}

// A review comes up to three days late when the hub was down at its time, and never for a time at
// which nobody wanted one.
func TestWhenAReviewComes(t *testing.T) {
	for _, c := range []struct {
		name  string
		steps func(h *house)
		want  int
	}{
		{"the hub was down over the weekend", func(h *house) { h.at("2026-05-11 16:59") }, 1},
		{"for longer", func(h *house) { h.at("2026-05-11 17:01") }, 0},
		{"wanted afterwards", func(h *house) {
			h.set("mail", "kinds", "digest")
			h.at("2026-05-08 18:00")
			h.set("mail", "kinds", "review")
			h.at("2026-05-08 18:01")
		}, 0},
		{"in quiet hours", func(h *house) {
			h.set("", "quiet", "16:00 20:00")
			h.at("2026-05-08 17:00")
		}, 0},
		{"after them", func(h *house) {
			h.set("", "quiet", "16:00 20:00")
			h.at("2026-05-08 17:00")
			h.at("2026-05-08 20:00")
		}, 1},
		{"at another time", func(h *house) {
			h.set("mail", "review_cron", "0 9 * * 3")
			h.work()
			h.at("2026-05-06 09:00")
		}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, p := newHouse(t), newPostOffice(t, false)
			reviewByMail(h, p)
			h.finish("Renew the certificate")
			c.steps(h)
			if got := len(p.took()); got != c.want {
				t.Errorf("%d mails, want %d", got, c.want)
			}
		})
	}
}

func TestAReviewOnOtherChannels(t *testing.T) {
	h, s := newHouse(t), newServer(t)
	withNtfy(h, s)
	h.set("ntfy", "kinds", "review")
	h.work()
	for range 40 {
		h.finish("Renew the certificate of the mail server in the cellar")
	}
	h.at("2026-05-08 17:00")
	seen := s.saw()
	if len(seen) != 1 {
		t.Fatalf("%d messages", len(seen))
	}
	m := read(t, seen[0].body)
	if m.Title != "Review: 40 finished" || len([]rune(m.Message)) > 500 || m.Click != "https://hub.example/ui/threads?view=done" || len(m.Actions) != 1 {
		t.Errorf("%+v", m)
	}
	if d := h.last(store.ChannelNtfy); len(d.Notice.Items) != 31 || d.Notice.Items[30].Title != "and 10 more" {
		t.Errorf("%d items, the last %+v", len(d.Notice.Items), d.Notice.Items[len(d.Notice.Items)-1])
	}
}
