package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/progresshub/progresshub/store"
)

// reminder is one that the owner or an agent has made.
type reminder struct {
	at, by  string // when it was made
	text    string
	project string
	due     string // so long after now, "49h"; or the next time the clock shows it, "08:00"
	kind    string // default: once, or rrule where there is a rule
	rule    string
}

var reminders = []reminder{
	{at: "26 08:00", text: "Water the plants", project: "home", kind: "weekly", due: "18:00"},
	{at: "26 08:05", text: "Take the bins out", project: "home", rule: "FREQ=WEEKLY;BYDAY=MO,TH", due: "07:00"},
	{at: "25 12:15", text: "Call the embassy before noon", project: "home", due: "74h"},
	{at: "24 20:00", text: "Look at the backup's report", project: "homelab", kind: "daily", due: "08:30"},
	{at: "24 09:00", text: "Rotate the on-call phone", project: "shop-backend", rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", due: "09:00"},
	{at: "22 12:05", text: "Kündigungsfrist endet", project: "home", due: "201h"},
	{at: "20 18:35", text: "Send the receipts to the adviser", project: "home", rule: "FREQ=MONTHLY;BYMONTHDAY=-1", due: "10:00"},
	{at: "19 10:35", text: "Order seeds", project: "garden", due: "1105h"},
	{at: "18 21:35", by: claude, text: "See that the certificates were renewed", project: "homelab", rule: "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=1", due: "09:00"},
	{at: "17 19:35", text: "Exercise sheet 5 has to be handed in", project: "statistics", due: "52h"},
	{at: "16 18:05", text: "Ask for the results of the tests before you merge", project: "shop-backend", kind: "session"},
	{at: "15 11:00", by: claude, text: "Say which invoices were sent again", project: "shop-backend", kind: "session"},
	{at: "14 11:05", by: claude, text: "Window for PostgreSQL: Sunday before six", project: "shop-backend", due: "126h"},
	{at: "12 18:10", text: "Sign the movers' offer", project: "home", due: "5h"},
	{at: "4 19:00", text: "Ask Tom about the stock export", project: "shop-backend", due: "-2h"},
	{at: "8 12:00", text: "Lena's birthday", project: "home", rule: "FREQ=YEARLY", due: "338h"},
	{at: "6 20:10", text: "Stretch", rule: "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", due: "15:00"},
	{at: "5 12:30", text: "Read the electricity meter", project: "home", rule: "FREQ=MONTHLY;BYMONTHDAY=1", due: "18:30"},
	{at: "3 21:10", text: "Learn with Ines", project: "statistics", rule: "FREQ=WEEKLY;BYDAY=TU", due: "19:00"},
	{at: "1 21:00", text: "Give the long shears back", project: "garden", due: "2h"},
}

func reminderActs(now time.Time) ([]act, error) {
	acts := make([]act, 0, len(reminders))
	for _, m := range reminders {
		due, err := m.dueAt(now)
		if err != nil {
			return nil, fmt.Errorf("demo, %s: %w", m.text, err)
		}
		acts = append(acts, act{at: m.at, by: m.by, what: m.text, do: func(ctx context.Context, s *store.Store, by store.By) error {
			_, err := s.CreateReminder(ctx, by, m.input(due), store.Policy{Zone: now.Location()})
			return err
		}})
	}
	return acts, nil
}

// dueAt is when the reminder comes, or comes first; the zero time for one without a time.
func (m reminder) dueAt(now time.Time) (time.Time, error) {
	if m.due == "" {
		return time.Time{}, nil
	}
	if after, err := time.ParseDuration(m.due); err == nil {
		return now.Add(after).Truncate(15 * time.Minute), nil
	}
	clock, err := time.Parse("15:04", m.due)
	if err != nil {
		return time.Time{}, fmt.Errorf("read when it is due: %w", err)
	}
	year, month, day := now.Date()
	at := time.Date(year, month, day, clock.Hour(), clock.Minute(), 0, 0, now.Location())
	if at.Before(now) {
		at = at.AddDate(0, 0, 1)
	}
	return at, nil
}

func (m reminder) input(due time.Time) store.ReminderInput {
	in := store.ReminderInput{Text: store.Some(m.text)}
	if !due.IsZero() {
		in.DueAt = store.Some(due.Format(time.RFC3339))
	}
	for text, to := range map[string]*store.Opt[string]{m.kind: &in.Kind, m.rule: &in.RRule, m.project: &in.ProjectSlug} {
		if text != "" {
			*to = store.Some(text)
		}
	}
	return in
}
