package store

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/progresshub/progresshub/store/outline"
	"github.com/progresshub/progresshub/store/phrase"
)

// MaxMoved is how many documents one move touches at most: the pages that move and those
// whose links follow. It bounds how long other changes wait.
const MaxMoved = 1000

// Moved is what a move did.
type Moved struct {
	Pages []MovedPage `json:"pages" nullable:"false"` // by path
	// Rewritten are the documents whose links follow, by the addresses they have now.
	Rewritten []string `json:"rewritten" nullable:"false"`
}

// MovedPage is a page that a move gave another path.
type MovedPage struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// MovePages moves the page at a path and all below it, as one change; there need not be a
// page at the path itself. The links to them in pages and progress files follow. A new
// path that is taken is a [ConflictError].
func (s *Store) MovePages(ctx context.Context, by By, from, to string) (Written[Moved], error) {
	var v invalid
	v.checkPath("from", from)
	v.checkPath("to", to)
	if from == to {
		v.say("to", phrase.FieldOther)
	}
	if err := v.err(); err != nil {
		return Written[Moved]{}, err
	}
	out, err := answer(ctx, s, "move wiki pages", by, func(tx *tx) (out Written[Moved], err error) {
		m := move{tx: tx, from: from, to: to, done: Moved{Pages: []MovedPage{}, Rewritten: []string{}}}
		out.EventID, err = m.run()
		out.Item = m.done
		return out, err
	})
	return out, s.withClosestPage(ctx, err, from)
}

// move is a move under way.
type move struct {
	tx       *tx
	from, to string
	done     Moved
	parts    []part // that of the first page that moves is the first
}

// movable are the pages m at the path ?1 or below it: what is below a path begins with it
// and "/", which "0" follows.
const movable = `m.deleted_at IS NULL AND m.path >= ?1 AND m.path < ?1 || '0' AND (m.path = ?1 OR m.path > ?1 || '/')`

// The pages that move, the first of their new paths that is taken, and the documents
// with links to what moves.
const (
	movingQuery = `SELECT m.id FROM wiki_pages m WHERE ` + movable + ` ORDER BY m.path LIMIT ?2`
	takenQuery  = `SELECT t.path FROM wiki_pages m JOIN wiki_pages t ON t.path = ?2 || substr(m.path, length(?1) + 1) AND t.deleted_at IS NULL
		WHERE ` + movable + ` ORDER BY m.path LIMIT 1`
	linkingQuery = `SELECT DISTINCT from_item FROM links WHERE to_path = ?1 OR to_path > ?1 || '/' AND to_path < ?1 || '0' LIMIT ?2`
)

// run moves the pages, lets the links follow, and records all of it as one event.
func (m *move) run() (event string, err error) {
	moving, err := m.tx.texts(movingQuery, m.from, MaxMoved+1)
	if err != nil {
		return "", err
	}
	if len(moving) == 0 {
		return "", &NotFoundError{Kind: kindPage, ID: m.from}
	}
	// No page may move to where another one moves away from either: an undo takes the
	// pages back one by one, in any order.
	taken, err := m.tx.texts(takenQuery, m.from, m.to)
	if err != nil {
		return "", err
	}
	if len(taken) > 0 {
		return "", &ConflictError{Message: phrase.PageExists(strconv.Quote(taken[0])).String()}
	}
	linking, err := m.tx.texts(linkingQuery, m.from, MaxMoved+1)
	if err != nil {
		return "", err
	}
	linking = slices.DeleteFunc(linking, func(item string) bool {
		id, isPage := strings.CutPrefix(item, kindPage+"/")
		return isPage && slices.Contains(moving, id)
	})
	if len(moving)+len(linking) > MaxMoved {
		return "", &InvalidError{Fields: []FieldError{{"from", fmt.Sprintf("has more than %d documents in it or linking to it: move what is below it one by one", MaxMoved)}}}
	}
	for _, id := range moving {
		if err := m.movePage(id); err != nil {
			return "", err
		}
	}
	for _, item := range linking {
		if err := m.relink(item); err != nil {
			return "", err
		}
	}
	return m.tx.record("page.moved", m.parts[0], m.parts[1:]...)
}

// renamed is the path that a path is moved to, if it is. A link to a page that is yet to
// be written follows its folder too.
func (m *move) renamed(path string) (string, bool) {
	rest, moved := strings.CutPrefix(path, m.from)
	if !moved || rest != "" && rest[0] != '/' || !outline.ValidWikiPath(m.to+rest) {
		return path, false
	}
	return m.to + rest, true
}

func (m *move) movePage(id string) error {
	p, err := m.tx.anyPage(id)
	if err != nil {
		return err
	}
	moved := MovedPage{From: p.Path}
	var fits bool
	if moved.To, fits = m.renamed(p.Path); !fits {
		return &InvalidError{Fields: []FieldError{{"to", fmt.Sprintf("is too deep: %q would have more than %d parts", m.to+p.Path[len(m.from):], outline.MaxSegments)}}}
	}
	m.done.Pages = append(m.done.Pages, moved)
	text, err := m.relinked(&p)
	if err != nil {
		return err
	}
	return m.change(&p, func() error { return p.save(m.tx, moved.To, text) })
}

// relink lets the links of a document that stays where it is follow.
func (m *move) relink(item string) error {
	it, err := m.tx.tracked(item)
	if err != nil {
		return err
	}
	d := it.(document) // nothing else has links
	text, err := m.relinked(d)
	if err != nil || text == d.text() {
		return err
	}
	return m.change(d, func() error { return d.rewrite(m.tx, text) })
}

// relinked is the text of a document with the new paths in its links.
func (m *move) relinked(d document) (string, error) {
	text, changed := outline.RenameLinks(d.text(), m.renamed)
	if changed && len(text) > MaxMarkdown {
		return "", &ConflictError{Message: fmt.Sprintf("with the new paths in its links %s would have more than %d bytes", d.subject().uri, MaxMarkdown)}
	}
	return text, nil
}

// change saves a document and notes what that changed.
func (m *move) change(d document, save func() error) error {
	was := d.text()
	changed, err := m.tx.amend(d, save)
	if err != nil {
		return err
	}
	m.parts = append(m.parts, changed)
	if d.text() != was {
		m.done.Rewritten = append(m.done.Rewritten, changed.of.uri)
	}
	return nil
}
