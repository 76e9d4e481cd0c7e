package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// tempPrefix begins the name of a file that is being written.
const tempPrefix = ".new-"

// ReplaceFile writes a file with mode 0600 so that it is whole also after a power cut: a
// temporary file beside it, synced, renamed, and the folder synced. An error means that
// the old text is still there.
func ReplaceFile(path string, text []byte) error { return ReplaceFileAs(path, text, 0o600) }

// ReplaceFileAs is [ReplaceFile] with another mode, whatever the umask. Root leaves the file to whom it
// belonged.
func ReplaceFileAs(path string, text []byte, mode fs.FileMode) (err error) {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, tempPrefix+"*") // nobody else reads it meanwhile
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	_, err = f.Write(text)
	keepOwner(f, path)
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err != nil {
		return err
	}
	if info, err := os.Lstat(path); err == nil && info.IsDir() {
		// Containers make an empty folder where a missing file is mounted.
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	// The new text counts from here on. Where a folder can't be synced, a power cut may
	// bring the old one back; it is no reason to report that nothing changed.
	_ = SyncFolder(dir)
	return nil
}

// SyncFolder puts a folder's entries on the disk, where the system can be asked to.
func SyncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // it has no such call; renames there are journaled
	}
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// ReadPlainFile reads a file of at most so many bytes. It takes only a plain one: a link could name
// any other file of the machine. No error quotes its text; a missing file is [fs.ErrNotExist].
func ReadPlainFile(path string, most int64) ([]byte, error) {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fs.ErrNotExist
	case err != nil:
		return nil, errors.New("it can't be read")
	case !info.Mode().IsRegular():
		return nil, errors.New("it is no plain file")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, errors.New("it can't be read")
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, errors.New("it can't be read")
	}
	if int64(len(text)) > most {
		return nil, fmt.Errorf("it has more than %d bytes", most)
	}
	return text, nil
}

// CleanFolder removes what a process that was killed in the middle of a [ReplaceFile] left in a
// folder. Nobody may be replacing a file in it.
func CleanFolder(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var errs []error
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), tempPrefix) && e.Type().IsRegular() {
			errs = append(errs, os.Remove(filepath.Join(dir, e.Name())))
		}
	}
	return errors.Join(errs...)
}
