package store

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
)

// Place is where work happens: a folder on one of the owner's machines, the remote of its
// repository, or both. Either may be empty.
type Place struct{ Folder, Remote string }

// ResolvePlace finds the project of a place: that of the folder or, if that is of none, that
// of the repository. The folder says more: a repository may hold several projects, and one that
// says nothing, such as /workspace in a container, is a project's only if it was given that one.
func (s *Store) ResolvePlace(ctx context.Context, at Place) (Project, error) {
	if at.Folder == "" {
		return s.ResolveRepo(ctx, at.Remote)
	}
	p, err := s.ResolveWorkspace(ctx, at.Folder)
	if missing := new(NotFoundError); errors.As(err, &missing) && at.Remote != "" {
		return s.ResolveRepo(ctx, at.Remote)
	}
	return p, err
}

// learnPlace registers a place on a project that somebody named together with it, so that
// the place alone is enough from then on. The inbox is no place of its own.
func (tx *tx) learnPlace(slug string, at Place) error {
	if at == (Place{}) || slug == InboxSlug {
		return nil
	}
	p, err := tx.project(slug)
	if err != nil || p.isInbox() {
		return err
	}
	old := p
	if err := tx.addPlace(&p, at); err != nil {
		return err
	}
	_, err = tx.reviseProject(&p, old)
	return err
}

// addPlace adds what is new of a place to a project. What can't be registered is left out:
// the work goes on all the same.
func (tx *tx) addPlace(p *Project, at Place) error {
	folder, remote := at.folder(), at.remote()
	if p.holds(folder) || len(p.WorkspacePaths) == maxWorkspaces {
		folder = ""
	}
	if p.RepoURL != nil {
		remote = ""
	}
	if folder == "" && remote == "" {
		return nil
	}
	all, err := txCollect(tx, scanProject, projectQuery+`WHERE p.deleted_at IS NULL`)
	if err != nil {
		return err
	}
	others := slices.DeleteFunc(all, func(other Project) bool { return other.id == p.id })
	if folder != "" && !slices.ContainsFunc(others, func(other Project) bool { return other.isWithin(folder) }) {
		p.WorkspacePaths = append(slices.Clone(p.WorkspacePaths), folder)
	}
	// A second project of a repository would make the remote say nothing of either.
	if remote != "" && len(inRepo(others, remote)) == 0 {
		p.RepoURL = &remote
	}
	return nil
}

// sharedFolder matches folders that tell no project from another: what lies right below a root
// or a drive (also one of Windows as its Linux sees it), a home, where clones lie side by side,
// and what a container calls the folder of whatever it was made for.
var sharedFolder = regexp.MustCompile(`(?i)^(?:[a-z]:|/mnt/[a-z])?(?:` + strings.Join([]string{
	`(?:/[^/]*)?`,
	`/(?:home|users)/[^/]+`,
	`/(?:root|(?:home|users)/[^/]+)/(?:desktop|documents|downloads)`,
	`(?:/[^/]+){0,2}/(?:app|code|dev|git|projects?|repos?|source|src|work|workspaces?)`,
}, "|") + `)$`)

// folder is the folder as it may be registered; empty: not at all.
func (at Place) folder() string {
	var v invalid
	list := v.workspaces([]string{at.Folder})
	if at.Folder == "" || v.err() != nil || sharedFolder.MatchString(list[0]) {
		return ""
	}
	return list[0]
}

// remote is the remote as it may be registered, without what may be a secret; empty: not at
// all.
func (at Place) remote() string {
	var v invalid
	text := v.checkText("repo_url", at.Remote, MaxText)
	clean, ok := cleanRemote(text)
	if !ok || v.err() != nil {
		return ""
	}
	return clean
}

// holds reports whether a folder of the project equals or contains the given one.
func (p *Project) holds(folder string) bool {
	return slices.ContainsFunc(p.WorkspacePaths, func(w string) bool { return contains(w, folder) })
}

// isWithin reports whether the given folder equals or contains one of the project's: standing
// above a project says nothing about which one is meant.
func (p *Project) isWithin(folder string) bool {
	return slices.ContainsFunc(p.WorkspacePaths, func(w string) bool { return contains(folder, w) })
}

// contains reports whether one clean folder equals another or lies above it.
func contains(above, folder string) bool {
	above, folder = sameFolder(above), sameFolder(folder)
	return folder == above || strings.HasPrefix(folder, strings.TrimSuffix(above, "/")+"/")
}
