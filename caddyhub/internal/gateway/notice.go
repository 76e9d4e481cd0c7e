package gateway

import (
	"fmt"
	"strings"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/health"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
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

// reviewMessage says what was finished and what went stale since the review before.
func reviewMessage(r store.Review, base string) store.Message {
	finished, quiet := fmt.Sprintf("%d finished", r.FinishedCount), fmt.Sprintf("%d gone quiet", r.QuietCount)
	n := store.Notice{Tag: store.DeliverReview}
	switch {
	case r.QuietCount == 0:
		n.Title, n.URL = "Review: "+finished, page(base, "/ui/threads?view=done")
	case r.FinishedCount == 0:
		n.Title, n.URL = "Review: "+quiet, page(base, "/ui/threads?view=quiet")
	default:
		n.Title, n.URL = "Review: "+finished+", "+quiet, page(base, "/ui/threads?view=quiet")
	}
	var lines []string
	part := func(group string, threads []store.Thread, count int, list string) {
		for _, t := range threads {
			title := oneLine(t.Summary)
			lines = append(lines, cut(title, maxTitle))
			n.Items = append(n.Items, store.NoticeItem{Title: cut(title, maxTitle), URL: page(base, "/ui/threads/"+t.ID), Group: group, Verbs: []string{store.VerbOpen}})
		}
		if more := count - len(threads); more > 0 {
			title := fmt.Sprintf("and %d more", more)
			lines = append(lines, title)
			n.Items = append(n.Items, store.NoticeItem{Title: title, URL: page(base, list), Group: group, Verbs: []string{store.VerbOpen}})
		}
	}
	part(store.GroupFinished, r.Finished, r.FinishedCount, "/ui/threads?view=done")
	part(store.GroupQuiet, r.Quiet, r.QuietCount, "/ui/threads?view=quiet")
	n.Body = cut(strings.Join(lines, "\n"), maxBody)
	return store.Message{Text: n.Title + "\n" + n.Body + link("\n", n.URL, ""), Notice: n}
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

// readyMessage says which threads can start, and after what. Each is told once: no later message takes its
// place.
func readyMessage(list []store.Freed, base string) store.Message {
	n := store.Notice{Title: "One thread can start", URL: page(base, "/ui/threads?view=ready")}
	if len(list) > 1 {
		n.Title = fmt.Sprintf("%d threads can start", len(list))
	}
	lines := make([]string, len(list))
	for i, f := range list {
		lines[i] = part(f.Summary) + ", after " + part(f.After)
		if f.Status == store.StatusBlocked {
			lines[i] += " (it is blocked as well)"
		}
		n.Items = append(n.Items, store.NoticeItem{
			Title: cut(part(f.Summary), maxTitle), URL: page(base, "/ui/threads/"+f.ID), Verbs: []string{store.VerbSnoozeDay, store.VerbOpen},
		})
	}
	if len(list) == 1 {
		n.URL = n.Items[0].URL
	}
	text := n.Title + ":\n" + strings.Join(lines, "\n")
	n.Body = cut(strings.Join(lines, "\n"), maxBody)
	return store.Message{Text: text + link("\n", n.URL, ""), Notice: n}
}

// requestMessage says what an agent asks for. It is decided on in the dashboard alone.
func requestMessage(a store.Approval, base string) store.Message {
	who := "An agent"
	if a.SourceTool != nil && part(*a.SourceTool) != "" {
		who = part(*a.SourceTool)
	}
	body := outline.Visible(a.Effect)
	if a.Reason != nil {
		body += "\nReason: " + part(*a.Reason)
	}
	return toOpen(store.Notice{Title: who + " asks for a change", Body: body, URL: page(base, "/ui/approvals"), Tag: store.DeliverApproval + "/" + a.ID})
}

// conflictMessage says which texts differ here and in the forge, each once as well.
func conflictMessage(paths []string, base string) store.Message {
	title := "One text needs your decision"
	if len(paths) > 1 {
		title = fmt.Sprintf("%d texts need your decision", len(paths))
	}
	lines := []string{"They have changed here and in the forge:"}
	for _, path := range paths {
		lines = append(lines, part(path))
	}
	return toOpen(store.Notice{Title: title, Body: strings.Join(lines, "\n"), URL: page(base, "/ui/settings/forge")})
}

// alarmMessage says what fails. A server of somebody else may have written a part of it.
func alarmMessage(p health.Problem, base string) store.Message {
	return toOpen(store.Notice{Title: "Progress Hub needs attention", Body: oneLine(p.Text.String()), URL: page(base, p.Page), Tag: store.DeliverAlarm + "/" + p.Area})
}

// toOpen makes a message of a notice that only leads to its page.
func toOpen(n store.Notice) store.Message {
	n.Title, n.Body = cut(n.Title, maxTitle), cut(n.Body, maxBody)
	n.Items = []store.NoticeItem{{Title: n.Title, URL: n.URL, Verbs: []string{store.VerbOpen}}}
	return store.Message{Text: n.Title + "\n" + n.Body + link("\n", n.URL, ""), Notice: n}
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
