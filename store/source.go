package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/store/match"
	"github.com/progresshub/progresshub/store/sqlite"
)

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

// among is the query of the items whose ids a query finds.
func (s source) among(ids string) string { return s.rows + " AND " + s.id + " IN (" + ids + ")" }

// listed are the ids in a JSON array.
const listed = "SELECT value FROM json_each(?)"

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
	{kindReminder, `SELECT ` + reminderColumns + ` FROM reminders WHERE deleted_at IS NULL`, "id", "project_slug", func(r rowScanner) (indexed, error) {
		m, err := scanReminder(r)
		return indexed{m.doc(), ReminderURI(m.ID)}, err
	}},
	{kindSession, `SELECT ` + sessionColumns + ` FROM session_records WHERE TRUE`, "id", "project_slug", func(r rowScanner) (indexed, error) {
		record, err := scanSession(r)
		return indexed{record.doc(), SessionURI(record.ID)}, err
	}},
	{kindProgress, beginning(progressQuery) + `WHERE f.id IS NOT NULL AND p.deleted_at IS NULL`, "f.id", "p.slug", func(r rowScanner) (indexed, error) {
		p, err := scanProgress(r)
		return indexed{p.doc(), ProgressURI(p.ProjectSlug)}, err
	}},
	{kindPage, beginning(pageQuery) + `WHERE w.deleted_at IS NULL`, "w.id", "", func(r rowScanner) (indexed, error) {
		p, err := scanPage(r)
		return indexed{p.doc(), PageURI(p.Path)}, err
	}},
}

// sourceBytes is how much of a document is read again for search: what ranks and explains it.
// Its words are all in the full text.
const sourceBytes = 64 << 10

// beginning is the query of a document with only the beginning of its text.
func beginning(query string) string {
	return strings.Replace(query, "r.markdown", fmt.Sprintf("substr(r.markdown, 1, %d)", sourceBytes), 1)
}

// fullTextQuery asks one full-text table.
type fullTextQuery struct {
	table string
	terms []string // as [match.Terms] has them; none find nothing
	kinds []string // empty: all
	limit int
	// newest finds items that hold every word, not one of them, the newest first. They are all as
	// good as full text can tell, so none has to be ranked: of a common word there may be as many
	// as there are threads.
	newest bool
	any    bool // newest, but one of the words is enough
}

// maxTelling is how many words a query of the telling ones looks for.
const maxTelling = 12

// textual finds the items that hold some words, the best first. The place is made in
// the inner query: joined with other tables directly, SQLite runs the match once for each of
// their rows, and so it would with a plain condition on the row.
func (s *Store) textual(ctx context.Context, q fullTextQuery) ([]indexed, error) {
	if len(q.terms) == 0 {
		return nil, nil
	}
	terms := make([]string, len(q.terms))
	for i, term := range q.terms {
		terms[i] = `"` + strings.ReplaceAll(term, `"`, `""`) + `"`
	}
	between, place, order := " OR ", "rank", "rank"
	if q.newest {
		between, place, order = " AND ", "-rowid", "rowid DESC"
	}
	if q.any {
		between = " OR "
	}
	only, kinds := "", []any{}
	if len(q.kinds) > 0 {
		text, err := jsonText(q.kinds)
		if err != nil {
			return nil, err
		}
		only = ` AND coalesce((SELECT kind FROM search_kinds WHERE row = ` + q.table + `.rowid), '` + kindThread + `') IN (SELECT value FROM json_each(?))`
		kinds = append(kinds, text)
	}
	type found struct{ id, kind string }
	places, err := collect(ctx, s, func(r rowScanner) (p found, err error) {
		var row int64
		err = r.Scan(&row, &p.kind)
		p.id = sqlite.EncodeID(uint64(row))
		return p, err
	}, `SELECT f.row, coalesce(k.kind, '`+kindThread+`')
		FROM (SELECT rowid AS row, `+place+` AS place FROM `+q.table+` WHERE `+q.table+` MATCH ?`+only+` ORDER BY `+order+` LIMIT ?) f
		LEFT JOIN search_kinds k ON k.row = f.row ORDER BY f.place`, slices.Concat([]any{strings.Join(terms, between)}, kinds, []any{q.limit})...)
	if err != nil {
		return nil, fmt.Errorf("full-text search: %w", err)
	}
	byKind := map[string][]string{}
	for _, p := range places {
		byKind[p.kind] = append(byKind[p.kind], p.id)
	}
	items, err := s.items(ctx, byKind)
	if err != nil {
		return nil, err
	}
	list := make([]indexed, 0, len(places))
	for _, p := range places {
		if item, ok := items[p.id]; ok { // else gone meanwhile
			list = append(list, item)
		}
	}
	return list, nil
}

// items reads what search shows of items, by their kinds and ids. Those that are gone are
// left out.
func (s *Store) items(ctx context.Context, byKind map[string][]string) (map[string]indexed, error) {
	found := map[string]indexed{}
	for _, source := range sources {
		ids := byKind[source.kind]
		if len(ids) == 0 {
			continue
		}
		text, err := jsonText(ids)
		if err != nil {
			return nil, err
		}
		items, err := collect(ctx, s, source.scan, source.among(listed), text)
		if err != nil {
			return nil, err
		}
		for _, item := range items {
			found[item.ID] = item
		}
	}
	return found, nil
}
