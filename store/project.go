package store

import (
	"context"

	"github.com/progresshub/progresshub/store/match"
)

// Project is what threads belong to.
type Project struct {
	Slug           string         `json:"slug" example:"home-server"`
	Title          string         `json:"title" example:"Home server"`
	Description    *string        `json:"description" example:"Everything that runs in the cupboard"`
	RepoURL        *string        `json:"repo_url" doc:"Its git remote, without a password" example:"https://git.example.org/me/home-server"`
	WorkspacePaths []string       `json:"workspace_paths" nullable:"false" doc:"The folders of its work"`
	ForgePath      *string        `json:"forge_path" doc:"Where its progress file is in the forge; null: at the usual place" example:"projects/home-server/PROGRESS.md"`
	Pinned         bool           `json:"pinned" doc:"Whether the owner pinned it"`
	Aliases        []string       `json:"aliases" nullable:"false" doc:"Earlier slugs, which still lead here"`
	ArchivedAt     *Time          `json:"archived_at" format:"date-time" doc:"null: it is not archived"`
	CreatedAt      Time           `json:"created_at" format:"date-time"`
	UpdatedAt      Time           `json:"updated_at" format:"date-time"`
	Counts         map[Status]int `json:"counts" doc:"The true numbers of its threads, by status"`
	Progress       ProgressState  `json:"progress" doc:"Of its progress file"`

	id        string
	deletedAt *Time
}

// ProgressState is what a project shows of its progress file.
type ProgressState struct {
	Rev       int   `json:"rev" doc:"0: none was written yet"`
	UpdatedAt *Time `json:"updated_at" format:"date-time"`
	Percent   *int  `json:"percent" minimum:"0" maximum:"100" doc:"The share of ticked items; null without any"`
}

// projectQuery reads projects as [scanProject] wants them; a condition follows.
const projectQuery = `SELECT p.slug, p.title, p.description, p.repo_url, p.workspace_paths, p.forge_path, p.pinned,
  p.archived_at, p.created_at, p.updated_at, p.id, p.deleted_at,
  (SELECT json_group_array(alias) FROM (SELECT alias FROM project_aliases WHERE project_slug = p.slug ORDER BY alias)),
  coalesce(f.rev, 0), f.updated_at, f.percent
  FROM projects p LEFT JOIN progress_files f ON f.project_slug = p.slug `

// currentSlug is the slug that ?1 leads to: itself, or that of the project it was an
// earlier name of. A project that was deleted has none.
const currentSlug = `(SELECT slug FROM projects WHERE slug = ?1 AND deleted_at IS NULL
  UNION ALL SELECT a.project_slug FROM project_aliases a JOIN projects p ON p.slug = a.project_slug WHERE a.alias = ?1 AND p.deleted_at IS NULL
  LIMIT 1)`

// Project returns one project by its slug or an earlier one.
func (s *Store) Project(ctx context.Context, slug string) (Project, error) {
	const op = "read a project"
	p, err := scanProject(s.db.Row(ctx, projectQuery+`WHERE p.slug = `+currentSlug, slug))
	if err := found(err, kindProject, slug); err != nil {
		return Project{}, s.withClosest(ctx, wrap(op, err), slug)
	}
	all := []Project{p}
	err = s.addCounts(ctx, all)
	return all[0], wrap(op, err)
}

// withClosest adds to a missing project the name that may have been meant.
func (s *Store) withClosest(ctx context.Context, err error, slug string) error {
	if missing, ok := err.(*NotFoundError); ok {
		slugs, listErr := collect(ctx, s, scanString, allSlugs)
		if listErr == nil {
			missing.Closest = Closest(slug, slugs)
		}
		return withDeletion(s.lookup(ctx), missing, ProjectURI(slug))
	}
	return err
}

const allSlugs = "SELECT slug FROM projects WHERE deleted_at IS NULL"

// Projects are all projects by slug, archived ones last.
func (s *Store) Projects(ctx context.Context) ([]Project, error) {
	list, err := s.projects(ctx, `p.deleted_at IS NULL ORDER BY p.archived_at IS NOT NULL, p.slug`)
	return list, wrap("list projects", err)
}

func (s *Store) projects(ctx context.Context, condition string, args ...any) ([]Project, error) {
	list, _, err := s.projectRows(ctx, condition, args...)
	return list, err
}

// projectRows also counts the rows, those left out among them.
func (s *Store) projectRows(ctx context.Context, condition string, args ...any) (list []Project, rows int, err error) {
	list, rows, err = collectPage(ctx, s, scanProject, projectQuery+`WHERE `+condition, args...)
	if err != nil {
		return nil, 0, err
	}
	if list == nil {
		list = []Project{}
	}
	return list, rows, s.addCounts(ctx, list)
}

// ProjectFilter chooses projects.
type ProjectFilter struct {
	Archived bool // archived ones as well
	Limit    int  // 0: DefaultLimit
	Cursor   string
}

// ProjectPage is one page of the projects, the newest first.
type ProjectPage struct {
	Projects []Project
	Next     string // cursor of the next page; empty at the end
	Total    int    // over all pages
}

// ProjectPage lists projects.
func (s *Store) ProjectPage(ctx context.Context, f ProjectFilter) (page ProjectPage, err error) {
	const op = "list projects"
	var v invalid
	limit := v.page(f.Limit, f.Cursor)
	if err := v.err(); err != nil {
		return page, err
	}
	var c conditions
	c.add("p.deleted_at IS NULL")
	if !f.Archived {
		c.add("p.archived_at IS NULL")
	}
	if err := s.db.Row(ctx, `SELECT count(*) FROM projects p WHERE `+c.text(), c.args...).Scan(&page.Total); err != nil {
		return page, wrap(op, err)
	}
	if f.Cursor != "" {
		c.add("p.id < ?", f.Cursor)
	}
	list, rows, err := s.projectRows(ctx, c.text()+` ORDER BY p.id DESC LIMIT ?`, append(c.args, limit+1)...)
	page.Projects, page.Next = cutPage(list, rows, limit, func(p Project) string { return p.id })
	return page, wrap(op, err)
}

func (s *Store) addCounts(ctx context.Context, list []Project) error {
	bySlug := make(map[string]map[Status]int, len(list))
	for i := range list {
		list[i].Counts = emptyCounts()
		bySlug[list[i].Slug] = list[i].Counts
	}
	counts, err := collect(ctx, s, scanCount, countQuery)
	for _, c := range counts {
		if of := bySlug[c.slug]; of != nil {
			of[c.status] = c.n
		}
	}
	return err
}

// threadCount is how many threads a project has in one status.
type threadCount struct {
	slug   string
	status Status
	n      int
}

const countQuery = "SELECT project_slug, status, n FROM thread_counts"

func scanCount(r rowScanner) (c threadCount, err error) {
	err = r.Scan(&c.slug, &c.status, &c.n)
	return c, err
}

func emptyCounts() map[Status]int {
	counts := make(map[Status]int, len(Statuses))
	for _, s := range Statuses {
		counts[s] = 0
	}
	return counts
}

func scanProject(r rowScanner) (Project, error) {
	var p Project
	var paths, aliases string
	if err := r.Scan(&p.Slug, &p.Title, &p.Description, &p.RepoURL, &paths, &p.ForgePath, &p.Pinned,
		&p.ArchivedAt, &p.CreatedAt, &p.UpdatedAt, &p.id, &p.deletedAt, &aliases,
		&p.Progress.Rev, &p.Progress.UpdatedAt, &p.Progress.Percent); err != nil {
		return Project{}, err
	}
	p.Counts = emptyCounts()
	if err := unpackList(aliases, &p.Aliases); err != nil {
		return Project{}, err
	}
	err := unpackList(paths, &p.WorkspacePaths)
	return p, damaged(err, kindProject, p.Slug, "workspace_paths")
}

// currentProject is the slug that a name leads to, or empty.
func (s *Store) currentProject(ctx context.Context, name string) (slug string, err error) {
	err = s.db.Row(ctx, "SELECT coalesce("+currentSlug+", '')", name).Scan(&slug)
	return slug, err
}

// project reads a project by its slug or an earlier one.
func (tx *tx) project(name string) (Project, error) {
	p, err := scanProject(tx.Row(projectQuery+`WHERE p.slug = `+currentSlug, name))
	if missing := found(err, kindProject, name); missing != err {
		return p, tx.unknownProject(name)
	}
	return p, err
}

// projectByID reads a project that may be deleted.
func (tx *tx) projectByID(id string) (Project, error) {
	p, err := scanProject(tx.Row(projectQuery+`WHERE p.id = ?`, id))
	return p, found(err, kindProject, id)
}

func (tx *tx) hasProject(name string) (live bool, err error) {
	err = tx.Row("SELECT EXISTS (SELECT 1 FROM projects WHERE slug = ? AND deleted_at IS NULL)", name).Scan(&live)
	return live, err
}

// owner is the slug of the project that a slug leads to, or empty.
func (tx *tx) owner(name string) (owner string, err error) {
	err = tx.Row(ownerQuery, name).Scan(&owner)
	return owner, err
}

const ownerQuery = "SELECT coalesce(" + currentSlug + ", '')"

func (tx *tx) unknownProject(name string) error {
	slugs, err := tx.texts(allSlugs)
	if err != nil {
		return err
	}
	return withDeletion(tx.Row, &NotFoundError{Kind: kindProject, ID: name, Closest: Closest(name, slugs)}, ProjectURI(name))
}

func (p *Project) doc() match.Doc {
	d := match.Doc{ID: p.id, Kind: kindProject, Project: p.Slug, Title: p.Title, At: p.UpdatedAt.Time}
	if p.Description != nil {
		d.Body = *p.Description
	}
	return d
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
