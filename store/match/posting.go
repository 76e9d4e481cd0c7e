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
