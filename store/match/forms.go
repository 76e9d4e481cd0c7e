package match

import "math/bits"

// forms says which concepts a form has, by its hash. It keeps half of each hash and where it
// stands tells most of the other half, so that a form takes few bytes and next to none is
// taken for another.
type forms struct {
	marks    []uint32 // 0 where nothing stands
	concepts []uint16
}

// formOf is a form, by its hash, and a concept it has.
type formOf struct {
	key     uint64
	concept uint16
}

// slotsPerHundred is how many slots there are for a hundred forms.
const slotsPerHundred = 145

// newForms files a list, with room for more.
func newForms(list []formOf, more int) *forms {
	n := (len(list)+more)*slotsPerHundred/100 + 1
	f := &forms{make([]uint32, n), make([]uint16, n)}
	for _, e := range list {
		f.put(e.key, e.concept)
	}
	return f
}

// start is the slot from which a form is looked for, and its mark there.
func (f *forms) start(key uint64) (slot int, mark uint32) {
	hi, _ := bits.Mul64(key, uint64(len(f.marks)))
	return int(hi), max(1, uint32(key))
}

func (f *forms) next(slot int) int {
	if slot++; slot < len(f.marks) {
		return slot
	}
	return 0
}

// put adds a concept to a form, unless it has it. There must be room.
func (f *forms) put(key uint64, concept uint16) {
	at, mark := f.start(key)
	for ; f.marks[at] != 0; at = f.next(at) {
		if f.marks[at] == mark && f.concepts[at] == concept {
			return
		}
	}
	f.marks[at], f.concepts[at] = mark, concept
}

// of returns the concepts of a form, in the order they were put.
func (f *forms) of(key uint64) (list []uint16) {
	for at, mark := f.start(key); f.marks[at] != 0; at = f.next(at) {
		if f.marks[at] == mark {
			list = append(list, f.concepts[at])
		}
	}
	return list
}
