package match

import (
	"math/bits"

	"github.com/progresshub/progresshub/store/match/lexicon"
)

// lengths says of a word which phrases it may begin, or end. Bits 1 to MaxWords are phrases of so many
// words. The bits behind them, from one for two words on, are phrases that are known with other
// endings, and from tongueBits on each language that has any of those has a bit.
type lengths uint16

const (
	otherEndings = lexicon.MaxWords - 1
	lengthBits   = lengths(1<<(lexicon.MaxWords+1) - 1)
	tongueBits   = lexicon.MaxWords + otherEndings + 1
)

const _ = lengths(1) << (tongueBits + int(tongues) - 1) // there is room for all

// lengthOf is what a phrase of n words, more than one, adds to the lengths of those that its first
// word begins: as it is filed, read in one of the ways.
func lengthOf(n int, as reading) lengths {
	if as < rooted {
		return 1 << n
	}
	return 1<<(n+otherEndings) | 1<<(tongueBits+(as-rooted)%reading(tongues))
}

// and are the lengths of the phrases that a word may begin, by l, and another one end, by last.
func (l lengths) and(last lengths) lengths {
	l &= last
	if l>>tongueBits == 0 {
		l &= lengthBits // in no language with the endings of both
	}
	return l
}

func (l lengths) has(n int) bool { return (l|l>>otherEndings)&(1<<n) != 0 }

func (l lengths) longest() int { return bits.Len16(uint16((l|l>>otherEndings)&lengthBits)) - 1 }

// otherwise are the languages in which to look for a phrase of n words with other endings. They may
// be too many, as lengths does not say which language has which. A word alone is looked for in all.
func (l lengths) otherwise(n int) languages {
	switch {
	case n == 1:
		return anyLanguage
	case l&(1<<(n+otherEndings)) != 0:
		return languages(l >> tongueBits)
	}
	return 0
}
