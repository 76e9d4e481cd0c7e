package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/progresshub/progresshub/store/outline"
)

// ForgeConflict is a file that the hub and the forge have changed in the same place since
// they last met. It rests, on both sides, until the owner has decided.
type ForgeConflict struct {
	ID      string `json:"id" example:"cxy99bbg25ng"`
	Path    string `json:"path" doc:"Inside the repository" example:"projects/home-server/PROGRESS.md"`
	Item    string `json:"item" doc:"The hub:// address of the document" example:"hub://projects/home-server/progress"`
	Base    string `json:"base" doc:"What both had in common last" example:"# Home server\n"`
	Ours    string `json:"ours" doc:"The hub's text" example:"# Home server\n\nThe disk is ordered.\n"`
	Theirs  string `json:"theirs" doc:"The forge's text" example:"# Home server\n\nThe disk is here.\n"`
	FoundAt Time   `json:"found_at" format:"date-time"`
}

const conflictColumns = `id, path, item, base, ours, theirs, found_at`

func scanConflict(r rowScanner) (c ForgeConflict, err error) {
	err = r.Scan(&c.ID, &c.Path, &c.Item, &c.Base, &c.Ours, &c.Theirs, &c.FoundAt)
	return c, err
}

// ForgeConflictPage is one page of the conflicts, the newest first.
type ForgeConflictPage struct {
	Conflicts []ForgeConflict
	Next      string // cursor of the next page; empty at the end
	Total     int    // over all pages
}

// ForgeConflicts lists what waits for the owner's decision.
func (s *Store) ForgeConflicts(ctx context.Context, limit int, cursor string) (ForgeConflictPage, error) {
	const op = "list the forge's conflicts"
	var v invalid
	limit = v.page(limit, cursor)
	if err := v.err(); err != nil {
		return ForgeConflictPage{}, err
	}
	var page ForgeConflictPage
	if err := s.db.Row(ctx, `SELECT count(*) FROM forge_conflicts`).Scan(&page.Total); err != nil {
		return page, wrap(op, err)
	}
	c := conditions{parts: []string{"TRUE"}}
	if cursor != "" {
		c.add("id < ?", cursor)
	}
	list, err := collect(ctx, s, scanConflict, `SELECT `+conflictColumns+` FROM forge_conflicts WHERE `+c.text()+` ORDER BY id DESC LIMIT ?`, append(c.args, limit+1)...)
	page.Conflicts, page.Next = cutPage(list, len(list), limit, func(c ForgeConflict) string { return c.ID })
	return page, wrap(op, err)
}

// ForgeConflicting is a conflict without its texts.
type ForgeConflicting struct {
	ID   string `json:"id" example:"cxy99bbg25ng"`
	Path string `json:"path" doc:"Inside the repository" example:"projects/home-server/PROGRESS.md"`
	Item string `json:"item" doc:"The hub:// address of the document" example:"hub://projects/home-server/progress"`

	FoundAt Time `json:"-"`
}

// ForgeConflicting lists all files in conflict, by their paths inside the repository.
func (s *Store) ForgeConflicting(ctx context.Context) ([]ForgeConflicting, error) {
	list, err := collect(ctx, s, func(r rowScanner) (c ForgeConflicting, err error) {
		err = r.Scan(&c.ID, &c.Path, &c.Item, &c.FoundAt)
		return c, err
	}, `SELECT id, path, item, found_at FROM forge_conflicts ORDER BY path`)
	if list == nil {
		list = []ForgeConflicting{}
	}
	return list, wrap("list the forge's conflicts", err)
}

// CloseForgeConflicts ends conflicts that are none any more, by their paths.
func (s *Store) CloseForgeConflicts(ctx context.Context, paths []string) error {
	return s.changeForge(ctx, "close conflicts", func(tx *tx) error {
		for _, path := range paths {
			if err := tx.Exec(`DELETE FROM forge_conflicts WHERE path = ?`, path); err != nil {
				return err
			}
		}
		return nil
	})
}

// KeepForgeConflict records a conflict, or how one that is known stands by now: it keeps the time it
// was found, and its id while both texts are the same, since a decision about others must not pass for
// one about these. That of a progress file is known by its project, also when the file has another path
// by now.
func (s *Store) KeepForgeConflict(ctx context.Context, c ForgeConflict) error {
	return s.changeForge(ctx, "keep a conflict", func(tx *tx) error {
		project, _ := progressOf(c.Item)
		if project != "" {
			if err := tx.Exec(`UPDATE OR REPLACE forge_conflicts SET path = ?2 WHERE project = `+currentSlug, project, c.Path); err != nil {
				return err
			}
		}
		return tx.Exec(`INSERT INTO forge_conflicts(project, `+conflictColumns+`) VALUES (`+currentSlug+`, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
			ON CONFLICT(path) DO UPDATE SET (id, project, item, base, ours, theirs) =
				(iif(ours = excluded.ours AND theirs = excluded.theirs, id, excluded.id), excluded.project, excluded.item, excluded.base, excluded.ours, excluded.theirs)`,
			project, tx.NewID(), c.Path, c.Item, c.Base, c.Ours, c.Theirs, tx.now)
	})
}

// ForgeResolved is a document as a resolved conflict left it.
type ForgeResolved struct {
	Path string `json:"path" example:"projects/home-server/PROGRESS.md"`
	Item string `json:"item" example:"hub://projects/home-server/progress"`
	Rev  int    `json:"rev" doc:"Of the document in the hub" example:"4"`
}

// errMoved says that a document was changed since its conflict was shown.
var errMoved = &ConflictError{Message: "the text in the hub has changed since this conflict was shown: look at it again"}

// ResolveForgeConflict makes the owner's text the document's, and the forge's text what
// both have in common: the next sync brings the decision there. If the document was changed
// since the conflict was shown, that is a [ConflictError] and the conflict shows the new
// text, under a new id; if a sync has found another text, there is none of this id any more.
func (s *Store) ResolveForgeConflict(ctx context.Context, by By, id, markdown string) (Written[ForgeResolved], error) {
	var v invalid
	v.checkMarkdown("markdown", markdown)
	if err := v.err(); err != nil {
		return Written[ForgeResolved]{}, err
	}
	var present string
	out, err := answer(ctx, s, "resolve a conflict", by, func(tx *tx) (out Written[ForgeResolved], err error) {
		c, err := scanConflict(tx.Row(`SELECT `+conflictColumns+` FROM forge_conflicts WHERE id = ?`, id))
		if err != nil {
			return out, conflictFound(err, id)
		}
		var save func() error
		out.Item = ForgeResolved{Path: c.Path, Item: c.Item}
		if present, save, err = tx.conflicting(c.Item, markdown, &out); err != nil {
			return out, err
		}
		if present != c.Ours {
			return out, errMoved
		}
		if err := save(); err != nil {
			return out, err
		}
		tx.touch()
		return out, tx.agree(c)
	})
	if errors.Is(err, errMoved) {
		err = errors.Join(s.changeForge(ctx, "show a conflict anew", func(tx *tx) error {
			return tx.Exec(`UPDATE forge_conflicts SET id = ?, ours = ? WHERE id = ?`, tx.NewID(), present, id)
		}), err)
	}
	return out, err
}

// conflictFound is [found] for a conflict.
func conflictFound(err error, id string) error {
	err = found(err, "conflict", id)
	if missing := new(NotFoundError); errors.As(err, &missing) {
		missing.Why = "it was decided, or a text of it has changed since it was shown: look at it again"
	}
	return err
}

// agree records that the forge's text is what both sides have in common of a file that was
// in conflict. A project whose own file is at another path still keeps it until a sync has
// moved it here.
func (tx *tx) agree(c ForgeConflict) error {
	f := ForgeFile{Path: c.Path, Base: c.Theirs}
	f.Project, _ = progressOf(c.Item)
	if err := tx.Row(`SELECT coalesce((SELECT block FROM forge_files WHERE path = ?2), ''),
		EXISTS (SELECT 1 FROM forge_files WHERE project = `+currentSlug+` AND path <> ?2 AND NOT claimed)`, f.Project, f.Path).Scan(&f.Block, &f.Claimed); err != nil {
		return fmt.Errorf("read a file of the forge: %w", err)
	}
	return tx.saveForgeFile(f)
}

// conflicting is the present text of a document in conflict, and how to replace it.
func (tx *tx) conflicting(item, markdown string, out *Written[ForgeResolved]) (present string, save func() error, err error) {
	if project, ok := progressOf(item); ok {
		p, err := tx.progress(project)
		return p.stored, func() (err error) {
			out.EventID, err = tx.rewriteProgress(&p, outline.Blank(markdown))
			out.Item.Rev = p.Rev
			return err
		}, err
	}
	path := strings.TrimPrefix(item, PageURI(""))
	p, err := scanPage(tx.Row(pageQuery+livePage, path))
	return p.Markdown, func() (err error) {
		out.EventID, err = tx.rewritePage(&p, markdown)
		out.Item.Rev = p.Rev
		return err
	}, found(err, kindPage, path)
}
