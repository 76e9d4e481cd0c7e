package store

import (
	"errors"
	"fmt"
	"slices"
)

// insertProject saves a new project and records it.
func (tx *tx) insertProject(p Project) (Project, string, error) {
	p.id = tx.newID()
	p.CreatedAt, p.UpdatedAt, p.Counts = tx.now, tx.now, emptyCounts()
	paths, err := jsonText(p.WorkspacePaths)
	if err != nil {
		return p, "", err
	}
	if err := tx.exec(`INSERT INTO projects(slug, title, description, repo_url, workspace_paths, forge_path, pinned, archived_at, created_at, updated_at, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		p.Slug, p.Title, p.Description, p.RepoURL, paths, p.ForgePath, p.Pinned, p.ArchivedAt, p.CreatedAt, p.UpdatedAt, p.id); err != nil {
		return p, "", fmt.Errorf("insert the project: %w", err)
	}
	// The alias of a project that was deleted is free again.
	if err := tx.exec("DELETE FROM project_aliases WHERE alias = ?", p.Slug); err != nil {
		return p, "", fmt.Errorf("free an alias: %w", err)
	}
	if err := tx.index(p.doc(), nil); err != nil {
		return p, "", err
	}
	if len(p.WorkspacePaths) > 0 || p.RepoURL != nil {
		if err := tx.fileUnfiled(); err != nil {
			return p, "", err
		}
	}
	event, err := tx.created("project.created", &p)
	return p, event, err
}

// saveProject writes a project in the place of what it was. Rows that name it by its slug
// follow by the database's own rule; what is kept in memory follows here.
func (tx *tx) saveProject(p, old *Project) error {
	p.UpdatedAt = tx.now
	paths, err := jsonText(p.WorkspacePaths)
	if err != nil {
		return err
	}
	if err := tx.exec(`UPDATE projects SET (title, description, repo_url, workspace_paths, forge_path, pinned, archived_at, updated_at, deleted_at) = (?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?`,
		p.Title, p.Description, p.RepoURL, paths, p.ForgePath, p.Pinned, p.ArchivedAt, p.UpdatedAt, p.deletedAt, p.id); err != nil {
		return fmt.Errorf("save the project: %w", err)
	}
	if p.Slug != old.Slug { // only then: SQLite looks for all rows that refer to it
		if err := tx.exec(`UPDATE projects SET slug = ? WHERE id = ?`, p.Slug, p.id); err != nil {
			return fmt.Errorf("rename the project: %w", err)
		}
	}
	if !slices.Equal(p.Aliases, old.Aliases) {
		if err := tx.saveAliases(p); err != nil {
			return err
		}
	}
	tx.touched = true
	if p.deletedAt == nil {
		oldDoc := old.doc()
		if err := tx.index(p.doc(), &oldDoc); err != nil {
			return err
		}
	}
	if p.Slug != old.Slug {
		if err := tx.relabel(p.Slug); err != nil {
			return err
		}
	}
	if slices.Equal(p.WorkspacePaths, old.WorkspacePaths) && equalTexts(p.RepoURL, old.RepoURL) {
		return nil
	}
	return tx.fileUnfiled()
}

func (tx *tx) saveAliases(p *Project) error {
	if err := tx.exec("DELETE FROM project_aliases WHERE project_slug = ?", p.Slug); err != nil {
		return fmt.Errorf("save the aliases: %w", err)
	}
	for _, alias := range p.Aliases {
		if err := tx.exec("INSERT OR REPLACE INTO project_aliases(alias, project_slug) VALUES (?, ?)", alias, p.Slug); err != nil {
			return fmt.Errorf("save the aliases: %w", err)
		}
	}
	return nil
}

// relabel tells memory that the items of a project are filed under another slug now.
func (tx *tx) relabel(slug string) error {
	tx.moved = true
	for _, source := range sources {
		if source.slug == "" {
			continue
		}
		items, err := txCollect(tx, source.scan, source.ofProject(), slug)
		if err != nil {
			return fmt.Errorf("relabel: %w", err)
		}
		for _, item := range items {
			tx.docs = append(tx.docs, item.Doc)
		}
	}
	return nil
}

func (p *Project) subject() subject { return subject{itemKey(kindProject, p.id), ProjectURI(p.Slug)} }

func (p *Project) recorded() (fields, error) {
	f, err := fieldsOf(p)
	for _, name := range []string{"counts", "progress", "updated_at"} { // facts about other items
		delete(f, name)
	}
	return f, err
}

func (p *Project) gone() bool { return p.deletedAt != nil }

// buried is the slug of a deleted project: none that a client could name.
func (p *Project) buried() string { return "~" + p.id }

func (p *Project) setGone(tx *tx, gone bool) error {
	old := *p
	if gone {
		if err := tx.setProgressGone(p.Slug, true); err != nil {
			return err
		}
		p.deletedAt, p.Slug = new(tx.now), p.buried()
		if err := tx.unindex(p.doc()); err != nil {
			return err
		}
		// The event shows the project under the name it had.
		defer func() { p.Slug = old.Slug }()
		return tx.saveProject(p, &old)
	}
	p.deletedAt = nil
	var err error
	if p.Slug, err = tx.lastSlug(p.id); err != nil {
		return err
	}
	// The name may lead to another project by now; one that only was called so gives it back.
	if err := tx.exec("DELETE FROM project_aliases WHERE alias = ? AND project_slug <> ?", p.Slug, old.Slug); err != nil {
		return fmt.Errorf("take an alias back: %w", err)
	}
	if err := tx.checkFree(p, p.id); err != nil {
		if taken := new(ConflictError); errors.As(err, &taken) {
			err = &ConflictError{Message: taken.Message + ": rename or delete that first"}
		}
		return err
	}
	old.Title = "" // its words are not in the index
	if err := tx.saveProject(p, &old); err != nil {
		return err
	}
	return tx.setProgressGone(p.Slug, false)
}

// lastSlug is the slug a project had when it was deleted.
func (tx *tx) lastSlug(id string) (slug string, err error) {
	err = tx.row(`SELECT before ->> '$.slug' FROM (
			SELECT id, before FROM events WHERE item = ?1 AND after IS NULL
			UNION ALL SELECT event_id, before FROM event_parts WHERE item = ?1 AND after IS NULL)
		ORDER BY id DESC LIMIT 1`, itemKey(kindProject, id)).Scan(&slug)
	return slug, err
}

func (p *Project) restore(tx *tx, earlier fields) error {
	old, err := tx.projectByID(p.id) // its own: overlay writes through what the two would share
	if err != nil {
		return err
	}
	if err := overlay(p, earlier); err != nil {
		return err
	}
	if p.gone() {
		return &ConflictError{Message: fmt.Sprintf("the project %q was deleted: undo that first", p.Slug)}
	}
	if err := tx.checkFree(p, p.id); err != nil {
		return err
	}
	return tx.saveProject(p, &old)
}

// equalTexts reports whether two texts are the same, or both missing.
func equalTexts(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }
