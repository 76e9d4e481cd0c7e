package mcpserver

import (
	"context"
	"fmt"

	"github.com/progresshub/progresshub/store"
)

func (s *server) logTool() tool {
	return tool{
		name:        "log_progress",
		title:       "Log progress",
		description: "Add a decision, blocker or result to a project's log. No ritual notes.",
		hints:       writes,
		params: []param{
			{name: "project", required: true, hint: "list_projects shows the slugs"},
			{name: "entry", required: true, hint: "a decision, a blocker or a result, in a sentence"},
			{name: "thread_id"},
			{name: "lease_id"},
		},
		run: s.logProgress,
	}
}

type logData struct {
	Logged      bool   `json:"logged"` // false: the last entry says the same
	ProjectSlug string `json:"project_slug"`
	URI         string `json:"uri"`
	Rev         int    `json:"rev"`
	ThreadID    string `json:"thread_id,omitempty"` // the entry counts as work on it
	URL         string `json:"url"`
	changeData
}

func (s *server) logProgress(ctx context.Context, c call) (toolResult, error) {
	thread := c.threadID()
	if c.text("lease_id") != "" && thread == "" {
		return toolResult{}, refuse(`argument "thread_id" is missing: a lease_id belongs to a thread, so name it`)
	}
	news, err := s.meanwhile(ctx, thread, c.text("lease_id"))
	if err != nil {
		return toolResult{}, err
	}
	if t, err := s.Store.ThreadNow(ctx, thread); err == nil {
		thread = t.ID // else the change says what is missing
	}
	entry := store.LogEntry{Text: c.text("entry"), ThreadID: thread, LeaseID: c.text("lease_id"), Bare: true}
	w, err := s.Store.LogProgress(ctx, c.by, c.text("project"), entry, s.Policy)
	if err != nil {
		return toolResult{}, err
	}
	p := w.Item
	uri := store.ProgressURI(p.ProjectSlug)
	data := logData{w.EventID != "", p.ProjectSlug, uri, p.Rev, thread, c.base + store.DashboardPath(uri), changeData{w.EventID}}
	text := fmt.Sprintf("Nothing was written: the last entry of the log of %s says the same.", p.ProjectSlug)
	if data.Logged {
		text = fmt.Sprintf("Logged in %s, now revision %d.", uri, p.Rev)
		if thread != "" {
			text += fmt.Sprintf(" It counts as work on thread %s.", thread) + c.led(thread)
		}
	}
	return toolResult{text + but(data.Logged, news) + eventText(w.EventID) + " " + data.URL, data}, nil
}
