package store

import (
	"encoding/json"
	"fmt"
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
