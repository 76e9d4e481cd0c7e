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
		description: "Threads; open and blocked ones unless status says else. " + dataNote,
		hints:       reads,
		params: []param{
			{name: "project"},
			{name: "status", oneOf: statuses},
			{name: "stale", kind: flagArg, doc: "only those quiet for days"},
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
	filter := store.ThreadFilter{Project: project, Stale: c.flag("stale"), Limit: c.number("limit"), Cursor: c.text("cursor")}
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
		made, fitted := threadList(page, filter, c.base, size)
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
func threadList(page store.ThreadPage, filter store.ThreadFilter, base string, size int) (toolResult, int) {
	data := threadsData{Threads: []threadView{}, Total: page.Total, NextCursor: page.Next}
	builder := newTextBuilder(size, listHead(page, filter))
	if len(page.Threads) > 0 {
		builder.add(note, nil)
	}
	more := fmt.Sprintf("More: the same call with cursor %s.", quote(page.Next))
	builder.keepRoom(more)
	for i, t := range page.Threads {
		v := row(t, base)
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
	if f.Stale {
		kind, order = "stale "+kind, "longest quiet first"
	}
	head := plural(page.Total, kind+" thread") + where(f.Project)
	if len(page.Threads) > 0 {
		head += fmt.Sprintf(", %s; %d here", order, len(page.Threads))
	}
	return head + "."
}

// threadHint is where an agent finds the thread it means.
const threadHint = "list_threads and check_overlap show the ids"

// lifecycleData is what a change of one thread answers.
type lifecycleData struct {
	Thread threadView `json:"thread"`
}

func (s *server) pauseTool() tool {
	return tool{
		name:        "pause_thread",
		title:       "Pause thread",
		description: "Leave a thread for later with the first step to resume by. Ends your claim.",
		hints:       writes,
		params: []param{
			{name: "thread_id", required: true, hint: threadHint},
			{name: "resume_step", required: true, hint: "the first action next time"},
			{name: "tried", kind: attemptsArg, doc: "dead ends, added"},
			{name: "lease_id"},
		},
		run: s.pause,
	}
}

func (s *server) pause(ctx context.Context, c call) (toolResult, error) {
	w, err := s.Store.Pause(ctx, c.by, c.threadID(), c.ownGuard(), c.text("resume_step"), c.attempts("tried"))
	if err != nil {
		return toolResult{}, err
	}
	v := brief(w.Item, c.base)
	return toolResult{said("Paused", v) + " Resume by " + quote(v.ResumeStep) + ". " + v.URL, lifecycleData{v}}, nil
}

func (s *server) finishTool() tool {
	return tool{
		name:        "finish_thread",
		title:       "Finish thread",
		description: "Close this one thread: done (default) if it really is, dismissed if given up.",
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
	w, err := s.Store.Finish(ctx, c.by, c.threadID(), c.ownGuard(), outcome, c.text("note"))
	if err != nil {
		return toolResult{}, err
	}
	v := row(w.Item, c.base)
	verb, lost := "Finished", ""
	if w.EventID == "" {
		verb = "Nothing changed; was finished already:"
		if c.text("note") != "" {
			lost = " The note was not added; log_progress keeps it."
		}
	}
	return toolResult{said(verb, v) + lost + " " + v.URL, lifecycleData{v}}, nil
}

// threadID is the argument; a thread's address is as good as its id.
func (c call) threadID() string {
	return strings.TrimPrefix(c.text("thread_id"), store.ThreadURI(""))
}

func (c call) guard() store.Guard { return store.Guard{LeaseID: c.text("lease_id")} }

// ownGuard is guard for what ends a claim.
func (c call) ownGuard() store.Guard {
	g := c.guard()
	g.OwnLease = true
	return g
}

// said is the sentence that a change has been made.
func said(verb string, v threadView) string {
	return fmt.Sprintf("%s thread %s (%s in %s): %s%s.", verb, v.ID, v.Status, v.ProjectSlug, quote(v.Summary), heldBy(v.Lease))
}
