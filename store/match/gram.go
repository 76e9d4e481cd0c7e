package match

import (
	"hash/fnv"
	"math"
	"unicode/utf8"
)

// gram is a run of three (the last rune zero) or four characters of a word,
// with edge before its first and after its last. A word too short to be told by
// parts, a number and a pair of unspaced characters are one gram each: whole,
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
	if n <= maxWhole || isNumber(word) {
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

func isNumber(word string) bool {
	for i := range len(word) {
		if word[i] < '0' || word[i] > '9' {
			return false
		}
	}
	return true
}
