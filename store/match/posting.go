package match

import (
	"encoding/binary"
	"iter"
)

// posting is an ascending list of numbers, stored as the varint gaps between
// them: most take one byte. It only grows; numbers of removed documents stay
// in it until the index is compacted.
type posting struct {
	gaps []byte
	last uint32
}

// add appends n, which is greater than every number before it.
func (p *posting) add(n uint32) {
	p.gaps = binary.AppendUvarint(p.gaps, uint64(n-p.last))
	p.last = n
}

// all yields the numbers in order.
func (p *posting) all() iter.Seq[uint32] { return gaps(p.gaps) }

// gap decodes the gap at a place of a list, and returns the place of the next one. It is for
// the loops that a search spends its time in; elsewhere [gaps] reads better.
func gap[T string | []byte](list T, at int) (by uint32, next int) {
	if b := list[at]; b < 0x80 {
		return uint32(b), at + 1
	}
	return longGap(list, at)
}

func longGap[T string | []byte](list T, at int) (by uint32, next int) {
	for shift := uint(0); ; shift += 7 {
		b := list[at]
		at++
		by |= uint32(b&0x7f) << shift
		if b < 0x80 {
			return by, at
		}
	}
}

// gaps decodes ascending numbers from the varint gaps between them.
func gaps[T string | []byte](list T) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		var n, gap uint32
		var shift uint
		for i := range len(list) {
			b := list[i]
			gap |= uint32(b&0x7f) << shift
			if b >= 0x80 {
				shift += 7
				continue
			}
			n += gap
			if !yield(n) {
				return
			}
			gap, shift = 0, 0
		}
	}
}
