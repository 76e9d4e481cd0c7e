package api

import (
	"context"
	"net/http"

	"github.com/progresshub/progresshub/store"
)

type listProjectsInput struct {
	Archived bool `query:"archived" doc:"Archived ones as well"`
	PageQuery
}

var listProjects = operation{id: "list-projects", summary: "List projects with the numbers of their threads"}

func (a *API) listProjects(ctx context.Context, in *listProjectsInput) (*result[[]store.Project], error) {
	list, err := a.Store.ProjectPage(ctx, store.ProjectFilter{Archived: in.Archived, Limit: in.Limit, Cursor: in.Cursor})
	if err != nil {
		return nil, err
	}
	filter := map[string]string{}
	if in.Archived {
		filter["archived"] = "true"
	}
	return show(list.Projects).listed(list.Total, a.nextPage(ctx, "/api/projects", in.PageQuery, list.Next, filter)).until(never), nil
}

type ProjectPath struct {
	Slug string `path:"slug" maxLength:"64"`
}

var getProject = operation{id: "get-project", summary: "Read a project"}

func (a *API) getProject(ctx context.Context, in *ProjectPath) (*result[store.Project], error) {
	p, err := a.Store.Project(ctx, in.Slug)
	return showProject(p, err)
}

func showProject(p store.Project, err error) (*result[store.Project], error) {
	if err != nil {
		return nil, err
	}
	return show(p).until(never), nil
}

type resolveProjectInput struct {
	Workspace string `query:"workspace_path" doc:"A folder: the project whose longest registered path equals or contains it"`
	Repo      string `query:"repo_url" doc:"A git remote, in any spelling; exactly one of the two is asked for"`
}

var resolveProject = operation{id: "resolve-project", summary: "Find the project of a folder or of a git remote"}

func (a *API) resolveProject(ctx context.Context, in *resolveProjectInput) (*result[store.Project], error) {
	if (in.Workspace == "") == (in.Repo == "") {
		return nil, &store.InvalidError{Fields: []store.FieldError{{Field: "workspace_path", Message: "or repo_url is required, and only one of them"}}}
	}
	resolve, name := a.Store.ResolveWorkspace, in.Workspace
	if in.Repo != "" {
		resolve, name = a.Store.ResolveRepo, in.Repo
	}
	p, err := resolve(ctx, name)
	return showProject(p, err)
}

// ProjectFields are the fields of a project that a client may write.
type ProjectFields struct {
	Slug           opt[string]   `json:"slug,omitempty" doc:"1 to 64 lower-case letters, digits or inner hyphens; a new project gets it from its title; a change renames and keeps the old one as an alias" example:"home-server"`
	Title          opt[string]   `json:"title,omitempty" doc:"Default: the slug" example:"Home server"`
	Description    opt[string]   `json:"description,omitempty" example:"Everything that runs in the cupboard"`
	RepoURL        opt[string]   `json:"repo_url,omitempty" doc:"The git remote; stored without user name and password" example:"https://git.example.org/me/home-server"`
	WorkspacePaths opt[[]string] `json:"workspace_paths,omitempty" doc:"Folders the work happens in; replaces the list"`
	ForgePath      opt[string]   `json:"forge_path,omitempty" doc:"Where its progress file stands in the forge; default projects/<slug>/PROGRESS.md" example:"projects/home-server/PROGRESS.md"`
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

type updateProjectInput struct {
	ProjectPath
	Body ProjectFields
}

var updateProject = operation{id: "update-project", summary: "Change the fields of a project that the body carries"}

func (a *API) updateProject(ctx context.Context, in *updateProjectInput) (*result[store.Project], error) {
	return write(ctx, func(by store.By) (store.Written[store.Project], error) {
		return a.Store.UpdateProject(ctx, by, in.Slug, in.Body.input())
	}, func(w store.Written[store.Project]) *result[store.Project] { return show(w.Item).tagged() })
}

var deleteProject = operation{
	id: "delete-project", owner: true, summary: "Delete a project with its threads, reminders and progress file; an undo brings them back",
}

type deleteProjectInput struct {
	ProjectPath
	Force bool `query:"force" doc:"Delete it although somebody holds one of its threads"`
}

func (a *API) deleteProject(ctx context.Context, in *deleteProjectInput) (*result[none], error) {
	return write(ctx, func(by store.By) (store.Written[store.Project], error) {
		return a.Store.DeleteProject(ctx, by, in.Slug, store.Guard{Force: in.Force})
	}, gone)
}

var createProject = operation{id: "create-project", summary: "Register a project", status: http.StatusCreated}

func (a *API) createProject(ctx context.Context, in *createProjectInput) (*result[store.Project], error) {
	b := &in.Body
	return write(ctx, func(by store.By) (store.Written[store.Project], error) {
		return a.Store.CreateProject(ctx, by, b.input())
	}, func(w store.Written[store.Project]) *result[store.Project] {
		return show(w.Item).tagged().created(a.way(ctx, "/api/projects/"+w.Item.Slug))
	})
}
