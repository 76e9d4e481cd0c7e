package connect

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Shown is a text from a file or a hub, fit for a terminal: what a terminal obeys, what hides or
// reorders text, and bytes that are no UTF-8 are written as Go escapes them. Line ends and tabs
// stay, so that a diff does.
func Shown(text string) string {
	var b strings.Builder
	for i, size := 0, 0; i < len(text); i += size {
		var r rune
		r, size = utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\n' || r == '\t' || r == '\r' && strings.HasPrefix(text[i+1:], "\n"):
			b.WriteRune(r)
		case r == utf8.RuneError && size == 1, !unicode.IsGraphic(r), r == '\u2028', r == '\u2029':
			quoted := strconv.QuoteToASCII(text[i : i+size])
			b.WriteString(quoted[1 : len(quoted)-1])
		default:
			b.WriteString(text[i : i+size])
		}
	}
	return b.String()
}
