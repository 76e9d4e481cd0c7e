package caddyhub

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/caddyserver/caddy/v2"

	"github.com/progresshub/progresshub/caddyhub/internal/backup"
	"github.com/progresshub/progresshub/store"
)

// withWayOut adds to the error about a lost database what its owner can do.
func withWayOut(err error, dir string) error {
	if !errors.As(err, new(*store.LostDatabaseError)) {
		return err
	}
	hub := binaryName
	if caddy.CustomBinaryName != binaryName {
		hub = "caddy hub"
	}
	return fmt.Errorf("%w. Restore a backup with \"%s import <backup> --data %[3]s\", or from a replica with \"%[2]s restore --from <address> --data %[3]s\"; if an empty hub is what you want, start it once with \"%[2]s serve --new --data %[3]s\"", err, hub, dir)
}

// beginAnew makes an empty database in a folder that has lost its own, for [serve] to open
// then. What is left of the old one goes to the folder it returns. A folder with a database
// is refused, so that a --new left in a start script does no harm: it stops the next start
// instead of hiding a loss.
func beginAnew(ctx context.Context, dir string) (kept string, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("create the data folder: %w", err)
	}
	lock, err := store.AcquireLock(dir)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	if err := backup.Recover(dir); err != nil {
		return "", err
	}
	there, err := store.HasDatabase(ctx, dir)
	if err != nil {
		return "", fmt.Errorf("open the data folder %s: %w", dir, err)
	}
	if there {
		return "", fmt.Errorf("the data folder %s holds a database: --new is for a folder without one, start without it", dir)
	}
	if kept, err = backup.SetAside(dir); err != nil {
		return "", err
	}
	s, err := store.Open(ctx, dir, store.Options{})
	if err != nil {
		return kept, fmt.Errorf("begin an empty database in %s: %w", dir, err)
	}
	lock.NoteDatabase()
	return kept, s.Close()
}
