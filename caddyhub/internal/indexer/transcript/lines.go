package transcript

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// maxLine is the longest line that is read: room for a request with pictures in it. Longer
// ones are passed over, in the memory of one buffer.
const maxLine = 8 << 20

// lines reads a file line by line.
type lines struct {
	in   *bufio.Reader
	long []byte // a line that does not fit into the buffer

	read    int64 // bytes, up to the end of the last line
	skipped int   // lines that were too long
}

func newLines(r io.Reader) *lines { return &lines{in: bufio.NewReaderSize(r, 64<<10)} }

// next is the next line without its end, good until the one after. The last one comes with
// whole false when no line end follows it: its writer may be at it still. At the end the
// error is [io.EOF].
func (l *lines) next() (line []byte, whole bool, err error) {
	l.long = l.long[:0]
	size, tooLong := int64(0), false
	for {
		piece, err := l.in.ReadSlice('\n')
		size += int64(len(piece))
		full := errors.Is(err, bufio.ErrBufferFull)
		if err != nil && !full && !errors.Is(err, io.EOF) {
			return nil, false, err
		}
		switch {
		case tooLong:
		case size > maxLine:
			tooLong = true
			l.long = nil // and not kept for the next one
		case full || len(l.long) > 0:
			l.grow(len(piece))
			l.long = append(l.long, piece...)
		}
		if full {
			continue
		}
		ended := err == nil
		switch {
		case tooLong && ended:
			l.skipped++
			l.read += size
			size, tooLong = 0, false
			continue
		case !ended && (size == 0 || tooLong):
			return nil, false, io.EOF
		case len(l.long) > 0:
			piece = l.long
		}
		if ended {
			l.read += size
		}
		return bytes.TrimRight(piece, "\r\n"), ended, nil
	}
}

// grow makes room in twice the size: append takes smaller steps, and leaves five times the
// line behind as garbage.
func (l *lines) grow(n int) {
	if need := len(l.long) + n; need > cap(l.long) {
		l.long = append(make([]byte, 0, max(need, 2*cap(l.long), 4*l.in.Size())), l.long...)
	}
}

// take counts the line that next gave as not whole.
func (l *lines) take(line []byte) { l.read += int64(len(line)) }
