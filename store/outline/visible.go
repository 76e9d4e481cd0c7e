package outline

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible is a text without what its reader does not see. Stored text was written by others
// and goes to agents, which obey what they read: nothing may stand in it that the owner can't
// see as well.
//
// It removes the characters that hide or reorder text, and bytes that are no UTF-8: control
// and format characters, noncharacters, fillers and blanks that are drawn as nothing, tags,
// and variation selectors, which can carry a message of any length. Line ends, tabs and spaces
// stay as they are, and of a row of combining marks the first [maxMarks]. So do a joiner and a
// variation selector after a character that takes one, because words, emoji and names are
// written with them: one there, never a row.
func Visible(s string) string {
	if isPlain(s) {
		return s
	}
	s = strings.ToValidUTF8(s, "")
	var b strings.Builder
	b.Grow(len(s))
	var before rune // the last one that stayed
	marks := 0      // that stayed since the last character of another kind
	for i, r := range s {
		stays := true
		switch {
		case ' ' <= r && r <= '~':
		case isJoiner(r):
			stays = joins(before)
		case unicode.Is(unicode.Variation_Selector, r):
			next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
			stays = varies(before, r, next)
		default:
			stays = !isHidden(r)
		}
		switch {
		case !stays || isSmall(r): // a joiner does not make a row of marks a new one
		case r > unicode.MaxASCII && unicode.Is(unicode.M, r):
			marks++
			stays = marks <= maxMarks
		default:
			marks = 0
		}
		if stays {
			b.WriteRune(r)
			before = r
		}
	}
	return b.String()
}

// isPlain reports whether a text is printable ASCII with line breaks and tabs, which most
// texts are.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < ' ' || c > '~') && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}

// drawnBlank are drawn as nothing although Unicode counts them among the symbols and marks: the
// empty Braille pattern, the null note head and the Khitan filler.
const drawnBlank = "\u2800\U0001D159\U00016FE4"

// maxMarks is how many combining marks a character may carry. Words of all scripts need fewer;
// a tower of them covers the lines above and below.
const maxMarks = 8

// isSmall reports whether a character only says how its neighbours are drawn.
func isSmall(r rune) bool { return isJoiner(r) || unicode.Is(unicode.Variation_Selector, r) }

// isNoncharacter reports whether a code point is one that no text may interchange (The Unicode
// Standard, section 23.7).
func isNoncharacter(r rune) bool { return r >= 0xFDD0 && r <= 0xFDEF || r&0xFFFE == 0xFFFE }

// isHieroglyphControl reports whether a character arranges Egyptian hieroglyphs, or marks one as
// damaged. Most fonts draw nothing for it.
func isHieroglyphControl(r rune) bool { return r >= 0x13430 && r <= 0x13455 }

// isHidden reports whether a character is drawn as nothing or reorders others.
func isHidden(r rune) bool {
	switch r {
	case '\n', '\r', '\t', '\u0085':
		return false
	}
	return isNoncharacter(r) || isHieroglyphControl(r) || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point) ||
		r >= 0xE0000 && r <= 0xE0FFF || r >= 0x2800 && strings.ContainsRune(drawnBlank, r)
}

// Persian, Hindi and families of emoji are written with joiners between their signs; in a
// row, or beside anything else, joiners only hide a message.
func isJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

func joins(before rune) bool {
	return before > unicode.MaxASCII && unicode.In(before, unicode.L, unicode.M, unicode.So, unicode.Sk)
}

// varies reports whether a character comes in the variant that a selector chooses
// (StandardizedVariants.txt, emoji-variation-sequences.txt and the Ideographic Variation
// Database of Unicode).
func varies(base, selector, next rune) bool {
	const textStyle, emojiStyle, keycap = '\ufe0e', '\ufe0f', '\u20e3'
	switch {
	case selector == textStyle || selector == emojiStyle:
		if strings.ContainsRune("#*0123456789", base) {
			return next == keycap
		}
		return unicode.In(base, unicode.So, unicode.Sm) || strings.ContainsRune("‼⁉ℹ〰", base)
	case selector >= 0xFE00 && selector <= 0xFE02:
		return unicode.Is(unicode.Han, base)
	case selector >= 0xE0100:
		return unicode.Is(unicode.Han, base)
	case selector >= 0x180B && selector <= 0x180F:
		return unicode.Is(unicode.Mongolian, base) && unicode.IsLetter(base)
	}
	return false
}
