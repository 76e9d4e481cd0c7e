package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/progresshub/progresshub/store/outline"
)

// ForgeFile is what the hub and the forge had in common of one file when they last met.
type ForgeFile struct {
	Path    string // inside the repository
	Base    string // the text, with nothing between the hub's markers
	Hash    string // git's name of the file that held it; empty: not known
	Block   string // digest of the threads that the hub last wrote into the file
	Project string // slug of the project whose progress file it is; empty: it is none
	Gone    bool   // the forge has let it go, and the hub keeps its text
	Claimed bool   // the project's own file is at another path still, and is to move here
}

// ForgeFile returns what is known of a file of the forge; false: nothing.
func (s *Store) ForgeFile(ctx context.Context, path string) (ForgeFile, bool, error) {
	f := ForgeFile{Path: path}
	err := s.db.Row(ctx, `SELECT base, hash, block, coalesce(project, ''), gone, claimed FROM forge_files WHERE path = ?`, path).Scan(&f.Base, &f.Hash, &f.Block, &f.Project, &f.Gone, &f.Claimed)
	if errors.Is(err, sql.ErrNoRows) {
		return f, false, nil
	}
	return f, err == nil, wrap("read a file of the forge", err)
}

// ForgeFiles lists the files of the forge that are known, by path, without their texts.
func (s *Store) ForgeFiles(ctx context.Context) ([]ForgeFile, error) {
	list, err := collect(ctx, s, func(r rowScanner) (f ForgeFile, err error) {
		err = r.Scan(&f.Path, &f.Hash, &f.Project, &f.Gone, &f.Claimed)
		return f, err
	}, `SELECT path, hash, coalesce(project, ''), gone, claimed FROM forge_files ORDER BY path`)
	return list, wrap("list the files of the forge", err)
}

// SaveForgeFiles records what both sides have in common by now.
func (s *Store) SaveForgeFiles(ctx context.Context, files []ForgeFile) error {
	return s.changeForge(ctx, "remember files of the forge", func(tx *tx) error {
		for _, f := range files {
			if err := tx.saveForgeFile(f); err != nil {
				return err
			}
		}
		return nil
	})
}

// saveForgeFile saves a file on which both sides agree: there is no conflict any more.
func (tx *tx) saveForgeFile(f ForgeFile) error {
	if err := tx.putForgeFile(f); err != nil {
		return err
	}
	return tx.Exec(`DELETE FROM forge_conflicts WHERE path = ?`, f.Path)
}

// putForgeFile saves a file as it is known; that of a deleted project stays its own. A
// project has one beside those that it claims: any other that was its own before is no
// longer.
func (tx *tx) putForgeFile(f ForgeFile) error {
	err := tx.Exec(`INSERT OR REPLACE INTO forge_files(project, path, base, hash, block, gone, claimed)
		VALUES (coalesce(`+currentSlug+`, (SELECT slug FROM projects WHERE slug = ?1)), ?2, ?3, ?4, ?5, ?6, ?7)`,
		f.Project, f.Path, f.Base, f.Hash, f.Block, f.Gone, f.Claimed)
	if err == nil && f.Project != "" && !f.Claimed {
		err = tx.Exec(`UPDATE forge_files SET project = NULL WHERE project = `+currentSlug+` AND path <> ?2 AND NOT claimed`, f.Project, f.Path)
	}
	if err != nil {
		return fmt.Errorf("remember a file of the forge: %w", err)
	}
	return nil
}

// MoveForgeFile records that a file is to be found at another path.
func (s *Store) MoveForgeFile(ctx context.Context, from, to string) error {
	return s.changeForge(ctx, "move a file of the forge", func(tx *tx) error {
		if err := tx.Exec(`UPDATE OR REPLACE forge_files SET path = ? WHERE path = ?`, to, from); err != nil {
			return err
		}
		return tx.Exec(`UPDATE OR REPLACE forge_conflicts SET path = ? WHERE path = ?`, to, from)
	})
}

// ForgetForgeFile forgets a file that neither side has any more.
func (s *Store) ForgetForgeFile(ctx context.Context, path string) error {
	return s.changeForge(ctx, "forget a file of the forge", func(tx *tx) error {
		if err := tx.Exec(`DELETE FROM forge_files WHERE path = ?`, path); err != nil {
			return err
		}
		return tx.Exec(`DELETE FROM forge_conflicts WHERE path = ?`, path)
	})
}

// HadSince reports whether a text is one that the document at a hub:// address has had since
// it had another one, base. Without a base it is any that is kept.
func (s *Store) HadSince(ctx context.Context, uri, text string, base *string) (had bool, err error) {
	const op = "look for an earlier text"
	item, err := liveItemAt(s.lookup(ctx), uri)
	if err != nil || item == "" {
		return false, wrap(op, err)
	}
	err = s.db.Row(ctx, `SELECT EXISTS (SELECT 1 FROM revisions WHERE item = ?1 AND markdown = ?2
		AND (?3 IS NULL OR rev > (SELECT max(rev) FROM revisions WHERE item = ?1 AND markdown = ?3)))`, item, text, base).Scan(&had)
	return had, wrap(op, err)
}

// MovedPage is where the page is now that was at a path last; empty: nobody has moved it, or
// it was deleted.
func (s *Store) MovedPage(ctx context.Context, from string) (to string, err error) {
	to, err = movedTo(s.lookup(ctx), from)
	return to, wrap("look for a moved page", err)
}

// PullProgress is [Store.PutProgress] with a text that came from the forge. It records in
// the same change what both sides have in common from then on, so that a hub which dies
// in between merges nothing twice.
func (s *Store) PullProgress(ctx context.Context, by By, project string, ifRev int, markdown string, common ForgeFile) (Written[Progress], error) {
	text := outline.Blank(markdown)
	var v invalid
	v.checkMarkdown("markdown", text)
	if err := v.err(); err != nil {
		return Written[Progress]{}, err
	}
	return s.changeProgress(ctx, "pull a progress file", by, project, false, func(tx *tx, p *Progress) (string, error) {
		if err := checkRev(ifRev, p.Rev); err != nil {
			return "", err
		}
		event, err := tx.rewriteProgress(p, text)
		if err != nil {
			return "", err
		}
		return event, tx.saveForgeFile(common)
	})
}

// PullPage is [Store.PutPage] with a text that came from the forge; see
// [Store.PullProgress].
func (s *Store) PullPage(ctx context.Context, by By, path string, ifRev int, markdown string, common ForgeFile) (Written[Page], error) {
	var v invalid
	v.checkPath("path", path)
	v.checkMarkdown("markdown", markdown)
	if err := v.err(); err != nil {
		return Written[Page]{}, err
	}
	return s.changePage(ctx, "pull a wiki page", by, path, ifRev, func(tx *tx, p *Page) (string, error) {
		event, err := tx.rewritePage(p, markdown)
		if err != nil {
			return "", err
		}
		return event, tx.saveForgeFile(common)
	})
}

// progressOf is the project whose progress file an address names; false: it names none.
func progressOf(uri string) (project string, ok bool) {
	rest, ok := strings.CutPrefix(uri, ProjectURI(""))
	if !ok {
		return "", false
	}
	return strings.CutSuffix(rest, "/progress")
}
