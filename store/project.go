package store

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"strings"
)

// InboxSlug is the project of threads that name none.
const InboxSlug = "inbox"

// Project is what threads belong to (contract §2).
type Project struct {
	Slug           string         `json:"slug"`
	Title          string         `json:"title"`
	Description    *string        `json:"description"`
	RepoURL        *string        `json:"repo_url"`
	WorkspacePaths []string       `json:"workspace_paths" nullable:"false"`
	ForgePath      *string        `json:"forge_path"`
	Pinned         bool           `json:"pinned"`
	ArchivedAt     *Time          `json:"archived_at" format:"date-time"`
	CreatedAt      Time           `json:"created_at" format:"date-time"`
	UpdatedAt      Time           `json:"updated_at" format:"date-time"`
	Counts         map[Status]int `json:"counts"` // true numbers of threads, by status
}

// ProjectInput holds the fields of a new project.
type ProjectInput struct {
	Slug           string
	Title          string // default: the slug
	Description    *string
	RepoURL        *string
	WorkspacePaths []string // absolute folders the project's work happens in
}

const projectColumns = `slug, title, description, repo_url, workspace_paths, forge_path, pinned, archived_at, created_at, updated_at`

// CreateProject registers a project under a slug that is still free.
func (s *Store) CreateProject(ctx context.Context, by By, in ProjectInput) (Written[Project], error) {
	var out Written[Project]
	err := s.write(ctx, "create a project", by, func(tx *tx) error {
		var v invalid
		v.checkSlug("slug", in.Slug)
		p := Project{Slug: in.Slug, Title: v.checkText("title", in.Title, MaxSummary), WorkspacePaths: []string{}}
		p.Description = v.optional("description", in.Description, MaxText)
		p.RepoURL = v.optional("repo_url", in.RepoURL, MaxText)
		if len(in.WorkspacePaths) > maxWorkspaces {
			v.add("workspace_paths", "must have at most %d items", maxWorkspaces)
		}
		for i, w := range in.WorkspacePaths {
			field := fmt.Sprintf("workspace_paths[%d]", i)
			w = cleanWorkspace(v.checkText(field, w, MaxText))
			if !absolute.MatchString(w) {
				v.add(field, "must be an absolute path")
			}
			p.WorkspacePaths = append(p.WorkspacePaths, w)
		}
		if err := v.err(); err != nil {
			return err
		}
		taken, err := tx.hasProject(p.Slug)
		if err != nil {
			return err
		}
		if taken {
			return &ConflictError{Message: fmt.Sprintf("the project %q exists already", p.Slug)}
		}
		out.Item, out.EventID, err = tx.insertProject(p)
		tx.written = out
		return err
	})
	return out, err
}

// useProject makes sure that a project exists before something is filed under it.
func (tx *tx) useProject(slug string, register bool) error {
	taken, err := tx.hasProject(slug)
	if err != nil || taken {
		return err
	}
	if !register {
		return tx.unknownProject(slug)
	}
	_, _, err = tx.insertProject(Project{Slug: slug, WorkspacePaths: []string{}})
	return err
}

func (tx *tx) hasProject(slug string) (taken bool, err error) {
	err = tx.row("SELECT EXISTS (SELECT 1 FROM projects WHERE slug = ?)", slug).Scan(&taken)
	return taken, err
}

func (tx *tx) unknownProject(slug string) error {
	slugs, err := tx.texts("SELECT slug FROM projects")
	if err != nil {
		return err
	}
	return &NotFoundError{Kind: "project", ID: slug, Closest: Closest(slug, slugs)}
}

func (tx *tx) insertProject(p Project) (Project, string, error) {
	if p.Title == "" {
		p.Title = p.Slug
	}
	p.CreatedAt, p.UpdatedAt, p.Counts = tx.now, tx.now, emptyCounts()
	paths, err := jsonText(p.WorkspacePaths)
	if err != nil {
		return p, "", err
	}
	if err := tx.exec(`INSERT INTO projects(`+projectColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		p.Slug, p.Title, p.Description, p.RepoURL, paths, p.ForgePath, p.Pinned, p.ArchivedAt, p.CreatedAt, p.UpdatedAt); err != nil {
		return p, "", fmt.Errorf("insert the project: %w", err)
	}
	after, err := fieldsOf(p)
	if err != nil {
		return p, "", err
	}
	delete(after, "counts") // a fact about its threads, not about the project
	event, err := tx.record("project.created", ProjectURI(p.Slug), nil, after)
	return p, event, err
}

// Project returns one project with its counts.
func (s *Store) Project(ctx context.Context, slug string) (Project, error) {
	const op = "read a project"
	p, err := scanProject(s.row(ctx, `SELECT `+projectColumns+` FROM projects WHERE slug = ?`, slug))
	if err := found(err, "project", slug); err != nil {
		return Project{}, s.withClosest(ctx, wrap(op, err), slug)
	}
	all := []Project{p}
	err = s.addCounts(ctx, all)
	return all[0], wrap(op, err)
}

// withClosest adds to a missing project the name that may have been meant.
func (s *Store) withClosest(ctx context.Context, err error, slug string) error {
	if missing, ok := err.(*NotFoundError); ok {
		slugs, listErr := collect(ctx, s, scanString, "SELECT slug FROM projects")
		if listErr == nil {
			missing.Closest = Closest(slug, slugs)
		}
	}
	return err
}

// Projects lists all projects by slug, with their counts.
func (s *Store) Projects(ctx context.Context) ([]Project, error) {
	const op = "list projects"
	list, err := collect(ctx, s, scanProject, `SELECT `+projectColumns+` FROM projects ORDER BY slug`)
	if err != nil {
		return nil, wrap(op, err)
	}
	if list == nil {
		list = []Project{}
	}
	return list, wrap(op, s.addCounts(ctx, list))
}

// ResolveWorkspace finds the project a folder belongs to: the one whose longest
// registered path equals or contains it. A path below the given folder never counts:
// standing above several projects says nothing about which one is meant.
func (s *Store) ResolveWorkspace(ctx context.Context, workspace string) (Project, error) {
	list, err := s.Projects(ctx)
	if err != nil {
		return Project{}, err
	}
	workspace = cleanWorkspace(workspace)
	best, length := -1, 0
	for i, p := range list {
		for _, w := range p.WorkspacePaths {
			if (workspace == w || strings.HasPrefix(workspace, strings.TrimSuffix(w, "/")+"/")) && len(w) > length {
				best, length = i, len(w)
			}
		}
	}
	if best < 0 {
		return Project{}, &NotFoundError{Kind: "project for the workspace", ID: workspace}
	}
	return list[best], nil
}

// absolute matches the clean paths that name a folder by themselves: /... or C:/...
var absolute = regexp.MustCompile(`^(?:/|[A-Za-z]:/)`)

// maxWorkspaces is how many folders a project may have.
const maxWorkspaces = 50

// cleanWorkspace makes two spellings of a folder one: Windows separators become slashes,
// as paths come from any of the owner's machines.
func cleanWorkspace(p string) string {
	return path.Clean(strings.ReplaceAll(strings.TrimSpace(p), `\`, "/"))
}

func (s *Store) addCounts(ctx context.Context, list []Project) error {
	bySlug := make(map[string]map[Status]int, len(list))
	for i := range list {
		list[i].Counts = emptyCounts()
		bySlug[list[i].Slug] = list[i].Counts
	}
	type count struct {
		slug   string
		status Status
		n      int
	}
	counts, err := collect(ctx, s, func(r rowScanner) (c count, err error) {
		err = r.Scan(&c.slug, &c.status, &c.n)
		return c, err
	}, "SELECT project_slug, status, n FROM thread_counts")
	for _, c := range counts {
		if of := bySlug[c.slug]; of != nil {
			of[c.status] = c.n
		}
	}
	return err
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
	var paths string
	if err := r.Scan(&p.Slug, &p.Title, &p.Description, &p.RepoURL, &paths, &p.ForgePath, &p.Pinned, &p.ArchivedAt, &p.CreatedAt, &p.UpdatedAt); err != nil {
		return Project{}, err
	}
	err := unpackList(paths, &p.WorkspacePaths)
	return p, err
}

func scanString(r rowScanner) (s string, err error) {
	err = r.Scan(&s)
	return s, err
}
