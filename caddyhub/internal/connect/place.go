package connect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/store"
)

// errNone is that the hub has no such thing.
var errNone = errors.New("the hub has none")

// SeveralError is that a repository belongs to several projects, so that none can be told from it.
type SeveralError struct{ Detail string } // as the hub says it, with their names

func (e *SeveralError) Error() string { return e.Detail }

// several is the hub's answer with the names of the projects.
func several(text []byte) error {
	var p struct {
		Detail string `json:"detail"`
	}
	_ = json.Unmarshal(text, &p)
	// What follows tells an agent what to do.
	p.Detail, _, _ = strings.Cut(p.Detail, ";")
	return &SeveralError{p.Detail}
}

// Folder is a folder as the agents in it report it: without symbolic links, as far as it is there.
func Folder(name string) string {
	if real, err := resolved(filepath.Clean(name)); err == nil {
		return real
	}
	return name
}

// Project is one of the hub's, as far as folders go.
type Project struct {
	Slug    string   `json:"slug"`
	Folders []string `json:"workspace_paths"`
}

// resolvePath is where the hub tells the project of a place.
const resolvePath = "/api/projects/resolve?"

// ProjectOf finds the project of a folder, else that of a git remote; an empty slug: there is none.
// known tells that it has the folder already, or one above it.
func (h *Hub) ProjectOf(ctx context.Context, folder, remote string) (p Project, known bool, err error) {
	for _, at := range []url.Values{{"workspace_path": {folder}}, {"repo_url": {remote}}} {
		if at.Get("repo_url") == "" && !at.Has("workspace_path") {
			break
		}
		err = h.ask(ctx, http.MethodGet, resolvePath+at.Encode(), "Bearer "+h.Way.Token, nil, &p)
		if !errors.Is(err, errNone) {
			return p, at.Has("workspace_path"), err
		}
	}
	return Project{}, false, nil
}

// Register has a project know a folder, and the ledger that it does so by this.
func (h *Hub) Register(ctx context.Context, l *Ledger, slug, folder string) error {
	p, err := h.project(ctx, slug) // as it is by now: its owner may have been asked meanwhile
	if err == nil && !p.knows(folder) {
		err = h.folders(ctx, slug, append(p.Folders, folder))
	}
	if err != nil {
		return fmt.Errorf("register the folder: %w", err)
	}
	return l.note(func() { l.Places[folder] = registered{h.Way.Base.String(), slug} })
}

// Unregister takes back what Register did: project is the one that the folder was taken out of;
// empty: none.
func (h *Hub) Unregister(ctx context.Context, l *Ledger, folder string) (project string, err error) {
	noted, ours := l.place(folder)
	at := l.Places[noted]
	if !ours || at.Hub != h.Way.Base.String() {
		return "", nil
	}
	p, err := h.project(ctx, at.Project)
	if err == nil && p.knows(noted) {
		project = p.Slug
		err = h.folders(ctx, p.Slug, slices.DeleteFunc(p.Folders, func(is string) bool { return sameFolder(is, noted) }))
	}
	if err != nil && !errors.Is(err, errNone) {
		return "", fmt.Errorf("take the folder out of the project %s: %w", at.Project, err)
	}
	return project, l.note(func() { delete(l.Places, noted) })
}

// place is how a folder is noted in the ledger, which may be by a link to it.
func (l *Ledger) place(folder string) (noted string, ours bool) {
	for noted = range l.Places {
		if sameFolder(Folder(noted), Folder(folder)) {
			return noted, true
		}
	}
	return "", false
}

// sameFolder reports whether two names are spellings of one folder: the hub has them with slashes.
func sameFolder(a, b string) bool { return store.WorkspaceKey(a) == store.WorkspaceKey(b) }

func (p Project) knows(folder string) bool {
	return slices.ContainsFunc(p.Folders, func(is string) bool { return sameFolder(is, folder) })
}

func (h *Hub) project(ctx context.Context, slug string) (p Project, err error) {
	err = h.ask(ctx, http.MethodGet, "/api/projects/"+url.PathEscape(slug), "Bearer "+h.Way.Token, nil, &p)
	return p, err
}

func (h *Hub) folders(ctx context.Context, slug string, list []string) error {
	if list == nil {
		list = []string{} // null would be no list
	}
	var p Project
	return h.ask(ctx, http.MethodPatch, "/api/projects/"+url.PathEscape(slug), "Bearer "+h.Way.Token, map[string]any{"workspace_paths": list}, &p)
}

// Remote is the git remote of a folder, without user and password; empty: it has none.
func (m Machine) Remote(folder string) string {
	if !m.has("git") {
		return ""
	}
	said, err := m.Run("git", "-C", folder, "remote", "get-url", "origin")
	if err != nil {
		return ""
	}
	if u, err := url.Parse(said); err == nil {
		u.User = nil
		return u.String()
	}
	return said // as git@host:path, which is no address
}
