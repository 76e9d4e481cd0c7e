package indexer

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/indexer/transcript"
)

// source is one transcript that was found.
type source struct {
	format   transcript.Format
	root     string
	path     string // below the root, with slashes
	size     int64
	modified time.Time
}

// name is the transcript's file.
func (s source) name() string { return filepath.Join(s.root, filepath.FromSlash(s.path)) }

// key names the transcript in the state.
func (s source) key() string { return s.format.Tool + ":" + s.name() }

// find lists the transcripts of all tools. searched are the roots that were read, so that
// what is missing there is gone.
func (r *run) find(ctx context.Context) (list []source, searched []string) {
	for _, format := range transcript.Formats() {
		roots, configured := r.o.Config.Roots[format.Key]
		if !configured {
			roots = format.Roots(r.o.Environment)
		}
		for _, root := range roots {
			root = filepath.Clean(filepath.FromSlash(root))
			// A root may be a link; below it none is followed.
			real, err := filepath.EvalSymlinks(root)
			switch {
			case errors.Is(err, fs.ErrNotExist) && !configured:
				continue // the tool was never used
			case err != nil:
				r.unreadable(root, err)
				continue
			}
			before := len(list)
			if format.Database != "" {
				list = r.sessionsIn(ctx, list, format, real)
			} else {
				list = r.walk(list, format, real)
			}
			searched = append(searched, format.Tool+":"+real+string(filepath.Separator))
			if configured && len(list) == before {
				r.warn("%s holds no transcripts of %s", root, format.Tool)
			}
		}
	}
	return list, searched
}

func (r *run) walk(list []source, format transcript.Format, root string) []source {
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			r.unreadable(name, err)
			if entry != nil && entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if !format.Takes(rel) {
			return nil
		}
		// A file is there plain and compressed while it is being compressed.
		if plain, packed := strings.CutSuffix(name, ".zst"); packed {
			if _, err := os.Lstat(plain); err == nil {
				return nil
			}
		}
		if format.Later != nil && slices.ContainsFunc(format.Later(rel), func(later string) bool {
			_, err := os.Lstat(filepath.Join(root, filepath.FromSlash(later)))
			return err == nil
		}) {
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			r.unreadable(name, err)
			return nil
		}
		list = append(list, source{format, root, rel, info.Size(), info.ModTime()})
		return nil
	})
	if err != nil {
		r.unreadable(root, err)
	}
	return list
}

// plainError is an error without the path that is named beside it.
func plainError(err error) string {
	if at := new(fs.PathError); errors.As(err, &at) {
		err = at.Err
	}
	return err.Error()
}
