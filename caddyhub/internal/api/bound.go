package api

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/progresshub/progresshub/caddyhub/internal/inbound"
)

// What a client is told of a request in which almost everything is wrong.
const (
	maxErrors   = 20  // in one answer; then how many more there are
	maxLocation = 200 // bytes of one, which may be a key that the client made up

	// Huma makes an error of each key it does not know and of each item of a wrong type before
	// it answers: of an object and of a list it gets to see no more than these.
	maxSeenKeys  = 200
	maxSeenItems = 1000
)

// leftOut stands for the keys that were taken out of an object, in the place of their names.
// No client can send it: its keys are in lower case.
const leftOut = "LEFT OUT "

// thinOut makes a decoded body small enough to be checked against its schema. Items of a list
// that are left out are still decoded, and checked by the store.
func thinOut(v any, known map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		if len(v) > maxSeenKeys {
			thinOutKeys(v, known)
		}
		for key, value := range v {
			if list, ok := value.([]any); ok && len(list) > maxSeenItems {
				v[key] = list[:maxSeenItems]
			}
			thinOut(v[key], known)
		}
	case []any:
		for i, item := range v {
			if list, ok := item.([]any); ok && len(list) > maxSeenItems {
				v[i] = list[:maxSeenItems]
			}
			thinOut(v[i], known)
		}
	}
}

// thinOutKeys leaves the keys that some request has, and the first of the others.
func thinOutKeys(object map[string]any, known map[string]bool) {
	var others []string
	for name := range object {
		if !known[name] {
			others = append(others, name)
		}
	}
	slices.Sort(others)
	others = others[min(len(others), maxSeenKeys):]
	for _, name := range others {
		delete(object, name)
	}
	object[leftOut+strconv.Itoa(len(others))] = nil
}

// addKeys adds the names of all keys that requests and answers have.
func addKeys(known map[string]bool, schemas huma.Registry) {
	for _, schema := range schemas.Map() {
		for name := range schema.Properties {
			known[name] = true
		}
	}
}

// bounded are the first of some errors, and how many more there are.
func bounded(all []inbound.Field) []inbound.Field {
	more := 0
	some := make([]inbound.Field, 0, min(len(all), maxErrors+1))
	for _, f := range all {
		if _, count, found := strings.Cut(f.Location, leftOut); found {
			n, _ := strconv.Atoi(count)
			more += n
			continue
		}
		if len(some) == maxErrors {
			more++
			continue
		}
		f.Location = cutLocation(f.Location)
		some = append(some, f)
	}
	if more > 0 && len(some) > 0 {
		place, _, _ := strings.Cut(some[0].Location, ".")
		some = append(some, inbound.Field{Location: place, Message: fmt.Sprintf("has %d more errors", more)})
	}
	return some
}

// cutLocation shortens a place in the request that is too long to be repeated.
func cutLocation(place string) string {
	if len(place) <= maxLocation {
		return place
	}
	return strings.ToValidUTF8(place[:maxLocation], "") + "…"
}
