package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// Folder keeps files in a folder of this machine, which is never made: it may be a disk that is
// not connected.
type Folder struct{ path string }

// NewFolder makes a store of a folder.
func NewFolder(path string) *Folder { return &Folder{path} }

func (f *Folder) file(name string) string { return filepath.Join(f.path, filepath.FromSlash(name)) }

// Check tells whether the folder is there and can be written to, and removes what was left half-written.
func (f *Folder) Check(ctx context.Context) error {
	info, err := os.Stat(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return phrase.ReplicaFolderMissing(f.path)
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is no folder", f.path)
	}
	probe, err := os.CreateTemp(f.path, halfWritten+"*")
	if err != nil {
		return fmt.Errorf("the folder can't be written to: %w", err)
	}
	now, err := probe.Stat() // the clock of a folder of another machine may be another than ours
	if err := errors.Join(err, probe.Close(), os.Remove(probe.Name())); err != nil {
		return err
	}
	return sweep(ctx, readFolder, os.Remove, f.path, now.ModTime().Add(-staleAge))
}

// readFolder tells of what is in a folder.
func readFolder(folder string) ([]fs.FileInfo, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	list := make([]fs.FileInfo, 0, len(entries))
	for _, e := range entries {
		if info, err := e.Info(); err == nil { // else it has gone meanwhile
			list = append(list, info)
		}
	}
	return list, nil
}

// List reads a folder of the folder.
func (f *Folder) List(ctx context.Context, folder string) ([]Info, error) {
	if _, err := os.Stat(f.path); err != nil {
		return nil, f.Check(ctx)
	}
	entries, err := readFolder(f.file(folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	list := make([]Info, 0, len(entries))
	for _, info := range entries {
		if !info.Mode().IsRegular() || strings.HasPrefix(info.Name(), halfWritten) {
			continue // no file of ours
		}
		list = append(list, Info{Name: path.Join(folder, info.Name()), Size: info.Size(), Modified: info.ModTime()})
	}
	return list, nil
}

// Get opens a file.
func (f *Folder) Get(_ context.Context, name string, offset, size int64) (io.ReadCloser, error) {
	file, err := os.Open(f.file(name))
	if err != nil {
		return nil, err
	}
	if _, err := file.Seek(offset, io.SeekStart); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	if size == 0 {
		return file, nil
	}
	return struct {
		io.Reader
		io.Closer
	}{io.LimitReader(file, size), file}, nil
}

// Put writes a file beside its place, puts it on the disk and moves it there.
func (f *Folder) Put(ctx context.Context, name string, content io.Reader) (err error) {
	if _, err := os.Stat(f.path); err != nil {
		return f.Check(ctx) // never made anew: its disk may have gone
	}
	dir := filepath.Dir(f.file(name))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	half, err := os.CreateTemp(dir, halfWritten+"*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, half.Close())
			_ = os.Remove(half.Name())
		}
	}()
	if _, err := io.Copy(half, heeding{ctx, content}); err != nil {
		return err
	}
	if err := half.Sync(); err != nil {
		return err
	}
	if err := half.Close(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := os.Rename(half.Name(), f.file(name)); err != nil {
		return err
	}
	return store.SyncFolder(dir)
}

// heeding reads until ctx ends: a disk can be slow.
type heeding struct {
	ctx context.Context
	io.Reader
}

func (h heeding) Read(p []byte) (int, error) {
	if err := h.ctx.Err(); err != nil {
		return 0, err
	}
	return h.Reader.Read(p)
}

// Delete removes files.
func (f *Folder) Delete(ctx context.Context, names []string) error {
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := os.Remove(f.file(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Close does nothing.
func (f *Folder) Close() error { return nil }

var _ Store = (*Folder)(nil)
