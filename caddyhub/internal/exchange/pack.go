package exchange

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
)

// workFolders are where tools keep their work inside of a project's folder.
var workFolders = map[string]Source{".beads": Beads, "backlog": Backlog, ".backlog": Backlog, ".taskmaster": TaskMaster}

// Pack writes a zip of what readers look at in a folder, as it is sent to a hub. Where the folder
// is that of a project, only the one that its tool keeps its work in is packed, unless it is to be
// read as another. Links to elsewhere are not followed.
func Pack(w io.Writer, dir string, as Source) error {
	const op = "pack the folder"
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	defer root.Close()
	files, err := packed(root.FS(), as)
	if err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	if len(files) == 0 {
		return refuse(dir, "has no file in it that is read: Markdown, JSON, CSV or YAML")
	}
	sent := &bounded{w: w, left: MaxFile}
	z := zip.NewWriter(sent)
	for _, name := range files {
		if err := packFile(z, root, name); err != nil {
			if errors.Is(err, errTooLarge) {
				return refuse(dir, "packs to more than %s: bring a part of it at a time", megabytes(MaxFile))
			}
			return fmt.Errorf("%s: %w", op, err)
		}
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	return nil
}

// packed are the files to pack, by name.
func packed(tree fs.FS, as Source) (files []string, err error) {
	var total int64
	only := map[string]bool{}
	entries, err := fs.ReadDir(tree, ".")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if of, known := workFolders[e.Name()]; known && e.IsDir() && (as == of || as == "") {
			only[e.Name()] = true
		}
	}
	err = fs.WalkDir(tree, ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == ".":
			return nil
		case e.IsDir():
			if hidden(name) || len(only) > 0 && path.Dir(name) == "." && !only[name] {
				return fs.SkipDir
			}
			return nil
		case !e.Type().IsRegular() || hidden(name) || !kept(name) || len(only) > 0 && path.Dir(name) == "." && !isConfig(name):
			return nil
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		if total += info.Size(); total > maxUnpacked || len(files) == maxEntries {
			return refuse("the folder", "has more than %s or %d files that are read", megabytes(maxUnpacked), maxEntries)
		}
		files = append(files, name)
		return nil
	})
	slices.Sort(files)
	return files, err
}

// isConfig tells the one file that a tool keeps beside its folder.
func isConfig(name string) bool { return name == "backlog.config.yml" }

func packFile(z *zip.Writer, root *os.Root, name string) error {
	in, err := root.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil || !info.Mode().IsRegular() { // it was changed meanwhile
		return err
	}
	out, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: info.ModTime()})
	if err != nil {
		return err
	}
	_, err = io.Copy(out, io.LimitReader(in, maxUnpacked))
	return err
}

var errTooLarge = errors.New("too large")

// bounded lets only so many bytes through.
type bounded struct {
	w    io.Writer
	left int64
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, errTooLarge
	}
	return b.w.Write(p)
}
