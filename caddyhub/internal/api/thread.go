package api

import (
	"context"
	"net/http"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
	"github.com/progresshub/progresshub/store"
)

// ThreadBody is a thread on the wire.
type ThreadBody struct {
	store.Thread
	URL string `json:"url" doc:"Where the dashboard shows it" example:"/ui/threads/cxy99bbg25ng"`
}

func (a *API) threadBody(ctx context.Context, t store.Thread) ThreadBody {
	return ThreadBody{t, a.link(ctx, "/ui/threads/"+t.ID)}
}

// link is the address of a path of this hub: absolute when the public URL is set, else
// the path alone, as answers are cached across the names a hub is reached by.
func (a *API) link(ctx context.Context, path string) string {
	if a.PublicURL != "" {
		return a.PublicURL + path
	}
	return a.way(ctx, path)
}

// way is the address of a path of this hub for the one who asks, relative to the address that the
// request came to: the public one may not be reached from there.
func (a *API) way(ctx context.Context, path string) string { return inbound.From(ctx).Prefix + path }

// ThreadFields are the fields of a thread that a client may write.
type ThreadFields struct {
	Energy        opt[string]          `json:"energy,omitempty" doc:"What the work asks of the owner: low, medium, high or unknown"`
	ProjectSlug   opt[string]          `json:"project_slug,omitempty" doc:"Registered if it is new; default inbox" example:"home-server"`
	Goal          opt[string]          `json:"goal,omitempty" doc:"When the work is done" example:"Backups can be read with the new key only"`
	Focus         opt[string]          `json:"focus,omitempty" doc:"What is being looked at right now" example:"The restore test"`
	NextSteps     opt[[]string]        `json:"next_steps,omitempty" doc:"At most three"`
	BlockedReason opt[string]          `json:"blocked_reason,omitempty" doc:"What it waits for" example:"Waits for the new disk"`
	ResumeStep    opt[string]          `json:"resume_step,omitempty" doc:"The action to pick the work up by" example:"Run the restore test with the new key"`
	Tried         opt[[]store.Attempt] `json:"tried,omitempty" doc:"What did not work and why; replaces the list"`
	AlsoKnown     opt[[]string]        `json:"also_known,omitempty" doc:"What else it is called: at most five, each of 200 characters; replaces the list"`
	DependsOn     opt[[]string]        `json:"depends_on,omitempty" doc:"Ids of the threads to be finished before it can start: at most 16, never in a circle; replaces the list"`
	WorkspacePath opt[string]          `json:"workspace_path,omitempty" doc:"The folder of the work, absolute" example:"/home/me/src/home-server"`
	TranscriptRef opt[string]          `json:"transcript_ref,omitempty" doc:"Where its transcript is, as the tool names it" example:"session-2026-05-04"`
}

func (f ThreadFields) input() store.ThreadInput {
	return store.ThreadInput{
		ProjectSlug: f.ProjectSlug.Opt, Energy: f.Energy.Opt, Goal: f.Goal.Opt, Focus: f.Focus.Opt,
		NextSteps: f.NextSteps.Opt, BlockedReason: f.BlockedReason.Opt, ResumeStep: f.ResumeStep.Opt,
		Tried: f.Tried.Opt, AlsoKnown: f.AlsoKnown.Opt, DependsOn: f.DependsOn.Opt, WorkspacePath: f.WorkspacePath.Opt, TranscriptRef: f.TranscriptRef.Opt,
	}
}

type listThreadsInput struct {
	Status     []string `query:"status" doc:"open, blocked, done or dismissed, several with commas; default open,blocked"`
	Stale      bool     `query:"stale" doc:"Only active threads without work for the stale days, the longest first; snoozed ones are left out"`
	Ready      bool     `query:"ready" doc:"Only what can start now: open, not snoozed, held by nobody, and with nothing unfinished before it"`
	Snoozed    bool     `query:"snoozed" doc:"Only active threads that are snoozed, the first to come back first"`
	Sort       string   `query:"sort" doc:"activity: what has ended or been worked on last comes first, and each page is as it is when it is read; default the newest first, complete over all pages"`
	Project    string   `query:"project" doc:"A project's slug"`
	SourceTool string   `query:"source_tool" doc:"The tool that they were created with"`
	Energy     string   `query:"energy" doc:"low, medium, high or unknown"`
	Text       string   `query:"q" doc:"Words, each of them somewhere in the thread's text, in any case and order"`
	PageQuery
}

var listThreads = operation{id: "list-threads", summary: "List threads"}

func (a *API) listThreads(ctx context.Context, in *listThreadsInput) (*result[[]ThreadBody], error) {
	f := store.ThreadFilter{
		Stale: in.Stale, Ready: in.Ready, Snoozed: in.Snoozed, Sort: in.Sort, Project: in.Project, SourceTool: in.SourceTool, Energy: in.Energy,
		Text: in.Text, Limit: in.Limit, Cursor: in.Cursor,
	}
	for _, s := range in.Status {
		f.Statuses = append(f.Statuses, store.Status(s))
	}
	page, err := a.Store.Threads(ctx, f, a.Policy)
	if err != nil {
		return nil, err
	}
	out := encoded[[]ThreadBody](a.encodeThreads(ctx, page.Threads))
	return out.listed(page.Total, a.nextPage(ctx, "/api/threads", in.PageQuery, page.Next, in.filter())).until(page.FreshUntil), nil
}

func (in *listThreadsInput) filter() map[string]string {
	filter := map[string]string{
		"status": strings.Join(in.Status, ","), "project": in.Project, "source_tool": in.SourceTool, "energy": in.Energy, "q": in.Text, "sort": in.Sort,
	}
	if in.Stale {
		filter["stale"] = "true"
	}
	if in.Ready {
		filter["ready"] = "true"
	}
	if in.Snoozed {
		filter["snoozed"] = "true"
	}
	return filter
}

type createThreadInput struct {
	Body struct {
		Summary    string `json:"summary" doc:"The work in one sentence" example:"Rotate the backup keys"`
		SourceTool string `json:"source_tool,omitempty" doc:"The tool that creates it" example:"claude-code"`
		ThreadFields
	}
}

var createThread = operation{id: "create-thread", summary: "Create a thread", status: http.StatusCreated}

func (a *API) createThread(ctx context.Context, in *createThreadInput) (*result[ThreadBody], error) {
	fields := in.Body.input()
	fields.Summary = store.Some(in.Body.Summary)
	sign(ctx, in.Body.SourceTool)
	return write(ctx, func(by store.By) (store.Written[store.Thread], error) {
		return a.Store.CreateThread(ctx, by, in.Body.SourceTool, fields, true)
	}, func(w store.Written[store.Thread]) *result[ThreadBody] {
		return a.showThread(ctx, w.Item).created(a.way(ctx, "/api/threads/"+w.Item.ID)).without(w.LeftOut)
	})
}

func (a *API) showThread(ctx context.Context, t store.Thread) *result[ThreadBody] {
	return show(a.threadBody(ctx, t)).at(t.Version, t.Mark())
}

type ThreadPath struct {
	ID string `path:"id" maxLength:"64"`
}

var getThread = operation{id: "get-thread", summary: "Read a thread"}

func (a *API) getThread(ctx context.Context, in *ThreadPath) (*result[ThreadBody], error) {
	t, err := a.Store.Thread(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return a.showThread(ctx, t).until(leaseEnd(&t)), nil
}

// ThreadTarget names the thread a change is for, and the version it was made against.
type ThreadTarget struct {
	ThreadPath
	IfMatch string `header:"If-Match" doc:"The ETag of the version the change was made against"`
}

func (t *ThreadTarget) guard(ctx context.Context, a *API, lease LeaseField) (store.Guard, error) {
	version, err := ifMatch(t.IfMatch)
	if err != nil {
		return store.Guard{}, inbound.Invalid("header.If-Match", "must be an ETag of this thread")
	}
	if err := a.checkMark(ctx, t.IfMatch, t); err != nil {
		return store.Guard{}, err
	}
	g, err := lease.guard(ctx)
	g.Version = version
	return g, err
}

type updateThreadInput struct {
	ThreadTarget
	Body struct {
		Summary opt[string] `json:"summary,omitempty" example:"Rotate the backup keys"`
		LeaseField
		ThreadFields
	}
}

var updateThread = operation{id: "update-thread", summary: "Change the fields of a thread that the body carries"}

func (a *API) updateThread(ctx context.Context, in *updateThreadInput) (*result[ThreadBody], error) {
	fields := in.Body.input()
	fields.Summary = in.Body.Summary.Opt
	return a.changeThread(ctx, &in.ThreadTarget, in.Body.LeaseField, func(by store.By, g store.Guard) (store.Written[store.Thread], error) {
		return a.Store.UpdateThread(ctx, by, in.ID, g, fields, true)
	})
}

// changeThread runs a change of one thread and shows the thread.
func (a *API) changeThread(ctx context.Context, target *ThreadTarget, lease LeaseField, do func(store.By, store.Guard) (store.Written[store.Thread], error)) (*result[ThreadBody], error) {
	g, err := target.guard(ctx, a, lease)
	if err != nil {
		return nil, err
	}
	return write(ctx, func(by store.By) (store.Written[store.Thread], error) { return do(by, g) },
		func(w store.Written[store.Thread]) *result[ThreadBody] {
			return a.showThread(ctx, w.Item).without(w.LeftOut).freeing(w.Freed)
		})
}

func (p ThreadPath) tag(ctx context.Context, a *API) (string, error) {
	return tagOf(a.getThread(ctx, &p))
}
