package store

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/progresshub/progresshub/store/match"
	"github.com/progresshub/progresshub/store/outline"
)

// PageInfo is a wiki page without its text.
type PageInfo struct {
	Path      string `json:"path" example:"howto/backups"`
	Title     string `json:"title" doc:"The first level-one heading, else the last part of the path" example:"Home server"`
	Rev       int    `json:"rev"`
	CreatedAt Time   `json:"created_at" format:"date-time"`
	UpdatedAt Time   `json:"updated_at" format:"date-time"`
}

// Page is a wiki page.
type Page struct {
	PageInfo
	Markdown      string     `json:"markdown" example:"# Home server\n\n- [x] Order the disk\n- [ ] Rotate the keys\n"`
	Links         []PageLink `json:"links" nullable:"false"`
	Backlinks     []Backlink `json:"backlinks" nullable:"false" doc:"What links to it: the first 200"`
	BacklinkCount int        `json:"backlink_count" doc:"All of them"`

	id        string
	deletedAt *Time
}

// PageFilter chooses wiki pages.
type PageFilter struct {
	Prefix string // what the path begins with, such as "guides/"
	Limit  int    // 0: DefaultLimit
	Cursor string // of the page before
}

// PageList is one page of the list of wiki pages, by path.
type PageList struct {
	Pages []PageInfo
	Next  string // cursor of the next page; empty at the end
	Total int    // over all pages
}

// Pages lists wiki pages by path. The list stays complete while others write: a path that
// stays shows once.
func (s *Store) Pages(ctx context.Context, f PageFilter) (PageList, error) {
	const op = "list wiki pages"
	var v invalid
	limit := v.limit(f.Limit)
	if f.Cursor != "" && !outline.ValidWikiPath(f.Cursor) {
		v.badCursor()
	}
	if err := v.err(); err != nil {
		return PageList{}, err
	}
	var c conditions
	c.add("deleted_at IS NULL")
	if f.Prefix != "" {
		c.add("path >= ? AND path < ?", f.Prefix, f.Prefix+"~") // "~" follows all that a path is made of
	}
	list := PageList{Pages: []PageInfo{}}
	if err := s.db.Row(ctx, `SELECT count(*) FROM wiki_pages WHERE `+c.text(), c.args...).Scan(&list.Total); err != nil {
		return list, wrap(op, err)
	}
	if f.Cursor != "" {
		c.add("path > ?", f.Cursor)
	}
	pages, err := collect(ctx, s, func(r rowScanner) (p PageInfo, err error) {
		err = r.Scan(&p.Path, &p.Title, &p.Rev, &p.CreatedAt, &p.UpdatedAt)
		return p, err
	}, `SELECT path, title, rev, created_at, updated_at FROM wiki_pages WHERE `+c.text()+` ORDER BY path LIMIT ?`, append(c.args, limit+1)...)
	if err != nil {
		return list, wrap(op, err)
	}
	if len(pages) > limit {
		pages = pages[:limit]
		list.Next = pages[limit-1].Path
	}
	list.Pages = append(list.Pages, pages...)
	return list, nil
}

// pageQuery reads pages; a condition follows.
const pageQuery = `SELECT w.path, w.title, w.rev, w.created_at, w.updated_at, w.id, w.deleted_at, r.markdown
  FROM wiki_pages w JOIN revisions r ON r.item = 'page/' || w.id AND r.rev = w.rev `

const livePage = `WHERE w.path = ? AND w.deleted_at IS NULL`

func scanPage(r rowScanner) (p Page, err error) {
	err = r.Scan(&p.Path, &p.Title, &p.Rev, &p.CreatedAt, &p.UpdatedAt, &p.id, &p.deletedAt, &p.Markdown)
	return p, err
}

// Page returns a wiki page with the links in it and to it. An unknown path is a
// [NotFoundError] that names the closest.
func (s *Store) Page(ctx context.Context, path string) (Page, error) {
	const op = "read a wiki page"
	p, err := s.page(ctx, path)
	if err == nil {
		err = p.show(s.reads(ctx))
	}
	return p, wrap(op, err)
}

// PageAt returns an earlier version of a wiki page: its text, title and links.
func (s *Store) PageAt(ctx context.Context, path string, rev int) (Page, error) {
	const op = "read an earlier wiki page"
	p, err := s.page(ctx, path)
	if err != nil {
		return Page{}, wrap(op, err)
	}
	if p.Markdown, p.UpdatedAt, err = s.revision(ctx, p.subject().item, rev); err != nil {
		return Page{}, wrap(op, err)
	}
	known := outline.Read(p.Markdown)
	p.Rev, p.Title = rev, pageTitle(p.Path, known)
	if p.Links, err = linksOfText(s.reads(ctx), known); err != nil {
		return Page{}, wrap(op, err)
	}
	p.Backlinks, p.BacklinkCount, err = backlinks(s.reads(ctx), p.Path)
	return p, wrap(op, err)
}

// PageRevisions lists the kept versions of a wiki page, the newest first.
func (s *Store) PageRevisions(ctx context.Context, path string, limit int, cursor string) (RevisionPage, error) {
	const op = "list the revisions of a wiki page"
	p, err := s.page(ctx, path)
	if err != nil {
		return RevisionPage{}, wrap(op, err)
	}
	list, err := s.revisions(ctx, p.subject().item, limit, cursor)
	return list, wrap(op, err)
}

func (s *Store) page(ctx context.Context, path string) (Page, error) {
	if err := CheckPath("path", path); err != nil {
		return Page{}, err
	}
	p, err := scanPage(s.db.Row(ctx, pageQuery+livePage, path))
	return p, s.withClosestPage(ctx, found(err, kindPage, path), path)
}

// withClosestPage adds to a missing page where it was moved to, or the path that may have been
// meant.
func (s *Store) withClosestPage(ctx context.Context, err error, path string) error {
	const longest = 100 // what comparing costs grows with the square of the length
	missing, ok := err.(*NotFoundError)
	if !ok || missing.Kind != kindPage {
		return err
	}
	if err := s.withEnd(ctx, missing, path); err != missing {
		return err
	}
	if missing.Moved != "" || missing.Deleted != nil || len(path) > longest {
		return missing
	}
	near, listErr := collect(ctx, s, scanString, `SELECT path FROM wiki_pages WHERE deleted_at IS NULL AND abs(length(path) - ?1) <= ?1 / 3 ORDER BY path LIMIT 500`, len(path))
	if listErr == nil {
		missing.Closest = Closest(path, near)
	}
	return missing
}

// withEnd adds to a missing page where it was moved to, or who deleted it.
func (s *Store) withEnd(ctx context.Context, missing *NotFoundError, path string) error {
	if to, err := movedTo(s.lookup(ctx), path); err == nil && to != "" {
		missing.Moved = PageURI(to)
		return missing
	}
	return withDeletion(s.lookup(ctx), missing, PageURI(path))
}

// orGone is what one who holds a revision of a page that is not there must hear: that it was moved
// or deleted since, where that is known, for else they would begin it anew.
func (s *Store) orGone(ctx context.Context, outdated *VersionError, path string) error {
	gone := &NotFoundError{Kind: kindPage, ID: path}
	if err := s.withEnd(ctx, gone, path); err != gone {
		return err
	}
	if gone.Moved == "" && gone.Deleted == nil {
		return outdated
	}
	return gone
}

// show fills in the links of a page and those to it.
func (p *Page) show(read reads) (err error) {
	if p.Links, err = pageLinks(read, linksOf, p.subject().item); err != nil {
		return err
	}
	p.Backlinks, p.BacklinkCount, err = backlinks(read, p.Path)
	return err
}

// CheckPath says what is wrong with a wiki path given by hand, as an [InvalidError] of
// that field that offers the path it may stand for.
func CheckPath(field, given string) error {
	var v invalid
	v.checkPath(field, given)
	return v.err()
}

func (v *invalid) checkPath(field, given string) {
	if outline.ValidWikiPath(given) {
		return
	}
	offer := ""
	if meant := outline.WikiPath(strings.TrimSuffix(given, ".md")); meant != "" {
		offer = fmt.Sprintf("; did you mean %q?", meant)
	}
	v.add(field, `must be 1 to %d slugs joined by "/", such as guides/first-steps%s`, outline.MaxSegments, offer)
}

// PageURI is the subject of a wiki page's events and its address over MCP.
func PageURI(path string) string { return "hub://wiki/" + path }

func (p *Page) subject() subject { return subject{itemKey(kindPage, p.id), PageURI(p.Path)} }

func (p *Page) doc() match.Doc {
	return match.Doc{ID: p.id, Kind: kindPage, Title: p.Title, Body: p.Markdown, At: p.UpdatedAt.Time}
}

func (p *Page) recorded() (fields, error) {
	return fieldsOf(struct {
		Path  string `json:"path"`
		Title string `json:"title"`
		Rev   int    `json:"rev"`
	}{p.Path, p.Title, p.Rev})
}

func (p *Page) gone() bool { return p.deletedAt != nil }

// pageTitle is the title of a page with this text.
func pageTitle(at string, known outline.Outline) string {
	if known.Title != "" {
		return known.Title
	}
	return path.Base(at)
}
