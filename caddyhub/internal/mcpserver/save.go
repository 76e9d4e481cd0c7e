package mcpserver

import (
	"context"
	"fmt"
	"strings"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/match"
)

func (s *server) saveTool() tool {
	return tool{
		name:  "save_thread",
		title: "Save thread",
		description: "With thread_id: checkpoint it; only given fields change. Without: create from summary and source_tool; " +
			"an open twin comes back instead.",
		hints: writes,
		params: []param{
			{name: "thread_id"},
			{name: "lease_id"},
			{name: "summary"},
			{name: "project"},
			{name: "workspace_path"},
			{name: "repo_url"},
			{name: "source_tool"},
			{name: "goal"},
			{name: "focus"},
			{name: "next_steps", kind: textsArg, doc: "max 3"},
			{name: "depends_on", kind: textsArg, doc: "thread ids"},
			{name: "blocked_reason", doc: "blocks; empty unblocks"},
			{name: "tried", kind: attemptsArg, doc: "dead ends, added"},
			{name: "allow_duplicate", kind: flagArg},
			{name: "create_project", kind: flagArg},
		},
		run: s.save,
	}
}

// repeatNew is how save_thread registers a project.
const repeatNew = "repeat with create_project: true"

type saveData struct {
	Created bool       `json:"created"`
	Saved   bool       `json:"saved"` // false: a duplicate was found and nothing was written
	Thread  threadView `json:"thread"`
	changeData
}

func (s *server) save(ctx context.Context, c call) (toolResult, error) {
	if c.threadID() != "" {
		return s.checkpoint(ctx, c)
	}
	// The most recent thread is not guessed at: it may be another agent's.
	switch {
	case c.has("thread_id"):
		return toolResult{}, refuse(`argument "thread_id" is empty: name the thread to checkpoint (list_threads shows the ids), or leave it out to create one`)
	case c.has("lease_id"):
		return toolResult{}, refuse(`argument "thread_id" is missing: a lease_id belongs to a thread, so name it`)
	case c.text("summary") == "" || c.text("source_tool") == "":
		return toolResult{}, refuse(`to checkpoint a thread, name it by "thread_id" (list_threads shows the ids); to create one, give "summary" and "source_tool"`)
	}
	return s.create(ctx, c)
}

// fields are the arguments as fields of a change. Attempts are not among them: they are
// added to the known ones, not put in their place.
func (c call) fields() store.ThreadInput {
	return store.ThreadInput{
		Summary:       change[string](c.args, "summary"),
		Goal:          change[string](c.args, "goal"),
		Focus:         change[string](c.args, "focus"),
		NextSteps:     change[[]string](c.args, "next_steps"),
		DependsOn:     change[[]string](c.args, "depends_on"),
		WorkspacePath: change[string](c.args, "workspace_path"),
	}
}

// create makes a thread, unless one that is still open is about the same work.
func (s *server) create(ctx context.Context, c call) (toolResult, error) {
	home, err := s.home(ctx, c, repeatNew)
	if err != nil {
		return toolResult{}, err
	}
	in := store.NewThread{
		ThreadInput: c.fields(), SourceTool: c.text("source_tool"),
		Register: c.flag("create_project"), Place: home.place, Blocked: c.text("blocked_reason") != "", MayBeTwin: c.flag("allow_duplicate"),
	}
	in.ProjectSlug = store.Some(home.project)
	in.Tried = change[[]store.Attempt](c.args, "tried")
	in.BlockedReason = change[string](c.args, "blocked_reason")
	made, twin, err := s.Store.Create(ctx, c.by, in)
	switch {
	case err != nil:
		return toolResult{}, err
	case twin != nil:
		return duplicate(*twin, c.base), nil
	}
	v := row(made.Item, c.base)
	near, left := s.mayBeSame(ctx, made.Item), s.leftOut(ctx, c, v.ProjectSlug)
	claim := " It is not claimed: start_work with thread_id " + v.ID + " claims it."
	return toolResult{said("Created", v) + near + home.hint + left + claim + eventText(made.EventID) + " " + v.URL, saveData{true, true, v, changeData{made.EventID}}}, nil
}

// mayBeSame names the active thread that start_work would have asked about before it made this
// one, if there is one.
func (s *server) mayBeSame(ctx context.Context, made store.Thread) string {
	found, err := s.Store.Overlap(ctx, store.OverlapQuery{Text: made.Summary, Project: made.ProjectSlug, Limit: nearHits})
	s.lacks(ctx, "near", err)
	for _, h := range found.Hits {
		if h.ID != made.ID && h.Active() && h.Score >= match.Related {
			return fmt.Sprintf(" It may be the same as %s %s: read that.", h.ID, quoteCut(h.Summary, rowText))
		}
	}
	return ""
}

func duplicate(twin store.Twin, base string) toolResult {
	v := brief(twin.Thread, base)
	next := "Continue it: start_work with its thread_id"
	if v.Lease != nil {
		next = "Somebody works on it right now: leave it to them, unless that is you"
	}
	return toolResult{
		fmt.Sprintf("Nothing was written: this thread is about the same (score %.2f). %s, or repeat with allow_duplicate: true if the work differs.\n%s\n%s",
			twoDecimals(twin.Score), next, note, v.block()),
		saveData{Thread: v},
	}
}

// checkpoint changes an existing thread.
func (s *server) checkpoint(ctx context.Context, c call) (toolResult, error) {
	if c.has("summary") && c.text("summary") == "" {
		return toolResult{}, refuse(`argument "summary" is empty, and a thread has one: leave it out, or say what the work is; nothing was written`)
	}
	in := store.Checkpoint{
		ThreadInput: c.fields(), Register: c.flag("create_project"), Place: c.place(),
		Attempts: c.attempts("tried"), Block: change[string](c.args, "blocked_reason"),
	}
	if slug := c.text("project"); slug != "" {
		in.ProjectSlug = store.Some(slug)
	}
	empty := in.ThreadInput == store.ThreadInput{} && !c.has("tried") && !c.has("blocked_reason")
	if empty && !c.has("lease_id") {
		return toolResult{}, refuse("nothing to save: give at least one field, such as focus, next_steps, tried or blocked_reason")
	}
	news, err := s.meanwhile(ctx, c.threadID(), c.text("lease_id"))
	if err != nil {
		return toolResult{}, err
	}
	lifted, err := s.liftedBlock(ctx, c)
	if err != nil {
		return toolResult{}, err
	}
	saved, err := s.Store.Checkpoint(ctx, c.by, c.threadID(), c.guard(), in)
	if err != nil {
		return toolResult{}, unknownProject(err, repeatNew)
	}
	v := row(saved.Item, c.base)
	left := s.leftOut(ctx, c, v.ProjectSlug) + s.unfiled(ctx, c, v)
	rest := but(saved.EventID != "", news)
	if lifted != "" && v.Status != store.StatusBlocked {
		rest = lifted // that it is blocked is over
	}
	sentence := said("Saved", v)
	switch {
	case saved.EventID != "", c.place() != (store.Place{}): // which its project may have learned
	case empty:
		sentence = unchanged(v, "was given nothing to save")
	default:
		sentence = unchanged(v, "has all of this already")
	}
	switch {
	case !v.Status.Active():
		sentence += " It stays " + string(v.Status) + ": " + reopening + "."
	case rest != "":
	case c.text("lease_id") != "" && v.Lease == nil:
		sentence += " Your claim has ended: start_work with this thread_id before you go on."
	case c.text("lease_id") != "":
		sentence = strings.Replace(sentence, heldBy(v.Lease), " (yours until "+v.Lease.ExpiresAt+")", 1)
	}
	return toolResult{sentence + c.led(v.ID) + left + rest + eventText(saved.EventID) + " " + v.URL, saveData{false, true, v, changeData{saved.EventID}}}, nil
}
