package connect

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/progresshub/progresshub/store"
)

// maxFile is more than a client's file has, in bytes. Claude Code keeps its history in its own.
const maxFile = 64 << 20

// Change is what hub connect does to one file.
type Change struct {
	File string // as the client names it

	target string // behind symbolic links
	mode   fs.FileMode
	exists bool // before
	before []byte
	after  []byte // nil: the file goes
	ours   string // the entry, as it will be; empty: it goes
	entry  object // the same, as it is written
	was    any    // the entry, as it is; nil: there is none
	known  bool   // the file is as hub connect left it, so that its entry is ours
}

// Empty reports whether there is nothing to do.
func (c *Change) Empty() bool {
	return bytes.Equal(c.before, c.after) && c.exists == (c.after != nil)
}

// Diff shows the change line by line, with what a terminal would obey escaped.
func (c *Change) Diff() string {
	return Shown(udiff.Unified(c.File, c.File, string(c.before), string(c.after)))
}

// open reads a client's file. Symbolic links, of the file or of a folder above it, are followed to
// what is below one of the folders inside only: a link elsewhere would let a repository choose what
// is written. That holds for a file that is still to be made, too.
func open(name string, inside ...string) (*Change, error) {
	real, err := resolved(name)
	if err != nil {
		return nil, fmt.Errorf("find %s: %w", name, err)
	}
	if !below(real, inside) {
		return nil, fmt.Errorf("%s leads by a link to %s, which is outside of your home or project: write the entry there yourself", name, real)
	}
	c := &Change{File: name, target: real, mode: 0o600}
	info, err := os.Stat(real)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c, nil
	case err != nil:
		return nil, fmt.Errorf("look at %s: %w", name, err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no file", name)
	case info.Mode().Perm()&0o200 == 0:
		return nil, fmt.Errorf("%s may not be written to: something else looks after it, so write the entry there", name)
	case info.Size() > maxFile:
		return nil, fmt.Errorf("%s has more than %d bytes", name, maxFile)
	}
	c.mode, c.exists = info.Mode().Perm(), true
	if c.before, err = os.ReadFile(real); err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	c.after = c.before
	return c, nil
}

// resolved is a path without symbolic links, as far as it is there.
func resolved(name string) (string, error) {
	rest := ""
	for at := name; ; at = filepath.Dir(at) {
		real, err := filepath.EvalSymlinks(at)
		if err == nil {
			return filepath.Join(real, rest), nil
		}
		if !errors.Is(err, fs.ErrNotExist) || at == filepath.Dir(at) {
			return "", err
		}
		if _, err := os.Lstat(at); err == nil {
			return "", fmt.Errorf("%s is a link to something that is not there", at)
		}
		rest = filepath.Join(filepath.Base(at), rest)
	}
}

// below reports whether a resolved path is below one of the folders.
func below(name string, folders []string) bool {
	for _, folder := range folders {
		if real, err := resolved(folder); err == nil && folder != "" {
			if rel, err := filepath.Rel(real, name); err == nil && filepath.IsLocal(rel) {
				return true
			}
		}
	}
	return false
}

// BackupSuffix ends the name of the file that holds what stood there before the last change.
const BackupSuffix = ".hub-bak"

// apply writes the change, and a copy of what was there. The client may have written its file
// meanwhile; then nothing is written.
func (c *Change) apply(copied bool) error {
	if real, err := resolved(c.File); err != nil || real != c.target {
		return fmt.Errorf("%s leads elsewhere meanwhile: run hub connect again", c.File)
	}
	now, err := os.ReadFile(c.target)
	if there := err == nil; there != c.exists || !bytes.Equal(now, c.before) {
		return fmt.Errorf("%s was changed meanwhile: run hub connect again", c.File)
	}
	if c.after == nil {
		if err := os.Remove(c.target); err != nil {
			return fmt.Errorf("remove %s: %w", c.File, err)
		}
		if dir := filepath.Dir(c.target); filepath.Base(dir) == "progress-hub" {
			_ = os.Remove(dir) // of a skill, if nothing else is in it
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(c.target), 0o700); err != nil {
		return fmt.Errorf("make the folder of %s: %w", c.File, err)
	}
	if c.exists && copied {
		if err := store.ReplaceFileAs(c.target+BackupSuffix, c.before, c.mode); err != nil {
			return fmt.Errorf("keep a copy of %s: %w", c.File, err)
		}
	}
	if err := store.ReplaceFileAs(c.target, c.after, c.mode); err != nil {
		return fmt.Errorf("write %s: %w", c.File, err)
	}
	// A copy that is the file again has done its work.
	if old, err := os.ReadFile(c.target + BackupSuffix); c.ours == "" && err == nil && bytes.Equal(old, c.after) {
		_ = os.Remove(c.target + BackupSuffix)
	}
	return nil
}

// anothers is that an entry leads elsewhere.
type anothers struct{ error }

// notOurs reports whether an error is that hub connect has not written the entry.
func notOurs(err error) bool {
	return errors.As(err, &anothers{}) || errors.Is(err, errUnmarked) || errors.Is(err, errForeign)
}

// setEntry has the change put an entry into the file, or drop it.
func (c *Change) setEntry(t target, entry object, own func(any) bool) error {
	file, err := t.format.decode(bytes.TrimPrefix(c.after, bom))
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	is, err := entryAt(file, t.at)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	if c.was = is; is != nil && !own(is) && !c.known {
		then := "so nothing was written"
		if entry == nil {
			then = "so it stays"
		}
		return anothers{fmt.Errorf("%s has an entry %q that is another's, %s: %s", c.File, strings.Join(append(append([]string{}, t.at.path...), t.at.name), "."), then, Shown(compact(is)))}
	}
	if entry == nil {
		c.after, err = drop(t.format, c.after, t.at)
		c.ours = ""
	} else {
		entry = entry.keeping(is)
		c.after, err = put(t.format, c.after, t.at, entry)
		c.entry, c.ours = entry, compact(entry)
	}
	if err == nil && t.other.name != "" {
		c.after, err = dropOther(t, c.after, own)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	if !c.exists && len(c.after) == 0 {
		c.after = nil
	}
	return nil
}

// dropOther takes the entry out of where it stands in the client's other form.
func dropOther(t target, text []byte, own func(any) bool) ([]byte, error) {
	file, err := t.format.decode(bytes.TrimPrefix(text, bom))
	if err != nil {
		return nil, err
	}
	if is, err := entryAt(file, t.other); err != nil || is == nil || !own(is) {
		return text, nil //nolint:nilerr // what is another's stays
	}
	return drop(t.format, text, t.other)
}
