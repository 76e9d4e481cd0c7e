package remote

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/storage/memory"
)

// builder makes the objects of one commit in memory: they are what is sent, and they join
// the cache once the server has them.
type builder struct {
	cache *cache
	made  *memory.Storage
}

func newBuilder(c *cache) *builder { return &builder{c, memory.NewStorage()} }

// pack is what was made, as it is sent and stored.
func (b *builder) pack() ([]byte, error) {
	names := slices.Collect(maps.Keys(b.made.Objects))
	plumbing.HashesSort(names)
	var pack bytes.Buffer
	if _, err := packfile.NewEncoder(&pack, b.made, false).Encode(names, 0); err != nil {
		return nil, fmt.Errorf("make a pack: %w", err)
	}
	return pack.Bytes(), nil
}

// node is a changed file, or a folder with changes in it.
type node struct {
	change   *Change
	children map[string]*node
}

// root makes the tree that changes turn another into; zero: there is none, or nothing is
// left in it.
func (b *builder) root(base plumbing.Hash, changes []Change) (plumbing.Hash, error) {
	top := &node{children: map[string]*node{}}
	for i := range changes {
		if err := top.put(&changes[i]); err != nil {
			return base, err
		}
	}
	root, empty, err := b.folder(base, "", top)
	if err == nil && empty && !base.IsZero() {
		root, err = b.add(&object.Tree{}) // a commit must have one
	}
	return root, err
}

// put places a change below a folder.
func (n *node) put(c *Change) error {
	if len(c.Path) > maxPath || !utf8.ValidString(c.Path) {
		return fmt.Errorf("the path %s can't be one of a git repository", line(c.Path))
	}
	parts := strings.Split(c.Path, "/")
	for i, part := range parts {
		if !goodName(part) || unfit(object.TreeEntry{Name: part, Mode: filemode.Regular}) != "" {
			return fmt.Errorf("the path %s can't be one of a git repository", line(c.Path))
		}
		child := n.children[part]
		if last := i == len(parts)-1; child != nil && (last || child.change != nil) {
			return fmt.Errorf("the path %s is changed twice, or is a file and a folder", line(c.Path))
		} else if child == nil {
			child = &node{children: map[string]*node{}}
			if last {
				child.change = c
			}
			n.children[part] = child
		}
		n = child
	}
	return nil
}

// folder makes the tree of one folder. What it has and is not changed stays as it is.
func (b *builder) folder(base plumbing.Hash, prefix string, n *node) (tree plumbing.Hash, empty bool, err error) {
	entries := map[string]object.TreeEntry{}
	if !base.IsZero() {
		old, err := object.GetTree(b.cache.store, base)
		if err != nil {
			return base, false, b.cache.odd("read a folder", err)
		}
		for _, e := range old.Entries {
			entries[e.Name] = e
		}
	}
	changed := false
	for _, name := range slices.Sorted(maps.Keys(n.children)) {
		was, exists := entries[name]
		is, keep, err := b.entry(was, prefix+name, n.children[name])
		if err != nil {
			return base, false, err
		}
		switch {
		case keep && (!exists || is != was):
			is.Name = name
			entries[name], changed = is, true
		case !keep && exists:
			delete(entries, name)
			changed = true
		}
	}
	if !changed {
		return base, len(entries) == 0, nil
	}
	if len(entries) == 0 {
		return plumbing.ZeroHash, true, nil
	}
	list := slices.Collect(maps.Values(entries))
	sort.Sort(object.TreeEntrySorter(list))
	tree, err = b.add(&object.Tree{Entries: list})
	return tree, false, err
}

// entry is what one name of a folder becomes; keep is whether it is still there. was is
// the zero entry when it is new.
func (b *builder) entry(was object.TreeEntry, path string, n *node) (is object.TreeEntry, keep bool, err error) {
	exists := !was.Hash.IsZero()
	is = was
	if n.change == nil {
		if exists && was.Mode != filemode.Dir {
			if !n.writes() {
				return was, true, nil // what is to be deleted is not there
			}
			return was, true, fmt.Errorf("%s is a file in the git repository and can't be a folder", line(path))
		}
		tree, empty, err := b.folder(was.Hash, path+"/", n)
		if empty && !exists {
			return was, false, err
		}
		is.Hash, is.Mode = tree, filemode.Dir
		return is, !empty, err
	}
	switch {
	case exists && !regular(was.Mode) && n.change.Content == nil && was.Mode == filemode.Dir:
		return was, true, nil
	case exists && !regular(was.Mode):
		return was, true, fmt.Errorf("%s is no regular file in the git repository, and the hub leaves it alone", line(path))
	case n.change.Content == nil:
		return was, false, nil
	}
	if !exists {
		is.Mode = filemode.Regular
	}
	is.Hash, err = b.blob(n.change.Content, was.Hash)
	return is, true, err
}

// writes reports whether a folder has anything but deletions.
func (n *node) writes() bool {
	if n.change != nil {
		return n.change.Content != nil
	}
	for _, child := range n.children {
		if child.writes() {
			return true
		}
	}
	return false
}

// blob makes a file, unless it is the one that was there.
func (b *builder) blob(content []byte, was plumbing.Hash) (plumbing.Hash, error) {
	if hash := plumbing.ComputeHash(plumbing.BlobObject, content); hash == was {
		return hash, nil
	}
	o := b.made.NewEncodedObject()
	o.SetType(plumbing.BlobObject)
	o.SetSize(int64(len(content)))
	w, err := o.Writer()
	if err != nil {
		return plumbing.ZeroHash, fmt.Errorf("make a file: %w", err)
	}
	if _, err := bytes.NewReader(content).WriteTo(w); err != nil {
		return plumbing.ZeroHash, fmt.Errorf("make a file: %w", err)
	}
	if err := w.Close(); err != nil {
		return plumbing.ZeroHash, fmt.Errorf("make a file: %w", err)
	}
	return b.store(o)
}

// add makes a folder or a commit.
func (b *builder) add(o interface {
	Encode(plumbing.EncodedObject) error
},
) (plumbing.Hash, error) {
	encoded := b.made.NewEncodedObject()
	if err := o.Encode(encoded); err != nil {
		return plumbing.ZeroHash, fmt.Errorf("make an object: %w", err)
	}
	return b.store(encoded)
}

func (b *builder) store(o plumbing.EncodedObject) (plumbing.Hash, error) {
	hash, err := b.made.SetEncodedObject(o)
	if err != nil {
		return hash, fmt.Errorf("make an object: %w", err)
	}
	return hash, nil
}
