package store

import (
	"fmt"

	"github.com/progresshub/progresshub/store/match"
	"github.com/progresshub/progresshub/store/outline"
)

// progress reads the progress file of a project within a change.
func (tx *tx) progress(project string) (Progress, error) {
	p, err := scanProgress(tx.Row(progressQuery+`WHERE p.slug = `+currentSlug, project))
	if missing := found(err, kindProject, project); missing != err {
		return p, tx.unknownProject(project)
	}
	return p, err
}

// progressByID reads a progress file, also one of a deleted project.
func (tx *tx) progressByID(id string) (Progress, error) {
	p, err := scanProgress(tx.Row(progressQuery+`WHERE f.id = ?`, id))
	return p, found(err, kindProgress, id)
}

// setGone follows the project, which the file comes and goes with: search and links
// forget it, or know of it again.
func (p *Progress) setGone(tx *tx, gone bool) error {
	if gone {
		if err := tx.saveLinks(p.subject().item, nil); err != nil {
			return err
		}
		return tx.unindex(p.doc())
	}
	if err := tx.saveLinks(p.subject().item, outline.Read(p.stored).Links); err != nil {
		return err
	}
	return tx.index(p.doc(), nil)
}

// setProgressGone takes the progress file of a project along when that is deleted or
// brought back; slug is the live one.
func (tx *tx) setProgressGone(slug string, gone bool) error {
	p, err := scanProgress(tx.Row(progressQuery+`WHERE p.slug = ?`, slug))
	if err != nil || p.id == "" {
		return err
	}
	return p.setGone(tx, gone)
}

func (p *Progress) restore(tx *tx, earlier fields) error {
	if p.gone() {
		return &ConflictError{Message: fmt.Sprintf("the project of %s was deleted: undo that first", ProgressURI(p.ProjectSlug))}
	}
	text, err := tx.earlierText(p, earlier)
	if err != nil {
		return err
	}
	return p.rewrite(tx, text)
}

func (p *Progress) text() string { return p.stored }

func (p *Progress) rewrite(tx *tx, text string) error {
	var before *match.Doc
	var err error
	if p.id == "" {
		p.id = tx.NewID()
		p.Rev, err = tx.leftProgress(p.ProjectSlug)
	} else {
		before = new(p.doc())
	}
	if err != nil {
		return err
	}
	p.Rev++
	known, err := tx.keepRevision(p.subject().item, p.Rev, text)
	if err != nil {
		return err
	}
	p.stored, p.title, p.Percent, p.UpdatedAt = text, known.Title, percent(known), new(tx.now)
	if err := tx.Exec(`INSERT OR REPLACE INTO progress_files(project_slug, id, title, rev, percent, updated_at) VALUES (?, ?, ?, ?, ?, ?)`,
		p.ProjectSlug, p.id, p.title, p.Rev, p.Percent, p.UpdatedAt); err != nil {
		return fmt.Errorf("save the progress file: %w", err)
	}
	return tx.index(p.doc(), before)
}
