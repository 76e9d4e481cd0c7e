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
	var any bool
	if err := s.db.Row(ctx, `SELECT lines > 0 FROM compaction WHERE id = 1`).Scan(&any); err != nil || !any {
		return nil, 0, err
	}
	c, err := s.dayConditions(ctx, f)
	if err != nil {
		return nil, 0, err
	}
	count := `SELECT count(*) FROM compacted_events c WHERE ` + c.text()
	if len(c.parts) == 1 { // all of them
		count = `SELECT lines FROM compaction WHERE id = 1`
	}
	if err := s.db.Row(ctx, count, c.args...).Scan(&total); err != nil {
		return nil, 0, err
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
		item, err := s.itemAt(ctx, f.Subject)
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
	if len(author.parts) > 0 {
		c.add("EXISTS (SELECT 1 FROM json_each(c.authors) a WHERE "+author.text()+")", author.args...)
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
			err = &NotFoundError{Kind: "event", ID: id, Old: c.reach()}
		}
	}
	return e, err
}
