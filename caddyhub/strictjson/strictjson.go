// Package strictjson checks the form of JSON bodies before anything decodes them.
// encoding/json bends much into shape that should be refused: a key that stands twice
// (the last one wins), a key in another case (it matches), text that is not UTF-8 and
// halves of surrogate pairs (two different secrets become one), and anything behind the
// value. The package imports nothing of ours.
package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Check finds what is wrong with the form of a body that may nest maxDepth levels deep.
// Its errors are sentences for the client and repeat nothing of the body.
func Check(body []byte, maxDepth int) error {
	if !utf8.Valid(body) {
		return errors.New("the body is not valid UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var open []level // the objects and arrays around the present token
	for {
		from := d.InputOffset()
		token, err := d.Token()
		if err != nil {
			return errors.New("the body is not valid JSON")
		}
		var inner *level
		if len(open) > 0 {
			inner = &open[len(open)-1]
		}
		text, isText := token.(string)
		if isText && hasLoneSurrogate(body[from:d.InputOffset()]) {
			return errors.New("a text of the body holds half a character (a lone surrogate)")
		}
		delim, isDelim := token.(json.Delim)
		switch {
		case isDelim && (delim == '{' || delim == '['):
			if inner != nil {
				inner.value()
			}
			if len(open) == maxDepth {
				return fmt.Errorf("the body is nested more than %d levels deep", maxDepth)
			}
			open = append(open, level{object: delim == '{', wantKey: delim == '{'})
		case isDelim:
			open = open[:len(open)-1]
		case inner != nil && inner.wantKey:
			if err := inner.key(text); err != nil {
				return err
			}
		case inner != nil:
			inner.value()
		}
		if len(open) == 0 {
			break
		}
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("the body goes on after its JSON value")
	}
	return nil
}

// level is one object or array of a body.
type level struct {
	object  bool
	wantKey bool
	seen    map[string]bool
}

func (l *level) value() { l.wantKey = l.object }

// key takes the next key of an object. Every key of the hub is lower-case ASCII, so one
// that is not can only be a variant of a known key, which encoding/json would accept.
func (l *level) key(k string) error {
	if strings.ContainsFunc(k, func(r rune) bool { return r >= utf8.RuneSelf || 'A' <= r && r <= 'Z' }) {
		return errors.New("a key of the body is not in lower case")
	}
	if l.seen[k] {
		return errors.New("a key of the body stands twice")
	}
	if l.seen == nil {
		l.seen = map[string]bool{}
	}
	l.seen[k] = true
	l.wantKey = false
	return nil
}

// hasLoneSurrogate finds a \u escape of half a pair in the source of a JSON string that
// the decoder has accepted; it would replace the half by U+FFFD.
func hasLoneSurrogate(source []byte) bool {
	high := false // the escape just read was a first half
	for i := 0; i < len(source); i++ {
		if source[i] != '\\' {
			if high {
				return true
			}
			continue
		}
		i++
		if source[i] != 'u' {
			if high {
				return true
			}
			continue
		}
		unit := hex4(source[i+1 : i+5])
		i += 4
		isHigh, isLow := unit>>10 == 0xd800>>10, unit>>10 == 0xdc00>>10
		if isLow != high {
			return true
		}
		high = isHigh
	}
	return false
}

// hex4 reads four hexadecimal digits, which the decoder has already checked.
func hex4(digits []byte) (n uint) {
	for _, c := range digits {
		n <<= 4
		switch {
		case c >= 'a':
			n |= uint(c-'a') + 10
		case c >= 'A':
			n |= uint(c-'A') + 10
		default:
			n |= uint(c - '0')
		}
	}
	return n
}
