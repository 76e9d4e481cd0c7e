package store

import "github.com/progresshub/progresshub/store/match"

// indexed is an item as search and overlap see it, and its address.
type indexed struct {
	match.Doc
	uri string
}

// source reads the items of one kind for search and overlap.
type source struct {
	kind string
	rows string // a query of all that is not deleted, with a condition to follow
	id   string // the column that orders them
	slug string // the column of their project; empty: they have none
	scan func(rowScanner) (indexed, error)
}

// ofProject is the query of one project's items.
func (s source) ofProject() string { return s.rows + " AND " + s.slug + " = ?" }

// from is the query of the next items after an id.
func (s source) from() string { return s.rows + " AND " + s.id + " > ? ORDER BY " + s.id + " LIMIT ?" }

// among is the query of the items in a JSON array of ids.
func (s source) among() string {
	return s.rows + " AND " + s.id + " IN (SELECT value FROM json_each(?))"
}

// sources are all that search and overlap look at. Threads come first: they are what most
// questions are about while the index is still being built.
var sources = []source{
	{kindThread, `SELECT ` + threadColumns + ` FROM threads WHERE deleted_at IS NULL`, "id", "project_slug", func(r rowScanner) (indexed, error) {
		t, err := scanThread(r, Time{})
		return indexed{t.doc(), ThreadURI(t.ID)}, err
	}},
	{kindProject, projectQuery + `WHERE p.deleted_at IS NULL`, "p.id", "p.slug", func(r rowScanner) (indexed, error) {
		p, err := scanProject(r)
		return indexed{p.doc(), ProjectURI(p.Slug)}, err
	}},
	{kindProgress, progressQuery + `WHERE f.id IS NOT NULL AND p.deleted_at IS NULL`, "f.id", "p.slug", func(r rowScanner) (indexed, error) {
		p, err := scanProgress(r)
		return indexed{p.doc(), ProgressURI(p.ProjectSlug)}, err
	}},
	{kindPage, pageQuery + `WHERE w.deleted_at IS NULL`, "w.id", "", func(r rowScanner) (indexed, error) {
		p, err := scanPage(r)
		return indexed{p.doc(), PageURI(p.Path)}, err
	}},
}
