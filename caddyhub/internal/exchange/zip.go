package exchange

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/archive"
)

// The limits of what a zip may unpack to. A text of some size can be packed to a hundredth; more
// than that is there to fill a disk.
const (
	maxUnpacked  = 256 << 20
	maxEntries   = 50_000
	maxRatio     = 200
	ratioMatters = 1 << 20   // smaller files may be packed as well as they like
	maxDirectory = 16 << 20  // bytes read to find the entries
	maxName      = 1_000     // of a file in it
	maxText      = 64 << 20  // of one file that is read as text
	maxDatabase  = 256 << 20 // of one that is a database
)

// folder is what a source consists of: the files of a folder or zip, or one that stands alone.
type folder struct {
	name   string // of the folder, zip or file as it was given; may be empty
	single bool   // it is one file
	files  []*file
	others int // files of kinds that no source has, such as pictures
}

// shown is the name of the folder, for people.
func (f *folder) shown() string {
	if f.name == "" {
		return "the zip"
	}
	return f.name
}

// file is one of them.
type file struct {
	name string // with slashes, below the folder
	at   time.Time
	size int64
	open func() (io.ReadCloser, error)
}

// nameless is what a file is called that came without a name.
const nameless = "the file"

// sealedMark begins an encrypted backup of adhd-hub.
const sealedMark = "ADHDHUB1"

// open finds the files in what was sent.
func open(r io.ReaderAt, size int64, o Options) (*folder, error) {
	head := make([]byte, min(size, 8))
	if _, err := r.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the file: %w", err)
	}
	switch {
	case size == 0:
		return nil, refuse(o.Name, "is empty")
	case string(head) == sealedMark:
		plain, err := unseal(r, size, o.Passphrase)
		if err != nil {
			return nil, err
		}
		return openZip(bytes.NewReader(plain), int64(len(plain)), o.Name)
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		return openZip(r, size, o.Name)
	}
	one := &file{name: path.Base(strings.ReplaceAll(o.Name, `\`, "/")), size: size}
	if o.Name == "" {
		one.name = nameless
	}
	one.open = func() (io.ReadCloser, error) { return io.NopCloser(io.NewSectionReader(r, 0, size)), nil }
	return &folder{name: o.Name, single: true, files: []*file{one}}, nil
}

// openZip lists the files of a zip. A name in it is only ever compared; none becomes a path.
func openZip(r io.ReaderAt, size int64, name string) (*folder, error) {
	z, err := archive.Open(r, size, maxDirectory)
	if err != nil {
		return nil, refuse(name, "can't be read as a zip: it is cut off or damaged (%s)", err)
	}
	if len(z.File) > maxEntries {
		return nil, refuse(name, "has %d entries, at most %d are read", len(z.File), maxEntries)
	}
	f := &folder{name: name}
	seen := map[string]bool{}
	var total uint64
	for _, e := range z.File {
		if strings.HasSuffix(e.Name, "/") {
			continue
		}
		clean, err := checkEntry(e)
		if err != nil {
			return nil, err
		}
		if total += e.UncompressedSize64; total > maxUnpacked {
			return nil, refuse(name, "unpacks to more than %s", megabytes(maxUnpacked))
		}
		if seen[clean] {
			return nil, refuse(clean, "is in the zip twice")
		}
		seen[clean] = true
		if hidden(clean) || !kept(clean) {
			f.others++
			continue
		}
		f.files = append(f.files, &file{name: clean, at: e.Modified, size: int64(e.UncompressedSize64), open: e.Open})
	}
	slices.SortFunc(f.files, func(a, b *file) int { return cmp.Compare(a.name, b.name) })
	return f, nil
}

// checkEntry refuses what no zip of a folder has, and returns the name of the rest with slashes.
func checkEntry(e *zip.File) (string, error) {
	name := strings.ReplaceAll(e.Name, `\`, "/") // as some programs of Windows write it
	switch shown := strconv.Quote(called(e.Name)); {
	case name == "" || len(name) > maxName || strings.ContainsRune(name, 0):
		return "", refuse("", "holds an entry whose name can't be read: %s", shown)
	case strings.HasPrefix(name, "/") || len(name) > 1 && name[1] == ':' || slices.Contains(strings.Split(name, "/"), ".."):
		return "", refuse("", "holds an entry that would lie outside of its folder: %s", shown)
	case e.Flags&0x1 != 0:
		return "", refuse("", "holds an entry that is encrypted: %s; pack it without a password", shown)
	case e.Method != zip.Store && e.Method != zip.Deflate:
		return "", refuse("", "holds an entry that is packed in a way that is not read: %s; pack it as usual", shown)
	case e.UncompressedSize64 > ratioMatters && e.UncompressedSize64/maxRatio > e.CompressedSize64:
		return "", refuse("", "holds an entry that unpacks to much more than it is: %s", shown)
	case e.UncompressedSize64 > maxUnpacked:
		return "", refuse("", "holds an entry that is too large: %s", shown)
	}
	return path.Clean(name), nil
}

// hidden tells the folders of programs, which hold nothing of the owner's.
func hidden(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		switch strings.ToLower(part) {
		case ".git", ".svn", ".hg", "node_modules", ".obsidian", ".trash", "__macosx", ".ds_store":
			return true
		}
	}
	return false
}

// kept tells the files that a source may read.
func kept(name string) bool {
	switch ext(name) {
	case "md", "markdown", "json", "jsonl", "csv", "yml", "yaml", "sqlite3":
		return true
	}
	return path.Base(name) == "VERSION"
}

func ext(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))
}

// read unpacks a file, no further than it may be.
func (f *file) read(most int64) ([]byte, error) {
	if f.size > most {
		return nil, refuse(f.name, "is larger than %s", megabytes(most))
	}
	r, err := f.open()
	if err != nil {
		return nil, refuse(f.name, "can't be unpacked: it is damaged (%s)", err)
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, f.size+1))
	if err != nil {
		return nil, refuse(f.name, "can't be unpacked: it is damaged (%s)", err)
	}
	if int64(len(b)) > f.size {
		return nil, refuse(f.name, "unpacks to more than it says")
	}
	return b, nil
}

// text is a file as text.
func (f *file) text() (string, error) {
	b, err := f.read(maxText)
	if err != nil {
		return "", err
	}
	return decode(f.name, b)
}

// find is the first file, by name, that a rule takes; nil: there is none.
func (f *folder) find(takes func(name string) bool) *file {
	for _, one := range f.files {
		if takes(one.name) {
			return one
		}
	}
	return nil
}

func itoa(n int) string { return strconv.Itoa(n) }
