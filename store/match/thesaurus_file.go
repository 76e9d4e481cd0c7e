package match

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"slices"
)

// The thesaurus stands in the file of an index as well: to read its tables from there takes a
// hundredth of the time that making them of the lexicon's text takes. They have a checksum of
// their own, and nobody looks at them who has a thesaurus already.

// appendThesaurus appends the thesaurus as takeThesaurus reads it.
func appendThesaurus(dst []byte, t *thesaurus) []byte {
	var b bytes.Buffer
	e := encoder{w: &b}
	t.encode(&e)
	e.flush()
	dst = binary.AppendUvarint(dst, uint64(b.Len()))
	dst = append(dst, b.Bytes()...)
	return binary.LittleEndian.AppendUint32(dst, e.sum)
}

// takeThesaurus reads what appendThesaurus wrote and returns what follows. The process gets its
// thesaurus from there, if it has none yet.
func takeThesaurus(data []byte) (rest []byte, ok bool) {
	d := decoder{data: data}
	tables := d.bytes()
	sum := d.u32()
	if d.bad {
		return nil, false
	}
	if inUse.Load() != nil {
		return d.data, true
	}
	if crc32.Checksum(tables, castagnoli) != sum {
		return nil, false
	}
	var t thesaurus
	if !t.decode(&decoder{data: tables}) {
		return nil, false
	}
	inUse.CompareAndSwap(nil, &t)
	return d.data, true
}

func (t *thesaurus) encode(e *encoder) {
	e.texts(t.names)
	e.number(uint64(len(t.topics)))
	for c, topics := range t.topics {
		e.u16s(topics)
		e.sides(t.sides[c])
	}
	stems := make([]string, 0, len(t.plainSides))
	for stem := range t.plainSides {
		stems = append(stems, stem)
	}
	slices.Sort(stems)
	e.texts(stems)
	for _, stem := range stems {
		e.sides(t.plainSides[stem])
	}
	e.number(uint64(t.longestRun))
	e.u32s(t.says.marks)
	e.u16s(t.says.concepts)
}

// decode reports whether it has read a thesaurus that can be used.
func (t *thesaurus) decode(d *decoder) bool {
	t.names = d.texts()
	n := d.count(2)
	t.topics, t.sides = make([][]uint16, n), make([][]side, n)
	for c := range t.topics {
		t.topics[c], t.sides[c] = d.u16s(), d.sides()
		for _, topic := range t.topics[c] {
			if int(topic) < n || int(topic) >= len(t.names) {
				return false
			}
		}
	}
	t.plainSides = map[string][]side{}
	for _, stem := range d.texts() {
		t.plainSides[stem] = d.sides()
	}
	t.longestRun = int(d.number())
	t.says = &forms{d.u32s(), d.u16s()}
	if d.bad || len(d.data) > 0 || n > len(t.names) || len(t.says.marks) != len(t.says.concepts) || !slices.Contains(t.says.marks, 0) {
		return false
	}
	t.fileTopics()
	return true
}

func (e *encoder) u16s(list []uint16) {
	e.number(uint64(len(list)))
	for _, n := range list {
		e.buf = binary.LittleEndian.AppendUint16(e.buf, n)
	}
	e.full()
}

func (d *decoder) u16s() []uint16 {
	n := d.count(2)
	if n == 0 {
		return nil
	}
	list, data := make([]uint16, n), d.take(2*n)
	for i := range list {
		list[i] = binary.LittleEndian.Uint16(data[2*i:])
	}
	return list
}

func (e *encoder) sides(list []side) {
	e.number(uint64(len(list)))
	for _, s := range list {
		e.number(uint64(s.contrast))
		e.number(uint64(s.number))
	}
}

func (d *decoder) sides() []side {
	n := d.count(2)
	if n == 0 {
		return nil
	}
	list := make([]side, n)
	for i := range list {
		list[i] = side{uint16(d.number()), uint16(d.number())}
	}
	return list
}
