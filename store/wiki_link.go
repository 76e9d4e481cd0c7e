package store

import "context"

// maxWikiLinks is how many of each kind are named.
const maxWikiLinks = 30

// WikiLinks is where the wiki hangs together badly.
type WikiLinks struct {
	Orphans     []PageInfo    `json:"orphans" nullable:"false" doc:"Pages that no other document links to, the one changed last first: the first 30. The glossary needs no link"`
	OrphanCount int           `json:"orphan_count" doc:"All of them" example:"2"`
	Missing     []MissingPage `json:"missing" nullable:"false" doc:"Pages that are linked to and not there, by path: the first 30"`
	MissCount   int           `json:"missing_count" doc:"All of them" example:"1"`
}

// MissingPage is a page that is linked to and not there.
type MissingPage struct {
	Path  string   `json:"path" example:"howto/backups"`
	From  Backlink `json:"from" doc:"The first document that links to it, by its address"`
	Count int      `json:"count" doc:"How many documents do" example:"1"`
}

const (
	unlinked = `w.deleted_at IS NULL AND w.path <> '` + glossaryPage + `'
		AND NOT EXISTS (SELECT 1 FROM links l WHERE l.to_path = w.path AND l.from_item <> 'page/' || w.id)`
	nowhere      = `NOT EXISTS (SELECT 1 FROM wiki_pages w WHERE w.path = l.to_path AND w.deleted_at IS NULL)`
	orphansQuery = `SELECT w.path, w.title, w.rev, w.created_at, w.updated_at, count(*) OVER () FROM wiki_pages w
		WHERE ` + unlinked + ` ORDER BY w.updated_at DESC, w.path LIMIT ?`
	missingQuery = `SELECT l.to_path FROM links l INDEXED BY links_by_target WHERE ` + nowhere + ` GROUP BY l.to_path ORDER BY l.to_path LIMIT ?`
	missingCount = `SELECT count(*) FROM (SELECT 1 FROM links l INDEXED BY links_by_target WHERE ` + nowhere + ` GROUP BY l.to_path)`
)

// WikiLinks finds the pages that nothing links to, and the links that lead nowhere.
func (s *Store) WikiLinks(ctx context.Context) (WikiLinks, error) {
	const op = "look for loose links"
	found := WikiLinks{Orphans: []PageInfo{}, Missing: []MissingPage{}}
	orphans, err := collect(ctx, s, func(r rowScanner) (p PageInfo, err error) {
		err = r.Scan(&p.Path, &p.Title, &p.Rev, &p.CreatedAt, &p.UpdatedAt, &found.OrphanCount)
		return p, err
	}, orphansQuery, maxWikiLinks)
	if err != nil {
		return found, wrap(op, err)
	}
	found.Orphans = append(found.Orphans, orphans...)
	if err := s.db.Row(ctx, missingCount).Scan(&found.MissCount); err != nil {
		return found, wrap(op, err)
	}
	paths, err := collect(ctx, s, scanString, missingQuery, maxWikiLinks)
	if err != nil {
		return found, wrap(op, err)
	}
	for _, path := range paths {
		from, count, err := backlinks(s.reads(ctx), path)
		if err != nil {
			return found, wrap(op, err)
		}
		if len(from) > 0 { // its last link may be gone by now
			found.Missing = append(found.Missing, MissingPage{path, from[0], count})
		}
	}
	return found, nil
}
