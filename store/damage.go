package store

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
)

// DamagedError means that a column of one row does not hold the JSON it should: somebody
// changed the file by hand, or the disk did. It is an [ErrUnavailable]. Lists, search, digests,
// the outbox and changes of other items leave such a row out.
type DamagedError struct {
	Kind  string // "thread", "project", ...
	ID    string
	Field string
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("the %s of %s %s can't be read, its row in the database is damaged: restore a backup from before, or delete it", e.Field, e.Kind, e.ID)
}

func (e *DamagedError) Unwrap() error { return ErrUnavailable }

// damaged makes an error of reading a column of an item a [*DamagedError].
func damaged(err error, kind, id, field string) error {
	if err == nil {
		return nil
	}
	return &DamagedError{kind, id, field}
}

// checkRaw makes sure that a column handed on as it is holds JSON.
func checkRaw(text *string, kind, id, field string) error {
	if text == nil || json.Valid([]byte(*text)) {
		return nil
	}
	return &DamagedError{kind, id, field}
}

// damage is a damaged row that was met, and since when it is known.
type damage struct {
	*DamagedError
	since Time
}

// tableOf is where the items of a kind are kept, as far as they have columns of JSON.
var tableOf = map[string]string{kindThread: "threads", kindProject: "projects", kindSession: "session_records", kindApproval: "approvals", "delivery": "deliveries"}

// Damage returns the damaged rows met since the store was opened that are still so, by kind and
// id, and since when the first is known.
func (s *Store) Damage(ctx context.Context) (rows []*DamagedError, since Time, err error) {
	s.damaged.Range(func(key, value any) bool {
		d := value.(damage)
		var still bool
		if still, err = s.isDamaged(ctx, d.DamagedError); err != nil {
			return false
		}
		if !still {
			s.damaged.Delete(key)
			return true
		}
		if rows = append(rows, d.DamagedError); since.IsZero() || d.since.Before(since.Time) {
			since = d.since
		}
		return true
	})
	slices.SortFunc(rows, func(a, b *DamagedError) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID)) })
	return rows, since, wrap("look at the damaged rows", err)
}

// isDamaged reads a row again: somebody may have mended or removed it.
func (s *Store) isDamaged(ctx context.Context, e *DamagedError) (bool, error) {
	i := slices.IndexFunc(jsonColumns, func(c jsonColumn) bool { return c.table == tableOf[e.Kind] && c.column == e.Field })
	if i < 0 {
		return true, nil
	}
	c := jsonColumns[i]
	texts, err := collect(ctx, s, scanString, fmt.Sprintf("SELECT coalesce(%s, '') FROM %s WHERE %s = ?", c.column, c.table, c.key), e.ID)
	return err != nil || len(texts) > 0 && c.check([]byte(texts[0])) != nil, err
}
