package store

import "context"

// Session returns one session record.
func (s *Store) Session(ctx context.Context, id string) (SessionRecord, error) {
	r, err := scanSession(s.db.Row(ctx, `SELECT `+sessionColumns+` FROM session_records WHERE id = ?`, id))
	return r, wrap("read a session record", found(err, kindSession, id))
}

// SessionFilter chooses session records.
type SessionFilter struct {
	Project string // a slug or an earlier one
	Tool    string
	Limit   int // 0: DefaultLimit
	Cursor  string
}

// SessionPage is one page of session records, those first that came last.
type SessionPage struct {
	Sessions []SessionRecord
	Next     string // cursor of the next page; empty at the end
	Total    int    // over all pages
}

// Sessions lists session records in the order they were first sent, the newest first.
func (s *Store) Sessions(ctx context.Context, f SessionFilter) (SessionPage, error) {
	const op = "list session records"
	var v invalid
	limit := v.page(f.Limit, f.Cursor)
	if err := v.err(); err != nil {
		return SessionPage{}, err
	}
	c := conditions{parts: []string{"TRUE"}}
	if f.Project != "" {
		slug, err := s.currentProject(ctx, f.Project)
		if err != nil {
			return SessionPage{}, wrap(op, err)
		}
		c.add("project_slug = ?", slug)
	}
	if f.Tool != "" {
		c.add("tool = ?", f.Tool)
	}
	page := SessionPage{Sessions: []SessionRecord{}}
	if err := s.db.Row(ctx, `SELECT count(*) FROM session_records WHERE `+c.text(), c.args...).Scan(&page.Total); err != nil {
		return SessionPage{}, wrap(op, err)
	}
	if f.Cursor != "" {
		c.add("id < ?", f.Cursor)
	}
	list, rows, err := collectPage(ctx, s, scanSession, `SELECT `+sessionColumns+` FROM session_records WHERE `+c.text()+` ORDER BY id DESC LIMIT ?`, append(c.args, limit+1)...)
	page.Sessions, page.Next = cutPage(list, rows, limit, func(r SessionRecord) string { return r.ID })
	return page, wrap(op, err)
}
