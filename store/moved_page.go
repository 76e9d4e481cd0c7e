package store

import (
	"database/sql"
	"errors"
	"fmt"
)

// movedQuery is the path that the page which last moved away from ?1 has now, if it is there.
// A moved page bears its new path in the subject of the event; the old one is in its before.
const movedQuery = `SELECT w.path FROM (
		SELECT e.id, e.item FROM events e WHERE e.kind = 'page.moved' AND e.before ->> 'path' = ?1
		UNION ALL
		SELECT p.event_id, p.item FROM events e JOIN event_parts p ON p.event_id = e.id WHERE e.kind = 'page.moved' AND p.before ->> 'path' = ?1
	) m CROSS JOIN wiki_pages w ON w.id = substr(m.item, length('page/') + 1) AND w.deleted_at IS NULL
	ORDER BY m.id DESC LIMIT 1`

// movedTo is the path of the page that was moved away from a path; empty if there is none.
func movedTo(look lookup, path string) (to string, err error) {
	err = look(movedQuery, path).Scan(&to)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return to, err
}

// checkNotMoved refuses to begin a page anew by an addition to one that is elsewhere by now.
func (tx *tx) checkNotMoved(path string) error {
	to, err := movedTo(tx.Row, path)
	if err != nil || to == "" {
		return err
	}
	return &ConflictError{Message: fmt.Sprintf("the page %q was moved to %s: append to it there, or write this one whole", path, PageURI(to))}
}

// checkNotRepeated refuses to begin a page anew with the very text of the one that was moved away
// from there: it is that page's request once more.
func (tx *tx) checkNotRepeated(path, text string) error {
	to, err := movedTo(tx.Row, path)
	if err != nil || to == "" {
		return err
	}
	now, err := scanPage(tx.Row(pageQuery+livePage, to))
	if err == nil && now.Markdown == text {
		err = &ConflictError{Message: fmt.Sprintf("the page %q was moved to %s, which has this very text: nothing was written", path, PageURI(to))}
	}
	return err
}
