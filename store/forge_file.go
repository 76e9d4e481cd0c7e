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
	Path  string // inside the repository
	Base  string // the text, with nothing between the hub's markers
	Hash  string // git's name of the file that held it; empty: not known
	Block string // digest of the threads that the hub last wrote into the file
}

// ForgeFile returns what is known of a file of the forge; false: nothing.
func (s *Store) ForgeFile(ctx context.Context, path string) (ForgeFile, bool, error) {
	f := ForgeFile{Path: path}
	err := s.row(ctx, `SELECT base, hash, block FROM forge_files WHERE path = ?`, path).Scan(&f.Base, &f.Hash, &f.Block)
	if errors.Is(err, sql.ErrNoRows) {
		return f, false, nil
	}
	return f, err == nil, wrap("read a file of the forge", err)
}

// ForgePaths lists the files of the forge that are known, by path.
func (s *Store) ForgePaths(ctx context.Context) ([]string, error) {
	list, err := collect(ctx, s, scanString, `SELECT path FROM forge_files ORDER BY path`)
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
	if err := tx.exec(`INSERT OR REPLACE INTO forge_files(path, base, hash, block) VALUES (?, ?, ?, ?)`, f.Path, f.Base, f.Hash, f.Block); err != nil {
		return fmt.Errorf("remember a file of the forge: %w", err)
	}
	return tx.exec(`DELETE FROM forge_conflicts WHERE path = ?`, f.Path)
}

// ForgetForgeFile forgets a file that neither side has any more.
func (s *Store) ForgetForgeFile(ctx context.Context, path string) error {
	return s.changeForge(ctx, "forget a file of the forge", func(tx *tx) error {
		if err := tx.exec(`DELETE FROM forge_files WHERE path = ?`, path); err != nil {
			return err
		}
		return tx.exec(`DELETE FROM forge_conflicts WHERE path = ?`, path)
	})
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
	return s.changeProgress(ctx, "pull a progress file", by, project, func(tx *tx, p *Progress) (string, error) {
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
