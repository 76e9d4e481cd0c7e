package api

import (
	"context"
	"time"

	"github.com/progresshub/progresshub/store"
)

type listSessionsInput struct {
	Project string `query:"project" doc:"A project's slug"`
	Tool    string `query:"tool" doc:"The agent's tool" example:"claude-code"`
	PageQuery
}

var listSessions = operation{id: "list-sessions", summary: "List session records, the newest first"}

func (a *API) listSessions(ctx context.Context, in *listSessionsInput) (*result[[]store.SessionRecord], error) {
	list, err := a.Store.Sessions(ctx, store.SessionFilter{Project: in.Project, Tool: in.Tool, Limit: in.Limit, Cursor: in.Cursor})
	if err != nil {
		return nil, err
	}
	next := a.nextPage(ctx, "/api/sessions", in.PageQuery, list.Next, map[string]string{"project": in.Project, "tool": in.Tool})
	return show(list.Sessions).listed(list.Total, next).until(never), nil
}

type sessionPath struct {
	ID string `path:"id" maxLength:"64"`
}

var getSession = operation{id: "get-session", summary: "Read a session record"}

func (a *API) getSession(ctx context.Context, in *sessionPath) (*result[store.SessionRecord], error) {
	record, err := a.Store.Session(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return show(record).until(never), nil
}

// SessionFields is a session record as an indexer sends it.
type SessionFields struct {
	Tool          string        `json:"tool" doc:"The agent's tool" example:"claude-code"`
	SessionRef    string        `json:"session_ref" doc:"The tool's own name of the session; with the tool it names the record" example:"5f0c7e2a"`
	WorkspacePath opt[string]   `json:"workspace_path,omitempty" doc:"The folder it ran in; tells the project unless project_slug does" example:"/srv/shop"`
	RepoURL       opt[string]   `json:"repo_url,omitempty" doc:"The git remote of the folder, in any spelling; tells the project when neither project_slug nor the folder does" example:"https://git.example.org/me/home-server"`
	ProjectSlug   opt[string]   `json:"project_slug,omitempty" doc:"Counts if there is such a project; none is registered" example:"home-server"`
	Title         opt[string]   `json:"title,omitempty" doc:"Default: the session_ref" example:"Split the payment webhook"`
	Summary       opt[string]   `json:"summary,omitempty" doc:"What was asked last, never the transcript" example:"Rotate the backup keys"`
	OpenItems     opt[[]string] `json:"open_items,omitempty" doc:"At most 50; replaces the list" example:"[\"Draft the route table\"]"`
	StartedAt     opt[string]   `json:"started_at,omitempty" doc:"Without an offset it is in the owner's zone" example:"2026-05-04T09:30:00Z"`
	EndedAt       opt[string]   `json:"ended_at,omitempty" example:"2026-05-04T11:05:00Z"`
	Messages      opt[int]      `json:"messages,omitempty" doc:"How many there were" example:"42"`
}

func (f SessionFields) input(zone *time.Location) (store.SessionInput, error) {
	in := store.SessionInput{
		Tool: f.Tool, SessionRef: f.SessionRef, WorkspacePath: f.WorkspacePath.Opt, RepoURL: f.RepoURL.Opt, ProjectSlug: f.ProjectSlug.Opt,
		Title: f.Title.Opt, Summary: f.Summary.Opt, OpenItems: f.OpenItems.Opt, Messages: f.Messages.Opt,
	}
	for _, t := range []struct {
		name string
		text opt[string]
		to   *store.Opt[store.Time]
	}{{"started_at", f.StartedAt, &in.StartedAt}, {"ended_at", f.EndedAt, &in.EndedAt}} {
		t.to.Set = t.text.Set
		if t.text.Value == nil {
			continue
		}
		at, err := store.ParseTime(*t.text.Value, zone)
		if err != nil {
			return in, &store.InvalidError{Fields: []store.FieldError{{Field: t.name, Message: "is " + err.Error()}}}
		}
		t.to.Value = &at
	}
	return in, nil
}
