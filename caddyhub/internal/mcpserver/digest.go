package mcpserver

import (
	"context"
	"fmt"

	"github.com/progresshub/progresshub/store"
)

// bytesPerToken is what a budget counts.
const bytesPerToken = 4

func (s *server) digestTool() tool {
	return tool{
		name:        "session_digest",
		title:       "Session digest",
		description: "Call first: open threads, what resumes them, dead ends; reminders; sessions.",
		hints:       reads,
		params: []param{
			{name: "project"},
			{name: "workspace_path"},
			{name: "repo_url"},
			{name: "query", doc: "the work ahead"},
			{name: "budget", kind: numberArg},
		},
		run: s.digest,
	}
}

// textSize is how many bytes the text of an answer may have: what the budget buys, or the
// usual length.
func (c call) textSize(usual int) int {
	if !c.has("budget") {
		return usual
	}
	return min(c.number("budget"), maxText/bytesPerToken) * bytesPerToken
}

type digestData struct {
	Project       string         `json:"project,omitempty"`
	Titles        []titleView    `json:"titles"` // of the open and blocked threads, the newest first
	Threads       []threadView   `json:"threads"`
	OpenCount     int            `json:"open_count"`
	StaleCount    int            `json:"stale_count"`
	Reminders     []reminderView `json:"reminders"`
	ReminderCount int            `json:"reminder_count"`
	Sessions      []sessionView  `json:"sessions"`
	Decided       []decidedView  `json:"decided,omitempty"`       // requests, within decidedFor
	DecidedCount  int            `json:"decided_count,omitempty"` // also those not listed
	Hits          []hitView      `json:"hits,omitempty"`          // pages, progress files, finished threads and sessions near the query
}

// reminderView is a reminder in a digest.
type reminderView struct {
	ID     string `json:"id"`
	Text   string `json:"text"`
	NextAt string `json:"next_at,omitempty"`
}

// sessionView is a session record in a digest.
type sessionView struct {
	ID      string `json:"id"`
	Tool    string `json:"tool"`
	Title   string `json:"title"`
	Summary string `json:"summary,omitempty"`
}

func (s *server) digest(ctx context.Context, c call) (toolResult, error) {
	size := c.textSize(digestText)
	project, hint, err := s.scope(ctx, c)
	if err != nil {
		return toolResult{}, err
	}
	query, err := s.queried(ctx, c)
	if err != nil {
		return toolResult{}, err
	}
	// About 300 bytes a thread; a larger budget is there to be used.
	found, err := s.Store.Digest(ctx, store.DigestQuery{Project: project, Text: query, Limit: min(max(5, size/300), 50)}, s.Policy)
	if err != nil {
		return toolResult{}, err
	}
	data := digestData{
		Project: project, Titles: []titleView{}, Threads: []threadView{}, OpenCount: found.OpenCount, StaleCount: found.StaleCount,
		Reminders: []reminderView{}, ReminderCount: found.ReminderCount, Sessions: []sessionView{},
	}
	head := plural(found.OpenCount, "open thread") + where(project)
	if found.StaleCount > 0 {
		head += fmt.Sprintf(", %d of them stale", found.StaleCount)
	}
	if found.ReminderCount > 0 {
		head += "; " + plural(found.ReminderCount, "reminder")
	}
	head += "."
	if found.OpenCount == 0 {
		hint += " Before new work: start_work."
	}
	builder := newTextBuilder(size)
	if !builder.add(head+hint, data) {
		builder.begin(head, data)
		return toolResult{builder.String(), data}, nil
	}
	decided, all, err := s.Store.Decided(ctx, c.by, s.Store.Now().Add(-decidedFor), digestDecided)
	if err != nil {
		return toolResult{}, err
	}
	data.DecidedCount = all
	if query == "" && len(found.Threads)+len(found.Reminders)+len(found.Sessions)+len(decided) == 0 {
		return toolResult{builder.String(), data}, nil
	}
	builder.add(note, nil)
	details := builder.setAside(min(size/3, detailText))
	if data.Titles, err = s.titles(ctx, builder, project); err != nil {
		return toolResult{}, err
	}
	details()
	add := builder.under("Reminders:")
	for _, m := range found.Reminders[:min(len(found.Reminders), digestReminders)] {
		if v := newReminder(m); add(v.line(), v) {
			data.Reminders = append(data.Reminders, v)
		}
	}
	s.decided(builder, &data, decided)
	add = builder.under("Where they stand:")
	briefs, err := s.briefs(ctx, found.Threads, c.base)
	if err != nil {
		return toolResult{}, err
	}
	for i, v := range briefs {
		if v.bare() && i >= found.Near && hasTitle(data.Titles, v.ID) {
			continue
		}
		if add(v.block(), v) {
			data.Threads = append(data.Threads, v)
		}
	}
	if err := s.nearby(ctx, builder, &data, query, c.base); err != nil {
		return toolResult{}, err
	}
	add = builder.under("Last sessions:")
	for _, r := range found.Sessions {
		if v := newSession(r); !hasHit(data.Hits, v.ID) && add(v.line(), v) {
			data.Sessions = append(data.Sessions, v)
		}
	}
	return toolResult{builder.String(), data}, nil
}

// digestReminders is how many reminders a digest names: the threads need the room.
const digestReminders = 5

func newReminder(m store.Reminder) reminderView {
	v := reminderView{ID: m.ID, Text: short(&m.Text, rowText)}
	if m.NextAt != nil {
		v.NextAt = m.NextAt.String()
	}
	return v
}

func (v reminderView) line() string {
	line := fmt.Sprintf("- reminder %s: %s", v.ID, quote(v.Text))
	if v.NextAt != "" {
		line += ", due " + v.NextAt
	}
	return line
}

func newSession(r store.SessionRecord) sessionView {
	return sessionView{ID: r.ID, Tool: short(&r.Tool, maxCaller), Title: short(&r.Title, rowText), Summary: short(r.Summary, rowText)}
}

func (v sessionView) line() string {
	line := fmt.Sprintf("- session %s of %s: %s", store.SessionURI(v.ID), oneLine(v.Tool), quote(v.Title))
	if v.Summary != "" {
		line += ", " + quote(v.Summary)
	}
	return line
}

func where(project string) string {
	if project == "" {
		return ""
	}
	return " in project " + project
}
