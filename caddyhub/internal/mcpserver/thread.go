package mcpserver

import (
	"context"
	"fmt"
	"strings"

	"github.com/progresshub/progresshub/store"
)

// usualRows is how many rows a list has unless more are asked for.
const usualRows = 10

func (s *server) listThreadsTool() tool {
	statuses := make([]string, len(store.Statuses))
	for i, status := range store.Statuses {
		statuses[i] = string(status)
	}
	return tool{
		name:        "list_threads",
		title:       "List threads",
		description: "Open and blocked threads, or those of a status.",
		hints:       reads,
		params: []param{
			{name: "project"},
			{name: "status", oneOf: statuses},
			{name: "stale", kind: flagArg, doc: "quiet for days"},
			{name: "ready", kind: flagArg},
			{name: "limit", kind: numberArg, max: store.MaxLimit},
			{name: "cursor"},
		},
		run: s.listThreads,
	}
}

type threadsData struct {
	Threads    []threadView `json:"threads"`
	Total      int          `json:"total"`
	NextCursor string       `json:"next_cursor,omitempty"`
}

func (s *server) listThreads(ctx context.Context, c call) (toolResult, error) {
	project, _, err := s.scope(ctx, c)
	if err != nil {
		return toolResult{}, err
	}
	filter := store.ThreadFilter{Project: project, Stale: c.flag("stale"), Ready: c.flag("ready"), Limit: c.number("limit"), Cursor: c.text("cursor")}
	if status := c.text("status"); status != "" {
		filter.Statuses = []store.Status{store.Status(status)}
	}
	size := maxText
	if filter.Limit == 0 {
		filter.Limit, size = usualRows, usualText
	}
	for {
		page, err := s.Store.Threads(ctx, filter, s.Policy)
		if err != nil {
			return toolResult{}, err
		}
		views, err := s.rowsOf(ctx, page.Threads, c.base)
		if err != nil {
			return toolResult{}, err
		}
		made, fitted := threadList(page, views, filter, size)
		switch fitted {
		case len(page.Threads):
			return made, nil
		case 0:
			size = maxText // one row always fits into that
		default:
			filter.Limit = fitted // asked for again, for the cursor behind the last row that fits
		}
	}
}

// threadList renders a page and tells how many of its rows fit.
func threadList(page store.ThreadPage, views []threadView, filter store.ThreadFilter, size int) (toolResult, int) {
	data := threadsData{Threads: []threadView{}, Total: page.Total, NextCursor: page.Next}
	builder := newTextBuilder(size, listHead(page, filter))
	if len(page.Threads) > 0 {
		builder.add(note, nil)
	}
	more := fmt.Sprintf("More: the same call with cursor %s.", quote(page.Next))
	builder.keepRoom(more)
	for i, v := range views {
		if !builder.add(v.row(), v) {
			return toolResult{}, i
		}
		data.Threads = append(data.Threads, v)
	}
	if page.Next != "" {
		builder.addLast(more)
	}
	return toolResult{builder.String(), data}, len(page.Threads)
}

func listHead(page store.ThreadPage, f store.ThreadFilter) string {
	kind := "open or blocked"
	if len(f.Statuses) > 0 {
		kind = string(f.Statuses[0])
	}
	order := "newest first"
	if f.Ready {
		kind = "ready"
	}
	if f.Stale {
		kind, order = "stale "+kind, "longest quiet first"
	}
	head := plural(page.Total, kind+" thread") + where(f.Project)
	if page.Capped {
		head = fmt.Sprintf("%d or more %s threads", page.Total, kind) + where(f.Project)
	}
	if len(page.Threads) > 0 {
		head += fmt.Sprintf(", %s; %d here", order, len(page.Threads))
	}
	return head + "."
}

// threadHint is where an agent finds the thread it means.
const threadHint = "list_threads and check_overlap show the ids"

// lifecycleData is what a change of one thread answers.
type lifecycleData struct {
	Thread    threadView       `json:"thread"`
	NextSteps []string         `json:"next_steps,omitempty"` // left open when it was finished
	Reminders []reminderView   `json:"reminders,omitempty"`  // about it, still to come
	CanStart  []dependencyView `json:"can_start,omitempty"`  // what waited for it alone
	changeData
}

func (s *server) pauseTool() tool {
	return tool{
		name:        "pause_thread",
		title:       "Pause thread",
		description: "Ends your claim and leaves the step to resume by; without resume_step only releases.",
		hints:       writes,
		params: []param{
			{name: "thread_id", required: true, hint: threadHint},
			{name: "resume_step"},
			{name: "tried", kind: attemptsArg},
			{name: "lease_id"},
		},
		run: s.pause,
	}
}

func (s *server) pause(ctx context.Context, c call) (toolResult, error) {
	if c.text("resume_step") == "" {
		return s.release(ctx, c)
	}
	news, err := s.meanwhile(ctx, c.threadID(), c.text("lease_id"))
	if err != nil {
		return toolResult{}, err
	}
	w, err := s.Store.Pause(ctx, c.by, c.threadID(), c.guard(), c.text("resume_step"), c.attempts("tried"))
	if err != nil {
		return toolResult{}, err
	}
	v := brief(w.Item, c.base)
	return toolResult{said("Paused", v) + c.led(v.ID) + " Resume by " + quote(v.ResumeStep) + "." + but(w.EventID != "", news) + eventText(w.EventID) + " " + v.URL, lifecycleData{Thread: v, changeData: changeData{w.EventID}}}, nil
}

// release gives a claim back and changes nothing else.
func (s *server) release(ctx context.Context, c call) (toolResult, error) {
	switch {
	case c.text("lease_id") == "":
		return toolResult{}, refuse(`to pause, give "resume_step", the first action next time; to only give your claim back, give its "lease_id"`)
	case len(c.attempts("tried")) > 0:
		return toolResult{}, refuse(`"tried" needs "resume_step" here: giving a claim back changes nothing else, and save_thread adds it without; nothing was written`)
	}
	w, err := s.Store.Release(ctx, c.by, c.threadID(), c.text("lease_id"), "")
	if err != nil {
		return toolResult{}, err
	}
	v := row(w.Item, c.base)
	sentence := said("Gave back", v)
	switch {
	case w.EventID == "" && w.Item.Lease != nil:
		sentence = unchanged(v, "is not what you had claimed: your claim ended with the merge")
	case w.EventID == "":
		sentence = unchanged(v, "was held by nobody")
	}
	return toolResult{sentence + c.led(v.ID) + " " + v.URL, lifecycleData{Thread: v}}, nil
}

func (s *server) finishTool() tool {
	return tool{
		name:        "finish_thread",
		title:       "Finish thread",
		description: "Close this thread: done (default) if it really is, dismissed if given up.",
		hints:       writesOnce,
		params: []param{
			{name: "thread_id", required: true, hint: threadHint},
			{name: "outcome", oneOf: []string{string(store.StatusDone), string(store.StatusDismissed)}},
			{name: "note", doc: "result"},
			{name: "lease_id"},
		},
		run: s.finish,
	}
}

func (s *server) finish(ctx context.Context, c call) (toolResult, error) {
	outcome := store.StatusDone
	if c.has("outcome") {
		outcome = store.Status(c.text("outcome"))
	}
	news, err := s.meanwhile(ctx, c.threadID(), c.text("lease_id"))
	if err != nil {
		return toolResult{}, err
	}
	block, err := s.standingBlock(ctx, c)
	if err != nil {
		return toolResult{}, err
	}
	w, err := s.Store.Finish(ctx, c.by, c.threadID(), c.guard(), outcome, c.text("note"))
	if err != nil {
		return toolResult{}, err
	}
	if block == "" {
		return s.finished(ctx, w, c, "", news), nil
	}
	// It comes first: that it is finished is only half of what happened.
	block = fmt.Sprintf("%s. It is %s now all the same; request_change with undo and event_id %s takes that back. ", block, w.Item.Status, w.EventID)
	return s.finished(ctx, w, c, block, ""), nil
}

// finished is the answer to an end; before stands in front of it, news behind.
func (s *server) finished(ctx context.Context, w store.Written[store.Thread], c call, before, news string) toolResult {
	v := row(w.Item, c.base)
	sentence := said("Finished", v)
	switch {
	case w.EventID == "":
		sentence = unchanged(v, "was finished already")
	case w.Noted:
		sentence = said("Added the note to what was finished already,", v)
	}
	data := lifecycleData{Thread: v, changeData: changeData{w.EventID}}
	left := s.leftovers(ctx, w.Item, &data)
	data.CanStart = newDependencies(w.Freed)
	return toolResult{before + sentence + freedText(data.CanStart, len(w.Freed), w.Item.Status) + left + but(w.EventID != "", news) + eventText(w.EventID) + " " + v.URL, data}
}

// leftovers are what a finished thread leaves open: the steps that were next, and reminders
// about it.
func (s *server) leftovers(ctx context.Context, t store.Thread, data *lifecycleData) (sentence string) {
	for _, step := range t.NextSteps {
		data.NextSteps = append(data.NextSteps, short(&step, rowText))
	}
	found, err := s.Store.Reminders(ctx, store.ReminderFilter{ThreadID: t.ID, Limit: briefState})
	s.lacks(ctx, "reminders", err)
	names := make([]string, len(found.Reminders))
	for i, m := range found.Reminders {
		v := newReminder(m)
		data.Reminders = append(data.Reminders, v)
		names[i] = v.ID + " " + quote(v.Text)
	}
	if len(data.NextSteps) > 0 {
		sentence += " Left undone: " + quoted(data.NextSteps) + "; start_work begins what is still to do."
	}
	if len(names) > 0 {
		sentence += fmt.Sprintf(" %s about it: %s; set_reminder with done: true ends one.", plural(found.Total, "reminder"), strings.Join(names, ", "))
	}
	return sentence
}

// threadID is the argument; a thread's address is as good as its id.
func (c call) threadID() string {
	return strings.TrimPrefix(c.text("thread_id"), store.ThreadURI(""))
}

func (c call) guard() store.Guard { return store.Guard{LeaseID: c.text("lease_id")} }

// said is the sentence that a change has been made.
func said(verb string, v threadView) string {
	return fmt.Sprintf("%s thread %s (%s in %s): %s%s.", verb, v.ID, v.Status, v.ProjectSlug, quote(v.Summary), heldBy(v.Lease))
}

// led says that the call named a thread by what was merged into it; empty: it did not.
func (c call) led(id string) string {
	if named := c.threadID(); named != "" && named != id {
		return " " + quoteCut(named, 100) + " was merged into it."
	}
	return ""
}

// unchanged is the sentence that there was nothing to change.
func unchanged(v threadView, why string) string {
	return fmt.Sprintf("Thread %s %s; nothing changed. It is %s in %s: %s%s.", v.ID, why, v.Status, v.ProjectSlug, quote(v.Summary), heldBy(v.Lease))
}
