package store

import (
	"context"

	"github.com/progresshub/progresshub/store/match"
	"github.com/progresshub/progresshub/store/outline"
)

// Progress is the progress file of a project: the owner's and agents' text,
// in which the hub writes between its own markers only. A project without one shows an
// empty text of revision 0.
type Progress struct {
	ProjectSlug string `json:"project_slug" example:"home-server"`
	ProgressState
	Markdown string     `json:"markdown" example:"# Home server\n\n- [x] Order the disk\n- [ ] Rotate the keys\n"` // between the markers: the project's active threads
	Links    []PageLink `json:"links" nullable:"false"`
	Threads  string     `json:"-"` // what the hub shows between its markers

	id     string // empty: none was written yet
	title  string // the first level-one heading, or empty
	stored string // the text with nothing between the markers
	orphan bool   // the project was deleted
}

// progressQuery reads the progress files of projects, also of those that have none yet; a
// condition follows.
const progressQuery = `SELECT p.slug, p.deleted_at IS NOT NULL, coalesce(f.id, ''), coalesce(f.title, ''), coalesce(f.rev, 0), f.updated_at, f.percent, coalesce(r.markdown, '')
  FROM projects p LEFT JOIN progress_files f ON f.project_slug = p.slug
  LEFT JOIN revisions r ON r.item = 'progress/' || f.id AND r.rev = f.rev `

func scanProgress(r rowScanner) (p Progress, err error) {
	err = r.Scan(&p.ProjectSlug, &p.orphan, &p.id, &p.title, &p.Rev, &p.UpdatedAt, &p.Percent, &p.stored)
	return p, err
}

// Progress returns the progress file of a project, with the project's active threads
// between the hub's markers. It never makes one.
func (s *Store) Progress(ctx context.Context, project string) (Progress, error) {
	p, err := s.storedProgress(ctx, project)
	if err == nil {
		err = p.show(s.reads(ctx))
	}
	return p, wrap("read a progress file", err)
}

// BareProgress returns a progress file as it is stored: with nothing between the markers, and
// without its links. That is for who looks for what the project's people wrote there: showing
// the threads costs more than all the rest.
func (s *Store) BareProgress(ctx context.Context, project string) (Progress, error) {
	p, err := s.storedProgress(ctx, project)
	p.Markdown = p.stored
	return p, wrap("read a progress file", err)
}

// ProgressAt returns an earlier version of a progress file, as it is stored: with nothing
// between the markers.
func (s *Store) ProgressAt(ctx context.Context, project string, rev int) (Progress, error) {
	const op = "read an earlier progress file"
	p, err := s.storedProgress(ctx, project)
	if err != nil {
		return Progress{}, wrap(op, err)
	}
	text, at, err := s.revision(ctx, p.subject().item, rev)
	if err != nil {
		return Progress{}, wrap(op, err)
	}
	known := outline.Read(text)
	p.ProgressState = ProgressState{Rev: rev, UpdatedAt: &at, Percent: percent(known)}
	p.Markdown, p.stored = text, text
	p.Links, err = linksOfText(s.reads(ctx), known)
	return p, wrap(op, err)
}

// ProgressRevisions lists the kept versions of a progress file, the newest first.
func (s *Store) ProgressRevisions(ctx context.Context, project string, limit int, cursor string) (RevisionPage, error) {
	const op = "list the revisions of a progress file"
	p, err := s.storedProgress(ctx, project)
	if err != nil {
		return RevisionPage{}, wrap(op, err)
	}
	page, err := s.revisions(ctx, p.subject().item, limit, cursor)
	return page, wrap(op, err)
}

func (s *Store) storedProgress(ctx context.Context, project string) (Progress, error) {
	p, err := scanProgress(s.db.Row(ctx, progressQuery+`WHERE p.slug = `+currentSlug, project))
	return p, s.withClosest(ctx, found(err, kindProject, project), project)
}

// show fills in what a reader sees beside the stored text.
func (p *Progress) show(read reads) (err error) {
	if p.Threads, err = threadBlock(read, p.ProjectSlug); err != nil {
		return err
	}
	p.Markdown = outline.Fill(p.stored, p.Threads)
	p.Links, err = pageLinks(read, linksOf, p.subject().item)
	return err
}

// percent is the share of ticked task items; nil without any. Only when all are ticked is
// it 100.
func percent(known outline.Outline) *int {
	if known.Total == 0 {
		return nil
	}
	return new(100 * known.Done / known.Total)
}

// ProgressURI is the subject of the events of a project's progress file.
func ProgressURI(slug string) string { return ProjectURI(slug) + "/progress" }

func (p *Progress) subject() subject {
	return subject{itemKey(kindProgress, p.id), ProgressURI(p.ProjectSlug)}
}

func (p *Progress) doc() match.Doc {
	d := match.Doc{ID: p.id, Kind: kindProgress, Project: p.ProjectSlug, Title: p.title, Body: p.stored}
	if d.Title == "" {
		d.Title = p.ProjectSlug
	}
	if p.UpdatedAt != nil {
		d.At = p.UpdatedAt.Time
	}
	return d
}

func (p *Progress) recorded() (fields, error) {
	return fieldsOf(struct {
		Rev     int  `json:"rev"`
		Percent *int `json:"percent"`
	}{p.Rev, p.Percent})
}

func (p *Progress) gone() bool { return p.orphan }
