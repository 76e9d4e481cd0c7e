package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

// EventFilter chooses events.
type EventFilter struct {
	Subject    string // an item's hub:// URI: also the changes of other items that touched it
	Kind       string // "thread.done", or all of an item's kinds: "thread"
	Actor      Actor
	SourceTool string
	Via        *string // the name of a token; empty: without one that has a name
	From, To   *Time   // both included
	Limit      int     // 0: DefaultLimit
	Cursor     string
}

// EventPage is one page of the history, the newest first.
type EventPage struct {
	Events []Event
	Next   string // cursor of the next page; empty at the end
	Total  int    // over all pages
}

var eventColumns = changeColumns + `, e.before, e.after, (SELECT count(*) FROM event_parts WHERE event_id = e.id), e.id <= (SELECT through FROM compaction WHERE id = 1), ` + titleOf("e.item")

// Events lists what happened, the newest first.
func (s *Store) Events(ctx context.Context, f EventFilter) (EventPage, error) {
	const op = "list events"
	chosen, limit, err := s.chooseEvents(ctx, f)
	if err != nil {
		return EventPage{}, wrap(op, err)
	}
	var page EventPage
	if page.Total, err = chosen.count(ctx, s); err != nil {
		return EventPage{}, wrap(op, err)
	}
	if f.Cursor != "" {
		chosen.add("e.id < ?", f.Cursor)
	}
	type size struct {
		id    string
		bytes int
	}
	newest, args := chosen.newest(limit + 1)
	sizes, err := collect(ctx, s, func(r rowScanner) (e size, err error) {
		err = r.Scan(&e.id, &e.bytes)
		return e, err
	}, `SELECT e.id, coalesce(length(e.before), 0) + coalesce(length(e.after), 0) FROM events e
		WHERE e.id IN (`+newest+`) ORDER BY e.id DESC`, args...)
	if err != nil {
		return EventPage{}, wrap(op, err)
	}
	oldest := ""
	if len(sizes) > limit {
		oldest = sizes[limit].id
	}
	days, older, err := s.compactedDays(ctx, f, oldest, limit+1)
	if err != nil {
		return EventPage{}, wrap(op, err)
	}
	page.Total += older
	byID := make(map[string]Event, len(days))
	for _, e := range days {
		byID[e.ID] = e
		sizes = append(sizes, size{id: e.ID})
	}
	slices.SortFunc(sizes, func(a, b size) int { return strings.Compare(b.id, a.id) })
	sizes, page.Next = cutPage(sizes, len(sizes), limit, func(e size) string { return e.id })
	ids, total := []string{}, 0
	for _, e := range sizes {
		if total += e.bytes; total > maxPageBytes && len(ids) > 0 {
			page.Next = ids[len(ids)-1]
			break
		}
		ids = append(ids, e.id)
	}
	text, err := jsonText(ids)
	if err != nil {
		return EventPage{}, wrap(op, err)
	}
	events, err := collect(ctx, s, scanEvent, `SELECT `+eventColumns+` FROM events e WHERE e.id IN (SELECT value FROM json_each(?))`, text)
	if err != nil {
		return EventPage{}, wrap(op, err)
	}
	undone, err := takenBack(s.reads(ctx), ids)
	for _, e := range events {
		e.Undone = undone[e.ID]
		byID[e.ID] = e
	}
	if err != nil {
		return page, wrap(op, err)
	}
	page.Events = make([]Event, 0, len(ids))
	for _, id := range ids {
		if e, ok := byID[id]; ok { // a damaged one is left out, and one may be compacted by now
			page.Events = append(page.Events, e)
		}
	}
	changes := make([]naming, len(page.Events))
	for i := range page.Events {
		e := &page.Events[i]
		changes[i] = naming{e.Before, e.After, &e.Threads}
	}
	return page, wrap(op, s.nameThreads(ctx, changes))
}

// itemAt is the key in the history of the item at an address, also of one that was called
// so before; empty when there is none.
func itemAt(look lookup, uri string) (item string, err error) {
	if item, err = liveItemAt(look, uri); err != nil || item != "" {
		return item, err
	}
	err = look(formerQuery, uri).Scan(&item)
	return item, err
}

// formerQuery is the item that was at the address ?1 last, by the events that give an item its name, or end it.
const formerQuery = `SELECT coalesce((SELECT item FROM (
		SELECT id, item FROM events WHERE kind IN ('project.created', 'project.deleted', 'page.created', 'page.moved', 'page.deleted') AND subject = ?1
		UNION ALL SELECT e.id, p.item FROM events e JOIN event_parts p ON p.event_id = e.id
			WHERE e.kind IN ('page.moved', 'import.created') AND p.subject = ?1 AND p.item LIKE 'page/%'
		) ORDER BY id DESC LIMIT 1), '')`

// liveItemAt is the key of the item that has an address now. Whether an item of that id
// exists is for the caller to find out.
func liveItemAt(look lookup, uri string) (item string, err error) {
	var query string
	place, ours := strings.CutPrefix(uri, "hub://")
	kind, rest, _ := strings.Cut(place, "/")
	slug, progress := strings.CutSuffix(rest, "/progress")
	switch {
	case !ours:
		return "", nil
	case kind == "threads":
		return itemKey(kindThread, rest), nil
	case kind == "reminders":
		return itemKey(kindReminder, rest), nil
	case kind == "sessions":
		return itemKey(kindSession, rest), nil
	case kind == "settings":
		return itemKey(kindSettings, rest), nil
	case kind == "approvals":
		return itemKey(kindApproval, rest), nil
	case kind == "connectors":
		return itemKey(kindConnector, rest), nil
	case kind == "wiki":
		query, slug = `SELECT 'page/' || id FROM wiki_pages WHERE path = ?1 AND deleted_at IS NULL`, rest
	case kind == "projects" && progress:
		query = `SELECT 'progress/' || id FROM progress_files WHERE project_slug = ` + currentSlug
	case kind == "projects":
		query = `SELECT 'project/' || id FROM projects WHERE slug = ` + currentSlug
	default:
		return "", nil
	}
	err = look(`SELECT coalesce((`+query+`), '')`, slug).Scan(&item)
	return item, err
}

// EventsAfter are the next events after one, in the order they were written, at most
// MaxLimit, without what they changed. Empty: from the first.
func (s *Store) EventsAfter(ctx context.Context, id string) ([]Event, error) {
	events, err := collect(ctx, s, func(r rowScanner) (e Event, err error) {
		err = r.Scan(&e.ID, &e.Kind, &e.Subject, &e.Also)
		return e, err
	}, `SELECT id, kind, subject, (SELECT count(*) FROM event_parts WHERE event_id = id) FROM events WHERE id > ? ORDER BY id LIMIT ?`, id, MaxLimit)
	return events, wrap("read events", err)
}

// LastEvent is the newest event's id and when it was; the id is empty before the first.
func (s *Store) LastEvent(ctx context.Context) (id string, at Time, err error) {
	err = s.db.Row(ctx, `SELECT id, at FROM events ORDER BY id DESC LIMIT 1`).Scan(&id, &at)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return id, at, wrap("read the last event", err)
}

// EventTime is when an event of this id was written, if it is there with all that followed: behind
// one that compaction has passed by, others may be gone.
func (s *Store) EventTime(ctx context.Context, id string) (at Time, known bool, err error) {
	err = s.db.Row(ctx, `SELECT at FROM events WHERE id = ? AND id >= (SELECT through FROM compaction WHERE id = 1)`, id).Scan(&at)
	if errors.Is(err, sql.ErrNoRows) {
		return at, false, nil
	}
	return at, err == nil, wrap("look for an event", err)
}

func scanEvent(r rowScanner) (e Event, err error) {
	var before, after *string
	if err := r.Scan(&e.ID, &e.At, &e.Actor, &e.SourceTool, &e.Via, &e.token, &e.Kind, &e.Subject, &e.UndoOf, &before, &after, &e.Also, &e.BeyondUndo, &e.Title); err != nil {
		return e, err
	}
	e.Before, e.After = rawOrNull(before), rawOrNull(after)
	return e, errors.Join(checkRaw(before, "event", e.ID, "before"), checkRaw(after, "event", e.ID, "after"))
}

// viaIs is the condition that a column holds the name of the token that is asked for, if any is.
func (c *conditions) viaIs(column string, name *string) {
	switch {
	case name == nil:
	case *name == "":
		c.add(column + " IS NULL")
	default:
		c.add(column+" = ?", *name)
	}
}

const changeColumns = `e.id, e.at, e.actor, e.source_tool, e.via, ` + tokenOf + `, e.kind, e.subject, e.undo_of`

// tokenOf is the SQL for what tells the token of an event e from all others.
const tokenOf = `coalesce(e.token_id, e.via)`

// EventPart is what a change did to an item beside its subject.
type EventPart struct {
	Subject string            `json:"subject" doc:"The item's hub:// URI" example:"hub://reminders/0k3x5p9q2abe"`
	Title   *string           `json:"title" doc:"What the item is called now" example:"Water the plants"`
	Before  json.RawMessage   `json:"before" doc:"The changed fields only; null when the item was created" example:"{\"thread_id\":\"0k3x5p9q2abc\"}"`
	After   json.RawMessage   `json:"after" doc:"The same fields afterwards; null when the item was deleted" example:"{\"thread_id\":null}"`
	Threads map[string]string `json:"threads,omitempty" doc:"What the threads that before and after name by their ids are called now; missing when they name none"`
}

// EventDetail is an event with what the same change did to other items.
type EventDetail struct {
	Event
	Parts []EventPart `json:"parts" nullable:"false" doc:"The first 200 of the other items, or fewer when what changed in them is long; also counts all"`
}

// Event reads one event with its parts.
func (s *Store) Event(ctx context.Context, id string) (EventDetail, error) {
	const op = "read an event"
	e, err := scanEvent(s.db.Row(ctx, `SELECT `+eventColumns+` FROM events e WHERE e.id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) {
		day, err := s.compactedDay(ctx, id)
		return EventDetail{Event: day, Parts: []EventPart{}}, wrap(op, err)
	}
	if err != nil {
		return EventDetail{}, wrap(op, err)
	}
	out := EventDetail{Event: e}
	undone, err := takenBack(s.reads(ctx), []string{id})
	if err != nil {
		return out, wrap(op, err)
	}
	out.Undone = undone[id]
	if out.Parts, err = s.eventParts(ctx, id); err != nil {
		return out, wrap(op, err)
	}
	changes := []naming{{out.Before, out.After, &out.Threads}}
	for i := range out.Parts {
		p := &out.Parts[i]
		changes = append(changes, naming{p.Before, p.After, &p.Threads})
	}
	return out, wrap(op, s.nameThreads(ctx, changes))
}

// eventParts reads the parts of an event as far as a page reaches.
func (s *Store) eventParts(ctx context.Context, id string) ([]EventPart, error) {
	type size struct {
		item  string
		bytes int
	}
	sizes, err := collect(ctx, s, func(r rowScanner) (p size, err error) {
		err = r.Scan(&p.item, &p.bytes)
		return p, err
	}, `SELECT item, coalesce(length(before), 0) + coalesce(length(after), 0) FROM event_parts WHERE event_id = ? ORDER BY item LIMIT ?`, id, MaxLimit)
	if err != nil || len(sizes) == 0 {
		return []EventPart{}, err
	}
	last, total := "", 0
	for _, p := range sizes {
		if total += p.bytes; total > maxPageBytes && last != "" {
			break
		}
		last = p.item
	}
	return collect(ctx, s, func(r rowScanner) (p EventPart, err error) {
		var before, after *string
		err = r.Scan(&p.Subject, &p.Title, &before, &after)
		p.Before, p.After = rawOrNull(before), rawOrNull(after)
		if err == nil {
			err = errors.Join(checkRaw(before, "event", id, "parts"), checkRaw(after, "event", id, "parts"))
		}
		return p, err
	}, `SELECT p.subject, `+titleOf("p.item")+`, p.before, p.after FROM event_parts p WHERE p.event_id = ? AND p.item <= ? ORDER BY p.item`, id, last)
}

// titleOf is the SQL for what the item of a key is called now, also when it was deleted;
// null for what has no name.
func titleOf(item string) string {
	names := []struct{ kind, query string }{
		{kindThread, `SELECT summary FROM threads WHERE id = `},
		{kindProject, `SELECT title FROM projects WHERE id = `},
		{kindProgress, `SELECT p.title FROM progress_files f JOIN projects p ON p.slug = f.project_slug WHERE f.id = `},
		{kindPage, `SELECT title FROM wiki_pages WHERE id = `},
		{kindReminder, `SELECT text FROM reminders WHERE id = `},
		{kindSession, `SELECT title FROM session_records WHERE id = `},
		{kindConnector, `SELECT ` + readable("after") + ` ->> '$.name' FROM events WHERE item = '` + kindConnector + `/' || `}, // there is no table of them
	}
	id := `substr(` + item + `, instr(` + item + `, '/') + 1)`
	var sql strings.Builder
	sql.WriteString(`CASE substr(` + item + `, 1, instr(` + item + `, '/') - 1)`)
	for _, n := range names {
		sql.WriteString(` WHEN '` + n.kind + `' THEN (` + n.query + id + `)`)
	}
	sql.WriteString(` END`)
	return sql.String()
}

// takenBack tells those events that were undone, and whose undo was not undone itself.
func takenBack(read reads, ids []string) (map[string]bool, error) {
	undone := map[string]bool{}
	text, err := jsonText(ids)
	if err != nil {
		return nil, err
	}
	type undo struct{ id, of string }
	undos, err := all(read, func(r rowScanner) (u undo, err error) {
		err = r.Scan(&u.id, &u.of)
		return u, err
	}, `WITH RECURSIVE undo(id, of) AS (
		SELECT id, undo_of FROM events WHERE undo_of IN (SELECT value FROM json_each(?))
		UNION SELECT e.id, e.undo_of FROM undo JOIN events e ON e.undo_of = undo.id)
		SELECT id, of FROM undo`, text)
	if err != nil {
		return nil, err
	}
	// The newest first: an undo is judged before what it took back.
	slices.SortFunc(undos, func(a, b undo) int { return strings.Compare(b.id, a.id) })
	for _, u := range undos {
		if !undone[u.id] {
			undone[u.of] = true
		}
	}
	return undone, nil
}
