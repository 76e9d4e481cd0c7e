package store

import (
	"fmt"
	"slices"
)

// saveProject writes a project in the place of what it was. Rows that name it by its slug
// follow by the database's own rule; what is kept in memory follows here.
func (tx *tx) saveProject(p, old *Project) error {
	p.UpdatedAt = tx.now
	paths, err := jsonText(p.WorkspacePaths)
	if err != nil {
		return err
	}
	if err := tx.Exec(`UPDATE projects SET (title, description, repo_url, workspace_paths, forge_path, pinned, archived_at, updated_at, deleted_at) = (?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?`,
		p.Title, p.Description, p.RepoURL, paths, p.ForgePath, p.Pinned, p.ArchivedAt, p.UpdatedAt, p.deletedAt, p.id); err != nil {
		return fmt.Errorf("save the project: %w", err)
	}
	if p.Slug != old.Slug { // only then: SQLite looks for all rows that refer to it
		if err := tx.Exec(`UPDATE projects SET slug = ? WHERE id = ?`, p.Slug, p.id); err != nil {
			return fmt.Errorf("rename the project: %w", err)
		}
	}
	if !slices.Equal(p.Aliases, old.Aliases) {
		if err := tx.saveAliases(p); err != nil {
			return err
		}
	}
	if err := tx.readdressProgress(p, old); err != nil {
		return err
	}
	tx.touch()
	if p.deletedAt == nil {
		oldDoc := old.doc()
		if err := tx.index(p.doc(), &oldDoc); err != nil {
			return err
		}
	}
	if p.Slug != old.Slug {
		if err := tx.relabel(old.Slug, p.Slug); err != nil {
			return err
		}
	}
	if slices.Equal(p.WorkspacePaths, old.WorkspacePaths) && same(p.RepoURL, old.RepoURL) {
		return nil
	}
	return tx.fileUnfiled()
}

func (tx *tx) saveAliases(p *Project) error {
	if err := tx.Exec("DELETE FROM project_aliases WHERE project_slug = ?", p.Slug); err != nil {
		return fmt.Errorf("save the aliases: %w", err)
	}
	for _, alias := range p.Aliases {
		if err := tx.Exec("INSERT OR REPLACE INTO project_aliases(alias, project_slug) VALUES (?, ?)", alias, p.Slug); err != nil {
			return fmt.Errorf("save the aliases: %w", err)
		}
	}
	return nil
}

// relabel tells memory that the items of a project are filed under another slug now.
func (tx *tx) relabel(from, slug string) error {
	tx.store.saved.Note(tx.Tx, nil) // also those saved in this change: they were filed elsewhere
	for _, source := range sources {
		if source.slug == "" {
			continue
		}
		items, err := txCollect(tx, source.scan, source.ofProject(), slug)
		if err != nil {
			return fmt.Errorf("relabel: %w", err)
		}
		for _, item := range items {
			before := item.Doc
			before.Project = from
			tx.store.noteIndexed(tx.Tx, indexing{item.Doc, &before})
		}
	}
	return nil
}

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
	if err := tx.takeNames(p); err != nil {
		return err
	}
	// The name may lead to another project by now; one that only was called so gives it back.
	if err := tx.takeAlias(p.Slug, old.Slug); err != nil {
		return err
	}
	if err := tx.checkSlugFree(p, p.id); err != nil {
		return advise(err, "rename or delete that first")
	}
	if err := tx.checkFoldersFree(p, p.id); err != nil {
		return advise(err, freeFolder)
	}
	old.Title = "" // its words are not in the index
	if err := tx.saveProject(p, &old); err != nil {
		return err
	}
	return tx.setProgressGone(p.Slug, false)
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
	if err := tx.checkSlugFree(p, p.id); err != nil {
		return err
	}
	if err := tx.checkFoldersFree(p, p.id); err != nil {
		return advise(err, freeFolder)
	}
	p.keepAlias(old.Slug) // what was filed under it may come back yet
	if p.Aliases, err = tx.ownAliases(p.Aliases, old.Slug); err != nil {
		return err
	}
	return tx.saveProject(p, &old)
}
