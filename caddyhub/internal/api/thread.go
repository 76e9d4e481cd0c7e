package api

import (
	"context"
	"net/http"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/reqinfo"
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
	return reqinfo.From(ctx).Prefix + path
}

// ThreadFields are the fields of a thread that a client may write.
type ThreadFields struct {
	Energy        opt[string]          `json:"energy,omitempty" doc:"What the work asks of the owner: low, medium, high or unknown"`
	ProjectSlug   opt[string]          `json:"project_slug,omitempty" doc:"Registered if it is new; default inbox" example:"home-server"`
	Goal          opt[string]          `json:"goal,omitempty" example:"Backups can be read with the new key only"`
	Focus         opt[string]          `json:"focus,omitempty" doc:"What is being looked at right now" example:"The restore test"`
	NextSteps     opt[[]string]        `json:"next_steps,omitempty" doc:"At most three"`
	BlockedReason opt[string]          `json:"blocked_reason,omitempty" example:"Waits for the new disk"`
	ResumeStep    opt[string]          `json:"resume_step,omitempty" doc:"The action to pick the work up by" example:"Run the restore test with the new key"`
	Tried         opt[[]store.Attempt] `json:"tried,omitempty" doc:"What did not work and why; replaces the list"`
	WorkspacePath opt[string]          `json:"workspace_path,omitempty" example:"/home/me/src/home-server"`
	TranscriptRef opt[string]          `json:"transcript_ref,omitempty" example:"session-2026-05-04"`
}

func (f ThreadFields) input() store.ThreadInput {
	return store.ThreadInput{
		ProjectSlug: f.ProjectSlug.Opt, Energy: f.Energy.Opt, Goal: f.Goal.Opt, Focus: f.Focus.Opt,
		NextSteps: f.NextSteps.Opt, BlockedReason: f.BlockedReason.Opt, ResumeStep: f.ResumeStep.Opt,
		Tried: f.Tried.Opt, WorkspacePath: f.WorkspacePath.Opt, TranscriptRef: f.TranscriptRef.Opt,
	}
}

type listThreadsInput struct {
	Status     []string `query:"status" doc:"open, blocked, done or dismissed, several with commas; default open,blocked"`
	Stale      bool     `query:"stale" doc:"Only active threads that have been quiet for the stale days; oldest first"`
	Project    string   `query:"project" doc:"A project's slug"`
	SourceTool string   `query:"source_tool"`
	Energy     string   `query:"energy"`
	Text       string   `query:"q" doc:"Somewhere in the thread's text, in any case"`
	Limit      int      `query:"limit" minimum:"1" maximum:"200" default:"50"`
	Cursor     string   `query:"cursor" doc:"From the Link header of the page before"`
}

var listThreads = operation{id: "list-threads", summary: "List threads", result: []ThreadBody{}}

func (a *API) listThreads(ctx context.Context, in *listThreadsInput) (*answer, error) {
	f := store.ThreadFilter{
		Stale: in.Stale, Project: in.Project, SourceTool: in.SourceTool, Energy: in.Energy,
		Text: in.Text, Limit: in.Limit, Cursor: in.Cursor,
	}
	for _, s := range in.Status {
		f.Statuses = append(f.Statuses, store.Status(s))
	}
	page, err := a.Store.Threads(ctx, f, a.Policy)
	if err != nil {
		return nil, err
	}
	out := in.page(page.Next, page.Total).answer(ctx, a, a.encodeThreads(ctx, page.Threads))
	return cacheable(ctx, out, page.FreshUntil), nil
}

func (in *listThreadsInput) page(next string, total int) page {
	filter := map[string]string{
		"status": strings.Join(in.Status, ","), "project": in.Project, "source_tool": in.SourceTool, "energy": in.Energy, "q": in.Text,
	}
	if in.Stale {
		filter["stale"] = "true"
	}
	return page{"/api/threads", in.Limit, next, total, filter}
}

type createThreadInput struct {
	Body struct {
		Summary    string `json:"summary" doc:"The work in one sentence" example:"Rotate the backup keys"`
		SourceTool string `json:"source_tool,omitempty" doc:"The tool that creates it" example:"claude-code"`
		ThreadFields
	}
}

var createThread = operation{id: "create-thread", summary: "Create a thread", status: http.StatusCreated, result: ThreadBody{}}

func (a *API) createThread(ctx context.Context, in *createThreadInput) (*answer, error) {
	fields := in.Body.input()
	fields.Summary = store.Some(in.Body.Summary)
	return write(ctx, a, in.Body.SourceTool, func(by store.By) (store.Written[store.Thread], error) {
		return a.Store.CreateThread(ctx, by, in.Body.SourceTool, fields, true)
	}, func(w store.Written[store.Thread]) *answer {
		out := a.showThread(ctx, w)
		out.Status = http.StatusCreated
		out.Location = a.link(ctx, "/api/threads/"+w.Item.ID)
		return out
	})
}

// showThread is the answer to a change of a thread.
func (a *API) showThread(ctx context.Context, w store.Written[store.Thread]) *answer {
	out := reply(http.StatusOK, a.threadBody(ctx, w.Item)).tagged(w.Item.Version)
	out.Event = w.EventID
	return out
}

type ThreadPath struct {
	ID string `path:"id" maxLength:"64"`
}

var getThread = operation{id: "get-thread", summary: "Read a thread", result: ThreadBody{}}

func (a *API) getThread(ctx context.Context, in *ThreadPath) (*answer, error) {
	t, err := a.Store.Thread(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return cacheable(ctx, reply(http.StatusOK, a.threadBody(ctx, t)).tagged(t.Version), leaseEnd(&t)), nil
}

// ThreadTarget names the thread a change is for, and the version it was made against.
type ThreadTarget struct {
	ThreadPath
	IfMatch string `header:"If-Match" doc:"The ETag of the version the change was made against"`
}

func (t *ThreadTarget) guard(leaseID string) (store.Guard, error) {
	version, err := ifMatch(t.IfMatch)
	if err != nil {
		return store.Guard{}, invalidHeader("If-Match", "must be an ETag of this thread")
	}
	return store.Guard{Version: version, LeaseID: leaseID}, nil
}

type updateThreadInput struct {
	ThreadTarget
	Body struct {
		Summary opt[string] `json:"summary,omitempty" example:"Rotate the backup keys"`
		LeaseID string      `json:"lease_id,omitempty" doc:"Renews the lease it names" example:"7k2m9x4q8r1t"`
		ThreadFields
	}
}

var updateThread = operation{id: "update-thread", summary: "Change the fields of a thread that the body carries", result: ThreadBody{}}

func (a *API) updateThread(ctx context.Context, in *updateThreadInput) (*answer, error) {
	fields := in.Body.input()
	fields.Summary = in.Body.Summary.Opt
	return a.changeThread(ctx, &in.ThreadTarget, in.Body.LeaseID, func(by store.By, g store.Guard) (store.Written[store.Thread], error) {
		return a.Store.UpdateThread(ctx, by, in.ID, g, fields, true)
	})
}

// changeThread runs a change of one thread and shows the thread.
func (a *API) changeThread(ctx context.Context, target *ThreadTarget, leaseID string, do func(store.By, store.Guard) (store.Written[store.Thread], error)) (*answer, error) {
	g, err := target.guard(leaseID)
	if err != nil {
		return nil, err
	}
	return write(ctx, a, "", func(by store.By) (store.Written[store.Thread], error) { return do(by, g) },
		func(w store.Written[store.Thread]) *answer { return a.showThread(ctx, w) })
}

func (p ThreadPath) read(ctx context.Context, a *API) (*answer, error) { return a.getThread(ctx, &p) }
