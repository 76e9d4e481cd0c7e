package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/pkg/sftp"
)

// Put writes a file beside its place, puts it on the server's disk and moves it there.
func (s *SFTP) Put(ctx context.Context, name string, content io.Reader) error {
	l, err := s.connect(ctx)
	if err == nil {
		err = s.put(ctx, l, name, content)
	}
	return s.failed("put "+name, err)
}

func (s *SFTP) put(ctx context.Context, l *line, name string, content io.Reader) error {
	half := newHalf(path.Dir(name))
	var file *sftp.File
	discard := func() error { return errors.Join(file.Close(), l.client.Remove(s.file(half))) }
	err := l.await(ctx, func() (err error) {
		file, err = s.create(l.client, half)
		return err
	}, discard)
	if err != nil {
		return err
	}
	if err := l.write(ctx, file, content); err != nil {
		_ = l.await(ctx, discard, nil)
		return err
	}
	// From here on the half-written file belongs to one step: were it discarded beside it, the file
	// of before could go together with it.
	return l.await(ctx, func() error {
		err := ctx.Err()
		if err == nil {
			err = settle(ctx, l.client, file, s.file(half), s.file(name))
		}
		if err != nil {
			_ = discard()
		}
		return err
	}, nil)
}

// create makes a file to write to, and the folders it is in.
func (s *SFTP) create(c *sftp.Client, name string) (*sftp.File, error) {
	const fresh = os.O_WRONLY | os.O_CREATE | os.O_EXCL
	file, err := c.OpenFile(s.file(name), fresh)
	if refused(err) {
		// Most often the folder is there, so that it is not asked for each time.
		if err := s.makeFolders(c, path.Dir(name)); err != nil {
			return nil, err
		}
		file, err = c.OpenFile(s.file(name), fresh)
	}
	if err != nil {
		return nil, err
	}
	if err := file.Chmod(0o600); err != nil && !unsupported(err) {
		return nil, errors.Join(fmt.Errorf("keep the file from others: %w", err), file.Close(), c.Remove(s.file(name)))
	}
	return file, nil
}

// makeFolders makes a folder and those it is in, but never the store's own.
func (s *SFTP) makeFolders(c *sftp.Client, folder string) error {
	if err := s.present(c); err != nil {
		return err
	}
	if folder == "." {
		return nil
	}
	made := s.path
	for name := range strings.SplitSeq(folder, "/") {
		made = path.Join(made, name)
		if err := c.Mkdir(made); err != nil {
			// Servers have no code for what is there already.
			if info, there := c.Stat(made); there != nil || !info.IsDir() {
				return fmt.Errorf("make the folder %s: %w", made, err)
			}
		} else if err := c.Chmod(made, 0o700); err != nil && !unsupported(err) {
			return fmt.Errorf("keep the folder %s from others: %w", made, err)
		}
	}
	return nil
}

// write sends what a reader has. The reader is read here alone, so that it is not touched any more
// once Put has returned.
func (l *line) write(ctx context.Context, file *sftp.File, content io.Reader) error {
	buffer := make([]byte, packet) // enough for most files
	synced := int64(0)
	for offset := int64(0); ; {
		n, end := readFull(content, buffer)
		if end != nil && end != io.EOF { // an error that wraps io.EOF is no end
			return end
		}
		if n > 0 {
			at, part := offset, buffer[:n]
			if err := l.await(ctx, func() error {
				_, err := file.WriteAt(part, at)
				if err == nil && at-synced >= syncEvery && offers(l.client, fsyncExtension) {
					synced = at
					err = file.Sync()
				}
				return err
			}, nil); err != nil {
				return err
			}
			offset += int64(n)
		}
		if end != nil {
			return nil
		}
		if len(buffer) < chunk {
			buffer = make([]byte, chunk)
		}
	}
}

// readFull is [io.ReadFull] that leaves the error of the reader as it is.
func readFull(r io.Reader, buffer []byte) (n int, err error) {
	for n < len(buffer) && err == nil {
		var more int
		more, err = r.Read(buffer[n:])
		n += more
	}
	return n, err
}

// settle makes a written file durable, as far as the server can, and moves it to its place.
func settle(ctx context.Context, c *sftp.Client, file *sftp.File, half, place string) error {
	if offers(c, fsyncExtension) {
		if err := file.Sync(); err != nil {
			return err
		}
	}
	if err := errors.Join(file.Close(), ctx.Err()); err != nil {
		return err
	}
	if offers(c, renameExtension) {
		return c.PosixRename(half, place)
	}
	// The protocol's own way to rename replaces nothing. A file in the way is put aside, so that
	// for a moment there is none, and comes back if the new one can't take its place.
	err := c.Rename(half, place)
	if !refused(err) {
		return err
	}
	aside := half + "-old"
	if c.Rename(place, aside) != nil {
		return err
	}
	if err := c.Rename(half, place); err != nil {
		return errors.Join(err, c.Rename(aside, place))
	}
	_ = c.Remove(aside) // the new file is there; this one is removed by Check one day
	return nil
}

func offers(c *sftp.Client, extension string) bool {
	version, ok := c.HasExtension(extension)
	return ok && version == "1"
}

// refused reports whether an error is an answer of the server.
func refused(err error) bool {
	var status *sftp.StatusError
	return errors.As(err, &status) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission)
}

// unsupported reports whether the server knows of no such thing.
func unsupported(err error) bool {
	var status *sftp.StatusError
	return errors.As(err, &status) && status.FxCode() == sftp.ErrSSHFxOpUnsupported
}
