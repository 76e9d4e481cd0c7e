package store

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store/sqlite"
)

// ThreadFilter chooses threads. Without Statuses it means the active ones.
type ThreadFilter struct {
	Statuses   []Status
	Stale      bool   // active, not snoozed, and without work for the policy's days; oldest first
	Ready      bool   // open, not snoozed, held by nobody, and waiting for no other
	Snoozed    bool   // active, and snoozed: the first to come back first
	Sort       string // "": the newest first; SortActivity
	Project    string
	SourceTool string
	Energy     string
	Text       string // words, at most 32: each somewhere in the summary or the texts beside it, in any case and order
	Limit      int    // 0: DefaultLimit
	Cursor     string // of the page before
}

// ThreadPage is one page of a list of threads: newest first, stale ones oldest first.
type ThreadPage struct {
	Threads []Thread
	Next    string // cursor of the next page; empty at the end
	Total   int    // over all pages; at most MaxCounted where nobody keeps the number
	Capped  bool   // whether Total ended there, so that there may be more
	// FreshUntil is when the passing of time alone will change the answer; zero: never.
	FreshUntil time.Time
}

// Thread returns one thread.
func (s *Store) Thread(ctx context.Context, id string) (Thread, error) {
	now := At(s.now())
	t, err := scanThread(s.db.Row(ctx, `SELECT `+threadColumns+` FROM threads WHERE id = ? AND deleted_at IS NULL`, id), now)
	return t, wrap("read a thread", withDeletion(s.lookup(ctx), found(err, kindThread, id), ThreadURI(id)))
}

// Threads lists threads. A page stays complete under concurrent changes: no thread shows
// twice, and none that stays in the list is skipped.
func (s *Store) Threads(ctx context.Context, f ThreadFilter, p Policy) (ThreadPage, error) {
	const op = "list threads"
	now := At(s.now())
	p = s.Effective(p)
	f.Statuses = canonical(f.Statuses)
	if f.Project != "" {
		err := s.db.Row(ctx, `SELECT coalesce(`+currentSlug+`, ?1)`, f.Project).Scan(&f.Project)
		if err != nil {
			return ThreadPage{}, wrap(op, err)
		}
	}
	q, err := f.conditions(now, p)
	if err != nil {
		return ThreadPage{}, err
	}
	limit := f.Limit
	if limit == 0 {
		limit = DefaultLimit
	}
	rest, err := q.after(f)
	if err != nil {
		return ThreadPage{}, err
	}
	var page ThreadPage
	rows, total, known, err := s.filtered(ctx, f, q, rest, limit+1)
	if err == nil && !known {
		if rows, err = s.places(ctx, f, rest, limit+1); err == nil {
			if total = len(rows); f.Cursor != "" || total > limit { // else the page holds them all
				total, err = s.countThreads(ctx, f, q, now, p)
			}
		}
	}
	if err != nil {
		return ThreadPage{}, wrap(op, err)
	}
	page.Total, page.Capped = total, f.isFiltered() && total == MaxCounted
	if len(rows) > limit {
		rows = rows[:limit]
		page.Next = rows[limit-1].cursor
	}
	read, err := s.readPage(ctx, rows, now)
	if err != nil {
		return ThreadPage{}, wrap(op, err)
	}
	if page.Threads = read.threads; read.places < len(rows) {
		page.Next = rows[read.places-1].cursor
	}
	page.FreshUntil, err = s.freshUntil(ctx, f, page.Threads, now, p)
	return page, wrap(op, err)
}

// places finds where threads stand in the order of their list.
func (s *Store) places(ctx context.Context, f ThreadFilter, c conditions, most int) ([]place, error) {
	return collect(ctx, s, scanPlace, `SELECT id, `+f.cursor()+` FROM `+f.table()+` WHERE `+c.text()+` ORDER BY `+f.order()+` LIMIT ?`, append(c.args, most)...)
}

// freshUntil finds the next moment at which time alone changes the answer: a lease of a
// listed thread runs out, or the list of stale ones may become another.
func (s *Store) freshUntil(ctx context.Context, f ThreadFilter, listed []Thread, now Time, p Policy) (first time.Time, err error) {
	if f.Stale || f.Ready || f.Snoozed {
		return s.nextMoment(ctx, now, p)
	}
	for _, t := range listed {
		if t.Lease != nil {
			first = earliest(first, t.Lease.ExpiresAt.Time)
		}
	}
	return first, nil
}

// countThreads takes the number from the counts kept by triggers where they can tell it.
func (s *Store) countThreads(ctx context.Context, f ThreadFilter, q conditions, now Time, p Policy) (n int, err error) {
	if f.isFiltered() {
		err = s.db.Row(ctx, `SELECT count(*) FROM (SELECT 1 FROM `+f.table()+` WHERE `+q.text()+` LIMIT ?)`, append(q.args, MaxCounted)...).Scan(&n)
		return n, err
	}
	if f.Stale {
		query, args := staleCount(""), staleArgs(now, p)
		if f.Project != "" {
			query, args = staleCount("AND project_slug = ?5"), append(args, f.Project)
		}
		err = s.db.Row(ctx, query, args...).Scan(&n)
		return n, err
	}
	var c conditions
	c.in("status", f.statuses())
	if f.Project != "" {
		c.add("project_slug = ?", f.Project)
	}
	err = s.db.Row(ctx, `SELECT coalesce(sum(n), 0) FROM thread_counts WHERE `+c.text(), c.args...).Scan(&n)
	return n, err
}

func (f ThreadFilter) statuses() []Status {
	if len(f.Statuses) == 0 {
		return []Status{StatusOpen, StatusBlocked}
	}
	return f.Statuses
}

func (f ThreadFilter) conditions(now Time, p Policy) (conditions, error) {
	var v invalid
	for _, s := range f.Statuses {
		v.oneOf("status", string(s), texts(Statuses))
	}
	if f.Energy != "" {
		v.oneOf("energy", f.Energy, Energies)
	}
	if f.Sort != "" {
		v.oneOf("sort", f.Sort, []string{SortActivity})
	}
	if len(f.words()) > maxFilterWords {
		v.add("q", "must have at most %d words", maxFilterWords)
	}
	if f.Limit < 0 || f.Limit > MaxLimit {
		v.add("limit", "must be between 1 and %d", MaxLimit)
	}
	if err := v.err(); err != nil {
		return conditions{}, err
	}
	var c conditions
	// The words of the partial indexes; see the schema.
	switch {
	case f.isActive() && (f.Sort != "" || f.Stale || f.Ready || f.Snoozed || len(f.Statuses) == 0):
		c.add(activeThreads)
	case f.isDone() && f.Sort != "":
		c.add("deleted_at IS NULL AND status = 'done'")
	default:
		c.add("deleted_at IS NULL")
	}
	if n := len(f.Statuses); n > 0 && n < len(Statuses) {
		c.in("status", f.Statuses)
	}
	if f.Stale {
		c.add("last_activity_at <= ?", p.staleBefore(now.Time))
		c.add("(snoozed_until IS NULL OR snoozed_until <= ?)", now)
	}
	if f.Ready {
		c.add(readyAt("?"), now, now)
	}
	if f.Snoozed {
		c.add("snoozed_until > ?", now)
	}
	for _, e := range []struct{ column, value string }{
		{"project_slug", f.Project}, {"source_tool", f.SourceTool}, {"energy", f.Energy},
	} {
		if e.value != "" {
			c.add(e.column+" = ?", e.value)
		}
	}
	for _, word := range f.words() {
		c.add("instr(folded, ?) > 0", word)
	}
	return c, nil
}

// after narrows q to what follows the filter's cursor.
func (c conditions) after(f ThreadFilter) (conditions, error) {
	if f.Cursor == "" {
		return c, nil
	}
	c = conditions{c.parts[:len(c.parts):len(c.parts)], c.args[:len(c.args):len(c.args)]}
	at, id, dated := strings.Cut(f.Cursor, "_")
	if !dated {
		at, id = "", f.Cursor
	}
	_, errID := sqlite.DecodeID(id)
	when, errAt := ParseTime(at, time.UTC)
	column, direction := f.time()
	if errID != nil || dated != (column != "") || dated && errAt != nil {
		return c, &InvalidError{Fields: []FieldError{{"cursor", "is not a cursor of this list: take it from the page before"}}}
	}
	switch {
	case !dated:
		c.add("id < ?", id)
	case direction == "":
		c.add("("+column+", id) > (?, ?)", when, id)
	default:
		c.add("("+column+", id) < (?, ?)", when, id)
	}
	return c, nil
}

// place is where a thread stands in a list.
type place struct{ id, cursor string }

func scanPlace(r rowScanner) (p place, err error) {
	err = r.Scan(&p.id, &p.cursor)
	return p, err
}

// canonical drops repetitions, so that a client's long list forms no query texts without
// end, and spells the active states as the default.
func canonical(statuses []Status) []Status {
	statuses = slices.Compact(slices.Sorted(slices.Values(statuses)))
	if slices.Equal(statuses, []Status{StatusBlocked, StatusOpen}) {
		return nil
	}
	return statuses
}

func texts[S ~string](list []S) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = string(s)
	}
	return out
}

// recentThreads is how many threads at least are kept in memory: more than any list shows.
const recentThreads = 1000

// maxRecent is the most text of a thread that is kept in memory: a thread may have fifty
// long attempts, and a thousand of those would be hundreds of megabytes.
const maxRecent = 16 << 10

func isSlim(t Thread) bool { return t.size() <= maxRecent }

// keepThreads brings the threads in memory up to date with a commit.
func (s *Store) keepThreads(saved []*Thread) {
	for _, t := range saved {
		switch {
		case t == nil:
			s.threads.Clear()
		case t.deletedAt != nil:
			s.threads.Remove(t.ID)
		default:
			s.threads.Replace(t.ID, *t)
		}
	}
}

// threadsByID returns those of the threads that exist, in the order of their ids. Most
// come from memory: the writer puts every thread it saves there, so a list after a change
// reads one index and no row. Reading the rows each time, it falls to half of what
// docs/quality.md asks for. The values are shared; nobody may change what they point to.
func (s *Store) threadsByID(ctx context.Context, ids []string, now Time) ([]Thread, error) {
	list := make([]Thread, len(ids))
	missing, generation := s.threads.Pick(ids, list)
	if len(missing) > 0 {
		if err := s.readMissing(ctx, ids, missing, generation, list); err != nil {
			return nil, err
		}
		list = slices.DeleteFunc(list, func(t Thread) bool { return t.ID == "" }) // gone meanwhile
	}
	for i := range list {
		list[i].Lease = list[i].lease.live(now)
	}
	return list, nil
}

// readMissing reads the threads that were not in memory into their places of list, and
// keeps them.
func (s *Store) readMissing(ctx context.Context, ids []string, missing []int, generation uint64, list []Thread) error {
	places := make(map[string]int, len(missing))
	wanted := make([]string, len(missing))
	for i, at := range missing {
		places[ids[at]], wanted[i] = at, ids[at]
	}
	text, err := jsonText(wanted)
	if err != nil {
		return err
	}
	threads, err := collect(ctx, s, func(r rowScanner) (Thread, error) { return scanThread(r, Time{}) },
		`SELECT `+threadColumns+` FROM threads WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL`, text)
	if err != nil {
		return err
	}
	read := make(map[string]Thread, len(threads))
	for _, t := range threads {
		read[t.ID], list[places[t.ID]] = t, t
	}
	s.threads.Fill(generation, read)
	return nil
}

// pageRead are the threads at the first places of a page.
type pageRead struct {
	threads []Thread
	places  int
}

// readPage reads the threads of a page, as many as fit.
func (s *Store) readPage(ctx context.Context, rows []place, now Time) (read pageRead, err error) {
	size := 0
	for chunk := range slices.Chunk(rows, DefaultLimit) {
		ids := make([]string, len(chunk))
		for i, r := range chunk {
			ids[i] = r.id
		}
		threads, err := s.threadsByID(ctx, ids, now)
		if err != nil {
			return read, err
		}
		read.places += len(chunk)
		for i := range threads {
			if size += threads[i].size(); size > maxPageBytes && len(read.threads)+i > 0 {
				read.places += slices.Index(ids, threads[i].ID) - len(chunk)
				read.threads = append(read.threads, threads[:i]...)
				return read, nil
			}
		}
		read.threads = append(read.threads, threads...)
	}
	if read.threads == nil {
		read.threads = []Thread{}
	}
	return read, nil
}
