package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
)

// DamagedError means that a column of one row does not hold the JSON it should, or one of a
// reminder's not the time: somebody changed the file by hand, or the disk did. It is an
// [ErrUnavailable]. Lists, search, digests, the outbox and changes of other items leave such a row
// out.
type DamagedError struct {
	Kind  string // "thread", "project", ...
	ID    string
	Field string
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("the %s of %s %s can't be read, its row in the database is damaged: restore a backup from before, or mend the row (docs/backups.md says how)", e.Field, e.Kind, e.ID)
}

func (e *DamagedError) Unwrap() error { return ErrUnavailable }

// damaged makes an error of reading a column of an item a [*DamagedError].
func damaged(err error, kind, id, field string) error {
	if err == nil {
		return nil
	}
	return &DamagedError{kind, id, field}
}

// damagedTimes makes an error of reading the times of an item a [*DamagedError].
func damagedTimes(err error, kind, id string) error {
	if !errors.Is(err, errNoTime) {
		return err
	}
	return &DamagedError{kind, id, "times"}
}

// checkRaw makes sure that a column handed on as it is holds JSON.
func checkRaw(text *string, kind, id, field string) error {
	if text == nil || json.Valid([]byte(*text)) {
		return nil
	}
	return &DamagedError{kind, id, field}
}

// readable is a JSON column for a query that looks into it: an empty list where it is no JSON,
// which would fail the whole query.
func readable(column string) string { return "iif(json_valid(" + column + "), " + column + ", '[]')" }

// maxDamaged is how many damaged rows are kept by name.
const maxDamaged = 100

// damages are the damaged rows that were met.
type damages struct {
	mu   sync.Mutex
	met  map[damagedRow]damage
	more bool // there was no room for another

	leftOut atomic.Bool // some list went on without a row, which may have been mended since
}

// damagedRow is what a damaged row is known by.
type damagedRow struct{ kind, id string }

// damage is what of a row is damaged, and since when it is known.
type damage struct {
	field string
	since Time
}

// meet notes a damaged row, and reports whether it is news and whether it has room by name.
func (d *damages) meet(e *DamagedError, now Time) (isNew, room bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	row := damagedRow{e.Kind, e.ID}
	if _, known := d.met[row]; known {
		return false, true
	}
	if len(d.met) == maxDamaged {
		isNew, d.more = !d.more, true
		return isNew, false
	}
	if d.met == nil {
		d.met = map[damagedRow]damage{}
	}
	d.met[row] = damage{e.Field, now}
	return true, true
}

// forget drops a row that is mended: the next one that is met takes its place.
func (d *damages) forget(kind, id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.met, damagedRow{kind, id})
	d.more = false
}

// Damaged are the damaged rows that were met since the store was opened and are still so.
type Damaged struct {
	Rows  []*DamagedError // by kind and id, at most 100
	More  bool            // others were met when there were as many
	Since Time            // when the first of Rows was met
}

// Damage returns what is damaged.
func (s *Store) Damage(ctx context.Context) (d Damaged, err error) {
	s.damaged.mu.Lock()
	met := maps.Clone(s.damaged.met)
	s.damaged.mu.Unlock()
	still, err := s.stillDamaged(ctx, met)
	if err != nil {
		return d, wrap("look at the damaged rows", err)
	}
	for row, known := range met {
		if !still[row] {
			s.damaged.forget(row.kind, row.id)
			continue
		}
		d.Rows = append(d.Rows, &DamagedError{row.kind, row.id, known.field})
		if d.Since.IsZero() || known.since.Before(d.Since.Time) {
			d.Since = known.since
		}
	}
	slices.SortFunc(d.Rows, func(a, b *DamagedError) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID)) })
	s.damaged.mu.Lock()
	defer s.damaged.mu.Unlock()
	d.More = s.damaged.more
	return d, nil
}

// damageable is where the items of a kind are kept, as far as they have columns of JSON, and
// which of its rows a reader meets.
var damageable = map[string]struct{ table, live string }{
	kindThread:   {"threads", "deleted_at IS NULL"},
	kindProject:  {"projects", "deleted_at IS NULL"},
	kindSession:  {"session_records", "TRUE"},
	kindApproval: {"approvals", "TRUE"},
	"delivery":   {"deliveries", "TRUE"},
	kindSetting:  {"settings", "TRUE"},
}

// stillDamaged reads rows again, those with JSON by one query for each of their columns: somebody
// may have mended or removed them. Of one in no such table nothing better is known.
func (s *Store) stillDamaged(ctx context.Context, met map[damagedRow]damage) (still map[damagedRow]bool, err error) {
	type column struct{ kind, field string }
	ids := map[column][]string{}
	for row, known := range met {
		at := column{row.kind, known.field}
		ids[at] = append(ids[at], row.id)
	}
	still = map[damagedRow]bool{}
	for at, list := range ids {
		if at.kind == kindReminder {
			for _, id := range list {
				_, err := s.Reminder(ctx, id)
				still[damagedRow{at.kind, id}] = errors.As(err, new(*DamagedError))
			}
			continue
		}
		of := damageable[at.kind]
		i := slices.IndexFunc(jsonColumns, func(c jsonColumn) bool { return c.table == of.table && c.column == at.field })
		if i < 0 {
			for _, id := range list {
				still[damagedRow{at.kind, id}] = true
			}
			continue
		}
		c := jsonColumns[i]
		keys, err := jsonText(list)
		if err != nil {
			return nil, err
		}
		_, err = collect(ctx, s, func(r rowScanner) (none struct{}, err error) {
			var id, text string
			err = r.Scan(&id, &text)
			still[damagedRow{at.kind, id}] = c.checkOf(id)([]byte(text)) != nil
			return none, err
		}, fmt.Sprintf("SELECT %s, coalesce(%s, '') FROM %s WHERE %[1]s IN (SELECT value FROM json_each(?)) AND %[4]s", c.key, c.column, c.table, of.live), keys)
		if err != nil {
			return nil, err
		}
	}
	return still, nil
}
