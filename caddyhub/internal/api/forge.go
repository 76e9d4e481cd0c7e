package api

import (
	"context"

	"github.com/progresshub/progresshub/caddyhub/internal/forge"
	"github.com/progresshub/progresshub/caddyhub/internal/setting"
	"github.com/progresshub/progresshub/store"
)

// ForgeBody is the git remote, what is done on it now, and how that went last.
type ForgeBody struct {
	URL         *string                  `json:"url" doc:"The repository" example:"https://git.example.org/me/notes.git"`
	Branch      string                   `json:"branch" example:"main"`
	Path        string                   `json:"path" doc:"The folder inside the repository; empty: its root" example:"hub"`
	Username    *string                  `json:"username" example:"me"`
	TokenSet    bool                     `json:"token_set" doc:"Whether there is a token for it, which nobody gets back" example:"true"`
	AuthorName  string                   `json:"author_name" example:"Progress Hub"`
	AuthorEmail string                   `json:"author_email" example:"hub@localhost"`
	Sync        string                   `json:"sync" enum:"off,pull,both"`
	Cron        string                   `json:"cron" doc:"When it is synchronised" example:"*/30 * * * *"`
	Schedule    string                   `json:"schedule" doc:"The same in words" example:"every 30 minutes"`
	NextRun     *store.Time              `json:"next_run" format:"date-time" doc:"Null: sync is off"`
	Sources     map[string]string        `json:"sources" doc:"Where each value comes from: default, stored, or the part of the configuration that fixes it" example:"{\"url\":\"stored\",\"branch\":\"default\",\"path\":\"default\",\"username\":\"stored\",\"token\":\"stored\",\"author_name\":\"default\",\"author_email\":\"default\",\"sync\":\"stored\",\"cron\":\"default\"}"`
	Syncing     bool                     `json:"syncing" doc:"Whether a sync is under way, or is to be taken up again"`
	Job         *forge.Job               `json:"job" doc:"The work under way"`
	Import      *forge.Importing         `json:"import" doc:"An import that was asked for and has not ended; one that a restart cut short is taken up again"`
	LastSync    *forge.Outcome           `json:"last_sync"`
	Diverged    *forge.Diverged          `json:"diverged" doc:"Why syncs have stopped until the owner says which side is right; null: they go on"`
	Held        []forge.Held             `json:"held" nullable:"false" doc:"Files that are not pushed, because they look as if they held a credential"`
	Skipped     []forge.Skipped          `json:"skipped" nullable:"false" doc:"Files of the forge that the hub can't take"`
	Conflicts   []store.ForgeConflicting `json:"conflicts" nullable:"false" doc:"Files that wait for the owner's decision"`
}

var getForge = operation{id: "get-forge", owner: true, summary: "The git remote that projects are kept the same with, and how that went last"}

func (a *API) getForge(ctx context.Context, _ *struct{}) (*result[ForgeBody], error) {
	return a.showForge(ctx)
}

// showForge is not kept: neither the token nor the work under way stands in a commit.
func (a *API) showForge(ctx context.Context) (*result[ForgeBody], error) {
	s, err := a.Forge.Settings(ctx)
	if err != nil {
		return nil, err
	}
	now, err := a.Forge.Standing(ctx)
	if err != nil {
		return nil, err
	}
	b := ForgeBody{
		URL: optional(s.URL), Branch: s.Branch, Path: s.Path, Username: optional(s.Username), TokenSet: s.TokenSet,
		AuthorName: s.AuthorName, AuthorEmail: s.AuthorEmail, Sync: s.Sync, Cron: s.Cron.String(), Schedule: s.Cron.Words(), Sources: s.Sources,
		Syncing: now.Syncing, Job: now.Job, Import: now.Import, LastSync: now.LastSync, Diverged: now.Diverged, Held: now.Held, Skipped: now.Skipped, Conflicts: now.Conflicts,
	}
	if !s.NextRun.IsZero() {
		b.NextRun = new(store.At(s.NextRun))
	}
	return show(b).tagged(), nil
}

type putForgeInput struct {
	Body struct {
		URL         opt[string] `json:"url,omitempty" doc:"null: none" example:"https://git.example.org/me/notes.git"`
		Branch      opt[string] `json:"branch,omitempty" doc:"null: main" example:"main"`
		Path        opt[string] `json:"path,omitempty" doc:"null: the root" example:"hub"`
		Username    opt[string] `json:"username,omitempty" doc:"null: none" example:"me"`
		Token       opt[string] `json:"token,omitempty" doc:"Written only; null: none. A repository of another host forgets it" example:"a-token-of-the-forge"`
		AuthorName  opt[string] `json:"author_name,omitempty" doc:"Of the commits; null: Progress Hub" example:"Progress Hub"`
		AuthorEmail opt[string] `json:"author_email,omitempty" doc:"null: hub@localhost" example:"hub@example.org"`
		Sync        opt[string] `json:"sync,omitempty" doc:"off, pull or both; null: off" example:"both"`
		Cron        opt[string] `json:"cron,omitempty" doc:"Five fields, on the owner's clock; null: */30 * * * *" example:"0 * * * *"`
	}
}

var putForge = operation{id: "put-forge", owner: true, summary: "Change the settings of the forge that the body carries; null takes one back"}

func (a *API) putForge(ctx context.Context, in *putForgeInput) (*result[ForgeBody], error) {
	event, err := a.Forge.Update(ctx, author(ctx), setting.InputOf(in.Body))
	if err != nil {
		return nil, err
	}
	out, err := a.showForge(ctx)
	if err != nil {
		return nil, err
	}
	return out.recorded(event), nil
}

// ForgeTest is what the forge answered.
type ForgeTest struct {
	OK       bool     `json:"ok" doc:"Whether the repository can be read with these settings" example:"true"`
	Message  string   `json:"message" doc:"In words" example:"The branch main is there."`
	Branches []string `json:"branches" nullable:"false" doc:"The branches that the repository has" example:"[\"main\"]"`
}

var testForge = operation{id: "test-forge", owner: true, summary: "Ask the forge for its branches"}

func (a *API) testForge(ctx context.Context, _ *struct{}) (*result[ForgeTest], error) {
	result, err := a.Forge.Test(ctx)
	if err != nil {
		return nil, err
	}
	b := ForgeTest{OK: result.OK, Message: result.Message, Branches: result.Branches}
	if b.Branches == nil {
		b.Branches = []string{}
	}
	return show(b), nil
}

var scanForge = operation{id: "scan-forge", owner: true, summary: "List the projects of the forge; nothing is written"}

func (a *API) scanForge(ctx context.Context, _ *struct{}) (*result[forge.Scanned], error) {
	found, err := a.Forge.Scan(ctx)
	if err != nil {
		return nil, err
	}
	return show(found), nil
}

type importForgeInput struct {
	Body struct {
		Slugs opt[[]string] `json:"slugs,omitempty" doc:"Those to import; without it, all that are new" example:"[\"home-server\"]"`
	}
}

var importForge = operation{id: "import-forge", owner: true, summary: "Register projects of the forge and take their progress files over", goesOn: true}

func (a *API) importForge(ctx context.Context, in *importForgeInput) (*result[forge.Imported], error) {
	var slugs []string
	if in.Body.Slugs.Value != nil {
		slugs = append([]string{}, *in.Body.Slugs.Value...)
	}
	done, ended, err := a.Forge.Import(ctx, author(ctx), slugs)
	if err != nil {
		return nil, err
	}
	if !ended {
		return goesOn[forge.Imported](a.importUnderWay()), nil
	}
	return show(done), nil
}

// importUnderWay is the job of an import that has not ended in time. When it has ended since,
// the forge tells how that went.
func (a *API) importUnderWay() *forge.Job {
	if job := a.Forge.Worker.Job(); job != nil {
		return job
	}
	return &forge.Job{Kind: "import", StartedAt: store.At(a.Store.Now())}
}

var syncForge = operation{id: "sync-forge", owner: true, summary: "Bring the hub and the forge together", goesOn: true}

func (a *API) syncForge(ctx context.Context, _ *struct{}) (*result[ForgeBody], error) {
	return a.runForge(ctx, a.Forge.Sync)
}

type decideForgeInput struct {
	Body *struct {
		Commit *string `json:"commit,omitempty" doc:"The commit of diverged that the decision is about: when another was found since, the answer is 409. Without it, what was found last" example:"5f3c1d0b6d5f0c0a8a3b0c9d1e2f3a4b5c6d7e8f"`
	}
}

var acceptForge = operation{id: "accept-forge", owner: true, summary: "The two have diverged: take the forge's state over", goesOn: true}

func (a *API) acceptForge(ctx context.Context, in *decideForgeInput) (*result[ForgeBody], error) {
	return a.decideForge(ctx, in, a.Forge.Accept)
}

var restoreForge = operation{id: "restore-forge", owner: true, summary: "The two have diverged: put the hub's texts back into the forge, in a commit on top", goesOn: true}

func (a *API) restoreForge(ctx context.Context, in *decideForgeInput) (*result[ForgeBody], error) {
	return a.decideForge(ctx, in, a.Forge.Restore)
}

func (a *API) decideForge(ctx context.Context, in *decideForgeInput, run func(context.Context, *string) (bool, error)) (*result[ForgeBody], error) {
	about := orZero(in.Body).Commit
	return a.runForge(ctx, func(ctx context.Context) (bool, error) { return run(ctx, about) })
}

// runForge answers with how things stand after a sync, or with the job while it goes on.
func (a *API) runForge(ctx context.Context, run func(context.Context) (ended bool, err error)) (*result[ForgeBody], error) {
	ended, err := run(ctx)
	if err != nil {
		return nil, err
	}
	if job := a.Forge.Worker.Job(); !ended && job != nil {
		return goesOn[ForgeBody](job), nil
	}
	return a.showForge(ctx)
}

var cancelForge = operation{id: "cancel-forge", owner: true, summary: "Break off the work on the forge that is under way"}

func (a *API) cancelForge(ctx context.Context, _ *struct{}) (*result[ForgeBody], error) {
	if err := a.Forge.Cancel(ctx); err != nil {
		return nil, err
	}
	return a.showForge(ctx)
}

type listConflictsInput struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"20"`
	Cursor string `query:"cursor" doc:"From the Link header of the page before"`
}

var listConflicts = operation{id: "list-forge-conflicts", owner: true, summary: "List the files that both sides have changed in the same place, the newest first"}

func (a *API) listConflicts(ctx context.Context, in *listConflictsInput) (*result[[]store.ForgeConflict], error) {
	list, err := a.Forge.Conflicts(ctx, in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	next := a.nextPage(ctx, "/api/forge/conflicts", PageQuery(*in), list.Next, nil)
	return show(list.Conflicts).listed(list.Total, next).until(never), nil
}

type resolveConflictInput struct {
	ID   string `path:"id"`
	Body struct {
		Markdown string `json:"markdown" doc:"The text that both sides are to have" example:"# Home server\n\nThe disk is here.\n"`
	}
}

var resolveConflict = operation{
	id: "resolve-forge-conflict", owner: true, summary: "Decide a conflict: the text becomes the document's, and the next sync brings it to the forge",
}

func (a *API) resolveConflict(ctx context.Context, in *resolveConflictInput) (*result[store.ForgeResolved], error) {
	return write(ctx, func(by store.By) (store.Written[store.ForgeResolved], error) {
		return a.Store.ResolveForgeConflict(ctx, by, in.ID, in.Body.Markdown)
	}, item)
}
