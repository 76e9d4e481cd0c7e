package store

import "fmt"

// fileSession finds the project of a record anew: folders and remotes are registered after
// their sessions. A record that none is found for stays where it is.
func (tx *tx) fileSession(r *SessionRecord, in SessionInput, projects []Project) error {
	slug, err := tx.owner(in.ProjectSlug.or(""))
	if err != nil {
		return err
	}
	if slug == "" {
		slug = projectOf(r, projects)
	}
	if slug != "" {
		r.ProjectSlug, r.filed = &slug, &slug
	}
	return nil
}

// projectOf is the slug of the project that a record's folder belongs to, else of the only one
// in its repository; empty: of none.
func projectOf(r *SessionRecord, projects []Project) string {
	if r.WorkspacePath != nil {
		if at := nearest(projects, *r.WorkspacePath); at >= 0 {
			return projects[at].Slug
		}
	}
	if r.RepoURL != nil {
		if found := inRepo(projects, *r.RepoURL); len(found) == 1 {
			return found[0].Slug
		}
	}
	return ""
}

// unfiledQuery are the records of no project, or of a deleted one: its hidden slug follows all others.
const unfiledQuery = `SELECT ` + sessionColumns + ` FROM session_records WHERE project_slug IS NULL OR project_slug >= '~'`

// fileUnfiled files the records that are of no project, now that one has other folders or
// another remote: its sessions were indexed before it. Those of a deleted project stay with the one
// they went to when that comes back. As with a new name of a project, its event tells it all.
func (tx *tx) fileUnfiled() error {
	projects, err := txCollect(tx, scanProject, projectQuery+`WHERE p.deleted_at IS NULL`)
	if err != nil {
		return err
	}
	records, err := txCollect(tx, scanSession, unfiledQuery)
	if err != nil {
		return err
	}
	for _, r := range records {
		slug := projectOf(&r, projects)
		if slug == "" {
			continue
		}
		old := r.doc()
		r.ProjectSlug = &slug
		if err := tx.Exec(`UPDATE session_records SET project_slug = ? WHERE id = ?`, slug, r.ID); err != nil {
			return fmt.Errorf("file the session record: %w", err)
		}
		if err := tx.index(r.doc(), &old); err != nil {
			return err
		}
	}
	return nil
}
