package match

import (
	"encoding/binary"
	"math/bits"
)

// forms says which concepts a form has, by its hash. It keeps half of each hash and where it
// stands tells most of the other half, so that a form takes few bytes and next to none is
// taken for another. It is a row of bytes, so that it is written and read as it is: in each slot
// a mark, 0 where nothing stands, and a concept.
type forms []byte

const (
	slotBytes = 6 // the mark's four, the concept's two
	conceptAt = 4
)

// formOf is a form, by its hash, and a concept it has.
type formOf struct {
	key     uint64
	concept uint16
}

// slotsPerHundred is how many slots there are for a hundred forms.
const slotsPerHundred = 145

// newForms files lists, with room for more.
func newForms(lists [][]formOf, more int) forms {
	for _, list := range lists {
		more += len(list)
	}
	f := make(forms, slotBytes*(more*slotsPerHundred/100+1))
	for _, list := range lists {
		for _, e := range list {
			f.put(e.key, e.concept)
		}
	}
	return f
}

// start is where the slot begins from which a form is looked for, and its mark there.
func (f forms) start(key uint64) (at int, mark uint32) {
	slot, _ := bits.Mul64(key, uint64(len(f)/slotBytes))
	return int(slot) * slotBytes, max(1, uint32(key))
}

func (f forms) next(at int) int {
	if at += slotBytes; at < len(f) {
		return at
	}
	return 0
}

func (f forms) mark(at int) uint32    { return binary.LittleEndian.Uint32(f[at:]) }
func (f forms) concept(at int) uint16 { return binary.LittleEndian.Uint16(f[at+conceptAt:]) }

// put adds a concept to a form, unless it has it. There must be room.
func (f forms) put(key uint64, concept uint16) {
	at, mark := f.start(key)
	for ; f.mark(at) != 0; at = f.next(at) {
		if f.mark(at) == mark && f.concept(at) == concept {
			return
		}
	}
	binary.LittleEndian.PutUint32(f[at:], mark)
	binary.LittleEndian.PutUint16(f[at+conceptAt:], concept)
}

// of returns the concepts of a form, in the order they were put.
func (f forms) of(key uint64) (list []uint16) {
	for at, mark := f.start(key); f.mark(at) != 0; at = f.next(at) {
		if f.mark(at) == mark {
			list = append(list, f.concept(at))
		}
	}
	return list
}

// whole reports whether what was read are forms among which every search ends.
func (f forms) whole() bool {
	if len(f)%slotBytes != 0 {
		return false
	}
	for at := 0; at < len(f); at += slotBytes {
		if f.mark(at) == 0 {
			return true
		}
	}
	return false
}
