package api

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/progresshub/progresshub/caddyhub/strictjson"
	"github.com/progresshub/progresshub/store"
)

// items reads the body of a batch, an object with nothing but one array, item by item:
// however long the body is, only one of them is in memory.
type items struct {
	in   *bufio.Reader
	name string // of the array

	read int    // items
	item []byte // the present one, until the next is read
	form error  // what is wrong with the form of the present item alone
	err  error  // why the reading ended early: a *failure or a *store.InvalidError
}

// The limits of one item.
const (
	maxItem      = 256 << 10
	maxItemDepth = maxDepth - 2 // the batch around it takes two
)

var (
	errNotJSON = errors.New("the body is not valid JSON")
	errTwice   = errors.New("a key of the body stands twice")
	errMore    = errors.New("the body goes on after its JSON value")
)

func openItems(in io.Reader, name string) *items {
	b := &items{in: bufio.NewReader(in), name: name}
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

// next goes on to the next item. It returns false at the end and after an error.
func (b *items) next() bool {
	if b.peek() == ']' {
		b.close()
		return false
	}
	if b.read > 0 {
		b.expect(',')
	}
	deepest, size := b.value()
	switch {
	case b.err != nil:
		return false
	case size > maxItem:
		b.form = fmt.Errorf("must have at most %d bytes", maxItem)
	case deepest > maxItemDepth:
		b.form = fmt.Errorf("must not be nested more than %d levels deep", maxItemDepth)
	case !json.Valid(b.item):
		b.fail(errNotJSON)
		return false
	default:
		b.form = strictjson.Check(b.item, maxItemDepth)
	}
	b.read++
	return true
}

// close reads what follows the array.
func (b *items) close() {
	b.expect(']')
	if b.peek() == ',' {
		b.expect(',')
		b.key()
		b.fail(errTwice)
	}
	b.expect('}')
	if b.peek() != end {
		b.fail(errMore)
	}
}

// key reads the name of the array and its colon.
func (b *items) key() {
	b.value()
	var name string
	if json.Unmarshal(b.item, &name) != nil {
		b.fail(errNotJSON)
	}
	if name != b.name {
		b.refuse(name, "is not a field of this request")
	}
	b.expect(':')
}

// value reads one JSON value into item, as far as that may grow. Only brackets and quotes
// are looked at: they tell where the value ends.
func (b *items) value() (deepest, size int) {
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
			return deepest, size
		case c == '}' || c == ']':
			depth--
			ends = true
		}
		if size++; size <= maxItem {
			b.item = append(b.item, byte(c))
		}
		if ends && depth == 0 {
			return deepest, size
		}
	}
	b.fail(errNotJSON)
	return deepest, size
}

// end stands for the byte after the last one, and after an error.
const end = -1

// byte takes the next byte.
func (b *items) byte() rune {
	if b.err != nil {
		return end
	}
	c, err := b.in.ReadByte()
	if err != nil {
		if !errors.Is(err, io.EOF) {
			b.err = &failure{unread(err)}
		}
		return end
	}
	return rune(c)
}

// peek looks at the next byte that is not white space.
func (b *items) peek() rune {
	c := b.byte()
	for isSpace(c) {
		c = b.byte()
	}
	if c != end {
		_ = b.in.UnreadByte()
	}
	return c
}

func (b *items) expect(c rune) {
	if b.peek() != c {
		b.fail(errNotJSON)
	}
	b.byte()
}

// fail ends the reading of a body that is not well-formed. The first error stays.
func (b *items) fail(err error) {
	if b.err == nil {
		b.err = &failure{malformed(err)}
	}
}

// refuse ends the reading of a body that is well-formed, but not what is wanted.
func (b *items) refuse(field, message string) {
	if b.err == nil {
		b.err = &store.InvalidError{Fields: []store.FieldError{{Field: field, Message: message}}}
	}
}

// isSpace tells the white space of JSON.
func isSpace(c rune) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
