package match

import (
	"math/bits"

	"github.com/progresshub/progresshub/store/match/lexicon"
)

// lengths are those that phrases have, in words: a bit each, and otherEndings behind it one for
// those of which the words may have other endings. Behind these the languages of such phrases have
// a bit each.
type lengths uint16

const (
	otherEndings = lexicon.MaxWords - 1
	lengthBits   = lengths(1<<(lexicon.MaxWords+1) - 1)
	tongueBits   = lexicon.MaxWords + otherEndings + 1 // where they begin
)

// lengthOf is what a phrase of n words, more than one, adds to the lengths of those that its first
// word begins: as it is filed, read in one of the ways.
func lengthOf(n int, as reading) lengths {
	if as < rooted {
		return 1 << n
	}
	return 1<<(n+otherEndings) | 1<<(tongueBits+(as-rooted)%reading(tongues))
}

func (l lengths) has(n int) bool { return (l|l>>otherEndings)&(1<<n) != 0 }

func (l lengths) longest() int { return bits.Len16(uint16((l|l>>otherEndings)&lengthBits)) - 1 }

// otherwise are the languages in which phrases of n words may have other endings. Any may for a
// word alone.
func (l lengths) otherwise(n int) languages {
	switch {
	case n == 1:
		return anyLanguage
	case l&(1<<(n+otherEndings)) != 0:
		return languages(l >> tongueBits)
	}
	return 0
}
