package api

import (
	"context"

	"github.com/progresshub/progresshub/store"
)

// ProgressBody is a progress file on the wire.
type ProgressBody struct {
	store.Progress
	HTML *string `json:"html,omitempty" doc:"With ?html=1: the text as sanitised HTML"`
}

// ProgressPath names the project of a progress file.
type ProgressPath struct {
	Slug string `path:"slug" maxLength:"64"`
}

func (p ProgressPath) tag(ctx context.Context, a *API) (string, error) {
	return tagOf(a.getProgress(ctx, &getProgressInput{ProgressPath: p}))
}

type getProgressInput struct {
	ProgressPath
	DocumentQuery
}

var getProgress = operation{id: "get-progress", summary: "Read a project's progress file"}

func (a *API) getProgress(ctx context.Context, in *getProgressInput) (*result[ProgressBody], error) {
	var p store.Progress
	var err error
	if in.Rev > 0 {
		p, err = a.Store.ProgressAt(ctx, in.Slug, in.Rev)
	} else {
		p, err = a.Store.Progress(ctx, in.Slug)
	}
	if err != nil {
		return nil, err
	}
	body := ProgressBody{p, a.render(ctx, in.DocumentQuery, p.Markdown, p.Links)}
	return show(body).at(p.Rev, p.Mark()).until(never), nil
}

type putProgressInput struct {
	ProgressPath
	DocumentGuard
	Body DocumentText
}

var putProgress = operation{id: "put-progress", summary: "Write a project's progress file", creates: true}

func (a *API) putProgress(ctx context.Context, in *putProgressInput) (*result[ProgressBody], error) {
	rev, err := in.ifRev(ctx, a, in)
	if err != nil {
		return nil, err
	}
	return write(ctx, func(by store.By) (store.Written[store.Progress], error) {
		return a.Store.PutProgress(ctx, by, in.Slug, rev, in.Body.Markdown)
	}, func(w store.Written[store.Progress]) *result[ProgressBody] {
		out := showProgress(w)
		if w.Created {
			out.created(a.way(ctx, "/api/projects/"+w.Item.ProjectSlug+"/progress"))
		}
		return out
	})
}

type logProgressInput struct {
	ProgressPath
	Body struct {
		LeaseField
		Entry    string `json:"entry" doc:"A decision, a blocker or a result, at most 2,000 characters; one that equals the last entry is not written again" example:"Chose SQLite: one file, no server"`
		ThreadID string `json:"thread_id,omitempty" doc:"A thread of the project: the entry links to it and counts as work on it"`
	}
}

var logProgress = operation{id: "log-progress", summary: "Add an entry to the log of a project's progress file"}

func (a *API) logProgress(ctx context.Context, in *logProgressInput) (*result[ProgressBody], error) {
	entry := store.LogEntry{Text: in.Body.Entry, ThreadID: in.Body.ThreadID, LeaseID: in.Body.LeaseID}
	return write(ctx, func(by store.By) (store.Written[store.Progress], error) {
		return a.Store.LogProgress(ctx, by, in.Slug, entry, a.Policy)
	}, showProgress)
}

// showProgress is the answer to a change of a progress file.
func showProgress(w store.Written[store.Progress]) *result[ProgressBody] {
	return show(ProgressBody{Progress: w.Item}).at(w.Item.Rev, w.Item.Mark())
}

type listProgressRevisionsInput struct {
	ProgressPath
	PageQuery
}

var listProgressRevisions = operation{id: "list-progress-revisions", summary: "List the versions of a project's progress file"}

func (a *API) listProgressRevisions(ctx context.Context, in *listProgressRevisionsInput) (*result[[]store.Revision], error) {
	page, err := a.Store.ProgressRevisions(ctx, in.Slug, in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	return a.revisions(ctx, "/api/projects/"+in.Slug+"/progress-revisions", in.PageQuery, page), nil
}
