package api

import (
	"context"
	"net/http"
	"strconv"

	"github.com/progresshub/progresshub/store"
)

func (a *API) listProjects(ctx context.Context, _ *struct{}) (*answer, error) {
	list, err := a.Store.Projects(ctx)
	if err != nil {
		return nil, err
	}
	out := reply(http.StatusOK, list).tagged(0)
	out.TotalCount = strconv.Itoa(len(list))
	return cacheable(ctx, out, never), nil
}

type projectPath struct {
	Slug string `path:"slug" maxLength:"64"`
}

func (a *API) getProject(ctx context.Context, in *projectPath) (*answer, error) {
	p, err := a.Store.Project(ctx, in.Slug)
	if err != nil {
		return nil, err
	}
	return cacheable(ctx, reply(http.StatusOK, p).tagged(0), never), nil
}

// ProjectFields are the fields of a project that a client may write.
type ProjectFields struct {
	Slug           opt[string]   `json:"slug,omitempty" doc:"1 to 64 lower-case letters, digits or inner hyphens; a new project gets it from its title; a change renames and keeps the old one as an alias"`
	Title          opt[string]   `json:"title,omitempty" doc:"Default: the slug"`
	Description    opt[string]   `json:"description,omitempty"`
	RepoURL        opt[string]   `json:"repo_url,omitempty" doc:"The git remote; stored without user name and password"`
	WorkspacePaths opt[[]string] `json:"workspace_paths,omitempty" doc:"Folders the work happens in; replaces the list"`
	ForgePath      opt[string]   `json:"forge_path,omitempty" doc:"Where its progress file stands in the forge; default projects/<slug>/PROGRESS.md"`
	Pinned         opt[bool]     `json:"pinned,omitempty"`
	Archived       opt[bool]     `json:"archived,omitempty" doc:"Sets or clears archived_at"`
}

func (f ProjectFields) input() store.ProjectInput {
	return store.ProjectInput{
		Slug: f.Slug.Opt, Title: f.Title.Opt, Description: f.Description.Opt, RepoURL: f.RepoURL.Opt,
		WorkspacePaths: f.WorkspacePaths.Opt, ForgePath: f.ForgePath.Opt, Pinned: f.Pinned.Opt, Archived: f.Archived.Opt,
	}
}

type createProjectInput struct{ Body ProjectFields }

func (a *API) createProject(ctx context.Context, in *createProjectInput) (*answer, error) {
	b := &in.Body
	return write(ctx, a, "", func(by store.By) (store.Written[store.Project], error) {
		return a.Store.CreateProject(ctx, by, b.input())
	}, func(w store.Written[store.Project]) *answer {
		out := reply(http.StatusCreated, w.Item).tagged(0)
		out.Location = a.link(ctx, "/api/projects/"+w.Item.Slug)
		out.Event = w.EventID
		return out
	})
}
