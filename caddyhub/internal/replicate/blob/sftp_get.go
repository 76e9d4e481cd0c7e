package blob

import (
	"context"
	"io"
	"io/fs"

	"github.com/pkg/sftp"
)

// Get opens a file. Reading from it ends with ctx as well.
func (s *SFTP) Get(ctx context.Context, name string, offset, size int64) (io.ReadCloser, error) {
	operation := "get " + name
	l, err := s.connect(ctx)
	if err != nil {
		return nil, s.failed(operation, err)
	}
	r := &reader{ctx: ctx, line: l, offset: offset, failed: func(err error) error { return s.failed(operation, err) }}
	err = l.await(ctx, func() (err error) {
		if offset < 0 {
			return fs.ErrInvalid
		}
		if r.file, err = l.client.Open(s.file(name)); err != nil {
			return err
		}
		// The end is known by the size: what looks like it may be a server that gives less than was
		// asked for, or a connection that broke.
		info, err := r.file.Stat()
		if err != nil {
			_ = r.file.Close()
			return err
		}
		r.left = max(0, info.Size()-offset)
		return nil
	}, func() error { return r.file.Close() })
	if err != nil {
		return nil, s.failed(operation, err)
	}
	if size > 0 {
		r.left = min(r.left, size)
	}
	return r, nil
}

// reader reads a file of the server ahead, a chunk at a time.
type reader struct {
	ctx    context.Context
	line   *line
	file   *sftp.File
	failed func(error) error

	offset, left int64 // of what has not been asked for
	buffer       []byte
	ahead        []byte // what of the buffer has not been read
	err          error
}

func (r *reader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if len(r.ahead) == 0 && r.err == nil {
		r.err = r.advance()
	}
	if r.err != nil {
		return 0, r.err
	}
	n := copy(p, r.ahead)
	r.ahead = r.ahead[n:]
	return n, nil
}

func (r *reader) advance() error {
	if r.left == 0 {
		return io.EOF
	}
	if r.buffer == nil {
		r.buffer = make([]byte, min(r.left, chunk))
	}
	part := r.buffer[:min(r.left, int64(len(r.buffer)))]
	n := 0
	err := r.line.await(r.ctx, func() (err error) {
		n, err = r.file.ReadAt(part, r.offset)
		switch {
		case n > 0 && err == io.EOF:
			return nil
		case err == io.EOF: // and no error that wraps it, as those of a broken connection do
			return io.ErrUnexpectedEOF
		}
		return err
	}, nil)
	if err != nil {
		return r.failed(err)
	}
	if n < len(part) {
		// This server gives less at once. Of larger parts it would send most in vain.
		r.buffer = r.buffer[:min(packet, len(r.buffer))]
	}
	r.ahead = part[:n]
	r.offset += int64(n)
	r.left -= int64(n)
	return nil
}

// Close ends the file at the server, and nothing else. What a server says to that changes nothing
// about what was read.
func (r *reader) Close() error {
	if r.err == nil || r.err == io.EOF {
		r.err = fs.ErrClosed
	}
	r.ahead = nil
	_ = r.line.await(r.ctx, r.file.Close, nil)
	return nil
}
