package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/progresshub/progresshub/store/outline"
)

// KeptRevisions is how many versions of a document are kept, the newest ones, and of those before
// them again as many at most: the first one, and each after which another author or another day
// came. A program that writes without end thus leaves what stood before it, and an undo of all that
// it did finds that. An undo that needs one that is gone is a [ConflictError].
const KeptRevisions = 500

// NoRev, where a change of a document takes the revision it was made against, stands for
// none: the change is then only made if there is no document yet. 0 stands for any.
const NoRev = -1

// AnyRev stands for any revision, as long as there is a document.
const AnyRev = -2

// Revision is one version of a document, without its text.
type Revision struct {
	Rev        int     `json:"rev"`
	CreatedAt  Time    `json:"created_at" format:"date-time"`
	Actor      Actor   `json:"actor" enum:"owner,agent"`
	SourceTool *string `json:"source_tool" doc:"The agent's name; null for the owner" example:"claude-code"`
	Bytes      int     `json:"bytes" doc:"Of the text"`
}

// RevisionPage is one page of the versions of a document, the newest first.
type RevisionPage struct {
	Revisions []Revision
	Next      string // cursor of the next page; empty at the end
	Total     int    // over all pages
}

// document is an item whose text is Markdown.
type document interface {
	tracked
	text() string
	// rewrite makes text the next version and saves the document.
	rewrite(tx *tx, text string) error
}

// checkRev refuses a change that was made against another version than the current one,
// which is 0 while there is no document.
func checkRev(made, current int) error {
	if made == 0 || made == current || made == NoRev && current == 0 || made == AnyRev && current > 0 {
		return nil
	}
	return &VersionError{Current: current}
}

// keepRevision stores a text as a version of a document, drops those too many, and
// brings the document's links into step. It returns what else is to be known of the text.
func (tx *tx) keepRevision(item string, rev int, text string) (outline.Outline, error) {
	var tool *string
	if tx.by.SourceTool != "" {
		tool = new(tx.by.SourceTool)
	}
	if err := tx.Exec(`INSERT INTO revisions(item, rev, markdown, created_at, actor, source_tool) VALUES (?, ?, ?, ?, ?, ?)`,
		item, rev, text, tx.now, tx.by.Actor, tool); err != nil {
		return outline.Outline{}, fmt.Errorf("keep the revision: %w", err)
	}
	if err := tx.dropRevisions(item); err != nil {
		return outline.Outline{}, fmt.Errorf("drop an old revision: %w", err)
	}
	known := outline.Read(text)
	return known, tx.saveLinks(item, known.Links)
}

// passedRevision is the revision of ?1 that is one of the newest ?2 no more, if nothing keeps it: it is
// not the first, and its author wrote the next one too, the same day. Revisions are counted: at an
// address where others were before, a document may have left numbers out. Only these two rows are
// read, as what they say of a revision stands behind its text.
const passedRevision = `SELECT r.rev FROM revisions r JOIN revisions n ON n.item = r.item AND n.rev = ` + nthRevision + ` ?2 - 1)
	WHERE r.item = ?1 AND r.rev = ` + nthRevision + ` ?2)
		AND r.actor = n.actor AND r.source_tool IS n.source_tool AND date(r.created_at) = date(n.created_at)
		AND EXISTS (SELECT 1 FROM revisions WHERE item = ?1 AND rev < r.rev)`

// nthRevision is the revision of ?1 that has as many newer ones as follows, with a parenthesis.
const nthRevision = `(SELECT rev FROM revisions WHERE item = ?1 ORDER BY rev DESC LIMIT 1 OFFSET`

// dropRevisions leaves a document the revisions that [KeptRevisions] speaks of, once one was added.
func (tx *tx) dropRevisions(item string) error {
	if err := tx.Exec(`DELETE FROM revisions WHERE item = ?1 AND rev = (`+passedRevision+`)`, item, KeptRevisions); err != nil {
		return err
	}
	return tx.Exec(`DELETE FROM revisions WHERE item = ?1 AND rev <= `+nthRevision+` ?2)`, item, 2*KeptRevisions)
}

// earlierText is the text that an undo gives back to a document, or the present one if it
// takes back something else.
func (tx *tx) earlierText(d document, earlier fields) (text string, err error) {
	raw, ok := earlier["rev"]
	if !ok {
		return d.text(), nil
	}
	var rev int
	if err := json.Unmarshal(raw, &rev); err != nil {
		return "", fmt.Errorf("restore an earlier text: %w", err)
	}
	if rev == 0 {
		return "", nil // before the first one
	}
	err = tx.Row("SELECT markdown FROM revisions WHERE item = ? AND rev = ?", d.subject().item, rev).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return "", tx.revisionGone(d.subject(), rev)
	}
	return text, err
}

// revisionGone says what there is instead of a revision that an undo needs.
func (tx *tx) revisionGone(of subject, rev int) error {
	var before int
	if err := tx.Row("SELECT coalesce(max(rev), 0) FROM revisions WHERE item = ? AND rev < ?", of.item, rev).Scan(&before); err != nil {
		return err
	}
	message := fmt.Sprintf("revision %d of %s is no longer kept, and none before it", rev, of.uri)
	if before > 0 {
		message = fmt.Sprintf("revision %d of %s is no longer kept: begin further back, or write again what revision %d says, the last one kept before it", rev, of.uri, before)
	}
	return &ConflictError{Message: message}
}

// revision reads one kept version of a document.
func (s *Store) revision(ctx context.Context, item string, rev int) (text string, at Time, err error) {
	err = s.db.Row(ctx, "SELECT markdown, created_at FROM revisions WHERE item = ? AND rev = ?", item, rev).Scan(&text, &at)
	return text, at, found(err, "revision", strconv.Itoa(rev))
}

// revisions lists the kept versions of a document; limit and cursor as in every list.
func (s *Store) revisions(ctx context.Context, item string, limit int, cursor string) (RevisionPage, error) {
	var v invalid
	limit = v.limit(limit)
	before := math.MaxInt
	if cursor != "" {
		var err error
		if before, err = strconv.Atoi(cursor); err != nil || before < 1 {
			v.badCursor()
		}
	}
	if err := v.err(); err != nil {
		return RevisionPage{}, err
	}
	page := RevisionPage{Revisions: []Revision{}}
	if err := s.db.Row(ctx, "SELECT count(*) FROM revisions WHERE item = ?", item).Scan(&page.Total); err != nil {
		return page, err
	}
	// The text itself is not read: its length stands beside it.
	list, err := collect(ctx, s, scanRevision, `SELECT rev, created_at, actor, source_tool, octet_length(markdown)
		FROM revisions WHERE item = ? AND rev < ? ORDER BY rev DESC LIMIT ?`, item, before, limit+1)
	if err != nil {
		return page, err
	}
	if len(list) > limit {
		list = list[:limit]
		page.Next = strconv.Itoa(list[limit-1].Rev)
	}
	page.Revisions = append(page.Revisions, list...)
	return page, nil
}

func scanRevision(r rowScanner) (rev Revision, err error) {
	err = r.Scan(&rev.Rev, &rev.CreatedAt, &rev.Actor, &rev.SourceTool, &rev.Bytes)
	return rev, err
}

// leaveRevision remembers how far a document has counted when it leaves its address.
func (tx *tx) leaveRevision(address string, rev int) error {
	if err := tx.Exec(`INSERT INTO left_revisions(address, rev) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET rev = max(rev, ?2)`, address, rev); err != nil {
		return fmt.Errorf("remember a revision: %w", err)
	}
	return nil
}

// leftRevision is how far the documents that were at some addresses before have counted. One
// that comes there goes on from that, be it new or not: no current one may stand for two texts.
// What it had elsewhere it keeps the numbers of.
func (tx *tx) leftRevision(addresses ...string) (rev int, err error) {
	list, err := jsonText(addresses)
	if err != nil {
		return 0, err
	}
	err = tx.Row(`SELECT coalesce(max(rev), 0) FROM left_revisions WHERE address IN (SELECT value FROM json_each(?))`, list).Scan(&rev)
	return rev, err
}
