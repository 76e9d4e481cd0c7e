package connect

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
)

// place is where an entry stands in a file: below path, under name.
type place struct {
	path []string
	name string
}

// format is how a client writes its file. Its methods take and return the whole text and change
// nothing but the entry; they return an error rather than guess.
type format interface {
	// decode reads the file as a program does, for comparison.
	decode(text []byte) (map[string]any, error)
	// put adds the entry, or replaces it.
	put(text []byte, at place, entry object) ([]byte, error)
	// drop takes the entry away. It is there.
	drop(text []byte, at place) ([]byte, error)
}

// bom begins some files that were written on Windows.
var bom = []byte("\xef\xbb\xbf")

// errForeign is that an entry of the hub's name belongs to something else.
var errForeign = errors.New("the entry is none of hub connect's")

// put is the text with the entry in it; the same text if it is there already.
func put(f format, text []byte, at place, entry object) ([]byte, error) {
	return change(f, text, at, func(body []byte, is any) ([]byte, error) {
		if reflect.DeepEqual(is, any(entry.plain())) {
			return body, nil
		}
		return f.put(body, at, entry)
	}, entry.plain())
}

// drop is the text without the entry; the same text if it is not there.
func drop(f format, text []byte, at place) ([]byte, error) {
	return change(f, text, at, func(body []byte, is any) ([]byte, error) {
		if is == nil {
			return body, nil
		}
		return f.drop(body, at)
	}, nil)
}

// change edits a text and proves that nothing but the entry is another one: the editors work on
// bytes, and the client reads with a parser of its own.
func change(f format, text []byte, at place, edit func(body []byte, is any) ([]byte, error), want any) ([]byte, error) {
	body := bytes.TrimPrefix(text, bom)
	before, err := f.decode(body)
	if err != nil {
		return nil, err
	}
	is, err := entryAt(before, at)
	if err != nil {
		return nil, err
	}
	edited, err := edit(body, is)
	if err != nil {
		return nil, err
	}
	after, err := f.decode(edited)
	if err != nil {
		return nil, fmt.Errorf("the entry can't be put in by hub connect (%w): write it by hand", err)
	}
	now, err := entryAt(after, at)
	if err != nil || !same(now, want) || !reflect.DeepEqual(without(before, at), without(after, at)) {
		if want == nil {
			return nil, unedited("take the entry out by hand")
		}
		return nil, unedited("write the entry by hand")
	}
	return append(text[:len(text)-len(body):len(text)-len(body)], edited...), nil
}

// unedited is that a file stays as it is, and what its owner does instead.
func unedited(byHand string) error {
	return errors.New("its form is not one that hub connect can edit without a change to something else: " + byHand)
}

func same(now, want any) bool {
	if want == nil {
		return now == nil
	}
	return reflect.DeepEqual(now, want)
}

// entryAt is what stands at a place; nil: nothing.
func entryAt(file map[string]any, at place) (any, error) {
	for i, key := range at.path {
		next := file[key]
		if next == nil {
			return nil, nil // an empty one is written like that in YAML
		}
		inner, isMap := next.(map[string]any)
		if !isMap {
			return nil, fmt.Errorf("its %q holds no entries: write the entry by hand", at.path[:i+1])
		}
		file = inner
	}
	return file[at.name], nil
}

// without is a file without the entry, and without what is empty for want of it.
func without(file map[string]any, at place) map[string]any {
	rest := map[string]any{}
	for key, value := range file {
		rest[key] = value
	}
	if len(at.path) == 0 {
		delete(rest, at.name)
		return rest
	}
	inner, isMap := rest[at.path[0]].(map[string]any)
	if !isMap && rest[at.path[0]] != nil {
		return rest
	}
	if inner = without(inner, place{at.path[1:], at.name}); len(inner) == 0 {
		delete(rest, at.path[0])
	} else {
		rest[at.path[0]] = inner
	}
	return rest
}

// splice is text with the bytes from, to replaced.
func splice(text []byte, from, to int, by string) []byte {
	return append(append(append(make([]byte, 0, len(text)+len(by)), text[:from]...), by...), text[to:]...)
}

// newlineOf is how the lines of a text end.
func newlineOf(text []byte) string {
	if at := bytes.IndexByte(text, '\n'); at > 0 && text[at-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
