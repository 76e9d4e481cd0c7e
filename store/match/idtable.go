package match

// idTable finds documents by their ids. It holds their numbers alone, hashed by the ids that their
// records begin with, and grows in parts, so that no change waits for all of it.
type idTable struct{ parts [256]idPart }

type idPart struct {
	slots []uint32 // a power of two of them
	used  int      // slots that are not vacant
}

// What a slot of an idTable holds instead of a number.
const (
	vacant  = none     // nothing, and never did
	removed = none - 1 // nothing any more
)

// hashText is the FNV-1a hash of a text.
func hashText(text string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 0x100000001b3
	}
	return h
}

// slot returns the part an id belongs to and where it stands there, or -1.
func (x *idTable) slot(s *state, id string) (p *idPart, at int) {
	h := hashText(id)
	p = &x.parts[h>>56]
	if len(p.slots) == 0 {
		return p, -1
	}
	for at := p.start(h); p.slots[at] != vacant; at = p.next(at) {
		if n := p.slots[at]; n != removed && s.record(n).ID() == id {
			return p, at
		}
	}
	return p, -1
}

func (p *idPart) start(h uint64) int { return int(h) & (len(p.slots) - 1) }

func (p *idPart) next(at int) int { return (at + 1) & (len(p.slots) - 1) }

// find returns the number of a document.
func (x *idTable) find(s *state, id string) (n uint32, ok bool) {
	p, at := x.slot(s, id)
	if at < 0 {
		return 0, false
	}
	return p.slots[at], true
}

// remove forgets an id.
func (x *idTable) remove(s *state, id string) {
	if p, at := x.slot(s, id); at >= 0 {
		p.slots[at] = removed
	}
}

// add files a document by its id, which must not be there yet.
func (x *idTable) add(s *state, id string, n uint32) {
	h := hashText(id)
	p := &x.parts[h>>56]
	if p.used*4 >= len(p.slots)*3 {
		p.grow(s)
	}
	p.put(h, n)
}

// put takes the first vacant slot: one of a removed document is not worth the look.
func (p *idPart) put(h uint64, n uint32) {
	at := p.start(h)
	for p.slots[at] != vacant {
		at = p.next(at)
	}
	p.slots[at] = n
	p.used++
}

// grow makes room for as many again, without what removed documents left.
func (p *idPart) grow(s *state) {
	old := p.slots
	live := 0
	for _, n := range old {
		if n < removed {
			live++
		}
	}
	size := 4
	for size*3 < live*4+4 {
		size *= 2
	}
	p.slots, p.used = make([]uint32, size), 0
	for i := range p.slots {
		p.slots[i] = vacant
	}
	for _, n := range old {
		if n < removed {
			p.put(hashText(s.record(n).ID()), n)
		}
	}
}
