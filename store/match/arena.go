package match

import (
	"slices"
	"strings"
)

// pieceBits is how many bits of a place say where in its piece of the arena a record begins.
const pieceBits = 16

// arena keeps the records of documents, in pieces: one text would be copied as it grows. What
// removed documents leave stays until the index is compacted.
type arena struct {
	full []string
	last strings.Builder
}

// add keeps a record and returns its place.
func (a *arena) add(text []byte) uint32 {
	if a.last.Len() > 0 && a.last.Len()+len(text) > 1<<pieceBits {
		a.full = append(a.full, a.last.String())
		a.last = strings.Builder{}
	}
	if a.last.Cap() == 0 {
		a.last.Grow(1 << pieceBits)
	}
	place := uint32(len(a.full))<<pieceBits | uint32(a.last.Len())
	a.last.Write(text)
	return place
}

// at returns the text from a place on.
func (a *arena) at(place uint32) string {
	piece, from := int(place>>pieceBits), place&(1<<pieceBits-1)
	if piece == len(a.full) {
		return a.last.String()[from:]
	}
	return a.full[piece][from:]
}

// pieces are all of them.
func (a *arena) pieces() []string {
	if a.last.Len() == 0 {
		return slices.Clip(a.full)
	}
	return append(slices.Clip(a.full), a.last.String())
}
