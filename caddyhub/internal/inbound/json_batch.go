package inbound

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Batch reads a batch, an object with nothing but one array, item by item: however long it
// is, only one item is in memory. What is wrong with the form of one item does not keep the
// others out.
type Batch struct {
	in    *bufio.Reader
	name  string // of the array
	rules BatchRules

	count int
	item  []byte
	form  error
	err   error
}

// BatchRules are what each item of a batch must keep.
type BatchRules struct {
	JSONRules
	MaxSize int // bytes
}

// FieldError says of a batch in good form that it is not what is wanted.
type FieldError struct{ Field, Message string }

func (e *FieldError) Error() string { return e.Field + " " + e.Message }

// NewBatch begins to read a batch whose array has this name.
func NewBatch(in io.Reader, name string, rules BatchRules) *Batch {
	b := &Batch{in: bufio.NewReader(in), name: name, rules: rules}
	switch start, err := b.in.Peek(len(byteOrderMark)); {
	case err != nil && !errors.Is(err, io.EOF):
		b.err = err
	case bytes.Equal(start, byteOrderMark):
		b.fail(ErrBOM)
	}
	b.expect('{')
	if b.peek() == '}' {
		b.refuse(name, "is required")
	}
	b.key()
	if b.peek() != '[' {
		b.refuse(name, "must be an array")
	}
	b.expect('[')
	return b
}

// Next goes on to the next item. It returns false at the end and after an error.
func (b *Batch) Next() bool {
	if b.peek() == ']' {
		b.close()
		return false
	}
	if b.count > 0 {
		b.expect(',')
	}
	deepest, size := b.value()
	switch {
	case b.err != nil:
		return false
	case size > b.rules.MaxSize:
		b.form = fmt.Errorf("must have at most %d bytes", b.rules.MaxSize)
	case deepest > b.rules.MaxDepth:
		b.form = fmt.Errorf("must not be nested more than %d levels deep", b.rules.MaxDepth)
	default:
		if b.form = b.rules.Check(b.item); errors.Is(b.form, ErrNotJSON) {
			b.fail(ErrNotJSON) // where this item ends is anybody's guess
			return false
		}
	}
	b.count++
	return true
}

// Item is the present item, as it is written, until the next call of [Batch.Next], and what
// is wrong with its form, if anything. Then it may not be whole.
func (b *Batch) Item() (item []byte, form error) { return b.item, b.form }

// Err is why the reading ended early: a [FormError], a [*FieldError], or the error of the
// reader. Nil: it did not.
func (b *Batch) Err() error { return b.err }

// close reads what follows the array.
func (b *Batch) close() {
	b.expect(']')
	if b.peek() == ',' {
		b.expect(',')
		b.key()
		b.fail(ErrTwice)
	}
	b.expect('}')
	if b.peek() != end {
		b.fail(ErrMore)
	}
}

// key reads the name of the array and its colon.
func (b *Batch) key() {
	b.value()
	if b.err == nil && (!bytes.HasPrefix(b.item, []byte{'"'}) || b.rules.Check(b.item) != nil) {
		b.fail(ErrNotJSON)
	}
	if b.err == nil && string(unquoted(b.item)) != b.name {
		b.refuse(string(unquoted(b.item)), "is not a field of this request")
	}
	b.expect(':')
}

// value reads one JSON value into item, as far as that may grow. Only brackets and quotes
// are looked at: they tell where the value ends.
func (b *Batch) value() (deepest, size int) {
	b.item = b.item[:0]
	depth, inText, escaped := 0, false, false
	b.peek() // past the white space
	for c := b.byte(); c != end; c = b.byte() {
		ends := false
		switch {
		case inText:
			inText = escaped || c != '"'
			escaped = c == '\\' && !escaped
			ends = !inText
		case c == '"':
			inText = true
		case c == '{' || c == '[':
			depth++
			deepest = max(deepest, depth)
		case depth == 0 && (isSpace(c) || c == ',' || c == ':' || c == '}' || c == ']'):
			_ = b.in.UnreadByte()
			if size == 0 {
				b.fail(ErrNotJSON)
			}
			return deepest, size
		case c == '}' || c == ']':
			depth--
			ends = true
		}
		if size++; size <= b.rules.MaxSize {
			b.item = append(b.item, byte(c))
		}
		if ends && depth == 0 {
			return deepest, size
		}
	}
	b.fail(ErrNotJSON)
	return deepest, size
}

// end stands for the byte after the last one, and after an error.
const end = -1

// byte takes the next byte.
func (b *Batch) byte() rune {
	if b.err != nil {
		return end
	}
	c, err := b.in.ReadByte()
	if err != nil {
		if !errors.Is(err, io.EOF) {
			b.err = err
		}
		return end
	}
	return rune(c)
}

// peek looks at the next byte that is not white space.
func (b *Batch) peek() rune {
	c := b.byte()
	for isSpace(c) {
		c = b.byte()
	}
	if c != end {
		_ = b.in.UnreadByte()
	}
	return c
}

func (b *Batch) expect(c rune) {
	if b.peek() != c {
		b.fail(ErrNotJSON)
	}
	b.byte()
}

// fail ends the reading of a batch that is not well-formed. The first error stays.
func (b *Batch) fail(err FormError) {
	if b.err == nil {
		b.err = err
	}
}

// refuse ends the reading of a batch that is well-formed, but not what is wanted.
func (b *Batch) refuse(field, message string) {
	if b.err == nil {
		b.err = &FieldError{field, message}
	}
}

// isSpace reports whether a character is white space in JSON.
func isSpace(c rune) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
