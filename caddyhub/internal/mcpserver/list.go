package mcpserver

import (
	"context"
	"fmt"
	"strings"

	"github.com/progresshub/progresshub/store"
)

// The addresses of lists besides that of the projects.
const (
	wikiURI      = "hub://wiki"
	remindersURI = "hub://reminders"
	requestsURI  = "hub://requests"
)

func requestURI(id string) string { return requestsURI + "/" + id }

// listRows is how many rows such a list has.
const listRows = 100

// lists are what can be read as a whole, by address.
func (s *server) lists() map[string]func(ctx context.Context, base string) (string, error) {
	return map[string]func(context.Context, string) (string, error){
		projectsURI:  s.projectsDocument,
		wikiURI:      s.wikiDocument,
		remindersURI: s.remindersDocument,
		requestsURI:  s.requestsDocument,
		changesURI:   s.changesDocument,
	}
}

// listDocument is a title, a row an item, and how many more there are.
func listDocument[T any](title string, items []T, total int, line func(T) string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", title)
	for _, item := range items {
		b.WriteString("- " + line(item) + "\n")
	}
	if left := total - len(items); left > 0 {
		fmt.Fprintf(&b, "\n%d more: search finds them.\n", left)
	}
	if total == 0 {
		b.WriteString("None.\n")
	}
	return b.String()
}

func (s *server) wikiDocument(ctx context.Context, _ string) (string, error) {
	found, err := s.Store.Pages(ctx, store.PageFilter{Limit: listRows})
	return listDocument("Wiki", found.Pages, found.Total, func(p store.PageInfo) string {
		return fmt.Sprintf("%s %s", store.PageURI(p.Path), quote(short(&p.Title, rowText)))
	}), err
}

func (s *server) remindersDocument(ctx context.Context, _ string) (string, error) {
	found, err := s.Store.Reminders(ctx, store.ReminderFilter{Limit: listRows})
	zone := s.Store.Effective(s.Policy).Zone
	return listDocument("Reminders", found.Reminders, found.Total, func(m store.Reminder) string {
		line := strings.TrimPrefix(newReminder(m).line(), "- ")
		if m.NextAt != nil {
			line += fmt.Sprintf(" (%s, %s)", m.NextAt.In(zone).Format("Mon 15:04"), store.ZoneName(zone))
		}
		switch {
		case m.RRule != nil:
			line += ", by the rule " + quoteCut(*m.RRule, rowText)
		case m.Kind != "once":
			line += ", " + m.Kind
		}
		return line
	}), err
}

func (s *server) requestsDocument(ctx context.Context, _ string) (string, error) {
	found, err := s.Store.Approvals(ctx, store.ApprovalFilter{State: "all", Limit: listRows})
	return listDocument("Requests", found.Approvals, found.Total, func(a store.Approval) string {
		line := fmt.Sprintf("%s %s %s: %s", a.ID, a.State, a.Kind, quote(short(&a.Effect, rowText)))
		if a.DecidedAt != nil {
			return line + ", decided " + a.DecidedAt.String()
		}
		return line + ", asked " + a.CreatedAt.String()
	}), err
}

// requestDocument is a request in full.
func requestDocument(a store.Approval, base string) string {
	d := newItem(cutRunes(a.Effect, rowText))
	d.fact("id", a.ID)
	d.fact("kind", a.Kind)
	d.fact("state", a.State)
	d.fact("asked by", optional(a.SourceTool))
	d.time("asked", &a.CreatedAt)
	d.time("decided", a.DecidedAt)
	d.fact("event", optional(a.EventID))
	d.fact("page", base+store.DashboardPath(store.ApprovalURI(a.ID)))
	d.section("Effect", clean(a.Effect))
	d.section("Reason", paragraph(a.Reason))
	return d.String()
}

// threadReminders names the reminders about a thread that are still to come.
func (s *server) threadReminders(ctx context.Context, d *itemDocument, t store.Thread) error {
	found, err := s.Store.Reminders(ctx, store.ReminderFilter{ThreadID: t.ID})
	lines := make([]string, len(found.Reminders))
	for i, m := range found.Reminders {
		lines[i] = newReminder(m).line()
	}
	d.section("Reminders", strings.Join(lines, "\n"))
	return err
}
