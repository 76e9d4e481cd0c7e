package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/match"
)

func (s *server) saveTool() tool {
	return tool{
		name:  "save_thread",
		title: "Save thread",
		description: "With thread_id: checkpoint it; only given fields change. Without: create from summary and source_tool; " +
			"if an open thread is about the same, that one comes back and nothing is written.",
		hints: writes,
		params: []param{
			{name: "thread_id"},
			{name: "lease_id"},
			{name: "summary"},
			{name: "project"},
			{name: "workspace_path", doc: "absolute"},
			{name: "source_tool", doc: "your name"},
			{name: "goal"},
			{name: "focus"},
			{name: "next_steps", kind: textsArg, doc: "max 3"},
			{name: "blocked_reason", doc: "blocks; empty unblocks"},
			{name: "tried", kind: attemptsArg, doc: "dead ends, added"},
			{name: "allow_duplicate", kind: flagArg},
			{name: "create_project", kind: flagArg},
		},
		run: s.save,
	}
}

type saveData struct {
	Created bool       `json:"created"`
	Saved   bool       `json:"saved"` // false: a duplicate was found and nothing was written
	Thread  threadView `json:"thread"`
}

func (s *server) save(ctx context.Context, c call) (answer, error) {
	if c.threadID() != "" {
		return s.checkpoint(ctx, c)
	}
	// The most recent thread is not guessed at: it may be another agent's.
	switch {
	case c.has("thread_id"):
		return answer{}, refuse(`argument "thread_id" is empty: name the thread to checkpoint (list_threads shows the ids), or leave it out to create one`)
	case c.has("lease_id"):
		return answer{}, refuse(`argument "thread_id" is missing: a lease_id belongs to a thread, so name it`)
	case c.text("summary") == "" || c.text("source_tool") == "":
		return answer{}, refuse(`to checkpoint a thread, name it by "thread_id" (list_threads shows the ids); to create one, give "summary" and "source_tool"`)
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
		WorkspacePath: change[string](c.args, "workspace_path"),
	}
}

// create makes a thread, unless one that is still open is about the same work.
func (s *server) create(ctx context.Context, c call) (answer, error) {
	in := c.fields()
	in.Tried = change[[]store.Attempt](c.args, "tried")
	in.BlockedReason = change[string](c.args, "blocked_reason")
	project, hint, err := s.home(ctx, c)
	if err != nil {
		return answer{}, err
	}
	in.ProjectSlug = store.Some(project)
	if !c.flag("allow_duplicate") {
		s.creating.Lock()
		defer s.creating.Unlock()
		twin, score, err := s.twin(ctx, c.text("summary"), project)
		if err != nil {
			return answer{}, err
		}
		if twin != nil {
			return duplicate(*twin, score, c.base), nil
		}
	}
	w, err := s.Store.CreateThread(ctx, c.by, c.text("source_tool"), in, c.flag("create_project"))
	if err != nil {
		return answer{}, err
	}
	made := w.Item
	if reason := c.text("blocked_reason"); reason != "" {
		blocked, err := s.Store.Block(ctx, c.by, made.ID, store.Guard{}, reason)
		if err != nil {
			return answer{}, fmt.Errorf("mark the new thread %s as blocked: %w", made.ID, err)
		}
		made = blocked.Item
	}
	v := row(made, c.base)
	return answer{said("Created", v) + hint + " Checkpoint it by this id. " + v.URL, saveData{true, true, v}}, nil
}

// home is the project of a new thread: the one named, else that of the workspace, else
// the inbox.
func (s *server) home(ctx context.Context, c call) (project, hint string, err error) {
	if slug := c.text("project"); slug != "" {
		if c.flag("create_project") || slug == store.InboxSlug {
			return slug, "", nil
		}
		p, err := s.Store.Project(ctx, slug)
		var missing *store.NotFoundError
		if errors.As(err, &missing) {
			return "", "", refuse("%s; use that slug, or repeat with create_project: true if this project is new", explainMissing(missing))
		}
		return p.Slug, "", err
	}
	project, hint, err = s.scope(ctx, c)
	if project == "" && err == nil {
		project = store.InboxSlug
		if hint != "" {
			hint = " No project is registered for that folder, so it is in the inbox."
		}
	}
	return project, hint, err
}

// twinHits is how many of the nearest threads are looked at: finished ones may stand in
// front of the one that is still open.
const twinHits = 20

// twin finds the active thread that is about the same work. The same words may well mean
// other work in another project; only what lies in the inbox could belong anywhere.
func (s *server) twin(ctx context.Context, summary, project string) (*store.Thread, float64, error) {
	near, err := s.Store.Overlap(ctx, store.OverlapQuery{Text: summary, Project: project, Limit: twinHits})
	if err != nil {
		return nil, 0, err
	}
	i := slices.IndexFunc(near.Hits, func(h store.OverlapHit) bool {
		return h.Kind == "thread" && h.Score >= match.Duplicate && h.Active() &&
			(*h.ProjectSlug == project || *h.ProjectSlug == store.InboxSlug || project == store.InboxSlug)
	})
	if i < 0 {
		return nil, 0, nil
	}
	t, err := s.Store.Thread(ctx, near.Hits[i].ID)
	return &t, near.Hits[i].Score, err
}

func duplicate(t store.Thread, score float64, base string) answer {
	v := brief(t, base)
	next := "Continue it with its thread_id"
	if v.Lease != nil {
		next = "Somebody works on it right now: leave it to them, unless that is you"
	}
	return answer{
		fmt.Sprintf("Nothing was written: this thread is about the same (score %.2f). %s, or repeat with allow_duplicate: true if the work differs.\n%s\n%s",
			twoDecimals(score), next, note, v.block()),
		saveData{Thread: v},
	}
}

// checkpoint changes an existing thread.
func (s *server) checkpoint(ctx context.Context, c call) (answer, error) {
	in := c.fields()
	if slug := c.text("project"); slug != "" {
		in.ProjectSlug = store.Some(slug)
	}
	empty := in == store.ThreadInput{} && !c.has("tried") && !c.has("blocked_reason")
	if empty && !c.has("lease_id") {
		return answer{}, refuse("nothing to save: give at least one field, such as focus, next_steps, tried or blocked_reason")
	}
	for {
		saved, err := s.saveFields(ctx, c, in)
		var stale *store.VersionError
		if errors.As(err, &stale) && ctx.Err() == nil {
			continue // another write came between reading and writing: that one got through
		}
		if err != nil {
			return answer{}, err
		}
		v := row(saved, c.base)
		sentence := said("Saved", v)
		if !saved.Status.Active() {
			sentence += " It stays " + string(saved.Status) + ": only the owner reopens a thread."
		}
		return answer{sentence + " " + v.URL, saveData{false, true, v}}, nil
	}
}

// saveFields writes the fields, then the state. Both carry the version where they depend
// on what was read, so that a change in between is seen.
func (s *server) saveFields(ctx context.Context, c call, in store.ThreadInput) (store.Thread, error) {
	t, err := s.Store.Thread(ctx, c.threadID())
	if err != nil {
		return t, err
	}
	reason := c.text("blocked_reason")
	if reason != "" && !t.Status.Active() {
		return t, refuse("thread %s is %s and cannot be blocked: leave blocked_reason out; nothing was written", t.ID, t.Status)
	}
	guard := c.guard()
	if fresh := added(t.Tried, c.attempts("tried")); len(fresh) > len(t.Tried) {
		in.Tried = store.Some(fresh)
		guard.Version = t.Version
	}
	w, err := s.Store.UpdateThread(ctx, c.by, t.ID, guard, in, c.flag("create_project"))
	if err != nil {
		return t, err
	}
	guard.Version = w.Item.Version
	switch {
	case reason != "":
		w, err = s.Store.Block(ctx, c.by, t.ID, guard, reason)
	case c.has("blocked_reason") && w.Item.Status == store.StatusBlocked:
		w, err = s.Store.Reopen(ctx, c.by, t.ID, guard)
	}
	return w.Item, err
}

// added appends the attempts that are not known yet: an agent may send the whole list
// again at each checkpoint.
func added(known, sent []store.Attempt) []store.Attempt {
	all := slices.Clone(known)
	for _, a := range sent {
		if !slices.Contains(all, a) {
			all = append(all, a)
		}
	}
	return all
}
