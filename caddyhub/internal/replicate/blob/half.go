package blob

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"
)

// halfWritten begins the names of files that have not got theirs yet.
const halfWritten = ".part-"

const (
	// staleAge is when nobody can be writing to a half-written file any more.
	staleAge = 24 * time.Hour
	// sweptFolders bounds the search for those, should the path be one with more below than the
	// files of this store.
	sweptFolders = 100
)

// sweep removes half-written files that have not changed since a time: what a process left that
// was killed.
func sweep(ctx context.Context, read func(folder string) ([]fs.FileInfo, error), remove func(name string) error, root string, before time.Time) error {
	folders := []string{root}
	for i := 0; i < len(folders) && i < sweptFolders; i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		entries, err := read(folders[i])
		if notOurs(err) {
			continue
		}
		if err != nil {
			return err
		}
		for _, e := range entries {
			name := path.Join(folders[i], e.Name())
			switch {
			case e.IsDir():
				folders = append(folders, name)
			case e.Mode().IsRegular() && strings.HasPrefix(e.Name(), halfWritten) && e.ModTime().Before(before):
				if err := remove(name); err != nil && !notOurs(err) {
					return fmt.Errorf("remove the half-written %s: %w", name, err)
				}
			}
		}
	}
	return nil
}

// notOurs reports whether something is somebody else's, or gone meanwhile.
func notOurs(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist)
}
