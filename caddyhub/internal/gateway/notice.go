package gateway

import (
	"strings"
	"time"

	"github.com/progresshub/progresshub/store"
)

// The longest title and body of a notice, in characters.
const (
	maxTitle = 80
	maxBody  = 500
)

// digestMessage says which threads are stale, and how each is taken up again.
func digestMessage(threads []store.Thread, base string, now time.Time) store.Message {
	n := store.Notice{Title: counted(len(threads)), URL: page(base, "/ui/threads?view=quiet"), Tag: store.DeliverDigest}
	var lines []string
	for _, t := range threads {
		line := part(t.Summary) + ", quiet for " + days(now.Sub(t.LastActivityAt.Time))
		if step := nextStep(t); step != "" {
			line += ". Next step: " + part(step)
		}
		lines = append(lines, line)
		n.Items = append(n.Items, store.NoticeItem{
			Title: cut(part(t.Summary), maxTitle), URL: page(base, "/ui/threads/"+t.ID), Verbs: []string{store.VerbSnoozeDay, store.VerbOpen},
		})
	}
	n.Body = cut(strings.Join(lines, "\n"), maxBody)
	if len(n.Items) == 1 {
		n.URL = n.Items[0].URL
	}
	return store.Message{Text: digestText(threads, base, now), Notice: n}
}

// reminderMessage says what is to be remembered. A later one of the same reminder takes its place.
func reminderMessage(m store.Reminder, base string) store.Message {
	n := store.Notice{Title: cut(part(m.Text), maxTitle), URL: page(base, reminderPage(m)), Tag: store.DeliverReminder + "/" + m.ID, Urgent: m.Urgent}
	if whole := part(m.Text); whole != n.Title {
		n.Body = whole
	}
	n.Items = []store.NoticeItem{{Title: n.Title, URL: n.URL, Verbs: []string{store.VerbDone, store.VerbSnoozeHr, store.VerbOpen}}}
	return store.Message{Text: reminderText(m, base), Notice: n}
}

// testMessage says that the way to the owner is open.
func testMessage(base string) store.Message {
	return store.Message{Text: testText(base), Notice: store.Notice{
		Title: "A test of Progress Hub", Body: "Notices arrive here.", URL: page(base, alertsPage), Tag: store.DeliverTest,
		Items: []store.NoticeItem{},
	}}
}

// page is the address of a page; empty without a public URL.
func page(base, path string) string {
	if base == "" {
		return ""
	}
	return base + path
}

// cut ends a text that is too long.
func cut(s string, most int) string {
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return s
}
