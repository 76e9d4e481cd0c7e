package store

import (
	"context"
	"fmt"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/store/phrase"
)

// ResolveWorkspace finds the project a folder belongs to: the one whose longest
// registered path equals or contains it. A path below the given folder never counts:
// standing above several projects says nothing about which one is meant.
func (s *Store) ResolveWorkspace(ctx context.Context, workspace string) (Project, error) {
	var v invalid
	if v.checkFolder("workspace_path", workspace); len(v) > 0 {
		return Project{}, v.err()
	}
	list, err := s.Projects(ctx)
	if err != nil {
		return Project{}, err
	}
	at := nearest(list, workspace)
	if at < 0 {
		return Project{}, &NotFoundError{Kind: "project for the workspace", ID: cleanWorkspace(workspace)}
	}
	return list[at], nil
}

// nearest is the place in the list of the project that a folder belongs to; -1: of none.
func nearest(list []Project, workspace string) int {
	workspace = cleanWorkspace(workspace)
	best, length := -1, 0
	for i, p := range list {
		for _, w := range p.WorkspacePaths {
			if contains(w, workspace) && len(w) > length {
				best, length = i, len(w)
			}
		}
	}
	return best
}

// ResolveRepo finds the project of a git remote, however its URL is spelled. Several of
// them in one repository are a [ConflictError] that names them: a guess would file work in
// the wrong place.
func (s *Store) ResolveRepo(ctx context.Context, repo string) (Project, error) {
	list, err := s.Projects(ctx)
	if err != nil {
		return Project{}, err
	}
	found := inRepo(list, repo)
	switch len(found) {
	case 0:
		missing := &NotFoundError{Kind: "project for the repository"}
		var ok bool
		if missing.ID, ok = cleanRemote(repo); !ok { // it may hold a password
			missing.Why = "a project's " + phrase.FieldGitRemote.String()
		}
		return Project{}, missing
	case 1:
		return found[0], nil
	}
	var slugs []string
	for _, p := range found {
		slugs = append(slugs, p.Slug)
	}
	return Project{}, &ConflictError{Message: fmt.Sprintf("this repository belongs to several projects: %s; name the one you mean", strings.Join(slugs, ", "))}
}

// inRepo are the projects in the list of a git remote.
func inRepo(list []Project, repo string) (found []Project) {
	wanted := repoKey(repo)
	for _, p := range list {
		if p.RepoURL != nil && wanted != "" && repoKey(*p.RepoURL) == wanted {
			found = append(found, p)
		}
	}
	return found
}

// maxWorkspaces is how many folders a project may have.
const maxWorkspaces = 50

// cleanWorkspace makes two spellings of a folder one: Windows separators become slashes,
// as paths come from any of the owner's machines.
func cleanWorkspace(p string) string {
	return path.Clean(strings.ReplaceAll(strings.TrimSpace(p), `\`, "/"))
}

// sameFolder spells a folder of Windows as all its spellings are compared: there the case
// does not count, and editors differ in that of the drive.
func sameFolder(p string) string {
	if len(p) > 1 && p[1] == ':' {
		return strings.ToLower(p)
	}
	return p
}

// WorkspaceKey is what the spellings of one folder have in common.
func WorkspaceKey(p string) string { return sameFolder(cleanWorkspace(p)) }

// workspaces checks the folders of a project.
func (v *invalid) workspaces(list []string) []string {
	kept := []string{}
	if len(list) > maxWorkspaces {
		v.add("workspace_paths", "must have at most %d items", maxWorkspaces)
		return kept
	}
	for i, w := range list {
		field := fmt.Sprintf("workspace_paths[%d]", i)
		w = cleanWorkspace(v.checkText(field, w, MaxText))
		if !absolute.MatchString(w) {
			v.add(field, notAbsolute)
		}
		if !slices.Contains(kept, w) {
			kept = append(kept, w)
		}
	}
	return kept
}

// repoKey is what the spellings of one remote have in common: git@host:a/b.git,
// ssh://git@host/a/b and https://user@host/a/b are the same repository.
func repoKey(remote string) string {
	remote = withoutQuery(remote)
	host, where := "", ""
	if _, rest, ok := strings.Cut(remote, "://"); ok {
		host, where, _ = strings.Cut(rest, "/")
	} else if before, after, ok := strings.Cut(remote, ":"); ok && !strings.Contains(before, "/") {
		host, where = before, after
	} else {
		where = remote // a folder
	}
	host = host[strings.LastIndexByte(host, '@')+1:]
	if name, port, ok := strings.Cut(host, ":"); ok && strings.Trim(port, "0123456789") == "" {
		host = name
	}
	where = strings.TrimSuffix(strings.Trim(where, "/"), ".git")
	if where == "" {
		return ""
	}
	return strings.ToLower(host + "/" + where)
}

// withoutQuery is a remote without query and fragment, which may hold a token.
func withoutQuery(remote string) string {
	remote, _, _ = strings.Cut(strings.TrimSpace(remote), "#")
	remote, _, _ = strings.Cut(remote, "?")
	return remote
}

// scpForm is how git spells a remote over ssh: [user@]host:path.
var scpForm = regexp.MustCompile(`^(?:([^@/\s]+)@)?([^@:/\s]+:[^@\s]*)$`)

// cleanRemote takes out of a git remote what may be a secret: the user but for git, the
// password, the query and the fragment. What is stored is shown. It refuses what it can't
// tell apart.
func cleanRemote(remote string) (clean string, ok bool) {
	remote = withoutQuery(remote)
	if strings.Contains(remote, "://") {
		u, err := url.Parse(remote)
		if err != nil || u.Host == "" || !slices.Contains(remoteSchemes, strings.ToLower(u.Scheme)) {
			return "", false
		}
		user := u.User
		if u.User = nil; user != nil && user.Username() == gitUser && strings.EqualFold(u.Scheme, "ssh") {
			u.User = url.User(gitUser)
		}
		return u.String(), true
	}
	if parts := scpForm.FindStringSubmatch(remote); parts != nil && parts[1] == gitUser {
		return gitUser + "@" + parts[2], true
	}
	return "", false
}

// TakesRemote reports whether the hub takes a text for a git remote.
func TakesRemote(remote string) bool {
	_, ok := cleanRemote(remote)
	return ok
}

// remoteSchemes are those of the remotes that a project may name. It is shown, also as a
// link: a scheme such as javascript would act in the browser.
var remoteSchemes = []string{"http", "https", "ssh"}

// gitUser is the name that forges take ssh connections under: no secret.
const gitUser = "git"

// absolute matches the clean paths that name a folder by themselves: /... or C:/...
var absolute = regexp.MustCompile(`^(?:/|[A-Za-z]:/)`)
