package match

import (
	"hash/fnv"
	"math"
	"unicode/utf8"
)

// gram is a run of three (the last rune zero) or four characters of a word,
// with edge before its first and after its last. A word too short to be told by
// parts, a number, an id and a pair of unspaced characters are one gram each: whole,
// then a hash. So "api" has nothing in common with "rapid".
type gram [4]rune

const (
	edge  rune = -1
	whole rune = -2
)

// maxWhole is the longest word, in runes, that only matches as a whole.
const maxWhole = 3

// appendGrams adds the grams of a word, repeated ones too, and returns how
// much each weighs. A whole word weighs what its parts would have together.
func appendGrams(dst []gram, word string) ([]gram, float32) {
	n := utf8.RuneCountInString(word)
	if n <= maxWhole || isID(word) {
		h := fnv.New64a()
		h.Write([]byte(word))
		sum := h.Sum64()
		return append(dst, gram{whole, rune(uint32(sum >> 32)), rune(uint32(sum))}), float32(math.Sqrt(float64(2*n - 1)))
	}
	a, b, c := edge, rune(0), rune(0)
	i := 0
	next := func(r rune) {
		switch i {
		case 0:
			b = r
		case 1:
			c = r
			dst = append(dst, gram{a, b, c})
		default:
			dst = append(dst, gram{a, b, c, r}, gram{b, c, r})
			a, b, c = b, c, r
		}
		i++
	}
	for _, r := range word {
		next(r)
	}
	next(edge)
	return dst, 1
}

// isID reports whether a word is a number, a hash, or a random or counted name: it has more digits
// than other characters, or goes from one to the other more than twice. Nobody means an id that is
// like another, and the parts of thousands would take more room than all words together.
func isID(word string) bool {
	digits, others, turns := 0, 0, -1
	was := false
	for _, r := range word {
		is := '0' <= r && r <= '9'
		if is {
			digits++
		} else {
			others++
		}
		if turns < 0 || is != was {
			turns, was = turns+1, is
		}
	}
	return digits > others || turns > 2
}

func isNumber(word string) bool {
	for i := range len(word) {
		if word[i] < '0' || word[i] > '9' {
			return false
		}
	}
	return true
}
