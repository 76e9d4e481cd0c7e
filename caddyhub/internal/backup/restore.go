package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/progresshub/progresshub/store"
)

// Restored says what an import did.
type Restored struct {
	OldData  string   // where the data that was there before is kept; empty when there was none
	Manifest Manifest // of the backup
	// Ignored names the credentials that lay in the file and were left out.
	Ignored []string
	Damaged []store.DamagedRow // restored as they are
}

// Import restores a backup file into a data folder that no hub uses; a running hub is a
// [*store.LockedError], and an encrypted one opens with the passphrase that ask gives. The
// folder is created when it is missing. The whole file is
// checked in a scratch folder on the same disk first; until that is done nothing in the
// data folder changes, and from then on the restore is certain (see [swap]).
func Import(ctx context.Context, file string, ask Passphrase, dataDir string) (restored Restored, err error) {
	const op = "restore the backup"
	// The file comes first: a mistyped name should not leave an empty folder behind.
	f, err := os.Open(file)
	if err != nil {
		return Restored{}, fmt.Errorf("%s: %w", op, err)
	}
	defer f.Close()
	var c *container
	restored.OldData, err = Replace(dataDir, func(scratch string) error {
		if c, err = check(ctx, f, ask, scratch); err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(file), err)
		}
		return nil
	})
	if err != nil {
		return Restored{}, fmt.Errorf("%s: %w", op, err)
	}
	restored.Manifest, restored.Ignored, restored.Damaged = c.manifest, c.ignored, c.damaged
	return restored, nil
}

// Replace puts another database in the place of that of a data folder, which no hub uses and which
// is created when it is missing, and returns where the old one is kept; empty: there was none. The
// database is what prepare writes into the scratch folder that it is given, on the same disk;
// until it returns nothing in the data folder changes, and from then on the swap is certain.
func Replace(dataDir string, prepare func(scratch string) error) (old string, err error) {
	if err := createFolder(dataDir); err != nil {
		return "", err
	}
	lock, err := store.AcquireLock(dataDir)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	if err := Recover(dataDir); err != nil {
		return "", err
	}
	scratch, err := os.MkdirTemp(dataDir, scratchPrefix)
	if err != nil {
		return "", err
	}
	// Once the restore is decided, the folder has another name and this removes nothing.
	defer os.RemoveAll(scratch)
	if err := prepare(scratch); err != nil {
		return "", err
	}
	s, err := decide(dataDir, scratch)
	if err != nil {
		return "", err
	}
	if err := s.finish(); err != nil {
		return "", fmt.Errorf("it is begun and will be finished when the hub starts: %w", err)
	}
	lock.NoteDatabase()
	if _, err := os.Stat(s.kept()); err != nil {
		return "", nil
	}
	return s.kept(), nil
}

// createFolder makes the data folder with its parents, for the owner alone.
func createFolder(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("create the data folder: %w", err)
	}
	return store.SyncFolder(filepath.Dir(dir))
}

// check unpacks the database into the scratch folder and verifies all there is to verify.
func check(ctx context.Context, f *os.File, ask Passphrase, scratch string) (*container, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a file")
	}
	archive, size, sealed, err := unseal(f, info.Size(), ask)
	if err != nil {
		return nil, err
	}
	c, err := openContainer(archive, size)
	if err != nil {
		return nil, err
	}
	c.sealed = sealed
	if free := FreeBytes(scratch); c.manifest.Entries[databaseEntry].Size > free {
		return nil, fmt.Errorf("it unpacks to %d bytes, and the disk has only %d left", c.manifest.Entries[databaseEntry].Size, free)
	}
	for _, name := range slices.Sorted(maps.Keys(c.files)) {
		if name == databaseEntry {
			continue
		}
		if err := c.unpack(ctx, name, io.Discard); err != nil {
			return nil, fmt.Errorf("unpack %s: %w", name, err)
		}
	}
	database := filepath.Join(scratch, store.DatabaseName)
	if err := c.unpackDatabase(ctx, database); err != nil {
		return nil, fmt.Errorf("unpack %s: %w", databaseEntry, err)
	}
	version, damaged, err := store.CheckDatabase(ctx, database)
	if err != nil {
		return nil, err
	}
	if err := c.manifest.checkDamage(damaged); err != nil {
		return nil, err
	}
	c.damaged = damaged
	if version != c.manifest.SchemaVersion {
		return nil, fmt.Errorf("the database has schema version %d, the manifest says %d", version, c.manifest.SchemaVersion)
	}
	if c.counts, err = store.CountDatabase(ctx, database); err != nil {
		return nil, err
	}
	if want := c.manifest.Counts; want != nil && *want != c.counts {
		return nil, fmt.Errorf("the database holds %+v, the manifest says %+v", c.counts, *want)
	}
	return c, nil
}

// unpackDatabase writes the database to a new file.
func (c *container) unpackDatabase(ctx context.Context, to string) (err error) {
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	if err := c.unpack(ctx, databaseEntry, out); err != nil {
		return err
	}
	return out.Sync()
}

// unpack writes an entry, no byte more than the manifest promises, and compares its digest.
// The zip reader itself compares size and CRC with the directory.
func (c *container) unpack(ctx context.Context, name string, to io.Writer) error {
	want := c.manifest.Entries[name]
	in, err := c.files[name].Open()
	if err != nil {
		return err
	}
	defer in.Close()
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(to, sum), io.LimitReader(&cancelReader{ctx, in}, want.Size+1))
	if err != nil {
		return err
	}
	if n != want.Size || hex.EncodeToString(sum.Sum(nil)) != want.SHA256 {
		return errors.New("it is not what the manifest describes")
	}
	return nil
}
