package connect

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
)

// errNone is that the hub has no such thing.
var errNone = errors.New("the hub has none")

// Project is one of the hub's, as far as folders go.
type Project struct {
	Slug    string   `json:"slug"`
	Folders []string `json:"workspace_paths"`
}

// ProjectOf finds the project of a folder, else that of a git remote; an empty slug: there is none.
// known tells that it has the folder already, or one above it.
func (h *Hub) ProjectOf(ctx context.Context, folder, remote string) (p Project, known bool, err error) {
	for _, at := range []url.Values{{"workspace_path": {folder}}, {"repo_url": {remote}}} {
		if at.Get("repo_url") == "" && !at.Has("workspace_path") {
			break
		}
		err = h.ask(ctx, http.MethodGet, "/api/projects/resolve?"+at.Encode(), "Bearer "+h.Way.Token, nil, &p)
		if !errors.Is(err, errNone) {
			return p, at.Has("workspace_path"), err
		}
	}
	return Project{}, false, nil
}

// Register has a project know a folder, and the ledger that it does so by this.
func (h *Hub) Register(ctx context.Context, l *Ledger, p Project, folder string) error {
	if err := h.folders(ctx, p.Slug, append(slices.Clone(p.Folders), folder)); err != nil {
		return fmt.Errorf("register the folder: %w", err)
	}
	return l.note(func() { l.Places[folder] = registered{h.Way.Base.String(), p.Slug} })
}

// Unregister takes back what Register did: project is the one that knew the folder by it; empty:
// none did.
func (h *Hub) Unregister(ctx context.Context, l *Ledger, folder string) (project string, err error) {
	at, ours := l.Places[folder]
	if !ours || at.Hub != h.Way.Base.String() {
		return "", nil
	}
	var p Project
	err = h.ask(ctx, http.MethodGet, "/api/projects/"+url.PathEscape(at.Project), "Bearer "+h.Way.Token, nil, &p)
	if err == nil && slices.Contains(p.Folders, folder) {
		err = h.folders(ctx, p.Slug, slices.DeleteFunc(p.Folders, func(is string) bool { return is == folder }))
	}
	if err != nil && !errors.Is(err, errNone) {
		return "", fmt.Errorf("take the folder out of the project %s: %w", at.Project, err)
	}
	return at.Project, l.note(func() { delete(l.Places, folder) })
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
