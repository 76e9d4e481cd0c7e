package outline

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// IsBlank reports whether a reader sees nothing of a text, also where it holds characters: spaces
// of all kinds, those that are drawn as nothing, and marks without a character below them.
func IsBlank(s string) bool {
	return !strings.ContainsFunc(Visible(s), func(r rune) bool {
		return unicode.IsGraphic(r) && !unicode.In(r, unicode.Z, unicode.M)
	})
}

// IsName reports whether a text can be the name by which a person tells one thing from others: one
// line of which all is seen and stands where it seems to.
func IsName(s string) bool {
	return !IsBlank(s) && Visible(s) == s && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsGraphic(r) && !isJoiner(r) })
}

// LookAlike reports whether two names may be taken for each other at a glance: they differ in case,
// in spaces, in width or style, in what is not seen, or in letters of other scripts and digits that
// are drawn like Latin ones.
func LookAlike(a, b string) bool { return skeleton(a) == skeleton(b) }

// drawnAlike are letters and digits, in lower case, that are drawn like a Latin letter in common
// fonts (a part of confusables.txt of Unicode's UTS 39: the scripts and digits that names have).
var drawnAlike = strings.NewReplacer(
	// Cyrillic
	"а", "a", "в", "b", "с", "c", "ԁ", "d", "е", "e", "ѐ", "è", "ё", "ë", "һ", "h", "н", "h", "і", "i", "ї", "ï", "ј", "j", "к", "k", "ӏ", "l",
	"м", "m", "о", "o", "р", "p", "ԛ", "q", "ѕ", "s", "т", "t", "ԝ", "w", "х", "x", "у", "y", "ѵ", "v",
	// Greek
	"α", "a", "β", "b", "ε", "e", "η", "h", "ι", "i", "κ", "k", "μ", "m", "ν", "v", "ο", "o", "ρ", "p", "σ", "o", "τ", "t", "υ", "y", "χ", "x", "ζ", "z",
	// Latin, and digits
	"ı", "i", "ɑ", "a", "ɡ", "g", "0", "o", "1", "l", "|", "l",
	// dashes and quotes
	"‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "−", "-", "’", "'", "‘", "'",
)

// skeleton is a text as it looks, the same for all that look alike.
func skeleton(s string) string {
	s = cases.Fold().String(norm.NFKC.String(Visible(s)))
	return strings.Join(strings.Fields(drawnAlike.Replace(norm.NFC.String(s))), " ")
}
