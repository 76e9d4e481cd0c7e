package api

import (
	"errors"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store"
)

// never is the end of an answer that only a change can make wrong.
var never time.Time

// zone is the owner's.
func (a *API) zone() *time.Location { return a.Store.Effective(a.Policy).Zone }

// time reads a time of the request; without an offset it is in the owner's zone.
func (a *API) time(field, text string) (store.Time, error) {
	at, err := store.ParseTime(text, a.zone())
	if err != nil {
		if i := strings.LastIndexByte(text, ' '); i > 0 {
			if _, lost := store.ParseTime(text[:i]+"+"+text[i+1:], a.zone()); lost == nil {
				err = errors.New("a time whose offset has lost its +: in a query that is written %2B")
			}
		}
		return at, &store.InvalidError{Fields: []store.FieldError{{Field: field, Message: "is " + err.Error()}}}
	}
	return at, nil
}

// optionalTime is time for a parameter that may be missing, which is empty then.
func (a *API) optionalTime(field, text string) (*store.Time, error) {
	if text == "" {
		return nil, nil
	}
	at, err := a.time(field, text)
	return &at, err
}
