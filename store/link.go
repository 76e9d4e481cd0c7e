package store

import (
	"context"
	"fmt"

	"github.com/progresshub/progresshub/store/outline"
)

// PageLink is a page that a document links to.
type PageLink struct {
	Path   string `json:"path" example:"howto/backups"`
	Exists bool   `json:"exists"`
}

// Backlink is a document that links to a page.
type Backlink struct {
	URI   string `json:"uri" example:"hub://threads/cxy99bbg25ng"`
	Title string `json:"title" example:"Home server"`
}

// MaxBacklinks is how many of the documents that link to a page are named.
const MaxBacklinks = 200

// saveLinks replaces the paths that a document is known to link to.
func (tx *tx) saveLinks(item string, paths []string) error {
	if err := tx.Exec("DELETE FROM links WHERE from_item = ?", item); err != nil {
		return fmt.Errorf("save the links: %w", err)
	}
	if len(paths) == 0 {
		return nil
	}
	list, err := jsonText(paths)
	if err != nil {
		return err
	}
	if err := tx.Exec("INSERT INTO links(from_item, to_path) SELECT ?, value FROM json_each(?)", item, list); err != nil {
		return fmt.Errorf("save the links: %w", err)
	}
	return nil
}

// Where the paths of links come from: what is kept of a document, or a JSON list.
const (
	linksOf = `SELECT to_path AS path FROM links WHERE from_item = ?`
	linksIn = `SELECT value AS path FROM json_each(?)`
)

// pageLinks are the links of one of those sources, by path.
func pageLinks(read reads, source, of string) ([]PageLink, error) {
	list, err := all(read, func(r rowScanner) (l PageLink, err error) {
		err = r.Scan(&l.Path, &l.Exists)
		return l, err
	}, `SELECT l.path, EXISTS (SELECT 1 FROM wiki_pages w WHERE w.path = l.path AND w.deleted_at IS NULL) FROM (`+source+`) l ORDER BY l.path`, of)
	if err != nil {
		return nil, fmt.Errorf("look up the links: %w", err)
	}
	return append([]PageLink{}, list...), nil
}

// LinksIn returns the wiki pages that a text links to, which need not be saved anywhere.
func (s *Store) LinksIn(ctx context.Context, markdown string) ([]PageLink, error) {
	var v invalid
	v.checkMarkdown("markdown", markdown)
	if err := v.err(); err != nil {
		return nil, err
	}
	links, err := linksOfText(s.reads(ctx), outline.Read(markdown))
	return links, wrap("look up the links of a text", err)
}

// linksOfText are the links of a text that is not the present one of its document.
func linksOfText(read reads, known outline.Outline) ([]PageLink, error) {
	if len(known.Links) == 0 {
		return []PageLink{}, nil
	}
	paths, err := jsonText(known.Links)
	if err != nil {
		return nil, err
	}
	return pageLinks(read, linksIn, paths)
}

// backlinksQuery finds the documents that link to ?1, but not the page itself. The key
// of a document in links is its kind and its id.
const backlinksQuery = `SELECT uri, title, count(*) OVER () FROM (
	SELECT 'hub://wiki/' || w.path AS uri, w.title AS title FROM links l JOIN wiki_pages w ON w.id = substr(l.from_item, 6)
	WHERE l.to_path = ?1 AND l.from_item BETWEEN 'page/' AND 'page0' AND w.path <> ?1
	UNION ALL
	SELECT 'hub://projects/' || f.project_slug || '/progress', coalesce(nullif(f.title, ''), f.project_slug)
	FROM links l JOIN progress_files f ON f.id = substr(l.from_item, 10)
	WHERE l.to_path = ?1 AND l.from_item BETWEEN 'progress/' AND 'progress0')
	ORDER BY uri LIMIT ?2`

// backlinks are the documents that link to a path, by their address, and how many there are.
func backlinks(read reads, path string) (list []Backlink, total int, err error) {
	list, err = all(read, func(r rowScanner) (b Backlink, err error) {
		err = r.Scan(&b.URI, &b.Title, &total)
		return b, err
	}, backlinksQuery, path, MaxBacklinks)
	if err != nil {
		return nil, 0, fmt.Errorf("look up the backlinks: %w", err)
	}
	return append([]Backlink{}, list...), total, nil
}
