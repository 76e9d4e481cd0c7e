package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/progresshub/progresshub/store/phrase"
	"github.com/progresshub/progresshub/store/sqlite"
)

// FieldError says what is wrong with one field of the input, in a sentence for people.
type FieldError struct {
	Field   string // the JSON name, with an index where it has one: "next_steps[2]"
	Message string // lower-case, never repeats the value
}

// InvalidError is input that is well-formed but breaks a rule. Nothing was written.
type InvalidError struct{ Fields []FieldError }

func (e *InvalidError) Error() string {
	parts := make([]string, len(e.Fields))
	for i, f := range e.Fields {
		parts[i] = f.Field + " " + f.Message
	}
	return "invalid: " + strings.Join(parts, "; ")
}

// NotFoundError names what was looked for and, where one is near, what may have been meant.
type NotFoundError struct {
	Kind    string     // "thread", "project", ...
	ID      string     // as the caller gave it
	Closest string     // the nearest existing name, or empty
	Moved   string     // the hub:// address it was moved to, or empty
	Deleted *Meanwhile // how it went, when that is known; else nil
	Why     string     // why there is none, such as of an event that is too old; else empty
}

func (e *NotFoundError) Error() string {
	msg := fmt.Sprintf("%s %q not found", e.Kind, e.ID)
	if e.ID == "" {
		msg = e.Kind + " not found"
	}
	switch {
	case e.Moved != "":
		msg += "; it was moved to " + e.Moved
	case e.Deleted != nil:
		msg += fmt.Sprintf(": %s deleted it at %s, and an undo of event %s brings it back", e.Deleted.By(), e.Deleted.At, e.Deleted.Event)
	case e.Closest != "":
		msg += "; closest: " + e.Closest
	case e.Why != "":
		msg += ": " + e.Why
	}
	return msg
}

// VersionError is a change made against a version that is no longer the current one.
type VersionError struct {
	Current int
	Other   bool // it was made against another version of this number
}

func (e *VersionError) Error() string {
	if e.Other {
		return fmt.Sprintf("the tag is of another item, or of a version %d that a restored backup has replaced", e.Current)
	}
	return fmt.Sprintf("the item has changed: its current version is %d", e.Current)
}

// OwnerError is a change that a token with a name may not make: an agent asks for it
// ([Store.RequestChange]).
type OwnerError struct{ Message string }

func (e *OwnerError) Error() string { return e.Message }

// invalid gathers field errors while input is checked.
type invalid []FieldError

func (v *invalid) add(field, format string, args ...any) {
	*v = append(*v, FieldError{field, fmt.Sprintf(format, args...)})
}

// say adds what the dashboard says in its owner's language.
func (v *invalid) say(field string, what phrase.Phrase) {
	*v = append(*v, FieldError{field, what.String()})
}

func (v invalid) err() error {
	if len(v) == 0 {
		return nil
	}
	return &InvalidError{Fields: v}
}

// wrap names the operation an error came from. Errors of the domain pass as they are:
// they already say what happened, in words for the caller.
func wrap(op string, err error) error {
	if err == nil || isDomain(err) {
		return err
	}
	return sqlite.Wrap(op, err)
}

func isDomain(err error) bool {
	var (
		in *InvalidError
		nf *NotFoundError
		co *ConflictError
		ve *VersionError
		oe *OwnerError
	)
	return errors.As(err, &in) || errors.As(err, &nf) || errors.As(err, &co) || errors.As(err, &ve) || errors.As(err, &oe) ||
		errors.Is(err, ErrClosed) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
