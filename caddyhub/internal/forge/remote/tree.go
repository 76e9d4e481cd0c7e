package remote

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// Bounds of a tree.
const (
	maxEntries = 100_000 // files and folders below the asked one
	maxDepth   = 32      // folders within each other
	maxPath    = 4 << 10 // bytes
)

// Tree is the state of the branch at one commit. It may be read until the next Fetch.
type Tree struct {
	Commit string // empty: the branch has none yet

	root    plumbing.Hash // zero: no folder
	cache   *cache
	partial bool // the server leaves large files out

	mu      sync.Mutex
	folders map[plumbing.Hash]folder // that were read to find files
}

// folder is one by the names in it.
type folder map[string]object.TreeEntry

// File is a regular file.
type File struct {
	Path string // from the root, with slashes
	Size int64  // bytes; of a file that the server held back: HeldBack KiB, it has that or more
	Hash string // the same for the same content
}

// Skipped is an entry that the hub does not take.
type Skipped struct {
	Path   string // readable, perhaps not as it is stored
	Reason string // in words
}

// Files lists the regular files below a folder, the root with an empty prefix; a folder
// that is not there has none. Of names that differ in case only one is listed, the one in
// lower case if there is. Symbolic links, submodules and files with names that can't be
// shown are left out: Skipped lists them.
func (t *Tree) Files(prefix string) ([]File, error) {
	w, err := t.walk(prefix)
	return w.files, err
}

// Skipped lists what Files leaves out.
func (t *Tree) Skipped(prefix string) ([]Skipped, error) {
	w, err := t.walk(prefix)
	return w.skipped, err
}

// Unfit says why the hub can't have a file at a path; empty: it can, or has one there.
func (t *Tree) Unfit(path string) string {
	if len(path) > maxPath {
		return "its path is too long"
	}
	parts := strings.Split(path, "/")
	for i, name := range parts {
		at, last := strings.Join(parts[:i+1], "/"), i == len(parts)-1
		found, err := t.entry(at)
		if err != nil { // it is not there; what can't be read is said by who reads it
			found = object.TreeEntry{Name: name, Mode: filemode.Regular}
		}
		reason := unfit(found)
		switch {
		case err == nil && !last && found.Mode != filemode.Dir:
			return line(at) + " is no folder there"
		case reason != "":
			return reason
		case last && found.Mode == filemode.Dir:
			return "it is a folder"
		}
	}
	return ""
}

// Read returns a file. One that is not there is fs.ErrNotExist, one with more than limit
// bytes ErrTooLarge, one whose content Git LFS has elsewhere ErrPointer.
func (t *Tree) Read(path string, limit int64) ([]byte, error) {
	const op = "read a file of the git repository"
	entry, err := t.entry(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", op, err)
	}
	if !regular(entry.Mode) {
		return nil, fmt.Errorf("%s: %s is no regular file", op, line(path))
	}
	size, err := t.size(entry.Hash)
	if err != nil {
		return nil, err
	}
	if size > limit {
		return nil, fmt.Errorf("%s: %s is %w", op, line(path), ErrTooLarge)
	}
	blob, err := object.GetBlob(t.cache.store, entry.Hash)
	if errors.Is(err, plumbing.ErrObjectNotFound) && t.partial {
		return nil, fmt.Errorf("%s: %s is %w", op, line(path), ErrTooLarge) // held back
	}
	if err != nil {
		return nil, t.cache.odd(op, err)
	}
	reader, err := blob.Reader()
	if err != nil {
		return nil, t.cache.odd(op, err)
	}
	defer reader.Close() // was read
	content, err := io.ReadAll(io.LimitReader(reader, size+1))
	if err != nil {
		return nil, t.cache.odd(op, err)
	}
	if int64(len(content)) != size {
		return nil, t.cache.odd(op, errors.New("it has another size than it says"))
	}
	if bytes.HasPrefix(content, []byte(pointer)) {
		return nil, fmt.Errorf("%s: %s: %w", op, line(path), ErrPointer)
	}
	return content, nil
}

// pointer is what a file begins with that Git LFS puts in the place of another
// (git-lfs/docs/spec.md).
const pointer = "version https://git-lfs.github.com/spec/"

// entry finds a path. Only the last part may be something else than a folder.
func (t *Tree) entry(path string) (object.TreeEntry, error) {
	entry := object.TreeEntry{Mode: filemode.Dir, Hash: t.root}
	missing := fmt.Errorf("%s: %w", line(path), fs.ErrNotExist)
	for part := range strings.SplitSeq(path, "/") {
		if entry.Mode != filemode.Dir || entry.Hash.IsZero() {
			return entry, missing
		}
		inside, err := t.folder(entry.Hash)
		if err != nil {
			return entry, err
		}
		found := false
		if entry, found = inside[part]; !found {
			return entry, missing
		}
	}
	return entry, nil
}

// folder reads a folder once.
func (t *Tree) folder(hash plumbing.Hash) (folder, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if known, ok := t.folders[hash]; ok {
		return known, nil
	}
	tree, err := object.GetTree(t.cache.store, hash)
	if err != nil {
		return nil, t.cache.odd("read a folder of the git repository", err)
	}
	inside := make(folder, len(tree.Entries))
	for _, e := range tree.Entries {
		inside[e.Name] = e
	}
	if t.folders == nil {
		t.folders = map[plumbing.Hash]folder{}
	}
	t.folders[hash] = inside
	return inside, nil
}

func (t *Tree) size(blob plumbing.Hash) (int64, error) {
	size, err := t.cache.store.EncodedObjectSize(blob)
	switch {
	case errors.Is(err, plumbing.ErrObjectNotFound) && t.partial:
		return HeldBack << 10, nil
	case err != nil:
		return 0, t.cache.odd("read the size of a file of the git repository", err)
	}
	return size, nil
}

// walk collects what is below a folder.
type walk struct {
	tree    *Tree
	files   []File
	skipped []Skipped
	seen    int
	folded  map[string]int // a path in lower case to its place in files
}

func (t *Tree) walk(prefix string) (walk, error) {
	w := walk{tree: t, folded: map[string]int{}}
	prefix = strings.Trim(prefix, "/")
	if t.root.IsZero() {
		return w, nil
	}
	folder := t.root
	if prefix != "" {
		entry, err := t.entry(prefix)
		if errors.Is(err, fs.ErrNotExist) || err == nil && entry.Mode != filemode.Dir {
			return w, nil
		}
		if err != nil {
			return w, fmt.Errorf("list the git repository: %w", err)
		}
		folder, prefix = entry.Hash, prefix+"/"
	}
	err := w.folder(folder, prefix, 0)
	return w, err
}

func (w *walk) folder(hash plumbing.Hash, prefix string, depth int) error {
	const op = "list the git repository"
	folder, err := object.GetTree(w.tree.cache.store, hash)
	if err != nil {
		return w.tree.cache.odd(op, err)
	}
	for _, e := range folder.Entries {
		if w.seen++; w.seen > maxEntries {
			return fmt.Errorf("%s: it is %w: more than %d files and folders", op, ErrTooLarge, maxEntries)
		}
		path := prefix + e.Name
		reason := unfit(e)
		switch {
		case reason == "" && len(path) > maxPath:
			reason = "its path is too long"
		case reason == "" && e.Mode == filemode.Dir && depth == maxDepth:
			reason = "it lies too deep"
		}
		if reason != "" {
			w.skip(path, reason)
			continue
		}
		if e.Mode == filemode.Dir {
			if err := w.folder(e.Hash, path+"/", depth+1); err != nil {
				return err
			}
			continue
		}
		size, err := w.tree.size(e.Hash)
		if err != nil {
			return err
		}
		w.add(File{Path: path, Size: size, Hash: e.Hash.String()})
	}
	return nil
}

func (w *walk) skip(path, reason string) {
	w.skipped = append(w.skipped, Skipped{line(path), reason})
}

// add keeps one of the files whose names differ in case only: a machine whose files have
// no case could not have both.
func (w *walk) add(f File) {
	const reason = "another file has this name, but for capitals"
	lower := strings.ToLower(f.Path)
	at, twin := w.folded[lower]
	switch {
	case !twin:
		w.folded[lower] = len(w.files)
		w.files = append(w.files, f)
	case f.Path == lower && w.files[at].Path != lower:
		w.skip(w.files[at].Path, reason)
		w.files[at] = f
	default:
		w.skip(f.Path, reason)
	}
}

// unfit says why an entry of a folder is not taken; empty: it is.
func unfit(e object.TreeEntry) string {
	switch {
	case !utf8.ValidString(e.Name) || strings.ContainsFunc(e.Name, func(r rune) bool { return !unicode.IsGraphic(r) }):
		return "its name can't be shown"
	case !goodName(e.Name):
		return "its name is not allowed"
	case e.Mode == filemode.Symlink:
		return "it is a symbolic link"
	case e.Mode == filemode.Submodule:
		return "it is a submodule"
	case e.Mode != filemode.Dir && !regular(e.Mode):
		return "it is no regular file"
	}
	return ""
}

// goodName reports whether a part of a path is one, on any machine.
func goodName(s string) bool {
	return s != "" && s != "." && s != ".." && !strings.EqualFold(s, ".git") && !strings.ContainsAny(s, "/\\")
}

func regular(mode filemode.FileMode) bool {
	return mode == filemode.Regular || mode == filemode.Deprecated || mode == filemode.Executable
}
