package store

import (
	"fmt"
	"strconv"

	"github.com/progresshub/progresshub/store/outline"
	"github.com/progresshub/progresshub/store/phrase"
)

// insertProject saves a new project and records it.
func (tx *tx) insertProject(p Project) (Project, string, error) {
	p.CreatedAt = tx.now
	if err := tx.addProject(&p); err != nil {
		return p, "", err
	}
	event, err := tx.created("project.created", &p)
	return p, event, err
}

// addProject saves a new project.
func (tx *tx) addProject(p *Project) error {
	p.id = tx.NewID()
	p.UpdatedAt, p.Counts = tx.now, emptyCounts()
	paths, err := jsonText(p.WorkspacePaths)
	if err != nil {
		return err
	}
	if err := tx.Exec(`INSERT INTO projects(slug, title, description, repo_url, workspace_paths, forge_path, pinned, archived_at, created_at, updated_at, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		p.Slug, p.Title, p.Description, p.RepoURL, paths, p.ForgePath, p.Pinned, p.ArchivedAt, p.CreatedAt, p.UpdatedAt, p.id); err != nil {
		return fmt.Errorf("insert the project: %w", err)
	}
	// The alias of a project that was deleted is free again.
	if err := tx.Exec("DELETE FROM project_aliases WHERE alias = ?", p.Slug); err != nil {
		return fmt.Errorf("free an alias: %w", err)
	}
	if err := tx.index(p.doc(), nil); err != nil {
		return err
	}
	if len(p.WorkspacePaths) > 0 || p.RepoURL != nil {
		return tx.fileUnfiled()
	}
	return nil
}

// useProject makes sure that a project exists before something is filed under it, and that it
// knows the place it was named with. It returns the project's present slug.
func (tx *tx) useProject(name string, register bool, at Place) (string, error) {
	owner, err := tx.owner(name)
	if err != nil {
		return "", err
	}
	if owner != "" {
		return owner, tx.learnPlace(owner, at)
	}
	if !register {
		return "", tx.unknownProject(name)
	}
	p := Project{Slug: name, Title: name, WorkspacePaths: []string{}, Aliases: []string{}}
	if name != InboxSlug {
		if err := tx.addPlace(&p, at); err != nil {
			return "", err
		}
	}
	_, _, err = tx.insertProject(p)
	return name, err
}

// checkFree refuses a slug or a folder that is another project's.
func (tx *tx) checkFree(p *Project, id string) error {
	if err := tx.checkSlugFree(p, id); err != nil {
		return err
	}
	return tx.checkFoldersFree(p, id)
}

func (tx *tx) checkSlugFree(p *Project, id string) error {
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
				return &ConflictError{Message: phrase.ProjectExists(strconv.Quote(p.Slug)).String()}
			}
			return &ConflictError{Message: fmt.Sprintf("%q is an earlier name of the project %q", p.Slug, owner)}
		}
	}
	return nil
}

// freeFolder is what to do about a folder that another project has by the time of an undo.
const freeFolder = "take the folder out of that project's workspace_paths first"

func (tx *tx) checkFoldersFree(p *Project, id string) error {
	for _, w := range p.WorkspacePaths {
		others, err := tx.texts(`SELECT p.slug FROM projects p, json_each(`+readable("p.workspace_paths")+`) w WHERE w.value = ? AND p.id <> ? AND p.deleted_at IS NULL`, w, id)
		if err != nil {
			return err
		}
		if len(others) > 0 {
			return &ConflictError{Message: fmt.Sprintf("the folder %s belongs to the project %q", w, others[0])}
		}
	}
	return nil
}

// freeSlug makes a slug of a title in any script that no project has or had: one for which
// owner names nobody.
func freeSlug(title string, owner func(slug string) (string, error)) (string, error) {
	base := outline.Slug(title)
	if base == "" {
		base = "project" // a title of symbols alone
	}
	for n := 1; ; n++ {
		free := base
		if n > 1 {
			free = numbered(base, n)
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
