package store

import "fmt"

// movedTo is where the page is now that was at a path last; empty if nobody has moved it, or it
// was deleted.
func movedTo(look lookup, path string) (to string, err error) {
	item, err := itemAt(look, PageURI(path))
	if err != nil || item == "" {
		return "", err
	}
	err = look(`SELECT coalesce((SELECT path FROM wiki_pages WHERE id = substr(?, length('page/') + 1) AND path <> ? AND deleted_at IS NULL), '')`, item, path).Scan(&to)
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
