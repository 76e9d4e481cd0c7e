package store

import (
	"context"
	"fmt"
	"strings"
)

// LeftOut says in a sentence why a project did not learn a place that it was named together with;
// empty: it knows all of it. Who named both believes that the place is enough from then on.
func (s *Store) LeftOut(ctx context.Context, slug string, at Place) (string, error) {
	return leftOut(slug, at,
		func() (Project, error) { return s.Project(ctx, slug) },
		func() ([]Project, error) { return s.Projects(ctx) })
}

// leftOut is [Store.LeftOut] inside a change.
func (tx *tx) leftOut(slug string, at Place) (string, error) {
	return leftOut(slug, at,
		func() (Project, error) { return tx.project(slug) },
		func() ([]Project, error) {
			return txCollect(tx, scanProject, projectQuery+`WHERE p.deleted_at IS NULL`)
		})
}

func leftOut(slug string, at Place, own func() (Project, error), every func() ([]Project, error)) (string, error) {
	if at == (Place{}) || slug == InboxSlug {
		return "", nil
	}
	p, err := own()
	if err != nil || p.isInbox() || at.Remote == "" && p.holds(cleanWorkspace(at.Folder)) {
		return "", err
	}
	all, err := every()
	if err != nil {
		return "", err
	}
	var why []string
	if at.Folder != "" {
		if reason := p.folderLeftOut(at, all); reason != "" {
			why = append(why, "folder "+reason)
		}
	}
	if at.Remote != "" {
		if reason := p.remoteLeftOut(at, all); reason != "" {
			why = append(why, "repository "+reason)
		}
	}
	if why == nil {
		return "", nil
	}
	return fmt.Sprintf("The %s, so keep naming the project with it", strings.Join(why, "; the ")), nil
}

// folderLeftOut is why the folder of a place is none of the project's.
func (p *Project) folderLeftOut(at Place, all []Project) string {
	folder := cleanWorkspace(at.Folder)
	if p.holds(folder) {
		return ""
	}
	for _, other := range all {
		switch {
		case other.Slug == p.Slug:
		case other.holds(folder) && other.isWithin(folder):
			return "belongs to project " + other.Slug
		case other.isWithin(folder):
			return "lies above project " + other.Slug
		}
	}
	if len(p.WorkspacePaths) == maxWorkspaces {
		return fmt.Sprintf("was not learned: %s has %d already", p.Slug, maxWorkspaces)
	}
	return "is too general to tell one project from another"
}

// remoteLeftOut is why the repository of a place is not the project's.
func (p *Project) remoteLeftOut(at Place, all []Project) string {
	remote := at.remote()
	if remote == "" {
		return "is no remote by https or ssh"
	}
	found := inRepo(all, remote)
	for _, other := range found {
		if other.Slug == p.Slug {
			return ""
		}
	}
	switch {
	case len(found) > 0:
		return "belongs to project " + found[0].Slug
	case p.RepoURL != nil:
		return fmt.Sprintf("was not learned: that of %s is another", p.Slug)
	}
	return "was not learned"
}
