package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/progresshub/progresshub/store"
)

func (a *API) listProjects(ctx context.Context, _ *struct{}) (*answer, error) {
	list, err := a.Store.Projects(ctx)
	if err != nil {
		return nil, err
	}
	out := reply(http.StatusOK, list).tagged(0)
	out.TotalCount = strconv.Itoa(len(list))
	return cacheable(ctx, out, time.Time{}), nil
}

type projectPath struct {
	Slug string `path:"slug" maxLength:"64"`
}

func (a *API) getProject(ctx context.Context, in *projectPath) (*answer, error) {
	p, err := a.Store.Project(ctx, in.Slug)
	if err != nil {
		return nil, err
	}
	return cacheable(ctx, reply(http.StatusOK, p).tagged(0), time.Time{}), nil
}

type createProjectInput struct {
	Body struct {
		Slug           string      `json:"slug" doc:"1 to 64 lower-case letters, digits or inner hyphens"`
		Title          string      `json:"title,omitempty" doc:"Default: the slug"`
		Description    opt[string] `json:"description,omitempty"`
		RepoURL        opt[string] `json:"repo_url,omitempty"`
		WorkspacePaths []string    `json:"workspace_paths,omitempty" nullable:"false" doc:"Folders the work happens in"`
	}
}

func (a *API) createProject(ctx context.Context, in *createProjectInput) (*answer, error) {
	b := &in.Body
	return write(ctx, a, "", func(by store.By) (store.Written[store.Project], error) {
		return a.Store.CreateProject(ctx, by, store.ProjectInput{
			Slug: b.Slug, Title: b.Title, Description: b.Description.Value, RepoURL: b.RepoURL.Value, WorkspacePaths: b.WorkspacePaths,
		})
	}, func(w store.Written[store.Project]) *answer {
		out := reply(http.StatusCreated, w.Item).tagged(0)
		out.Location = a.link(ctx, "/api/projects/"+w.Item.Slug)
		out.Event = w.EventID
		return out
	})
}
