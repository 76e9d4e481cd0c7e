package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
)

// fileSession finds the project of a record anew: folders and remotes are registered after
// their sessions. A record that none is found for stays where it is.
func (tx *tx) fileSession(r *SessionRecord, in SessionInput, projects []Project) error {
	slug, err := tx.owner(in.ProjectSlug.or(""))
	if err != nil {
		return err
	}
	if slug == "" {
		if slug, err = tx.projectOf(r, in.RepoURL.Set, projects); err != nil {
			return err
		}
	}
	if slug != "" {
		r.ProjectSlug, r.filed = &slug, &slug
	}
	return nil
}

// projectOf is the slug of the project that a record's folder belongs to, else of the only one
// in its repository; empty: of none. known tells that r.repo is what was sent just now.
func (tx *tx) projectOf(r *SessionRecord, known bool, projects []Project) (string, error) {
	if r.WorkspacePath != nil {
		if at := nearest(projects, *r.WorkspacePath); at >= 0 {
			return projects[at].Slug, nil
		}
	}
	repo := r.repo
	if !known {
		var err error
		if repo, err = tx.sessionRepo(r.ID); err != nil {
			return "", err
		}
	}
	if repo != nil {
		if found := inRepo(projects, *repo); len(found) == 1 {
			return found[0].Slug, nil
		}
	}
	return "", nil
}

// fileUnfiled files the records that are of no project, now that one has other folders or
// another remote: its sessions were indexed before it. As with a new name of a project, its
// event tells it all.
func (tx *tx) fileUnfiled() error {
	projects, err := txCollect(tx, scanProject, projectQuery+`WHERE p.deleted_at IS NULL`)
	if err != nil {
		return err
	}
	records, err := txCollect(tx, scanSession, `SELECT `+sessionColumns+` FROM session_records WHERE project_slug IS NULL`)
	if err != nil {
		return err
	}
	for _, r := range records {
		slug, err := tx.projectOf(&r, false, projects)
		if err != nil {
			return err
		}
		if slug == "" {
			continue
		}
		old := r.doc()
		r.ProjectSlug = &slug
		if err := tx.exec(`UPDATE session_records SET project_slug = ? WHERE id = ?`, slug, r.ID); err != nil {
			return fmt.Errorf("file the session record: %w", err)
		}
		if err := tx.index(r.doc(), &old); err != nil {
			return err
		}
	}
	return nil
}

// sessionRepo is the git remote of a record, as the last event has it that tells one. It
// finds a project and nothing else, so it needs no column.
func (tx *tx) sessionRepo(id string) (*string, error) {
	var repo *string
	err := tx.row(`SELECT json_extract(after, '$.repo_url') FROM events
		WHERE item = ? AND json_valid(after) AND json_type(after, '$.repo_url') IS NOT NULL ORDER BY id DESC LIMIT 1`, itemKey(kindSession, id)).Scan(&repo)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the remote of a session record: %w", err)
	}
	return repo, nil
}

// differentRepo adds the git remote to what a change of a record was and is.
func (tx *tx) differentRepo(r *SessionRecord, before, after fields) error {
	known, err := tx.sessionRepo(r.ID)
	if err != nil {
		return err
	}
	return errors.Join(before.set("repo_url", known), after.set("repo_url", r.repo))
}

// set adds a field.
func (f fields) set(name string, value any) error {
	text, err := json.Marshal(value)
	f[name] = text
	return err
}
