package transcript

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// Reading is the outcome of reading a file.
type Reading struct {
	// Offset is where the next run reads on: after the last whole line.
	Offset int64
	// TooLong and Broken count the lines that were passed over: longer than can be read,
	// or not JSON.
	TooLong, Broken int
}

// ErrTooLarge is a document that would not fit into memory.
var ErrTooLarge = errors.New("is too large to be read")

// Grows reports whether a file of this name can be read on from where it ended.
func (f Format) Grows(path string) bool { return !f.whole && strings.HasSuffix(path, ".jsonl") }

// Start is an empty session for the file at a path below a root.
func (f Format) Start(root, path string) *Session {
	s := new(Session)
	f.place(s, root, path)
	return s
}

// Read takes the rest of a file in. The path says how it is written: lines, compressed
// lines, one document, or text.
func (f Format) Read(s *Session, path string, r io.Reader) (Reading, error) {
	switch {
	case strings.HasSuffix(path, ".json") && f.document != nil:
		return Reading{}, f.document(s, r)
	case strings.HasSuffix(path, ".txt") && f.text != nil:
		return Reading{}, f.text(s, r)
	case strings.HasSuffix(path, ".zst"):
		// One thread and a bounded window: what is inside the file decides its size.
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(8<<20), zstd.WithDecoderLowmem(true))
		if err != nil {
			return Reading{}, fmt.Errorf("decompress: %w", err)
		}
		defer z.Close()
		r = z
	}
	return f.lines(s, r)
}

func (f Format) lines(s *Session, r io.Reader) (Reading, error) {
	var done Reading
	in := newLines(r)
	for {
		line, whole, err := in.next()
		if err != nil {
			done.Offset, done.TooLong = in.read, in.skipped
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return done, err
		}
		if !whole {
			// A JSON object that is complete can't go on.
			if !json.Valid(line) {
				continue
			}
			in.take(line)
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		// A field of another kind than the one known leaves the others as they are.
		var kind *json.UnmarshalTypeError
		if err := f.line(s, line); err != nil && !errors.As(err, &kind) {
			done.Broken++
		}
	}
}

// maxDocument is the largest file that is read as one document, in bytes.
const maxDocument = 16 << 20

// readDocument reads a file that is one JSON document, and returns its text. Fields of
// another kind than the one known are left out.
func readDocument(r io.Reader, to any) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxDocument+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxDocument {
		return nil, ErrTooLarge
	}
	var kind *json.UnmarshalTypeError
	if err := json.Unmarshal(text, to); err != nil && !errors.As(err, &kind) {
		return nil, errors.New("is not valid JSON")
	}
	return text, nil
}
