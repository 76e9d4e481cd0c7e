package mcpserver

import (
	"context"
	"errors"

	"github.com/progresshub/progresshub/store"
)

// place is where the caller works, as far as it says so.
func (c call) place() store.Place {
	return store.Place{Folder: c.text("workspace_path"), Remote: c.text("repo_url")}
}

// scope is the project a reading tool looks at: the one named, which must exist, else the
// one of the place. An unknown place narrows nothing, and the hint says so.
func (s *server) scope(ctx context.Context, c call) (project, hint string, err error) {
	if slug := c.text("project"); slug != "" {
		p, err := s.Store.Project(ctx, slug)
		return p.Slug, "", err
	}
	at := c.place()
	if at == (store.Place{}) {
		return "", "", nil
	}
	p, err := s.Store.ResolvePlace(ctx, at)
	switch several := new(store.ConflictError); {
	case errors.As(err, new(*store.NotFoundError)):
		return "", " " + nobodys(at) + ", so this is about all projects. start_work with its project registers it; if that is new, save_thread with project and create_project: true.", nil
	case errors.As(err, &several):
		return "", " This is about all projects: " + oneLine(several.Message) + ".", nil
	}
	return p.Slug, "", err
}

func nobodys(at store.Place) string {
	if at.Folder != "" {
		return "No project is registered for that folder"
	}
	return "No project is registered for that repository"
}

// home is where new work is filed.
type home struct {
	project string
	hint    string      // how to file it elsewhere, if nobody said where
	place   store.Place // what its project may learn of where the work happens
}

// home is the project of a new thread: the one named, else that of the place, else the inbox.
// A project is registered in the way that register says, never by a typo. What was named
// together with a place learns it, and a repository that is known learns another clone.
func (s *server) home(ctx context.Context, c call, register string) (home, error) {
	at := c.place()
	if slug := c.text("project"); slug != "" {
		if c.flag("create_project") || slug == store.InboxSlug {
			return home{project: slug, place: at}, nil
		}
		p, err := s.Store.Project(ctx, slug)
		return home{project: p.Slug, place: at}, unknownProject(err, register)
	}
	const file = "save_thread with its thread_id and project files it (create_project: true if that is new)"
	if at == (store.Place{}) {
		return home{project: store.InboxSlug, hint: " It is in the inbox: " + file + "."}, nil
	}
	p, err := s.Store.ResolvePlace(ctx, at)
	if errors.As(err, new(*store.NotFoundError)) {
		return home{project: store.InboxSlug, hint: " " + nobodys(at) + ", so it is in the inbox: " + file + "; name the place there as well and it is known from then on."}, nil
	}
	return home{project: p.Slug, place: store.Place{Folder: at.Folder}}, err
}

// leftOut says why the project that the call names did not learn the place that it names too, as
// the end of a sentence's paragraph. A place alone claims nothing of the kind.
func (s *server) leftOut(ctx context.Context, c call, project string) string {
	if c.text("project") == "" {
		return ""
	}
	why, err := s.Store.LeftOut(ctx, project, c.place())
	s.lacks(ctx, "place", err)
	if why == "" {
		return ""
	}
	return " " + why + "."
}

// unfiled says that a checkpoint left a thread in the inbox although the call names its repository, as
// the end of a sentence's paragraph: that one is learned, and no more, beside a project.
func (s *server) unfiled(ctx context.Context, c call, v threadView) string {
	if c.text("project") != "" || c.text("repo_url") == "" {
		return ""
	}
	inbox, err := s.Store.Inbox(ctx)
	s.lacks(ctx, "place", err)
	if err != nil || v.ProjectSlug != inbox {
		return ""
	}
	return " It stays in the inbox: repo_url alone files nothing, so name its project as well."
}

// unknownProject adds to the refusal of a project that there is not how to register it.
func unknownProject(err error, register string) error {
	if missing := new(store.NotFoundError); errors.As(err, &missing) && missing.Kind == "project" {
		return refuse("%s; if this project is new, %s", explainMissing(missing), register)
	}
	return err
}
