package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/progresshub/progresshub/store"
)

// ExportFile is [Export] into a file that is either whole or not there: a temporary file
// beside it, readable by its owner alone, takes its name at the end. It returns its size.
func ExportFile(ctx context.Context, s *store.Store, o Options, file string) (size int64, err error) {
	temp, err := os.CreateTemp(filepath.Dir(file), ".hub-export-*") // mode 0600
	if err != nil {
		return 0, fmt.Errorf("create the backup file: %w", err)
	}
	defer os.Remove(temp.Name()) // finds nothing after the rename
	if o.ScratchDir == "" && o.Passphrase == "" {
		// Beside the backup, a full data disk can still be rescued. What is to be encrypted
		// must not lie open there.
		o.ScratchDir = filepath.Dir(file)
	}
	if size, err = fill(ctx, s, o, temp); err != nil {
		return 0, err
	}
	return size, place(temp.Name(), file)
}

// fill writes a backup into an empty file and closes it, whole on the disk.
func fill(ctx context.Context, s *store.Store, o Options, f *os.File) (size int64, err error) {
	if err := Export(ctx, s, o, f); err != nil {
		return 0, errors.Join(err, f.Close())
	}
	size, err = f.Seek(0, io.SeekEnd)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return 0, fmt.Errorf("write the backup file: %w", err)
	}
	return size, nil
}

// syncFolder is [store.SyncFolder]. Tests have one of a disk that can't.
var syncFolder = store.SyncFolder

// place gives a finished file its name.
func place(temp, file string) error {
	if err := os.Rename(temp, file); err != nil {
		return fmt.Errorf("name the backup file: %w", err)
	}
	// The file is there and counts. Where a folder can't be synced, as on some disks of other machines, a
	// power cut may take its name; a backup that is not recorded would never be removed.
	_ = syncFolder(filepath.Dir(file))
	return nil
}
