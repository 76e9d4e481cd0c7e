package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/progresshub/progresshub/store/sqlite"
)

const (
	// DefaultUndoDays is how far undo reaches back where nothing else is configured.
	DefaultUndoDays = 90
	// MaxUndoDays bounds it.
	MaxUndoDays = 36_500
	// compactionTime is about how long one step of a compaction reads events; saving their days
	// keeps the writer about as long again. compactionChunk is how many events it looks at before
	// it looks at the clock again.
	compactionTime  = 5 * time.Millisecond
	compactionChunk = 25
)

// landmarks are the events that stay as they are, however old: those that give a page or a
// project its address, or take it away, by which an old address leads to its item; and those that
// are all that other items have of where they come from, the heir of a merged thread and what an
// import brought: a day tells of the item alone that its changes are about. What took one of them
// back stays with it.
const landmarks = `'project.created', 'project.renamed', 'project.deleted', 'page.created', 'page.moved', 'page.deleted', 'thread.merged', 'import.created', 'import.deleted'`

// oldEvent is an event that no undo reaches any more.
type oldEvent struct {
	Event
	item string
	keep bool    // it stays as it is
	note *string // what somebody said about it
}

// oldEvents reads them in their order. Who blocked a thread that is still blocked will be asked.
const oldEvents = `SELECT e.id, e.at, e.actor, e.source_tool, e.via, ` + tokenOf + `, e.kind, e.subject, e.item,
		e.item = '' OR e.kind IN (` + landmarks + `) OR EXISTS (SELECT 1 FROM events u WHERE u.id = e.undo_of AND u.kind IN (` + landmarks + `))
			OR e.kind = 'thread.blocked' AND EXISTS (SELECT 1 FROM threads WHERE id = substr(e.item, length('thread/') + 1) AND status = 'blocked'),
		CASE WHEN json_valid(e.after) THEN CASE
			WHEN e.kind IN ('thread.done', 'thread.dismissed', 'thread.reopened') OR e.kind = 'thread.updated' AND e.undo_of IS NULL THEN e.after ->> '$.note'
			WHEN e.kind = 'thread.claimed' THEN e.after ->> '$.intent' END END
	FROM events e WHERE e.id > ? AND e.id < ? ORDER BY e.id LIMIT ?`

func scanOldEvent(r rowScanner) (e oldEvent, err error) {
	err = r.Scan(&e.ID, &e.At, &e.Actor, &e.SourceTool, &e.Via, &e.token, &e.Kind, &e.Subject, &e.item, &e.keep, &e.note)
	return e, err
}

// Compaction is how far the compaction of old events has come.
type Compaction struct {
	Through string // the last event that was looked at; empty: none was
	Days    int    // how far undo was to reach back then
	Events  int    // how many were compacted since the database was made
	Lines   int    // into how many
}

const compactionQuery = `SELECT through, days, events, lines FROM compaction WHERE id = 1`

func scanCompaction(r rowScanner) (c Compaction, err error) {
	err = r.Scan(&c.Through, &c.Days, &c.Events, &c.Lines)
	return c, err
}

// Compaction reads how far the compaction of old events has come.
func (s *Store) Compaction(ctx context.Context) (Compaction, error) {
	c, err := scanCompaction(s.db.Row(ctx, compactionQuery))
	return c, wrap("read how far events are compacted", err)
}

// covers tells an event that is too old to be taken back, also one that stays as it is. An id
// that was never given may be of that age too.
func (c Compaction) covers(id string) bool {
	_, err := sqlite.DecodeID(id)
	return err == nil && id <= c.Through
}

// reach says how far undo reaches back, as the end of a sentence about an older change.
func (c Compaction) reach() string {
	until := ""
	if at, err := sqlite.IDTime(c.Through); err == nil {
		until = " up to " + At(at).String()
	}
	return fmt.Sprintf("undo reaches %s back, and older changes,%s, are compacted into one a day and item", plural(c.Days, "day"), until)
}

// CompactionDue is when the next events will be too old for an undo that reaches some days
// back; false: there are none, or they never will be (days is 0). Those of a day become so
// together, when the day that many days later is over. The newest event always stays: ids go on
// from it.
func (s *Store) CompactionDue(ctx context.Context, p Policy, days int) (time.Time, bool, error) {
	if days <= 0 {
		return time.Time{}, false, nil
	}
	var id string
	err := s.db.Row(ctx, `SELECT id FROM events WHERE id > (SELECT through FROM compaction WHERE id = 1) AND id < (SELECT max(id) FROM events) ORDER BY id LIMIT 1`).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, false, nil
	}
	if err != nil {
		return time.Time{}, false, wrap("look for old events", err)
	}
	at, err := sqlite.IDTime(id)
	if err != nil {
		return time.Time{}, false, wrap("look for old events", err)
	}
	return dayAfter(at, s.Effective(p).Zone, days+1), true, nil
}

// dayAfter is the beginning of the day that many days after the one of a time.
func dayAfter(at time.Time, zone *time.Location, days int) time.Time {
	year, month, day := at.In(zone).Date()
	return startOfDay(time.Date(year, month, day+days, 0, 0, 0, 0, time.UTC), zone)
}

// CompactEvents compacts some of the events that are too old for an undo that reaches some days
// back, in one change that keeps the writer for a moment, and reports whether there may be more.
// A process that dies in between goes on where it was.
func (s *Store) CompactEvents(ctx context.Context, p Policy, days int) (c Compaction, more bool, err error) {
	if days <= 0 {
		return c, false, nil
	}
	err = s.write(ctx, "compact events", By{Actor: Agent, Hub: true}, func(tx *tx) error {
		zone := tx.zone(p)
		c, more, err = tx.compact(zone, sqlite.FirstID(dayAfter(tx.now.Time, zone, -days)), days, compactionTime)
		return err
	})
	return c, more, err
}

// compact goes through the events up to one, for some time.
func (tx *tx) compact(zone *time.Location, before string, days int, length time.Duration) (c Compaction, more bool, err error) {
	if c, err = scanCompaction(tx.Row(compactionQuery)); err != nil {
		return c, false, err
	}
	if err := tx.Row(`SELECT min(?, coalesce(max(id), '')) FROM events`, before).Scan(&before); err != nil {
		return c, false, err
	}
	began := time.Now() // how long the writer has been kept is no matter of the hub's clock
	open := openDays{tx: tx, zone: zone, last: map[string]*day{}}
	for more = true; more; {
		events, err := txCollect(tx, scanOldEvent, oldEvents, c.Through, before, compactionChunk)
		if err != nil {
			return c, false, err
		}
		if len(events) > 0 {
			c.Through = events[len(events)-1].ID
		}
		gone, err := open.addAll(events)
		if err != nil {
			return c, false, err
		}
		c.Events += gone
		if more = len(events) == compactionChunk; time.Since(began) >= length {
			break
		}
	}
	added, err := open.save()
	if err != nil {
		return c, false, err
	}
	c.Lines, c.Days = c.Lines+added, days
	if !more {
		tx.touch() // readers that keep answers hear of it once, not at every step
	}
	return c, more, tx.Exec(`UPDATE compaction SET (through, days, events, lines) = (?, ?, ?, ?)`, c.Through, c.Days, c.Events, c.Lines)
}

func (tx *tx) dropEvents(ids []string) error {
	text, err := jsonText(ids)
	if err != nil {
		return err
	}
	for _, query := range []string{
		`DELETE FROM event_parts WHERE event_id IN (SELECT value FROM json_each(?))`,
		`DELETE FROM events WHERE id IN (SELECT value FROM json_each(?))`,
	} {
		if err := tx.Exec(query, text); err != nil {
			return fmt.Errorf("drop compacted events: %w", err)
		}
	}
	return nil
}

// openDays are the days that a step of a compaction adds to.
type openDays struct {
	tx      *tx
	zone    *time.Location
	last    map[string]*day // of each item
	changed []*day
}

// addAll counts events in and drops them, but for those that stay, and returns how many went.
func (o *openDays) addAll(events []oldEvent) (gone int, err error) {
	ids := make([]string, 0, len(events))
	for _, e := range events {
		if e.keep {
			continue
		}
		if err := o.add(e); err != nil {
			return 0, err
		}
		ids = append(ids, e.ID)
	}
	return len(ids), o.tx.dropEvents(ids)
}

// add counts an event in.
func (o *openDays) add(e oldEvent) error {
	d := o.last[e.item]
	if d == nil {
		stored, err := scanDay(o.tx.Row(`SELECT `+dayColumns+` FROM compacted_events c WHERE c.item = ? ORDER BY c.id DESC LIMIT 1`, e.item))
		switch {
		case err == nil:
			stored.stored, stored.counted = true, stored.keys()
			d = &stored
		case !errors.Is(err, sql.ErrNoRows) && !errors.As(err, new(*DamagedError)):
			return err
		}
	}
	if d == nil || !sameDay(d.first, e.At, o.zone) {
		d = &day{id: e.ID, item: e.item, first: e.At, last: e.At}
	}
	if !d.changed {
		d.changed = true
		o.changed = append(o.changed, d)
	}
	o.last[e.item] = d
	d.add(e)
	return nil
}

func sameDay(a, b Time, zone *time.Location) bool {
	return a.In(zone).Format(time.DateOnly) == b.In(zone).Format(time.DateOnly)
}

// save writes the days and counts them, and returns how many are new.
func (o *openDays) save() (added int, err error) {
	counts := map[dayKey]int{}
	for _, d := range o.changed {
		for key := range d.keys() {
			if !d.counted[key] {
				counts[key]++
			}
		}
		authors, notes, err := d.texts()
		if err != nil {
			return 0, err
		}
		if d.stored {
			err = o.tx.Exec(`UPDATE compacted_events SET (subject, first_at, last_at, authors, notes) = (?, ?, ?, ?, ?) WHERE id = ?`,
				d.subject, d.first, d.last, authors, notes, d.id)
		} else {
			added++
			err = o.tx.Exec(`INSERT INTO compacted_events(id, item, subject, first_at, last_at, authors, notes) VALUES (?, ?, ?, ?, ?, ?, ?)`,
				d.id, d.item, d.subject, d.first, d.last, authors, notes)
		}
		if err != nil {
			return 0, fmt.Errorf("save a compacted day: %w", err)
		}
	}
	for key, n := range counts {
		if err := o.tx.Exec(`INSERT INTO compacted_counts VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n`, key.kind, key.actor, key.tool, n); err != nil {
			return 0, fmt.Errorf("count the compacted days: %w", err)
		}
	}
	return added, nil
}
