package caddyhub

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/progresshub/progresshub/caddyhub/internal/backup"
	"github.com/progresshub/progresshub/store"
)

// checkFolder says what would keep a hub from opening a data folder, as far as that shows
// without making or changing anything there. What this process has open needs no check.
func checkFolder(ctx context.Context, dir string) error {
	if n, open := runtimes.References(dir); open && n > 0 {
		return nil
	}
	there := dir
	info, err := os.Stat(there)
	for errors.Is(err, fs.ErrNotExist) && filepath.Dir(there) != there {
		there = filepath.Dir(there)
		info, err = os.Stat(there)
	}
	switch {
	case err == nil && !info.IsDir() || errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("create the data folder %s: a part of its path is no folder", dir)
	case err != nil:
		return fmt.Errorf("create the data folder: %w", err)
	}
	if err := backup.Writable(there); err != nil {
		return fmt.Errorf("the hub can't write into the folder %s: %w", there, err)
	}
	if err := store.CheckFolder(ctx, dir); err != nil {
		return fmt.Errorf("open the data folder %s: %w", dir, withWayOut(err, dir))
	}
	return nil
}
