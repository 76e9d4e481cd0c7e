package gateway

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/outline"
)

// maxPart is the longest title or resume step in a message, in characters.
const maxPart = 120

// digestText says which threads are stale, and how each is taken up again.
func digestText(threads []store.Thread, base string, now time.Time) string {
	var b strings.Builder
	b.WriteString(counted(len(threads)) + ":")
	for i, t := range threads {
		fmt.Fprintf(&b, "\n\n%d. %s (%s, quiet for %s)", i+1, part(t.Summary), t.ProjectSlug, days(now.Sub(t.LastActivityAt.Time)))
		if step := nextStep(t); step != "" {
			b.WriteString("\n   Next step: " + part(step))
		}
		b.WriteString(link("\n   ", base, "/ui/threads/"+t.ID))
	}
	return b.String()
}

// counted says how many threads a digest is about.
func counted(n int) string {
	if n == 1 {
		return "One thread has been quiet for a while"
	}
	return fmt.Sprintf("%d threads have been quiet for a while", n)
}

// nextStep is where a thread is taken up again: the step it was paused with, else the first
// of those that are planned; empty: nobody has said.
func nextStep(t store.Thread) string {
	if t.ResumeStep != nil {
		return *t.ResumeStep
	}
	if len(t.NextSteps) > 0 {
		return t.NextSteps[0]
	}
	return ""
}

// link is a line with the address of a page. Without a public URL there is none: where the
// message is read, a path leads nowhere.
func link(indent, base, page string) string {
	if base == "" {
		return ""
	}
	return indent + base + page
}

// alertsPage is where the owner says what is sent.
const alertsPage = "/ui/settings/alerts"

// reminderPage is where a reminder is seen.
func reminderPage(m store.Reminder) string {
	if m.ThreadID != nil {
		return "/ui/threads/" + *m.ThreadID
	}
	return "/ui/reminders"
}

// reminderText says what is to be remembered.
func reminderText(m store.Reminder, base string) string {
	return "Reminder: " + part(m.Text) + link("\n", base, reminderPage(m))
}

// testText says that the way to the gateway is open.
func testText(base string) string {
	return "This is a test of Progress Hub: notices arrive here." + link("\n", base, alertsPage)
}

// part is a stored text on one line, cut to its limit. It may have been written by anybody, and
// goes to a program that obeys.
func part(s string) string { return cut(oneLine(s), maxPart) }

// oneLine is a text on one line, without what a reader does not see.
func oneLine(s string) string {
	s = strings.ReplaceAll(outline.Visible(s), string(unicode.ReplacementChar), "")
	return strings.Join(strings.Fields(s), " ")
}

func days(length time.Duration) string {
	n := int(length / (24 * time.Hour))
	if n == 1 {
		return "1 day"
	}
	return fmt.Sprintf("%d days", n)
}
