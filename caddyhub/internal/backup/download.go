package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ErrBusy is a download that must wait: each takes room on the disk, so there is one at a
// time.
var ErrBusy = errors.New("another backup is being downloaded")

// ErrNoRoom is a data folder without room for a copy of its database.
var ErrNoRoom = errors.New("the disk of the data folder has no room for a backup")

// Download is a finished backup in a file of its own, to be read once.
type Download struct {
	*os.File
	Name string // for the file of who gets it
	Size int64  // bytes

	scratch string
	leave   func()
}

// Download makes a backup to be sent to a browser, sealed when the passphrase is not
// empty. The file lies in a scratch folder inside the data folder, which goes with Close,
// or, when the hub is killed, with the next start ([Recover]).
func (s *Service) Download(ctx context.Context, passphrase string) (_ *Download, err error) {
	select {
	case s.Keeper.download <- struct{}{}:
	default:
		return nil, ErrBusy
	}
	d := &Download{leave: func() { <-s.Keeper.download }}
	defer func() {
		if err != nil {
			d.clear()
		}
	}()
	// A copy of the database, and in the worst case as much again packed.
	if size, err := s.Store.Size(ctx); err != nil {
		return nil, err
	} else if need := 2 * size; need > FreeBytes(s.Store.Dir()) {
		return nil, fmt.Errorf("%w: it takes up to %d bytes", ErrNoRoom, need)
	}
	if d.scratch, err = os.MkdirTemp(s.Store.Dir(), exportPrefix); err != nil {
		return nil, fmt.Errorf("make a scratch folder: %w", err)
	}
	d.Name = fileName(s.Store.Now(), passphrase != "")
	file := filepath.Join(d.scratch, d.Name)
	if d.Size, err = ExportFile(ctx, s.Store, Options{HubVersion: s.Version, ScratchDir: d.scratch, Passphrase: passphrase}, file); err != nil {
		return nil, err
	}
	if d.File, err = os.Open(file); err != nil {
		return nil, fmt.Errorf("open the backup: %w", err)
	}
	return d, nil
}

// Close removes the file and lets the next download begin.
func (d *Download) Close() error {
	err := d.File.Close()
	d.clear()
	return err
}

func (d *Download) clear() {
	if d.scratch != "" {
		_ = os.RemoveAll(d.scratch) // else Recover does
	}
	d.leave()
}
