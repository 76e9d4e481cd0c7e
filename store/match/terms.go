package match

import (
	"cmp"
	"slices"
	"strings"
)

// CutQuery is the part of a query that is read: its first 1 KiB, whole characters only.
func CutQuery(text string) string { return cut(text, maxQueryBytes) }

// Terms are the distinct folded words of a query, at most 64 and free of NUL: what
// another index, such as full text, may be asked for in its place.
func Terms(text string) []string {
	seen := map[string]bool{}
	var terms []string
	for _, w := range texts(words(nil, CutQuery(text), maxTerms)) {
		if !seen[w] {
			seen[w] = true
			terms = append(terms, w)
		}
	}
	return terms
}

// Telling are at most that many of [Terms]: the longest, as they are mostly the rarest, and words
// that only hold a sentence together if there are no others.
func Telling(text string, most int) []string {
	terms := Terms(text)
	if told := slices.DeleteFunc(slices.Clone(terms), func(w string) bool { return stopWords[w] }); len(told) > 0 {
		terms = told
	}
	slices.SortStableFunc(terms, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return terms[:min(most, len(terms))]
}

// Spell writes a text as the words that [Terms] finds in it, with a space between them. An
// index that only knows words between spaces finds any script in that.
func Spell(text string) string {
	var b strings.Builder
	b.Grow(len(text) + len(text)/8)
	for i, w := range words(nil, text, len(text)) {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.text)
	}
	return b.String()
}
