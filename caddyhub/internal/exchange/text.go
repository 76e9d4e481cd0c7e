package exchange

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// decode gives the text of a file in UTF-8, with lines that end as in Unix: it may have a byte
// order mark, or be the UTF-16 that programs of Windows write.
func decode(name string, b []byte) (string, error) {
	if rest, marked := bytes.CutPrefix(b, []byte("\xef\xbb\xbf")); marked {
		b = rest
	} else if order := utf16Order(b); order != nil {
		text, ok := decodeUTF16(b, order)
		if !ok {
			return "", refuse(name, "is damaged: it is no whole UTF-16 text; save it as UTF-8")
		}
		return newlines(text), nil
	}
	if !utf8.Valid(b) {
		return "", refuse(name, "is no UTF-8 text; save it as UTF-8")
	}
	return newlines(string(b)), nil
}

// utf16Order tells UTF-16 by its mark or, as all our forms begin with ASCII, by the zero bytes in
// its first two characters; nil: it is something else.
func utf16Order(b []byte) binary.ByteOrder {
	if len(b) < 4 {
		return nil
	}
	switch {
	case b[0] == 0xff && b[1] == 0xfe, b[0] != 0 && b[1] == 0 && b[2] != 0 && b[3] == 0:
		return binary.LittleEndian
	case b[0] == 0xfe && b[1] == 0xff, b[0] == 0 && b[1] != 0 && b[2] == 0 && b[3] != 0:
		return binary.BigEndian
	}
	return nil
}

func decodeUTF16(b []byte, order binary.ByteOrder) (text string, ok bool) {
	if len(b)%2 != 0 {
		return "", false
	}
	units := make([]uint16, 0, len(b)/2)
	for ; len(b) > 0; b = b[2:] {
		units = append(units, order.Uint16(b))
	}
	text = string(utf16.Decode(units))
	return strings.TrimPrefix(text, "\ufeff"), !strings.ContainsRune(text, utf8.RuneError)
}

func newlines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// tidy is a text as the hub takes it: without the character that no text of it may have, and the
// white space around it.
func tidy(text string) string {
	text = strings.ToValidUTF8(text, "\ufffd")
	return strings.TrimSpace(strings.ReplaceAll(newlines(text), "\x00", "\ufffd"))
}

// oneLine is a text on one line, without control characters.
func oneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, tidy(text))
	return strings.Join(strings.Fields(text), " ")
}

// clip is a text of at most so many characters, which ends with an ellipsis where it was cut.
func clip(text string, most int) string {
	if len(text) <= most || utf8.RuneCountInString(text) <= most {
		return text
	}
	n, end := 0, 0
	for i := range text {
		if n == most-1 {
			end = i
			break
		}
		n++
	}
	head := strings.TrimRight(text[:end], " \n\t")
	// A word is not cut in two where that costs little.
	if space := strings.LastIndexAny(head, " \n"); space > len(head)-40 && space > 0 {
		head = strings.TrimRight(head[:space], " \n\t.,;:")
	}
	return head + "…"
}

// plural is a number with the word for what it counts, whose plural ends in s.
func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return itoa(n) + " " + word + "s"
}
