package store

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/store/sqlite"
)

// MaxCounted is how far a list of threads counts that is filtered by text, tool or energy, or by
// what is ready, snoozed, or stale in one status: nobody keeps the numbers of those, and each
// thread counted has to be read.
const MaxCounted = 500

const (
	// maxDue is how many changed threads that thread_grams does not know as they are can be read
	// one by one: with more of them the list reads all threads in its order.
	maxDue = 4 * gramBatch
	// maxUnordered is how many candidates are put in another order than that of their ids.
	// Where there are more, reading the list in its order soon fills a page.
	maxUnordered = 4 * MaxCounted
)

// maxFilterWords is how many words a filter can have. Each is looked for in all texts that may match.
const maxFilterWords = 32

// words are what each thread of the list has somewhere in its text.
func (f ThreadFilter) words() []string { return strings.Fields(fold(f.Text)) }

// isFiltered reports whether the list is narrowed by what it has no index for.
func (f ThreadFilter) isFiltered() bool {
	return f.Text != "" || f.SourceTool != "" || f.Energy != "" || f.Ready || f.Snoozed || f.Stale && len(f.Statuses) > 0
}

// filtered finds the places of a filtered list, and how many there are up to MaxCounted, among
// the threads that thread_grams says may match. q are the list's conditions, rest those of its
// page. known is false when that table can't tell enough of them from the others.
func (s *Store) filtered(ctx context.Context, f ThreadFilter, q, rest conditions, most int) (rows []place, total int, known bool, err error) {
	var project string
	if f.isFiltered() && f.Project != "" {
		if err := s.db.Row(ctx, `SELECT ifnull((SELECT id FROM projects WHERE slug = ?), '')`, f.Project).Scan(&project); err != nil {
			return nil, 0, false, err
		}
	}
	grams := f.grams(project)
	if grams == "" {
		return nil, 0, false, nil
	}
	c := candidates{store: s, grams: grams}
	if known, err = c.readDue(ctx); err != nil || !known {
		return nil, 0, false, err
	}
	if column, _ := f.time(); column != "" {
		return c.inOrder(ctx, f, q, rest, most)
	}
	all, err := c.newest(ctx, q, sqlite.LastID, MaxCounted)
	if err != nil || f.Cursor == "" {
		return all[:min(len(all), most)], len(all), true, err
	}
	rows, err = c.newest(ctx, rest, f.Cursor, most)
	return rows, len(all), true, err
}

// candidates are the threads that may match a filter.
type candidates struct {
	store   *Store
	grams   string   // those that thread_grams finds
	changed []string // those it does not know as they are
	end     string   // and all behind this one
}

// readDue reads what thread_grams does not know, before it is asked: what it learns of meanwhile
// is then found twice, and nothing is missed. known is false when too many have changed.
func (c *candidates) readDue(ctx context.Context) (known bool, err error) {
	if err := c.store.db.Row(ctx, `SELECT thread_id FROM gram_end`).Scan(&c.end); err != nil {
		return false, err
	}
	c.changed, err = collect(ctx, c.store, scanString, `SELECT thread_id FROM gram_due LIMIT ?`, maxDue+1)
	return len(c.changed) <= maxDue, err
}

// due are those of them that match and that thread_grams does not know: of the new ones the
// newest, at most so many.
func (c candidates) due(ctx context.Context, q conditions, most int) ([]place, error) {
	found, err := c.matching(ctx, q, c.changed)
	if err != nil {
		return nil, err
	}
	created, err := collect(ctx, c.store, scanPlace, `SELECT id, id FROM threads INDEXED BY sqlite_autoindex_threads_1 WHERE id > ? AND `+q.text()+` ORDER BY id DESC LIMIT ?`,
		append(append([]any{c.end}, q.args...), most)...)
	return append(found, created...), err
}

// newest are the newest of them before an id that match, at most so many.
func (c candidates) newest(ctx context.Context, q conditions, before string, most int) ([]place, error) {
	found, err := c.due(ctx, q, most)
	if err != nil {
		return nil, err
	}
	last, err := sqlite.DecodeID(before)
	if err != nil {
		return nil, err
	}
	known := 0
	for chunk := most + most/4; known < most; chunk *= 2 {
		ids, err := c.known(ctx, last, chunk)
		if err != nil {
			return nil, err
		}
		more, err := c.matching(ctx, q, ids)
		if err != nil {
			return nil, err
		}
		found, known = append(found, more...), known+len(more)
		if len(ids) < chunk {
			break
		}
		if last, err = sqlite.DecodeID(ids[len(ids)-1]); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(found, func(a, b place) int { return cmp.Compare(b.id, a.id) })
	found = slices.Compact(found)
	return found[:min(len(found), most)], nil
}

// inOrder is filtered for a list in another order than that of the ids.
func (c candidates) inOrder(ctx context.Context, f ThreadFilter, q, rest conditions, most int) (rows []place, total int, known bool, err error) {
	ids, err := c.known(ctx, math.MaxInt64, maxUnordered+1)
	if err != nil || len(ids) > maxUnordered {
		return nil, 0, false, err
	}
	all, err := c.due(ctx, q, maxUnordered+1)
	if err != nil || len(all) > maxUnordered {
		return nil, 0, false, err
	}
	more, err := c.matching(ctx, q, ids)
	if err != nil {
		return nil, 0, false, err
	}
	ids = ids[:0]
	for _, p := range append(all, more...) {
		ids = append(ids, p.id)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	text, err := jsonText(ids)
	if err != nil {
		return nil, 0, false, err
	}
	rows, err = collect(ctx, c.store, scanPlace, `SELECT id, `+f.cursor()+` FROM threads WHERE id IN (SELECT value FROM json_each(?)) AND `+rest.text()+` ORDER BY `+f.order()+` LIMIT ?`,
		append(append([]any{text}, rest.args...), most)...)
	return rows, min(len(ids), MaxCounted), true, err
}

// known are the newest candidates before an id that thread_grams finds.
func (c candidates) known(ctx context.Context, before uint64, most int) ([]string, error) {
	return collect(ctx, c.store, func(r rowScanner) (id string, err error) {
		var row int64
		err = r.Scan(&row)
		return sqlite.EncodeID(uint64(row)), err
	}, `SELECT rowid FROM thread_grams WHERE thread_grams MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?`, c.grams, int64(before), most)
}

// matching are those of some candidates that match.
func (c candidates) matching(ctx context.Context, q conditions, ids []string) ([]place, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	text, err := jsonText(ids)
	if err != nil {
		return nil, err
	}
	return collect(ctx, c.store, scanPlace, `SELECT id, id FROM (SELECT value AS candidate FROM json_each(?)) CROSS JOIN threads ON id = candidate WHERE `+q.text(), append([]any{text}, q.args...)...)
}
