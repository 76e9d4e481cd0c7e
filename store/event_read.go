package store

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
)

// EventPart is what a change did to an item beside its subject.
type EventPart struct {
	Subject string          `json:"subject" doc:"The item's hub:// URI" example:"hub://reminders/0k3x5p9q2abe"`
	Title   *string         `json:"title" doc:"What the item is called now" example:"Water the plants"`
	Before  json.RawMessage `json:"before" doc:"The changed fields only; null when the item was created" example:"{\"thread_id\":\"0k3x5p9q2abc\"}"`
	After   json.RawMessage `json:"after" doc:"The same fields afterwards; null when the item was deleted" example:"{\"thread_id\":null}"`
}

// EventDetail is an event with what the same change did to other items.
type EventDetail struct {
	Event
	Parts []EventPart `json:"parts" nullable:"false" doc:"The first 200 of the other items, or fewer when what changed in them is long; also counts all"`
}

// Event reads one event with its parts.
func (s *Store) Event(ctx context.Context, id string) (EventDetail, error) {
	const op = "read an event"
	e, err := scanEvent(s.row(ctx, `SELECT `+eventColumns+` FROM events e WHERE e.id = ?`, id))
	if err := found(err, "event", id); err != nil {
		return EventDetail{}, wrap(op, err)
	}
	out := EventDetail{Event: e}
	undone, err := takenBack(s.reads(ctx), []string{id})
	if err != nil {
		return out, wrap(op, err)
	}
	out.Undone = undone[id]
	out.Parts, err = s.eventParts(ctx, id)
	return out, wrap(op, err)
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
