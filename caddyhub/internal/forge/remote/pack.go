package remote

import (
	"fmt"
	"io"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
)

// What a pack may hold. A few megabytes can unpack to many gigabytes, so a pack is looked
// through before anything of it is stored.
const (
	maxObject  = 8 << 20   // bytes of one object, unpacked
	maxObjects = 256 << 20 // bytes of all
	maxCount   = 500_000   // objects
)

// inspect reads a pack and adds up what its objects unpack to, those told as the
// difference to another included.
func inspect(pack io.Reader) error {
	scanner := packfile.NewScanner(onlyReader{pack})
	_, count, err := scanner.Header()
	if err != nil {
		return fmt.Errorf("read the pack: %w", err)
	}
	if count > maxCount {
		return fmt.Errorf("the repository is %w: it has more than %d files and folders", ErrTooLarge, maxCount)
	}
	total := int64(0)
	for range count {
		header, err := scanner.NextObjectHeader()
		if err != nil {
			return fmt.Errorf("read the pack: %w", err)
		}
		size := header.Length
		if size > maxObject {
			return oversized()
		}
		var start prefix
		if _, _, err := scanner.NextObject(&start); err != nil {
			return fmt.Errorf("read the pack: %w", err)
		}
		if header.Type == plumbing.OFSDeltaObject || header.Type == plumbing.REFDeltaObject {
			result, ok := deltaResult(start.bytes())
			if !ok {
				return fmt.Errorf("read the pack: a difference without a size")
			}
			if result > maxObject {
				return oversized()
			}
			size += int64(result)
		}
		if total += size; total > maxObjects {
			return fmt.Errorf("the repository is %w: it unpacks to more than %d MiB", ErrTooLarge, maxObjects>>20)
		}
	}
	return nil
}

func oversized() error {
	return fmt.Errorf("the repository is %w: it has a file over %d MiB, and the git server does not leave such files out", ErrTooLarge, maxObject>>20)
}

// onlyReader hides that a file can also seek: the scanner would reread it for each object.
type onlyReader struct{ io.Reader }

// prefix keeps the first bytes of what is written to it.
type prefix struct {
	kept [20]byte
	n    int
}

func (p *prefix) Write(b []byte) (int, error) {
	p.n += copy(p.kept[p.n:], b)
	return len(b), nil
}

func (p *prefix) bytes() []byte { return p.kept[:p.n] }

// deltaResult is the size of what a difference makes: it begins with the size of what it
// applies to and this one, seven bits a byte, the lowest first (gitformat-pack).
func deltaResult(delta []byte) (uint64, bool) {
	_, rest, ok := varint(delta)
	if !ok {
		return 0, false
	}
	size, _, ok := varint(rest)
	return size, ok
}

func varint(b []byte) (value uint64, rest []byte, ok bool) {
	for i, c := range b {
		if i == 9 {
			return 0, nil, false
		}
		value |= uint64(c&0x7f) << (7 * i)
		if c&0x80 == 0 {
			return value, b[i+1:], true
		}
	}
	return 0, nil, false
}
