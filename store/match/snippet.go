package match

import (
	"html"
	"math"
	"strings"
	"unicode/utf8"
)

// maxSnippetBytes is how much of a text Snippet reads.
const maxSnippetBytes = 256 << 10

// Snippet returns, as HTML, the stretch of a text that holds most of a query's words, or the
// beginning if it holds none. It has at most width characters, 1 at least, not counting the
// "…" that stands where text was cut off and the <mark> around words of the query. Words are
// the same as they are for the index; small ones are marked only if the query has no other.
// The cuts are between words unless one is longer than the width. White space is collapsed,
// all else escaped, so that <mark> is the only markup. The first 256 KiB of the text are
// read and as much of the query as CutQuery leaves.
func Snippet(text, query string, width int) string {
	read := cut(text, maxSnippetBytes)
	flat := strings.Join(strings.Fields(read), " ")
	found := sight(flat, query)
	lo, hi := stretch(flat, densest(found, max(1, width)), max(1, width))

	var b strings.Builder
	if lo > 0 {
		b.WriteString("…")
	}
	at := lo
	for _, m := range joined(within(found, lo, hi)) {
		b.WriteString(html.EscapeString(flat[at:m.lo]))
		b.WriteString("<mark>" + html.EscapeString(flat[m.lo:m.hi]) + "</mark>")
		at = m.hi
	}
	b.WriteString(html.EscapeString(flat[at:hi]))
	if hi < len(flat) || len(read) < len(text) {
		b.WriteString("…")
	}
	return b.String()
}

// sighting is a word of a text that the query has too, or several of them side by side.
type sighting struct {
	stem     string
	weight   int
	lo, hi   int // in bytes
	from, to int // in characters
}

// sight finds the words of a query in a text.
func sight(text, query string) []sighting {
	weights := wanted(query)
	if len(weights) == 0 {
		return nil
	}
	var found []sighting
	var last sighting
	var few []word
	for r := range runs(text) {
		few = r.appendWords(few[:0], text)
		for _, w := range few {
			s := sighting{stem: stem(w.text), lo: w.lo, hi: w.hi}
			if s.weight = weights[s.stem]; s.weight > 0 {
				s.count(text, last)
				found, last = append(found, s), s
			}
		}
	}
	return found
}

// count sets the place in characters from that of the sighting before. Pieces of one endless
// word share its place, which is counted once, or the work would not be linear.
func (s *sighting) count(text string, last sighting) {
	s.from, s.to = last.from, last.to
	if s.lo != last.lo || s.hi != last.hi {
		s.from += utf8.RuneCountInString(text[last.lo:s.lo])
		s.to = s.from + utf8.RuneCountInString(text[s.lo:s.hi])
	}
}

// wanted weighs the stems of a query: in tenths, since sums of them are compared.
func wanted(query string) map[string]int {
	weights, telling := map[string]int{}, map[string]int{}
	for _, w := range words(nil, CutQuery(query), maxTerms) {
		root := stem(w.text)
		share := weigh(w.text, root)
		weights[root] = int(math.Round(float64(share) * 10))
		if share > stopWeight {
			telling[root] = weights[root]
		}
	}
	if len(telling) > 0 {
		return telling
	}
	return weights
}

// densest returns the place of at most width characters that has most of the query, the
// first one among equals: from the first word sighted in it to the last.
func densest(found []sighting, width int) (best sighting) {
	times := map[string]int{}
	weight, first := 0, 0
	for _, s := range found {
		if times[s.stem]++; times[s.stem] == 1 {
			weight += s.weight
		}
		for ; s.to-found[first].from > width && found[first].from < s.from; first++ {
			f := found[first]
			if times[f.stem]--; times[f.stem] == 0 {
				weight -= f.weight
			}
		}
		if weight > best.weight {
			best = sighting{weight: weight, lo: found[first].lo, hi: s.hi, from: found[first].from, to: s.to}
		}
	}
	return best
}

// stretch widens a place to the bytes to show: to width characters, with as much of the text
// before it as after, less what belongs to words cut in two.
func stretch(text string, core sighting, width int) (lo, hi int) {
	lo = back(text, core.lo, (width-(core.to-core.from))/2)
	hi = forward(text, lo, width)
	if hi == len(text) {
		lo = back(text, hi, width)
	}
	for lo < core.lo && !isBorder(text, lo) {
		lo = forward(text, lo, 1)
	}
	end := hi
	for end > max(lo, core.hi) && !isBorder(text, end) {
		end = back(text, end, 1)
	}
	if end > lo { // else one word takes it all
		hi = end
	}
	if strings.HasPrefix(text[lo:hi], " ") {
		lo++
	}
	return lo, lo + len(strings.TrimSuffix(text[lo:hi], " "))
}

// isBorder reports whether a text may be cut at a place: at a space, or beside a character
// that is a word of its own.
func isBorder(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at:])
	switch {
	case at == 0, at == len(text), before == ' ', after == ' ':
		return true
	}
	return classify(after) != joiner && (classify(before) == unspaced || classify(after) == unspaced)
}

// within returns what of the sightings stands in text[lo:hi].
func within(found []sighting, lo, hi int) []reason {
	var shown []reason
	for _, s := range found {
		if s.lo < hi && lo < s.hi {
			shown = append(shown, reason{lo: max(lo, s.lo), hi: min(hi, s.hi)})
		}
	}
	return shown
}

// forward returns the place n characters after a place in a text, or its end.
func forward(text string, at, n int) int {
	for ; n > 0 && at < len(text); n-- {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return at
}

// back returns the place n characters before a place in a text, or its beginning.
func back(text string, at, n int) int {
	for ; n > 0 && at > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(text[:at])
		at -= size
	}
	return at
}

// Share is how much of a query's words, by their weight, a text holds: from 0 to 1. It reads
// as much of both as [Snippet] does.
func Share(text, query string) float64 {
	all, held := 0, 0
	weights := wanted(query)
	for _, w := range weights {
		all += w
	}
	for _, s := range sight(cut(text, maxSnippetBytes), query) {
		held += weights[s.stem]
		weights[s.stem] = 0
	}
	return float64(held) / float64(max(1, all))
}
