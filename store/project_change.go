package store

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/store/match"
	"github.com/progresshub/progresshub/store/slug"
)

// ProjectInput holds the fields a client may write. When a project is created, absent ones
// are empty; in a change they stay as they are.
type ProjectInput struct {
	// Slug is the project's name in addresses. A new project without one gets it from the
	// title; a change of it keeps the old one as an alias.
	Slug           Opt[string]
	Title          Opt[string] // default for a new project: the slug
	Description    Opt[string]
	RepoURL        Opt[string] // stored without user name and password
	WorkspacePaths Opt[[]string]
	ForgePath      Opt[string]
	Pinned         Opt[bool]
	Archived       Opt[bool]
}

// CreateProject registers a project. A slug that is taken is a [ConflictError]; one that
// comes from the title gets a number instead.
func (s *Store) CreateProject(ctx context.Context, by By, in ProjectInput) (Written[Project], error) {
	return s.changeProject(ctx, "create a project", by, func(tx *tx) (Project, string, error) {
		p := Project{WorkspacePaths: []string{}, Aliases: []string{}}
		if in.Slug.or("") == "" && in.Title.or("") != "" {
			free, err := freeSlug(in.Title.or(""), tx.owner)
			if err != nil {
				return p, "", err
			}
			in.Slug = Some(free)
		}
		v := in.apply(&p, tx.now)
		if !in.Slug.Set {
			v.add("slug", "is required, or a title to make it from")
		}
		if err := v.err(); err != nil {
			return p, "", err
		}
		if err := tx.checkFree(&p, ""); err != nil {
			return p, "", err
		}
		return tx.insertProject(p)
	})
}

// UpdateProject changes the fields that in carries. A new slug renames the project: what
// is filed under it follows, and the old slug goes on leading to it.
func (s *Store) UpdateProject(ctx context.Context, by By, name string, in ProjectInput) (Written[Project], error) {
	return s.changeProject(ctx, "update a project", by, func(tx *tx) (Project, string, error) {
		return tx.updateProject(name, in)
	})
}

func (tx *tx) updateProject(name string, in ProjectInput) (Project, string, error) {
	p, err := tx.project(name)
	if err != nil {
		return p, "", err
	}
	before, err := p.recorded()
	if err != nil {
		return p, "", err
	}
	old := p
	if err := in.apply(&p, tx.now).err(); err != nil {
		return p, "", err
	}
	p.keepAlias(old.Slug)
	after, err := p.recorded()
	if err != nil {
		return p, "", err
	}
	difference(before, after)
	if len(after) == 0 {
		return p, "", nil
	}
	if err := tx.checkFree(&p, old.id); err != nil {
		return p, "", err
	}
	if err := tx.saveProject(&p, &old); err != nil {
		return p, "", err
	}
	kind := "project.updated"
	switch {
	case p.Slug != old.Slug:
		kind = "project.renamed"
	case p.ArchivedAt != nil && old.ArchivedAt == nil:
		kind = "project.archived"
	}
	event, err := tx.record(kind, part{p.subject(), before, after})
	return p, event, err
}

// keepAlias makes the slug a project had before one of its aliases.
func (p *Project) keepAlias(old string) {
	if p.Slug == old {
		return
	}
	aliases := slices.DeleteFunc(append(slices.Clone(p.Aliases), old), func(a string) bool { return a == p.Slug })
	slices.Sort(aliases)
	p.Aliases = slices.Compact(aliases)
}

// DeleteProject takes a project out of every list together with its threads, reminders and
// progress file. Its slug is free again. One undo brings all of it back.
func (s *Store) DeleteProject(ctx context.Context, by By, name string) (Written[Project], error) {
	return s.changeProject(ctx, "delete a project", by, func(tx *tx) (Project, string, error) {
		return tx.deleteProject(name)
	})
}

func (tx *tx) deleteProject(name string) (Project, string, error) {
	p, err := tx.project(name)
	if err != nil {
		return p, "", err
	}
	also, err := tx.eraseReminders("project_slug", p.Slug)
	if err != nil {
		return p, "", err
	}
	threads, err := tx.texts("SELECT id FROM threads WHERE project_slug = ? AND deleted_at IS NULL", p.Slug)
	if err != nil {
		return p, "", err
	}
	for _, id := range threads {
		t, err := tx.thread(id)
		if err != nil {
			return p, "", err
		}
		reminders, err := tx.eraseReminders("thread_id", id)
		if err != nil {
			return p, "", err
		}
		erased, err := tx.erase(&t)
		if err != nil {
			return p, "", err
		}
		also = append(append(also, reminders...), erased)
	}
	erased, err := tx.erase(&p)
	if err != nil {
		return p, "", err
	}
	event, err := tx.record("project.deleted", erased, also...)
	return p, event, err
}

// changeProject runs a change of one project and fills in what the answer shows beside it.
func (s *Store) changeProject(ctx context.Context, op string, by By, do func(*tx) (Project, string, error)) (Written[Project], error) {
	var out Written[Project]
	err := s.write(ctx, op, by, func(tx *tx) (err error) {
		if out.Item, out.EventID, err = do(tx); err != nil {
			return err
		}
		counts, err := txCollect(tx, scanCount, countQuery+" WHERE project_slug = ?", out.Item.Slug)
		for _, c := range counts {
			out.Item.Counts[c.status] = c.n
		}
		tx.written = out
		return err
	})
	return out, err
}

// apply checks the fields that are there and writes them to p.
func (in ProjectInput) apply(p *Project, now Time) invalid {
	var v invalid
	if in.Slug.Set {
		p.Slug = in.Slug.or("")
		v.checkSlug("slug", p.Slug)
	}
	if in.Title.Set || p.Title == "" {
		p.Title = v.checkText("title", in.Title.or(""), MaxSummary)
		if p.Title == "" {
			p.Title = p.Slug
		}
	}
	if in.Description.Set {
		p.Description = v.optional("description", in.Description.Value, MaxText)
	}
	if in.RepoURL.Set {
		before := len(v)
		if p.RepoURL = v.optional("repo_url", in.RepoURL.Value, MaxText); p.RepoURL != nil && len(v) == before {
			remote, ok := cleanRemote(*p.RepoURL)
			if !ok {
				v.add("repo_url", "must be a git remote over http, https or ssh, such as https://git.example.org/me/hub or git@git.example.org:me/hub.git")
			}
			p.RepoURL = &remote
		}
	}
	if in.WorkspacePaths.Set {
		p.WorkspacePaths = v.workspaces(in.WorkspacePaths.or(nil))
	}
	if in.ForgePath.Set {
		if p.ForgePath = v.optional("forge_path", in.ForgePath.Value, MaxSummary); p.ForgePath != nil && !isForgePath(*p.ForgePath) {
			v.add("forge_path", "must be the path of a .md file inside the repository, such as projects/my-hub/PROGRESS.md")
		}
	}
	if in.Pinned.Set {
		p.Pinned = in.Pinned.or(false)
	}
	if in.Archived.Set && in.Archived.or(false) != (p.ArchivedAt != nil) {
		p.ArchivedAt = nil
		if in.Archived.or(false) {
			p.ArchivedAt = new(now)
		}
	}
	return v
}

func isForgePath(p string) bool {
	return path.Clean(p) == p && !path.IsAbs(p) && !strings.HasPrefix(p, "../") && strings.HasSuffix(p, ".md") && !strings.ContainsAny(p, "\\\r\n\t")
}

// freeSlug makes a slug of a title in any script that no project has or had: one for which
// owner names nobody.
func freeSlug(title string, owner func(slug string) (string, error)) (string, error) {
	base := slug.Of(title)
	if base == "" {
		base = "project" // a title of symbols alone
	}
	for n := 1; ; n++ {
		free := base
		if n > 1 {
			number := fmt.Sprintf("-%d", n)
			free = strings.TrimRight(base[:min(len(base), slug.MaxLength-len(number))], "-") + number
		}
		if free == reservedSlug {
			continue
		}
		taken, err := owner(free)
		if err != nil || taken == "" {
			return free, err
		}
	}
}

// owner is the slug of the project that a slug leads to, or empty.
func (tx *tx) owner(name string) (owner string, err error) {
	err = tx.row(ownerQuery, name).Scan(&owner)
	return owner, err
}

const ownerQuery = "SELECT coalesce(" + currentSlug + ", '')"

// checkFree refuses a slug or a folder that is another project's.
func (tx *tx) checkFree(p *Project, id string) error {
	owner, err := tx.owner(p.Slug)
	if err != nil {
		return err
	}
	if owner != "" {
		taken, err := tx.project(owner)
		if err != nil {
			return err
		}
		if taken.id != id {
			if owner == p.Slug {
				return &ConflictError{Message: fmt.Sprintf("the project %q exists already", p.Slug)}
			}
			return &ConflictError{Message: fmt.Sprintf("%q is an earlier name of the project %q", p.Slug, owner)}
		}
	}
	for _, w := range p.WorkspacePaths {
		others, err := tx.texts(`SELECT p.slug FROM projects p, json_each(p.workspace_paths) w WHERE w.value = ? AND p.id <> ? AND p.deleted_at IS NULL`, w, id)
		if err != nil {
			return err
		}
		if len(others) > 0 {
			return &ConflictError{Message: fmt.Sprintf("the folder %s belongs to the project %q", w, others[0])}
		}
	}
	return nil
}

// useProject makes sure that a project exists before something is filed under it, and
// returns its present slug.
func (tx *tx) useProject(name string, register bool) (string, error) {
	owner, err := tx.owner(name)
	if err != nil || owner != "" {
		return owner, err
	}
	if !register {
		return "", tx.unknownProject(name)
	}
	_, _, err = tx.insertProject(Project{Slug: name, Title: name, WorkspacePaths: []string{}, Aliases: []string{}})
	return name, err
}

// registerFolder registers a project that is not known yet, with the folder it lives in. A
// folder that is none, or another project's, is left out.
func (tx *tx) registerFolder(name, folder string) error {
	owner, err := tx.owner(name)
	if err != nil || owner != "" || name == InboxSlug {
		return err
	}
	var v invalid
	p := Project{Slug: name, Title: name, WorkspacePaths: v.workspaces([]string{folder}), Aliases: []string{}}
	taken := new(ConflictError)
	if err := tx.checkFree(&p, ""); errors.As(err, &taken) || v.err() != nil {
		p.WorkspacePaths = []string{}
	} else if err != nil {
		return err
	}
	_, _, err = tx.insertProject(p)
	return err
}

func (tx *tx) unknownProject(name string) error {
	slugs, err := tx.texts(allSlugs)
	if err != nil {
		return err
	}
	return &NotFoundError{Kind: kindProject, ID: name, Closest: Closest(name, slugs)}
}

func (tx *tx) hasProject(name string) (live bool, err error) {
	err = tx.row("SELECT EXISTS (SELECT 1 FROM projects WHERE slug = ? AND deleted_at IS NULL)", name).Scan(&live)
	return live, err
}

// project reads a project by its slug or an earlier one.
func (tx *tx) project(name string) (Project, error) {
	p, err := scanProject(tx.row(projectQuery+`WHERE p.slug = `+currentSlug, name))
	if missing := found(err, kindProject, name); missing != err {
		return p, tx.unknownProject(name)
	}
	return p, err
}

// projectByID reads a project that may be deleted.
func (tx *tx) projectByID(id string) (Project, error) {
	p, err := scanProject(tx.row(projectQuery+`WHERE p.id = ?`, id))
	return p, found(err, kindProject, id)
}

func (p *Project) doc() match.Doc {
	d := match.Doc{ID: p.id, Kind: kindProject, Project: p.Slug, Title: p.Title, At: p.UpdatedAt.Time}
	if p.Description != nil {
		d.Body = *p.Description
	}
	return d
}
