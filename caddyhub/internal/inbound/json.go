package inbound

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// encoding/json bends much into shape that should be refused: a key that stands twice (the
// last one wins), a key in another case (it matches), text that is not UTF-8 and halves of
// surrogate pairs (two different secrets become one), and anything behind the value. So the
// form of all JSON that comes in is checked here before anything is decoded: bodies of the
// REST API and of signing in, MCP messages and their arguments.

// JSONRules are what the form of a JSON text must keep besides RFC 7493 (I-JSON).
type JSONRules struct {
	MaxDepth int // of objects and arrays inside each other
	// AnyCase allows capitals in keys, as the protocols of others have them; two keys of an
	// object must differ in more than their case. Without it every key is lower-case ASCII,
	// as the hub's own are: one that is not can only be a variant of a known key.
	AnyCase bool
}

// FormError says in a sentence for the client what is wrong with the form of a text. It
// repeats nothing of the text.
type FormError string

func (e FormError) Error() string { return string(e) }

// KeyError is a [FormError] about a key. It names the key beside its text, which still repeats
// nothing: only some callers may be told.
type KeyError struct {
	FormError
	Key string
}

// Unwrap is what is wrong with the key.
func (e *KeyError) Unwrap() error { return e.FormError }

// What is wrong with a form whatever the rules are.
const (
	ErrNotJSON   FormError = "the body is not valid JSON"
	ErrBOM       FormError = "the body begins with a byte order mark: send UTF-8 without one"
	ErrNotUTF8   FormError = "the body is not valid UTF-8"
	ErrSurrogate FormError = "a text of the body holds half a character (a lone surrogate)"
	ErrTwice     FormError = "a key of the body stands twice"
	ErrVariant   FormError = "two keys of the body differ only in upper and lower case"
	ErrUpperCase FormError = "a key of the body is not in lower case"
	ErrMore      FormError = "the body goes on after its JSON value"
)

// byteOrderMark is put in front by editors and shells, and by RFC 8259 (section 8.1) not sent.
var byteOrderMark = []byte("\ufeff")

// Check finds what is wrong with the form of a text. Its errors are of the type [FormError].
func (r JSONRules) Check(text []byte) error {
	switch {
	case !utf8.Valid(text):
		return ErrNotUTF8
	case bytes.HasPrefix(text, byteOrderMark):
		return ErrBOM
	}
	d := decoder(text)
	var open []keys // of the objects and arrays around the present value
	for {
		switch d.PeekKind() {
		case jsontext.KindBeginObject, jsontext.KindBeginArray:
			if len(open) == r.MaxDepth {
				return FormError(fmt.Sprintf("the body is nested more than %d levels deep", r.MaxDepth))
			}
			if _, err := d.ReadToken(); err != nil {
				return formError(text)
			}
			open = append(open, keys{})
		case jsontext.KindEndObject, jsontext.KindEndArray:
			if _, err := d.ReadToken(); err != nil {
				return formError(text)
			}
			open = open[:len(open)-1]
		default:
			isKey := isKeyNext(d)
			raw, err := d.ReadValue()
			if err != nil {
				return formError(text)
			}
			if isKey {
				key := unquoted(raw)
				if wrong := open[len(open)-1].add(key, r.AnyCase); wrong != "" {
					return &KeyError{wrong, string(key)}
				}
			}
		}
		if len(open) == 0 {
			break
		}
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return ErrMore
	}
	return nil
}

// decoder reads a text token by token. Keys are compared here, since those that differ only
// in their case count as the same.
func decoder(text []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true))
}

// isKeyNext reports whether the next token is the key of an object.
func isKeyNext(d *jsontext.Decoder) bool {
	kind, length := d.StackIndex(d.StackDepth())
	return kind == jsontext.KindBeginObject && length%2 == 0
}

// formError tells apart why a text in UTF-8 can't be read: with halves of characters
// allowed, it can be if they were all that was wrong with it.
func formError(text []byte) error {
	if jsontext.Value(text).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) {
		return ErrSurrogate
	}
	return ErrNotJSON
}

// unquoted is the text of a JSON string that was read before.
func unquoted(raw jsontext.Value) []byte {
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	text, err := jsontext.AppendUnquote(nil, raw)
	if err != nil {
		return nil // cannot happen: it was read as a string
	}
	return text
}

// keys are those of one object, as far as it was read.
type keys struct {
	few  [][]byte // as they are written, as long as there are few
	many map[string]string
}

// manyKeys is how many keys are faster found in a map than in a row.
const manyKeys = 16

// add says what is wrong with the next key of the object, if anything.
func (k *keys) add(key []byte, anyCase bool) FormError {
	lower := isLower(key)
	if !lower && !anyCase {
		return ErrUpperCase
	}
	if k.many == nil {
		for _, other := range k.few {
			if wrong := clash(key, other); wrong != "" {
				return wrong
			}
		}
		if k.few = append(k.few, key); len(k.few) < manyKeys {
			return ""
		}
		k.many = make(map[string]string, 4*manyKeys)
		for _, other := range k.few {
			k.many[folded(other)] = string(other)
		}
		return ""
	}
	same := folded(key)
	if other, found := k.many[same]; found {
		return clash(key, []byte(other))
	}
	k.many[same] = string(key)
	return ""
}

// clash says what is wrong with two keys of one object, if anything.
func clash(a, b []byte) FormError {
	switch {
	case bytes.Equal(a, b):
		return ErrTwice
	case bytes.EqualFold(a, b):
		return ErrVariant
	}
	return ""
}

func isLower(key []byte) bool {
	for _, c := range key {
		if c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return true
}

// folded is the same for all keys that differ only in their case, for whatever
// [bytes.EqualFold] and with it encoding/json takes for that.
func folded(key []byte) string {
	if isLower(key) {
		return string(key)
	}
	return string(bytes.Map(func(r rune) rune {
		least := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			least = min(least, next)
		}
		if 'A' <= least && least <= 'Z' {
			return least + 'a' - 'A' // which isLower leaves as it is
		}
		return least
	}, key))
}
