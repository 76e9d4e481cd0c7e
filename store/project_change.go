package store

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/progresshub/progresshub/store/outline"
	"github.com/progresshub/progresshub/store/phrase"
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
		if err := tx.mayPlace(nil, p.ForgePath); err != nil {
			return p, "", err
		}
		if err := tx.checkFree(&p, ""); err != nil {
			return p, "", err
		}
		return tx.insertProject(p)
	})
}

// mayPlace checks who gives a progress file another place in the forge. That can be any document of
// the repository: an agent that chose it could read that, and write over it.
func (tx *tx) mayPlace(from, to *string) error {
	if tx.by.Token == "" || same(from, to) {
		return nil
	}
	return &OwnerError{Message: "forge_path is the owner's, with the access token: it can be any document of the owner's repository"}
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
	old := p
	if err := in.apply(&p, tx.now).err(); err != nil {
		return p, "", err
	}
	if tx.by.Token != "" {
		if p.Slug != old.Slug || p.Title != old.Title {
			return p, "", askFor("rename_project", "a project's name is the owner's")
		}
		if (p.ArchivedAt == nil) != (old.ArchivedAt == nil) {
			return p, "", &OwnerError{Message: "archiving a project is the owner's, in the dashboard"}
		}
	}
	if err := tx.mayPlace(old.ForgePath, p.ForgePath); err != nil {
		return p, "", err
	}
	p.keepAlias(old.Slug)
	event, err := tx.reviseProject(&p, old)
	return p, event, err
}

// reviseProject saves and records what has changed of a project, if anything.
func (tx *tx) reviseProject(p *Project, old Project) (event string, err error) {
	before, err := old.recorded()
	if err != nil {
		return "", err
	}
	after, err := p.recorded()
	if err != nil {
		return "", err
	}
	difference(before, after)
	if len(after) == 0 {
		return "", nil
	}
	if err := tx.checkFree(p, old.id); err != nil {
		return "", err
	}
	if err := tx.saveProject(p, &old); err != nil {
		return "", err
	}
	kind := "project.updated"
	switch {
	case p.Slug != old.Slug:
		kind = "project.renamed"
	case p.ArchivedAt != nil && old.ArchivedAt == nil:
		kind = "project.archived"
	}
	return tx.record(kind, part{p.subject(), before, after})
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
//
// Where somebody holds one of its threads, an agent must force it: no lease is one of all of them.
func (s *Store) DeleteProject(ctx context.Context, by By, name string, g Guard) (Written[Project], error) {
	return s.changeProject(ctx, "delete a project", by, func(tx *tx) (Project, string, error) {
		return tx.deleteProject(name, g)
	})
}

func (tx *tx) deleteProject(name string, g Guard) (Project, string, error) {
	p, err := tx.project(name)
	if err != nil {
		return p, "", err
	}
	also, err := tx.keepReminders(p.Slug)
	if err != nil {
		return p, "", err
	}
	own, err := tx.eraseReminders("project_slug", p.Slug)
	if err != nil {
		return p, "", err
	}
	also = append(also, own...)
	threads, err := tx.texts("SELECT id FROM threads WHERE project_slug = ? AND deleted_at IS NULL", p.Slug)
	if err != nil {
		return p, "", err
	}
	for _, id := range threads {
		t, err := tx.thread(id)
		if err != nil {
			return p, "", err
		}
		if err := tx.protect(t, Guard{Force: g.Force}, false); err != nil {
			return p, "", inProjectOf(err, t)
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

// inProjectOf names the thread for which a whole project is left alone.
func inProjectOf(err error, t Thread) error {
	if conflict := (*ConflictError)(nil); errors.As(err, &conflict) && conflict.Lease != nil {
		conflict.Message = fmt.Sprintf("%s is working on its thread %s (%q) until %s: wait, or delete the project with force: true", conflict.Lease.Holder, t.ID, clip(t.Summary), conflict.Lease.ExpiresAt)
	}
	return err
}

// changeProject runs a change of one project and fills in what the answer shows beside it.
func (s *Store) changeProject(ctx context.Context, op string, by By, do func(*tx) (Project, string, error)) (Written[Project], error) {
	return answer(ctx, s, op, by, func(tx *tx) (out Written[Project], err error) {
		if out.Item, out.EventID, err = do(tx); err != nil {
			return out, err
		}
		counts, err := txCollect(tx, scanCount, countQuery+" WHERE project_slug = ?", out.Item.Slug)
		for _, c := range counts {
			out.Item.Counts[c.status] = c.n
		}
		return out, err
	})
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
		if outline.IsBlank(p.Title) {
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
				v.say("repo_url", phrase.FieldGitRemote)
			}
			p.RepoURL = &remote
		}
	}
	if in.WorkspacePaths.Set {
		p.WorkspacePaths = v.workspaces(in.WorkspacePaths.or(nil))
	}
	if in.ForgePath.Set {
		if p.ForgePath = v.optional("forge_path", in.ForgePath.Value, MaxSummary); p.ForgePath != nil && !isForgePath(*p.ForgePath) {
			v.say("forge_path", phrase.FieldForgePath)
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
	return path.Clean(p) == p && !path.IsAbs(p) && !strings.HasPrefix(p, "../") && strings.HasSuffix(p, ".md") &&
		!strings.ContainsFunc(p, func(r rune) bool { return r == '\\' || !unicode.IsGraphic(r) })
}
