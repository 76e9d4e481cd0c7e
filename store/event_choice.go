package store

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/progresshub/progresshub/store/sqlite"
)

// eventChoice is how the events of a filter are read: all of them or an item's in the order of
// their ids, others author by author.
type eventChoice struct {
	conditions          // on e, an event
	authors    []author // whose events are chosen, when they are chosen by that
	byAuthor   bool     // the index by author holds them apart from the others
	counted    bool     // the counts of the authors are those of the chosen events
}

// author is who makes events of one kind, and how many there are.
type author struct {
	Kind  string `json:"kind"`
	Actor Actor  `json:"actor"`
	Tool  string `json:"tool"` // empty: none
	n     int
}

// chooseEvents checks a filter and finds out how to read what it chooses.
func (s *Store) chooseEvents(ctx context.Context, f EventFilter) (c eventChoice, limit int, err error) {
	var v invalid
	if f.Actor != "" {
		v.oneOf("actor", string(f.Actor), []string{string(Owner), string(Agent)})
	}
	limit = v.page(f.Limit, f.Cursor)
	if err := v.err(); err != nil {
		return c, 0, err
	}
	c.add("TRUE")
	of := f.ofAuthors()
	switch {
	case f.Subject != "":
		item, err := itemAt(s.lookup(ctx), f.Subject)
		if err != nil {
			return c, 0, err
		}
		c.add("e.id IN (SELECT id FROM events WHERE item = ? UNION SELECT event_id FROM event_parts WHERE item = ?)", item, item)
		c.parts, c.args = append(c.parts, of.parts...), append(c.args, of.args...)
		c.viaIs("e.via", f.Via)
	case textOf(f.Via) != "": // few events are a token's, and an index holds them apart
		c.viaIs("e.via", f.Via)
		c.parts, c.args = append(c.parts, of.parts...), append(c.args, of.args...)
	default:
		c.viaIs("e.via", f.Via)
		c.byAuthor = len(of.parts) > 1 || f.From != nil || f.To != nil || f.Via != nil
		c.counted = f.From == nil && f.To == nil && f.Via == nil
		c.authors, err = collect(ctx, s, scanAuthor, `SELECT kind, actor, source_tool, n FROM event_counts WHERE n > 0 AND `+of.text(), of.args...)
		if err != nil {
			return c, 0, err
		}
	}
	if f.From != nil {
		c.add("e.at >= ? AND e.id >= ?", *f.From, sqlite.FirstID(f.From.Time)) // an id is never older than its event
	}
	if f.To != nil {
		c.add("e.at <= ?", *f.To)
	}
	return c, limit, nil
}

// ofAuthors are the conditions of the filter that event_counts tells as well as the events.
func (f EventFilter) ofAuthors() (c conditions) {
	c.add("TRUE")
	if of, what, _ := strings.Cut(f.Kind, "."); what != "" {
		c.add("kind = ?", f.Kind)
	} else if of != "" {
		c.add("kind >= ? AND kind < ?", of+".", of+"/") // "/" follows "."
	}
	if f.Actor != "" {
		c.add("actor = ?", f.Actor)
	}
	if f.SourceTool != "" {
		c.add("source_tool = ?", f.SourceTool)
	}
	return c
}

func scanAuthor(r rowScanner) (a author, err error) {
	err = r.Scan(&a.Kind, &a.Actor, &a.Tool, &a.n)
	return a, err
}

// ofAuthor chooses the events of one author, a value of json_each, from the index that holds
// them apart from the others.
const ofAuthor = `SELECT e.id FROM events e INDEXED BY events_by_author
	WHERE e.kind = a.value ->> 'kind' AND e.actor = a.value ->> 'actor' AND e.source_tool IS nullif(a.value ->> 'tool', '')`

// count is how many events are chosen.
func (c eventChoice) count(ctx context.Context, s *Store) (n int, err error) {
	switch {
	case c.counted:
		for _, a := range c.authors {
			n += a.n
		}
		return n, nil
	case c.byAuthor:
		query := `SELECT coalesce(sum((` + strings.Replace(ofAuthor, "e.id", "count(*)", 1) + ` AND ` + c.text() + `)), 0) FROM json_each(?) a`
		err = s.db.Row(ctx, query, append(c.args, c.encoded())...).Scan(&n)
		return n, err
	}
	err = s.db.Row(ctx, `SELECT count(*) FROM events e WHERE `+c.text(), c.args...).Scan(&n)
	return n, err
}

// newest is the query of the ids of the newest chosen events, with its parameters. The newest
// of all are among the newest of each author: left to itself, SQLite would read every event to
// find a rare one.
func (c eventChoice) newest(limit int) (query string, args []any) {
	if !c.byAuthor {
		return `SELECT e.id FROM events e WHERE ` + c.text() + ` ORDER BY e.id DESC LIMIT ?`, append(c.args, limit)
	}
	return `SELECT n.id FROM json_each(?) a JOIN events n ON n.id IN (` + ofAuthor + ` AND ` + c.text() + ` ORDER BY e.id DESC LIMIT ?)
		ORDER BY n.id DESC LIMIT ?`, append(append([]any{c.encoded()}, c.args...), limit, limit)
}

// encoded are the authors as a parameter of [ofAuthor].
func (c eventChoice) encoded() string {
	text, err := json.Marshal(c.authors)
	if err != nil {
		panic(err) // strings always encode
	}
	return string(text)
}
