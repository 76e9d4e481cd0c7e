package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
)

// compactedDays are those of a filter, the newest first, with ids between two, and how many there
// are in all.
func (s *Store) compactedDays(ctx context.Context, f EventFilter, after string, limit int) (events []Event, total int, err error) {
	var some bool
	if err := s.db.Row(ctx, `SELECT lines > 0 FROM compaction WHERE id = 1`).Scan(&some); err != nil || !some {
		return nil, 0, err
	}
	c, err := s.dayConditions(ctx, f)
	if err != nil {
		return nil, 0, err
	}
	// What is counted is more than what is chosen where a token, an item or a time is asked for.
	err = s.db.Row(ctx, `SELECT coalesce((SELECT n FROM compacted_counts WHERE kind = ? AND actor = ? AND source_tool = ?), 0)`,
		strings.TrimSuffix(f.Kind, "."), f.Actor, f.SourceTool).Scan(&total)
	if err == nil && total > 0 && (f.Subject != "" || f.Via != nil || f.From != nil || f.To != nil) {
		err = s.db.Row(ctx, `SELECT count(*) FROM compacted_events c WHERE `+c.text(), c.args...).Scan(&total)
	}
	if err != nil || total == 0 {
		return nil, 0, err
	}
	if f.Cursor == "" {
		limit = min(limit, total) // behind the last one it would go on looking
	}
	c.add("c.id > ?", after)
	if f.Cursor != "" {
		c.add("c.id < ?", f.Cursor)
	}
	events, err = collect(ctx, s, scanDayEvent, `SELECT `+dayColumns+`, `+titleOf("c.item")+` FROM compacted_events c WHERE `+c.text()+` ORDER BY c.id DESC LIMIT ?`, append(c.args, limit)...)
	return events, total, err
}

// dayConditions choose the days on which something happened that a filter chooses.
func (s *Store) dayConditions(ctx context.Context, f EventFilter) (c conditions, err error) {
	c.add("TRUE")
	if f.Subject != "" {
		item, err := itemAt(s.lookup(ctx), f.Subject)
		if err != nil {
			return c, err
		}
		c.add("c.item = ?", item)
	}
	of, what, _ := strings.Cut(f.Kind, ".")
	if of != "" {
		c.add("c.item >= ? AND c.item < ?", of+"/", of+"0") // "0" follows "/"
	}
	var author conditions
	if what != "" {
		author.add(`a.value -> '$.kinds' ->> ? IS NOT NULL`, what)
	}
	if f.Actor != "" {
		author.add("a.value ->> '$.owner' IS ?", ownerFlag(f.Actor))
	}
	if f.SourceTool != "" {
		author.add("a.value ->> '$.tool' = ?", f.SourceTool)
	}
	author.viaIs("a.value ->> '$.via'", f.Via)
	if len(author.parts) > 0 {
		c.add("EXISTS (SELECT 1 FROM json_each("+readable("c.authors")+") a WHERE "+author.text()+")", author.args...)
	}
	if f.From != nil {
		c.add("c.last_at >= ?", *f.From)
	}
	if f.To != nil {
		c.add("c.first_at <= ?", *f.To)
	}
	return c, nil
}

// ownerFlag is how an authorRow stores who is the owner.
func ownerFlag(a Actor) any {
	if a == Owner {
		return 1
	}
	return nil
}

// compactedDay reads one by its id, as an event.
func (s *Store) compactedDay(ctx context.Context, id string) (Event, error) {
	e, err := scanDayEvent(s.db.Row(ctx, `SELECT `+dayColumns+`, `+titleOf("c.item")+` FROM compacted_events c WHERE c.id = ?`, id))
	if !errors.Is(err, sql.ErrNoRows) {
		return e, err
	}
	c, err := s.Compaction(ctx)
	if err == nil {
		err = &NotFoundError{Kind: "event", ID: id}
		if c.covers(id) {
			err = &NotFoundError{Kind: "event", ID: id, Why: c.reach()}
		}
	}
	return e, err
}
