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

// ownerReport says that the database which was put into a data folder belongs to somebody else than
// the folder, as it does when root restores the hub of another user; empty: it does not.
func ownerReport(dir string) string {
	folder, err := os.Stat(dir)
	if err != nil {
		return ""
	}
	file, err := os.Stat(filepath.Join(dir, store.DatabaseName))
	if err != nil {
		return ""
	}
	owner, known := ownerOf(folder)
	user, _ := ownerOf(file)
	if !known || user == owner {
		return ""
	}
	return foreignFile(store.DatabaseName, user, owner) + ": " + giveBack(dir, owner) + "\n"
}

// foreignFile says that a file in a data folder belongs to somebody else, and giveBack how to mend it.
func foreignFile(name string, user, owner uint32) string {
	return fmt.Sprintf("%s belongs to another user (%d) than the data folder (%d), so the hub may not be able to write it", name, user, owner)
}

func giveBack(dir string, owner uint32) string { return fmt.Sprintf("chown -R %d %s", owner, dir) }
