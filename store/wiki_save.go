package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"

	"github.com/progresshub/progresshub/store/match"
	"github.com/progresshub/progresshub/store/outline"
	"github.com/progresshub/progresshub/store/phrase"
)

// PutPage replaces the text of a wiki page, or makes the page. ifRev, unless 0, is the
// revision the text was made against, or [NoRev]; if there is another by now, that is a
// [VersionError], and if the page was moved or deleted, a [NotFoundError] that says so.
func (s *Store) PutPage(ctx context.Context, by By, path string, ifRev int, markdown string) (Written[Page], error) {
	var v invalid
	v.checkPath("path", path)
	v.checkMarkdown("markdown", markdown)
	if err := v.err(); err != nil {
		return Written[Page]{}, err
	}
	return s.rewritePage(ctx, "write a wiki page", by, path, ifRev, func(string) (string, error) { return markdown, nil })
}

// rewritePage gives the page at a path the text that edit makes of the present one, or
// makes the page.
func (s *Store) rewritePage(ctx context.Context, op string, by By, path string, ifRev int, edit func(string) (string, error)) (Written[Page], error) {
	return s.changePage(ctx, op, by, path, ifRev, func(tx *tx, p *Page) (string, error) {
		text, err := edit(p.Markdown)
		if err != nil {
			return "", err
		}
		if p.Rev == 0 {
			if err := tx.checkNotRepeated(path, text); err != nil {
				return "", err
			}
		}
		return tx.rewritePage(p, text)
	})
}

func (tx *tx) rewritePage(p *Page, text string) (event string, err error) {
	switch {
	case p.Rev == 0:
		p.id, p.CreatedAt = tx.NewID(), tx.now
		if err := p.rewrite(tx, text); err != nil {
			return "", err
		}
		return tx.created("page.created", p)
	case p.Markdown == text:
		return "", nil
	}
	changed, err := tx.amend(p, func() error { return p.rewrite(tx, text) })
	if err != nil {
		return "", err
	}
	return tx.record("page.updated", changed)
}

// DeletePage takes a wiki page out of every list; the pages below it stay, and so do the
// links to it. ifRev is that of [Store.PutPage]. An undo brings the page back, as long as
// its path is free.
func (s *Store) DeletePage(ctx context.Context, by By, path string, ifRev int) (Written[Page], error) {
	if err := CheckPath("path", path); err != nil {
		return Written[Page]{}, err
	}
	return s.changePage(ctx, "delete a wiki page", by, path, ifRev, func(tx *tx, p *Page) (string, error) {
		if p.Rev == 0 {
			return "", &NotFoundError{Kind: kindPage, ID: path}
		}
		return tx.deletePage(p)
	})
}

func (tx *tx) deletePage(p *Page) (event string, err error) {
	erased, err := tx.erase(p)
	if err != nil {
		return "", err
	}
	return tx.record("page.deleted", erased)
}

// changePage runs a change of the page at a path and shows the page as it is then. Where
// there is none, it is one of revision 0.
func (s *Store) changePage(ctx context.Context, op string, by By, path string, ifRev int, do func(*tx, *Page) (event string, err error)) (Written[Page], error) {
	out, err := answer(ctx, s, op, by, func(tx *tx) (out Written[Page], err error) {
		p, err := scanPage(tx.Row(pageQuery+livePage, path))
		if errors.Is(err, sql.ErrNoRows) {
			p, err = Page{PageInfo: PageInfo{Path: path}}, nil
		}
		if err != nil {
			return out, err
		}
		if err := checkRev(ifRev, p.Rev); err != nil {
			return out, err
		}
		missing := p.Rev == 0
		if out.EventID, err = do(tx, &p); err != nil {
			return out, err
		}
		out.Created = missing && out.EventID != ""
		err = p.show(tx.Query)
		out.Item = p
		return out, err
	})
	if outdated, ok := err.(*VersionError); ok && outdated.Current == 0 {
		return out, s.orGone(ctx, outdated, path)
	}
	return out, s.withClosestPage(ctx, err, path)
}

// anyPage reads a page that may be deleted.
func (tx *tx) anyPage(id string) (Page, error) {
	p, err := scanPage(tx.Row(pageQuery+`WHERE w.id = ?`, id))
	return p, found(err, kindPage, id)
}

func (p *Page) setGone(tx *tx, gone bool) error {
	if gone {
		p.deletedAt = new(tx.now)
		if err := tx.leaveRevision(PageURI(p.Path), p.Rev); err != nil {
			return err
		}
		if err := tx.saveLinks(p.subject().item, nil); err != nil {
			return err
		}
		if err := tx.unindex(p.doc()); err != nil {
			return err
		}
		return tx.putPage(p)
	}
	if err := tx.checkPageFree(p, p.Path); err != nil {
		return err
	}
	p.deletedAt = nil
	left, err := tx.leftRevision(PageURI(p.Path))
	if err != nil {
		return err
	}
	if left > p.Rev { // another page was here meanwhile
		p.Rev = left + 1
		_, err = tx.keepRevision(p.subject().item, p.Rev, p.Markdown)
	} else {
		err = tx.saveLinks(p.subject().item, outline.Read(p.Markdown).Links)
	}
	if err != nil {
		return err
	}
	if err := tx.index(p.doc(), nil); err != nil {
		return err
	}
	return tx.putPage(p)
}

func (p *Page) restore(tx *tx, earlier fields) error {
	if p.gone() {
		return &ConflictError{Message: fmt.Sprintf("the page %q was deleted: undo that first", p.Path)}
	}
	at := PageInfo{Path: p.Path}
	if err := overlay(&at, earlier); err != nil {
		return err
	}
	if err := tx.checkPageFree(p, at.Path); err != nil {
		return err
	}
	text, err := tx.earlierText(p, earlier)
	if err != nil {
		return err
	}
	return p.save(tx, at.Path, text)
}

func (p *Page) text() string { return p.Markdown }

func (p *Page) rewrite(tx *tx, text string) error { return p.save(tx, p.Path, text) }

// save puts the page at a path, and makes the text its next version if it differs, or if
// the pages that were at that path before have counted as far.
func (p *Page) save(tx *tx, path, text string) (err error) {
	var before *match.Doc
	var known outline.Outline
	next := text != p.Markdown
	if p.Rev > 0 {
		before = new(p.doc())
	}
	if before == nil || path != p.Path {
		left, err := tx.leftRevision(PageURI(path))
		if err == nil && before != nil {
			err = tx.leaveRevision(PageURI(p.Path), p.Rev)
		}
		if err != nil {
			return err
		}
		if left >= p.Rev {
			p.Rev, next = left, true
		}
	}
	if next {
		p.Rev++
		if known, err = tx.keepRevision(p.subject().item, p.Rev, text); err != nil {
			return err
		}
	} else {
		known = outline.Read(text)
	}
	p.Path, p.Markdown, p.Title = path, text, pageTitle(path, known)
	if err := tx.putPage(p); err != nil {
		return err
	}
	return tx.index(p.doc(), before)
}

// putPage saves the row of a page, a new one too.
func (tx *tx) putPage(p *Page) error {
	p.UpdatedAt = tx.now
	if err := tx.Exec(`INSERT INTO wiki_pages(id, path, title, rev, created_at, updated_at, deleted_at) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT(id) DO UPDATE SET (path, title, rev, updated_at, deleted_at) = (excluded.path, excluded.title, excluded.rev, excluded.updated_at, excluded.deleted_at)`,
		p.id, p.Path, p.Title, p.Rev, p.CreatedAt, p.UpdatedAt, p.deletedAt); err != nil {
		return fmt.Errorf("save the page: %w", err)
	}
	return nil
}

// checkPageFree refuses a path that is another page's.
func (tx *tx) checkPageFree(p *Page, path string) error {
	others, err := tx.texts("SELECT id FROM wiki_pages WHERE path = ? AND deleted_at IS NULL AND id <> ?", path, p.id)
	if err == nil && len(others) > 0 {
		err = &ConflictError{Message: phrase.PageExists(strconv.Quote(path)).String()}
	}
	return err
}
