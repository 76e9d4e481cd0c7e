package match

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"

	"github.com/progresshub/progresshub/store/match/lexicon"
)

// An index written down is a head, the thesaurus with a checksum of its own, what the caller
// stamped it with, the parts of the state one after the other, and the checksum of all that but
// the thesaurus. Numbers of one size are little-endian, others
// are varints. It holds what follows from the words as well, stems and concepts, so that
// reading it costs next to nothing; it is of use to the very analysis alone that made it.

// fileVersion is raised with every change of that form, and of the way texts are analysed.
const fileVersion = 10

const fileMagic = "PHubMtch"

// ErrUnfit is an index that was written down by another version, or that its reader has no use
// for.
var ErrUnfit = errors.New("the index is of no use here")

var errDamaged = errors.New("the index is damaged")

// fileHead is what an index of this version begins with.
func fileHead() []byte {
	head := binary.LittleEndian.AppendUint32([]byte(fileMagic), fileVersion)
	return binary.LittleEndian.AppendUint32(head, lexicon.Checksum())
}

// Save writes the index down for [Index.Load], with a stamp that tells its reader what it holds.
// Changes wait only while lists are copied, and are in what is written or not.
func (x *Index) Save(w io.Writer, stamp []byte) error {
	x.mu.RLock()
	f := x.st.frozen()
	x.mu.RUnlock()
	e := encoder{w: w}
	e.raw(fileHead())
	e.flush()
	if e.err == nil {
		e.err = writeThesaurus(w, known())
	}
	e.bytes(stamp)
	f.encode(&e)
	e.flush()
	if e.err == nil {
		_, e.err = w.Write(binary.LittleEndian.AppendUint32(nil, e.sum))
	}
	if e.err != nil {
		return fmt.Errorf("write the index down: %w", e.err)
	}
	return nil
}

// Load replaces what the index holds by what [Index.Save] wrote, size bytes of it, if its stamp
// fits: else, and if another version wrote it, the error is [ErrUnfit]. One that is damaged is
// never used. Changes wait meanwhile, searches don't.
func (x *Index) Load(r io.Reader, size int, fits func(stamp []byte) bool) error {
	x.writing.Lock()
	defer x.writing.Unlock()
	from := part{r, size}
	head := fileHead()
	if is := from.take(len(head)); is == nil {
		return errDamaged
	} else if !bytes.Equal(is, head) {
		return ErrUnfit
	}
	if !takeThesaurus(&from) {
		return errDamaged
	}
	body := from.take(from.left)
	at := len(body) - sumSize
	if at < 0 {
		return errDamaged
	}
	body, sum := body[:at], body[at:]
	d := decoder{data: body}
	stamp := d.bytes()
	if d.bad {
		return errDamaged
	}
	if !fits(stamp) {
		return ErrUnfit
	}
	whole := make(chan bool, 1) // it takes as long as decoding, which no nonsense brings down
	go func() {
		whole <- crc32.Update(crc32.Checksum(head, castagnoli), castagnoli, body) == binary.LittleEndian.Uint32(sum)
	}()
	s := newState()
	s.decode(&d)
	if !<-whole || d.bad || len(d.data) > 0 {
		return errDamaged
	}
	x.mu.Lock()
	x.st = s
	x.mu.Unlock()
	return nil
}

// sumSize is how long a checksum is in the file.
const sumSize = 4

// part is what is left of a file to read.
type part struct {
	r    io.Reader
	left int
}

// take reads the next n bytes, which the caller may keep; nil if there are fewer.
func (p *part) take(n int) []byte {
	if n < 0 || n > p.left {
		return nil
	}
	p.left -= n
	b := make([]byte, n)
	if _, err := io.ReadFull(p.r, b); err != nil {
		return nil
	}
	return b
}

// skip passes over the next n bytes.
func (p *part) skip(n int) bool {
	if n < 0 || n > p.left {
		return false
	}
	p.left -= n
	_, err := io.CopyN(io.Discard, p.r, int64(n))
	return err == nil
}

// frozen is a copy of a state that no later change touches: of what is changed in place, while
// lists that only grow are shared. It finds nothing by name.
type frozen struct {
	state
	pieces []string
	roots  []string // of the stems
	keys   []gram   // of the grams
}

func (s *state) frozen() *frozen {
	f := &frozen{state: *s, pieces: s.texts.pieces(), roots: make([]string, len(s.stems)), keys: make([]gram, len(s.grams))}
	f.docs, f.sizes = slices.Clone(s.docs), slices.Clone(s.sizes)
	f.words, f.stems = slices.Clone(s.words), slices.Clone(s.stems)
	f.grams, f.uses, f.ideas = slices.Clone(s.grams), slices.Clone(s.uses), slices.Clone(s.ideas)
	for i := range f.ids.parts {
		f.ids.parts[i].slots = slices.Clone(s.ids.parts[i].slots)
	}
	for root, id := range s.stemIDs {
		f.roots[id] = root
	}
	for g, id := range s.gramIDs {
		f.keys[id] = g
	}
	return f
}

func (f *frozen) encode(e *encoder) {
	e.number(uint64(f.live))
	e.number(uint64(f.names))
	e.number(f.length)
	e.number(uint64(len(f.docs)))
	for i, d := range f.docs {
		e.u32(d.place)
		e.u32(d.at)
		e.u32(d.label)
		e.u32(uint32(f.sizes[i].words)<<16 | uint32(f.sizes[i].grams))
	}
	e.texts(f.pieces)
	for _, p := range f.ids.parts {
		e.number(uint64(p.used))
		e.u32s(p.slots)
	}
	e.number(uint64(len(f.labels)))
	for _, l := range f.labels {
		e.texts([]string{l.kind, l.project, l.status})
	}
	e.number(uint64(len(f.words)))
	for i := range f.words {
		f.words[i].encode(e)
	}
	e.texts(f.roots)
	for _, st := range f.stems {
		e.u32s([]uint32{st.word, st.titles, st.count})
	}
	e.number(uint64(len(f.keys)))
	for i, g := range f.keys {
		for _, r := range g {
			e.u32(uint32(r))
		}
		e.u32(f.uses[i])
		f.grams[i].encode(e)
	}
	e.u32s(f.parts)
	e.number(uint64(len(f.ideas)))
	for i := range f.ideas {
		e.u32(f.ideas[i].count)
		f.ideas[i].docs.encode(e)
	}
}

func (s *state) decode(d *decoder) {
	s.live, s.names, s.length = int(d.number()), int(d.number()), d.number()
	s.log = math.Log(float64(s.live + rarityPrior))
	n := d.count(16)
	spare := n/64 + 64 // or the first change would copy all of them
	s.docs, s.sizes = make([]stored, n, n+spare), make([]size, n, n+spare)
	for i := range s.docs {
		s.docs[i] = stored{place: d.u32(), at: d.u32(), label: d.u32()}
		sizes := d.u32()
		s.sizes[i] = size{uint16(sizes >> 16), uint16(sizes)}
	}
	s.texts.full = d.texts()
	for i := range s.ids.parts {
		p := &s.ids.parts[i]
		p.used, p.slots = int(d.number()), d.u32s()
	}
	for range d.count(3) {
		if l := d.texts(); len(l) == 3 {
			s.labelID(label{l[0], l[1], l[2]})
		}
	}
	n = d.count(1)
	s.words, s.wordIDs = make([]entry, n), make(map[string]uint32, n)
	for i := range s.words {
		s.words[i].decode(d)
		s.wordIDs[s.words[i].text] = uint32(i)
	}
	roots := d.texts()
	s.stems, s.stemIDs = make([]stemEntry, len(roots)), make(map[string]uint32, len(roots))
	for i, root := range roots {
		if of := d.u32s(); len(of) == 3 {
			s.stems[i] = stemEntry{of[0], of[1], of[2]}
		}
		s.stemIDs[root] = uint32(i)
	}
	n = d.count(20)
	s.grams, s.uses, s.gramIDs = make([]posting, n), make([]uint32, n), make(map[gram]uint32, n)
	for i := range s.grams {
		var g gram
		for k := range g {
			g[k] = rune(d.u32())
		}
		s.gramIDs[g] = uint32(i)
		s.uses[i] = d.u32()
		s.grams[i].decode(d)
	}
	s.parts = d.u32s()
	s.ideas = make([]conceptEntry, d.count(4))
	for i := range s.ideas {
		s.ideas[i].count = d.u32()
		s.ideas[i].docs.decode(d)
	}
}

func (w *entry) encode(e *encoder) {
	e.text(w.text)
	for _, n := range []uint32{w.stem, math.Float32bits(w.weight), math.Float32bits(w.mass), w.first, w.sibling, w.titleCount, w.bodyCount} {
		e.u32(n)
	}
	e.number(uint64(w.count))
	e.number(uint64(w.own))
	e.number(uint64(w.begins))
	e.number(uint64(w.ends))
	e.number(uint64(len(w.concepts)))
	for _, c := range w.concepts {
		e.number(uint64(c))
	}
	e.sides(w.sides)
	w.title.encode(e)
	w.body.encode(e)
}

func (w *entry) decode(d *decoder) {
	w.text = string(d.bytes())
	w.stem, w.weight, w.mass = d.u32(), math.Float32frombits(d.u32()), math.Float32frombits(d.u32())
	w.first, w.sibling, w.titleCount, w.bodyCount = d.u32(), d.u32(), d.u32(), d.u32()
	w.count, w.own = uint16(d.number()), uint8(d.number())
	w.begins, w.ends = lengths(d.number()), lengths(d.number())
	if n := d.count(1); n > 0 {
		w.concepts = make([]uint16, n)
		for i := range w.concepts {
			w.concepts[i] = uint16(d.number())
		}
	}
	w.sides = d.sides()
	w.title.decode(d)
	w.body.decode(d)
}

func (p *posting) encode(e *encoder) {
	e.u32(p.last)
	e.bytes(p.gaps)
}

func (p *posting) decode(d *decoder) {
	p.last = d.u32()
	p.gaps = d.kept()
}
