package match

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"slices"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// encoder writes numbers and texts one after the other and sums up what it wrote.
type encoder struct {
	w   io.Writer
	buf []byte
	sum uint32
	err error
}

const encoderRoom = 64 << 10

// flush writes what is waiting.
func (e *encoder) flush() {
	e.write(e.buf)
	e.buf = e.buf[:0]
}

func (e *encoder) write(b []byte) {
	if e.err == nil {
		_, e.err = e.w.Write(b)
	}
	e.sum = crc32.Update(e.sum, castagnoli, b)
}

func (e *encoder) full() {
	if len(e.buf) >= encoderRoom {
		e.flush()
	}
}

func (e *encoder) raw(b []byte) {
	if len(b) >= encoderRoom { // as it is, rather than copied
		e.flush()
		e.write(b)
		return
	}
	e.buf = append(e.buf, b...)
	e.full()
}

func (e *encoder) number(n uint64) {
	e.buf = binary.AppendUvarint(e.buf, n)
	e.full()
}

func (e *encoder) u32(n uint32) {
	e.buf = binary.LittleEndian.AppendUint32(e.buf, n)
	e.full()
}

func (e *encoder) u32s(list []uint32) {
	e.number(uint64(len(list)))
	for part := range slices.Chunk(list, encoderRoom/4) {
		buf := e.buf
		for _, n := range part {
			buf = binary.LittleEndian.AppendUint32(buf, n)
		}
		e.buf = buf
		e.full()
	}
}

func (e *encoder) text(s string) {
	e.number(uint64(len(s)))
	e.buf = append(e.buf, s...)
	e.full()
}

func (e *encoder) bytes(b []byte) {
	e.number(uint64(len(b)))
	e.raw(b)
}

func (e *encoder) texts(list []string) {
	e.number(uint64(len(list)))
	for _, s := range list {
		e.text(s)
	}
}

// decoder reads what an encoder wrote. Once something is missing all it reads is zero.
type decoder struct {
	data []byte
	bad  bool
	room []byte // for what is kept
}

// take returns the next n bytes, or none if there are fewer.
func (d *decoder) take(n int) []byte {
	if n < 0 || n > len(d.data) {
		d.data, d.bad = nil, true
		return nil
	}
	taken := d.data[:n:n]
	d.data = d.data[n:]
	return taken
}

func (d *decoder) number() uint64 {
	n, size := binary.Uvarint(d.data)
	if size <= 0 {
		d.data, d.bad = nil, true
		return 0
	}
	d.data = d.data[size:]
	return n
}

func (d *decoder) u32() uint32 {
	if len(d.data) < 4 {
		d.data, d.bad = nil, true
		return 0
	}
	n := binary.LittleEndian.Uint32(d.data)
	d.data = d.data[4:]
	return n
}

// count reads how many things follow, each of at least that many bytes.
func (d *decoder) count(least int) int {
	n := d.number()
	if n > uint64(len(d.data)/least) {
		d.data, d.bad = nil, true
		return 0
	}
	return int(n)
}

func (d *decoder) u32s() []uint32 {
	n := d.count(4)
	list, data := make([]uint32, n), d.take(4*n)
	for i := range list {
		list[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	return list
}

// bytes are a text that the caller must not keep: they are part of what is decoded.
func (d *decoder) bytes() []byte { return d.take(d.count(1)) }

// kept are bytes that the caller may keep, and add to.
func (d *decoder) kept() []byte {
	b := d.bytes()
	if len(b) > cap(d.room)-len(d.room) {
		d.room = make([]byte, 0, max(encoderRoom, len(b)))
	}
	at := len(d.room)
	d.room = append(d.room, b...)
	return d.room[at:len(d.room):len(d.room)]
}

func (d *decoder) texts() []string {
	list := make([]string, d.count(1))
	for i := range list {
		list[i] = string(d.bytes())
	}
	return list
}
