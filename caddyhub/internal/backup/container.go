package backup

import (
	"archive/zip"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/progresshub/progresshub/caddyhub/internal/archive"
	"github.com/progresshub/progresshub/store"
)

// The names in a backup. Beside them there are readable copies; see copy.go.
const (
	manifestEntry = "manifest.json"
	databaseEntry = "hub.sqlite3"
)

const (
	maxManifest = 32 << 20
	maxDatabase = 64 << 30
	maxEntries  = 100_000
)

// limitOf is the most that an entry of a name may unpack to; false: no backup has such an
// entry. A name is only ever compared; none becomes a path.
func limitOf(name string) (int64, bool) {
	switch {
	case name == manifestEntry:
		return maxManifest, true
	case name == databaseEntry:
		return maxDatabase, true
	case isCopy(name):
		return maxCopy, true
	}
	return 0, false
}

// credentialEntries never come from a hub. Somebody who added them by hand to move a whole
// installation gets the rest, and is told: a restore does not touch credentials.
var credentialEntries = []string{"dashboard-password.hash", "secrets.json", "access.json"}

// maxDirectory bounds what is read to find the entries, and with it how many there can be.
const maxDirectory = 32 << 20

// container is a backup whose entries are known and allowed, but not yet unpacked.
type container struct {
	manifest Manifest
	files    map[string]*zip.File // all but the manifest
	sealed   bool                 // it was encrypted
	ignored  []string             // credentials, in the file's order
	counts   store.Counts         // of the database, once it is unpacked
	damaged  []store.DamagedRow   // of the database
}

// openContainer reads the directory and the manifest of a backup.
func openContainer(r io.ReaderAt, size int64) (*container, error) {
	if err := checkEnds(r, size); err != nil {
		return nil, err
	}
	z, err := archive.Open(r, size, maxDirectory)
	if err != nil {
		return nil, fmt.Errorf("the file can't be read as a zip: %w", err)
	}
	if len(z.File) > maxEntries {
		return nil, fmt.Errorf("the file has %d entries, at most %d are allowed", len(z.File), maxEntries)
	}
	c := &container{}
	files := map[string]*zip.File{}
	for _, f := range z.File {
		if slices.Contains(credentialEntries, f.Name) {
			c.ignored = append(c.ignored, f.Name)
			continue
		}
		if err := checkEntry(f); err != nil {
			return nil, err
		}
		if files[f.Name] != nil {
			return nil, fmt.Errorf("the entry %s is there twice", f.Name)
		}
		files[f.Name] = f
	}
	if err := checkLayout(r, z.File); err != nil {
		return nil, err
	}
	if err := c.readManifest(files[manifestEntry]); err != nil {
		return nil, err
	}
	delete(files, manifestEntry)
	c.files = maps.Clone(files)
	for name, e := range c.manifest.Entries {
		f := files[name]
		if f == nil {
			return nil, fmt.Errorf("the entry %s is missing", name)
		}
		if f.UncompressedSize64 != uint64(e.Size) {
			return nil, fmt.Errorf("the entry %s has %d bytes, the manifest says %d", name, f.UncompressedSize64, e.Size)
		}
		delete(files, name)
	}
	if extra := slices.Sorted(maps.Keys(files)); len(extra) > 0 {
		return nil, fmt.Errorf("the entry %s is not in the manifest", extra[0])
	}
	return c, nil
}

// Bits of an entry's flags that say how it was packed and change nothing else; any other
// (encryption above all) is refused.
const harmlessFlags = 0x2 | 0x4 | 0x8 | 0x800

func checkEntry(f *zip.File) error {
	limit, known := limitOf(f.Name)
	switch {
	case !known:
		return fmt.Errorf("the entry %q is no part of a backup", f.Name)
	case !f.Mode().IsRegular():
		return fmt.Errorf("the entry %s is not a plain file", f.Name)
	case f.Flags&0x1 != 0:
		return fmt.Errorf("the entry %s is encrypted", f.Name)
	case f.Flags&^harmlessFlags != 0 || f.Method != zip.Store && f.Method != zip.Deflate:
		return fmt.Errorf("the entry %s is packed in a way hubs don't use", f.Name)
	case f.UncompressedSize64 > uint64(limit):
		return fmt.Errorf("the entry %s is too large: %d bytes, at most %d", f.Name, f.UncompressedSize64, limit)
	}
	return nil
}

// Sizes and marks of the zip format.
const (
	headerSize = 30
	endSize    = 22
	endMark    = "PK\x05\x06"
	bigEndSize = 56 + 20 // the two records in front of the end when 32 bits are too few
	bigEndMark = "PK\x06\x06"
)

// checkEnds refuses bytes behind the archive and between its directory and its end, so
// that there is only one way to read it; [checkLayout] looks at what comes before.
func checkEnds(r io.ReaderAt, size int64) error {
	le := binary.LittleEndian
	var b [bigEndSize + endSize]byte
	have := min(size, int64(len(b)))
	if err := readAt(r, b[int64(len(b))-have:], size-have); err != nil {
		return err
	}
	big, end := b[:bigEndSize], b[bigEndSize:]
	if string(end[:4]) != endMark || le.Uint16(end[20:]) != 0 {
		return errors.New("the file does not end as a backup does: it is cut off, or not a zip, or something follows it")
	}
	length, offset, behind := uint64(le.Uint32(end[12:])), uint64(le.Uint32(end[16:])), int64(endSize)
	if string(big[:4]) == bigEndMark {
		length, offset, behind = le.Uint64(big[40:]), le.Uint64(big[48:]), endSize+bigEndSize
	}
	if offset > uint64(size) || length > uint64(size) || int64(offset+length) != size-behind {
		return errors.New("the file's directory is not where it says: something was put in")
	}
	return nil
}

// checkLayout refuses an archive with something before it, and entries that share bytes,
// which is how a small file unpacks to an endless one.
func checkLayout(r io.ReaderAt, files []*zip.File) error {
	type span struct {
		name        string
		start, data int64
		end         int64
	}
	spans := make([]span, 0, len(files))
	for _, f := range files {
		data, err := f.DataOffset()
		if err != nil {
			return fmt.Errorf("the entry %s can't be found: %w", f.Name, err)
		}
		spans = append(spans, span{f.Name, data - headerSize - int64(len(f.Name)), data, data + int64(f.CompressedSize64)})
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.data, b.data) })
	if len(spans) == 0 {
		return errors.New("the zip is empty")
	}
	var head [headerSize]byte
	if err := readAt(r, head[:], 0); err != nil {
		return err
	}
	name, extra := binary.LittleEndian.Uint16(head[26:]), binary.LittleEndian.Uint16(head[28:])
	if spans[0].data != headerSize+int64(name)+int64(extra) {
		return errors.New("the file does not begin with its first entry")
	}
	for i := 1; i < len(spans); i++ {
		if spans[i].start < spans[i-1].end {
			return fmt.Errorf("the entries %s and %s overlap", spans[i-1].name, spans[i].name)
		}
	}
	return nil
}

// readAt reads exactly what fits; the end of the file right behind it is no error.
func readAt(r io.ReaderAt, b []byte, off int64) error {
	n, err := r.ReadAt(b, off)
	if n == len(b) {
		return nil
	}
	return err
}

func (c *container) readManifest(f *zip.File) error {
	if f == nil {
		return fmt.Errorf("the entry %s is missing", manifestEntry)
	}
	r, err := f.Open()
	if err != nil {
		return fmt.Errorf("open %s: %w", manifestEntry, err)
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, maxManifest+1))
	if err != nil {
		return fmt.Errorf("unpack %s: %w", manifestEntry, err)
	}
	c.manifest, err = parseManifest(text)
	return err
}
