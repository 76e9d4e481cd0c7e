package match

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxWordRunes is where an endless token (a hash, base64) is broken up.
const maxWordRunes = 48

// word is a folded word and the bytes text[lo:hi] it was read from.
type word struct {
	text   string
	lo, hi int
}

// words splits text into at most limit folded words and appends them to dst.
// Scripts written without spaces come out as overlapping pairs of characters,
// since nothing in the text says where their words end.
func words(dst []word, text string, limit int) []word {
	limit += len(dst)
	for r := range runs(text) {
		if dst = r.appendWords(dst, text); len(dst) >= limit {
			return dst[:limit]
		}
	}
	return dst
}

// run is the letters text[lo:hi] of one class.
type run struct {
	lo, hi int
	kind   class
}

// runs yields the stretches of text that words are made of.
func runs(text string) iter.Seq[run] {
	return func(yield func(run) bool) {
		for i := 0; i < len(text); {
			lo := i
			r, size := utf8.DecodeRuneInString(text[i:])
			i += size
			kind := classify(r)
			if kind == separator || kind == joiner {
				continue
			}
			for i < len(text) {
				r, size = utf8.DecodeRuneInString(text[i:])
				if k := classify(r); k != kind && k != joiner {
					break
				}
				i += size
			}
			if !yield(run{lo, i, kind}) {
				return
			}
		}
	}
}

func (r run) appendWords(dst []word, text string) []word {
	if r.kind == unspaced {
		return appendPairs(dst, text, r.lo, r.hi)
	}
	return appendSpaced(dst, text, r.lo, r.hi)
}

// class says how a rune takes part in words.
type class int

const (
	separator class = iota
	spaced          // a letter or digit of a script that puts spaces between words
	unspaced        // a letter of a script that does not
	joiner          // belongs to the word before it: accents, vowel signs, soft hyphens
)

// joiners are those that are no marks: the soft hyphen, the zero-width joiners
// and the voicing marks of half-width kana.
var joiners = []rune{0xAD, 0x200C, 0x200D, 0xFF9E, 0xFF9F}

func classify(r rune) class {
	switch {
	case r < utf8.RuneSelf:
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
			return spaced
		}
		return separator
	case r == utf8.RuneError:
		return separator
	case unicode.IsMark(r) || slices.Contains(joiners, r):
		return joiner
	case !unicode.IsLetter(r) && !unicode.IsNumber(r):
		return separator
	case isUnspaced(r):
		return unspaced
	}
	return spaced
}

// isUnspaced also covers Hangul: Korean has spaces, but glues so many endings
// to its words that pairs of syllables find more than whole words do.
func isUnspaced(r rune) bool {
	if r < 0x0E00 {
		return false
	}
	const longVowel, halfLongVowel = 'ー', 'ｰ' // shared by both kana, so of neither script
	return r == longVowel || r == halfLongVowel ||
		unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
			unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan)
}

// appendSpaced adds the word text[lo:hi]. Folding may break it in pieces (½ is
// 1⁄2), and so does its length.
func appendSpaced(dst []word, text string, lo, hi int) []word {
	folded := fold(text[lo:hi])
	if len(folded) <= maxWordRunes && isASCII(text[lo:hi]) { // most words: one piece
		return append(dst, word{folded, lo, hi})
	}
	for _, part := range strings.FieldsFunc(folded, func(r rune) bool { return classify(r) == separator }) {
		for part != "" {
			head := firstRunes(part, maxWordRunes)
			dst = append(dst, word{head, lo, hi})
			part = part[len(head):]
		}
	}
	return dst
}

// appendPairs adds the run text[lo:hi] as pairs of characters. A Han character
// means something on its own and is added alone as well.
func appendPairs(dst []word, text string, lo, hi int) []word {
	folded := []rune(fold(text[lo:hi]))
	at := places(text, lo, hi, len(folded))
	add := func(from, to int) {
		dst = append(dst, word{string(folded[from:to]), at[from].lo, at[to-1].hi})
	}
	for i, r := range folded {
		if len(folded) == 1 || unicode.Is(unicode.Han, r) {
			add(i, i+1)
		}
		if i+1 < len(folded) {
			add(i, i+2)
		}
	}
	return dst
}

// place is the bytes text[lo:hi] a folded rune was read from.
type place struct{ lo, hi int }

// places returns the places of the n runes that text[lo:hi] folds into. As a
// rule each is one rune; those that folding merges or splits stand together.
func places(text string, lo, hi, n int) []place {
	at := make([]place, 0, n)
	for i, r := range text[lo:hi] {
		at = append(at, place{lo + i, lo + i + utf8.RuneLen(r)})
	}
	if len(at) == n {
		return at
	}
	at = at[:0]
	for from := lo; from < hi; {
		to := from + norm.NFKC.NextBoundaryInString(text[from:hi], true)
		for range fold(text[from:to]) {
			at = append(at, place{from, to})
		}
		from = to
	}
	if len(at) == n {
		return at
	}
	return slices.Repeat([]place{{lo, hi}}, n) // parts fold otherwise than the whole
}

// fold makes spellings of one word equal: compatibility forms (full width,
// ligatures), case, and the accents that writers leave out.
func fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	s = strings.Map(func(r rune) rune {
		if unicode.Is(optionalMarks, r) {
			return -1
		}
		return unicode.ToLower(unicode.ToUpper(r)) // up first: ς and σ, ı and i meet there
	}, norm.NFKD.String(s))
	return norm.NFC.String(strings.ReplaceAll(s, "ß", "ss")) // the one letter that folds into two
}

// optionalMarks are the signs a word keeps its identity without: accents on
// Latin, Greek and Cyrillic, Hebrew points, Arabic vowels and stretching, soft
// hyphens and joiners. Vowel signs of Indic scripts are not among them.
var optionalMarks = &unicode.RangeTable{
	LatinOffset: 1,
	R16: []unicode.Range16{
		{0x00AD, 0x00AD, 1},
		{0x0300, 0x036F, 1},
		{0x0483, 0x0487, 1},
		{0x0591, 0x05C7, 1},
		{0x0610, 0x061A, 1},
		{0x0640, 0x0640, 1},
		{0x064B, 0x065F, 1},
		{0x0670, 0x0670, 1},
		{0x06D6, 0x06ED, 1},
		{0x1AB0, 0x1AFF, 1},
		{0x1DC0, 0x1DFF, 1},
		{0x200C, 0x200D, 1},
		{0x20D0, 0x20FF, 1},
		{0xFE00, 0xFE0F, 1},
	},
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// cut shortens s to at most n bytes without splitting a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// firstRunes returns the first n runes of s.
func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}
