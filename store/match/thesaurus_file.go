package match

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"slices"
)

// The thesaurus stands in the file of an index as well: to read its tables from there takes a
// hundredth of the time that making them of the lexicon's text takes. They have a checksum of
// their own, and nobody looks at them who has a thesaurus already.

// writeThesaurus writes the thesaurus as takeThesaurus reads it. The tables take megabytes: they
// are gone through twice, so that their length and checksum are known without keeping them.
func writeThesaurus(w io.Writer, t *thesaurus) error {
	var size byteCount
	measured := encoder{w: &size}
	t.encode(&measured)
	measured.flush()
	e := encoder{w: w}
	e.u32(uint32(size))
	t.encode(&e)
	e.u32(measured.sum)
	e.flush()
	return e.err
}

// byteCount counts what is written to it.
type byteCount uint64

func (n *byteCount) Write(b []byte) (int, error) {
	*n += byteCount(len(b))
	return len(b), nil
}

// takeThesaurus reads what writeThesaurus wrote. The process gets its thesaurus from there, if it
// has none yet.
func takeThesaurus(from *part) bool {
	const lengthSize = 4
	length := from.take(lengthSize)
	if length == nil {
		return false
	}
	n := int(binary.LittleEndian.Uint32(length))
	if inUse.Load() != nil {
		return from.skip(n + sumSize)
	}
	written := from.take(n + sumSize)
	if written == nil {
		return false
	}
	tables, sum := written[:n], written[n:]
	if crc32.Checksum(tables, castagnoli) != binary.LittleEndian.Uint32(sum) {
		return false
	}
	var t thesaurus
	if !t.decode(&decoder{data: tables}) {
		return false
	}
	inUse.CompareAndSwap(nil, &t)
	return true
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
	e.bytes(t.says)
}

// decode reports whether it has read a thesaurus that can be used. It keeps what it is read from,
// most of which is the table of what words say: to copy megabytes at a start holds up the
// collector, and all goroutines with it.
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
	t.says = d.bytes()
	if d.bad || len(d.data) > 0 || n > len(t.names) || !t.says.whole() {
		return false
	}
	t.fileTopics()
	return true
}

func (e *encoder) u16s(list []uint16) {
	e.number(uint64(len(list)))
	for part := range slices.Chunk(list, encoderRoom/2) {
		buf := e.buf
		for _, n := range part {
			buf = binary.LittleEndian.AppendUint16(buf, n)
		}
		e.buf = buf
		e.full()
	}
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
