package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"
)

// EventFilter chooses events.
type EventFilter struct {
	Subject    string // an item's hub:// URI: also the changes of other items that touched it
	Kind       string // "thread.done", or all of an item's kinds: "thread"
	Actor      Actor
	SourceTool string
	From, To   *Time // both included
	Limit      int   // 0: DefaultLimit
	Cursor     string
}

// EventPage is one page of the history, the newest first.
type EventPage struct {
	Events []Event
	Next   string // cursor of the next page; empty at the end
	Total  int    // over all pages
}

var eventColumns = changeColumns + `, e.before, e.after, (SELECT count(*) FROM event_parts WHERE event_id = e.id), ` + titleOf("e.item")

// Events lists what happened, the newest first.
func (s *Store) Events(ctx context.Context, f EventFilter) (EventPage, error) {
	const op = "list events"
	c, limit, err := s.eventConditions(ctx, f)
	if err != nil {
		return EventPage{}, wrap(op, err)
	}
	var page EventPage
	if err := s.row(ctx, `SELECT count(*) FROM `+f.table()+` WHERE `+c.text(), c.args...).Scan(&page.Total); err != nil {
		return EventPage{}, wrap(op, err)
	}
	if f.Cursor != "" {
		c.add("e.id < ?", f.Cursor)
	}
	type size struct {
		id    string
		bytes int
	}
	sizes, err := collect(ctx, s, func(r rowScanner) (e size, err error) {
		err = r.Scan(&e.id, &e.bytes)
		return e, err
	}, `SELECT e.id, coalesce(length(e.before), 0) + coalesce(length(e.after), 0) FROM events e
		WHERE e.id IN (SELECT e.id FROM `+f.table()+` WHERE `+c.text()+` ORDER BY e.id DESC LIMIT ?) ORDER BY e.id DESC`, append(c.args, limit+1)...)
	if err != nil {
		return EventPage{}, wrap(op, err)
	}
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
	page.Events, err = collect(ctx, s, scanEvent, `SELECT `+eventColumns+` FROM events e WHERE e.id IN (SELECT value FROM json_each(?)) ORDER BY e.id DESC`, text)
	if err != nil {
		return EventPage{}, wrap(op, err)
	}
	undone, err := takenBack(s.reads(ctx), ids)
	for i, e := range page.Events {
		page.Events[i].Undone = undone[e.ID]
	}
	if page.Events == nil {
		page.Events = []Event{}
	}
	return page, wrap(op, err)
}

// table names what tells the chosen events apart from the others without reading what they
// hold. Left to itself, SQLite would read every event to find a rare one.
func (f EventFilter) table() string {
	if f.Subject == "" && (f.Kind != "" || f.Actor != "" || f.SourceTool != "" || f.To != nil) {
		return "events e INDEXED BY events_by_kind"
	}
	return "events e"
}

// cutPage makes a page of a list that was read one item too far, to see whether another
// page follows: rows are those that were read, also those left out. Its cursor is that of
// its last item. A page is never nil.
func cutPage[T any](list []T, rows, limit int, cursor func(T) string) (page []T, next string) {
	list = list[:min(len(list), limit)]
	if rows > limit && len(list) > 0 {
		next = cursor(list[len(list)-1])
	}
	if list == nil {
		list = []T{}
	}
	return list, next
}

func (s *Store) eventConditions(ctx context.Context, f EventFilter) (c conditions, limit int, err error) {
	var v invalid
	if f.Actor != "" {
		v.oneOf("actor", string(f.Actor), []string{string(Owner), string(Agent)})
	}
	limit = v.page(f.Limit, f.Cursor)
	if err := v.err(); err != nil {
		return c, 0, err
	}
	c.add("TRUE")
	if f.Subject != "" {
		item, err := s.itemAt(ctx, f.Subject)
		if err != nil {
			return c, 0, err
		}
		c.add("e.id IN (SELECT id FROM events WHERE item = ? UNION SELECT event_id FROM event_parts WHERE item = ?)", item, item)
	}
	if of, what, _ := strings.Cut(f.Kind, "."); what != "" {
		c.add("e.kind = ?", f.Kind)
	} else if of != "" {
		c.add("e.kind >= ? AND e.kind < ?", of+".", of+"/") // "/" follows "."
	}
	for _, e := range []struct{ column, value string }{{"actor", string(f.Actor)}, {"source_tool", f.SourceTool}} {
		if e.value != "" {
			c.add("e."+e.column+" = ?", e.value)
		}
	}
	if f.From != nil {
		c.add("e.at >= ? AND e.id >= ?", *f.From, firstID(*f.From)) // an id is never older than its event
	}
	if f.To != nil {
		c.add("e.at <= ?", *f.To)
	}
	return c, limit, nil
}

// page checks the size and the cursor of a page in a list by descending id.
func (v *invalid) page(limit int, cursor string) int {
	limit = v.limit(limit)
	if _, err := decodeID(cursor); cursor != "" && err != nil {
		v.badCursor()
	}
	return limit
}

// limit checks the size of a page; 0 is the default.
func (v *invalid) limit(limit int) int {
	if limit < 0 || limit > MaxLimit {
		v.add("limit", "must be between 1 and %d", MaxLimit)
	}
	if limit == 0 {
		return DefaultLimit
	}
	return limit
}

func (v *invalid) badCursor() {
	v.add("cursor", "is not a cursor of this list: take it from the page before")
}

// itemAt is the key in the history of the item at an address, also of one that was called
// so before; empty when there is none.
func (s *Store) itemAt(ctx context.Context, uri string) (item string, err error) {
	if item, err = s.liveItemAt(ctx, uri); err != nil || item != "" {
		return item, err
	}
	// One of the events that give an item its name, or end it.
	err = s.row(ctx, `SELECT coalesce((SELECT item FROM (
		SELECT id, item FROM events WHERE kind IN ('project.created', 'project.deleted', 'page.created', 'page.moved', 'page.deleted') AND subject = ?1
		UNION ALL SELECT e.id, p.item FROM events e JOIN event_parts p ON p.event_id = e.id WHERE e.kind = 'page.moved' AND p.subject = ?1 AND p.item LIKE 'page/%'
		) ORDER BY id DESC LIMIT 1), '')`, uri).Scan(&item)
	return item, err
}

// liveItemAt is the key of the item that has an address now. Whether an item of that id
// exists is for the caller to find out.
func (s *Store) liveItemAt(ctx context.Context, uri string) (item string, err error) {
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
	case kind == "wiki":
		query, slug = `SELECT 'page/' || id FROM wiki_pages WHERE path = ?1 AND deleted_at IS NULL`, rest
	case kind == "projects" && progress:
		query = `SELECT 'progress/' || id FROM progress_files WHERE project_slug = ` + currentSlug
	case kind == "projects":
		query = `SELECT 'project/' || id FROM projects WHERE slug = ` + currentSlug
	default:
		return "", nil
	}
	err = s.row(ctx, `SELECT coalesce((`+query+`), '')`, slug).Scan(&item)
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
	err = s.row(ctx, `SELECT id, at FROM events ORDER BY id DESC LIMIT 1`).Scan(&id, &at)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return id, at, wrap("read the last event", err)
}

// HasEvent reports whether an event of this id was written.
func (s *Store) HasEvent(ctx context.Context, id string) (known bool, err error) {
	err = s.row(ctx, `SELECT EXISTS (SELECT 1 FROM events WHERE id = ?)`, id).Scan(&known)
	return known, wrap("look for an event", err)
}

func scanEvent(r rowScanner) (e Event, err error) {
	var before, after *string
	if err := r.Scan(&e.ID, &e.At, &e.Actor, &e.SourceTool, &e.Kind, &e.Subject, &e.UndoOf, &before, &after, &e.Also, &e.Title); err != nil {
		return e, err
	}
	e.Before, e.After = rawOrNull(before), rawOrNull(after)
	return e, errors.Join(checkRaw(before, "event", e.ID, "before"), checkRaw(after, "event", e.ID, "after"))
}

func rawOrNull(text *string) json.RawMessage {
	if text == nil {
		return nil
	}
	return json.RawMessage(*text)
}
