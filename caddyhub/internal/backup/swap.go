package backup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/progresshub/progresshub/store"
)

// Folders inside the data folder. Their names are all the state a restore has.
const (
	scratchPrefix = ".import-"  // a backup being checked; means nothing yet
	decidedPrefix = ".restore-" // a checked backup that is to replace the data
	keptPrefix    = ".bak-"     // the data that was replaced
)

// databaseFiles are all files of the old database. Its side files go first: beside
// another database they would be taken for part of it, but for the index, which is only of no use
// there.
var databaseFiles = []string{
	store.IndexName,
	store.ReplicationFolder,
	store.DatabaseName + "-wal",
	store.DatabaseName + "-journal",
	store.DatabaseName + "-shm",
	store.DatabaseName,
}

// swap replaces the database by a checked one. A database is several files, which no
// system call replaces at once, so the swap is decided first and carried out then:
//
//  1. The scratch folder .import-*, with the new database on the disk, is renamed to
//     .restore-<time>. This one rename is the decision. Before it, the old data is whole
//     and untouched; after it, the restore is carried out, by this process or the next.
//  2. While .restore-<time> still holds the new database, what lies in its place is old
//     and goes to .bak-<time>, file by file.
//  3. Then the new database is renamed into its place, and .restore-<time> is removed.
//
// Each step may be repeated, and each is on the disk before the next one relies on it, so
// carrying out all of them again finishes a swap that was cut short anywhere. That is
// [Recover], which must run before the database is opened.
type swap struct{ dataDir, stamp string }

func (s swap) decided() string { return filepath.Join(s.dataDir, decidedPrefix+s.stamp) }
func (s swap) kept() string    { return filepath.Join(s.dataDir, keptPrefix+s.stamp) }
func (s swap) fresh() string   { return filepath.Join(s.decided(), store.DatabaseName) }
func (s swap) place() string   { return filepath.Join(s.dataDir, store.DatabaseName) }

// decide makes the restore certain.
func decide(dataDir, scratch string) (swap, error) {
	// What SQLite left beside the database while it was checked must not come along.
	for _, name := range databaseFiles[:len(databaseFiles)-1] {
		if err := os.RemoveAll(filepath.Join(scratch, name)); err != nil {
			return swap{}, err
		}
	}
	if err := store.SyncFolder(scratch); err != nil {
		return swap{}, err
	}
	s := newSwap(dataDir)
	if err := os.Rename(scratch, s.decided()); err != nil {
		return swap{}, err
	}
	return s, nil
}

// newSwap gives a swap the present time, or the next at which nothing was kept.
func newSwap(dataDir string) swap {
	s := swap{dataDir: dataDir}
	for at := time.Now().UTC(); ; at = at.Add(time.Millisecond) {
		s.stamp = at.Format("20060102T150405.000Z")
		if _, err := os.Lstat(s.kept()); errors.Is(err, fs.ErrNotExist) {
			return s
		}
	}
}

// steps lists what a decided swap does, in order.
func (s swap) steps() []func() error {
	var list []func() error
	for _, name := range databaseFiles {
		list = append(list, func() error { return s.keep(name) })
	}
	return append(list, s.install, s.clear)
}

func (s swap) finish() error {
	if err := store.SyncFolder(s.dataDir); err != nil { // first of all the decision itself
		return err
	}
	for _, step := range s.steps() {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// keep moves one file of the old database away.
func (s swap) keep(name string) error {
	if done, err := missing(s.fresh()); done || err != nil {
		return err // the new database is in place: nothing old is left
	}
	return s.setAside(name)
}

// setAside moves a file of the database into the folder for what was replaced.
func (s swap) setAside(name string) error {
	old := filepath.Join(s.dataDir, name)
	if gone, err := missing(old); gone || err != nil {
		return err
	}
	if err := os.Mkdir(s.kept(), 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := os.Rename(old, filepath.Join(s.kept(), name)); err != nil {
		return err
	}
	return errors.Join(store.SyncFolder(s.kept()), store.SyncFolder(s.dataDir))
}

// install puts the new database into its place.
func (s swap) install() error {
	if done, err := missing(s.fresh()); done || err != nil {
		return err
	}
	if err := os.Rename(s.fresh(), s.place()); err != nil {
		return err
	}
	return errors.Join(store.SyncFolder(s.decided()), store.SyncFolder(s.dataDir))
}

// clear removes what only this swap needed, once the new database is sure to stay.
func (s swap) clear() error {
	if err := store.SyncFolder(s.dataDir); err != nil {
		return err
	}
	if err := os.RemoveAll(s.decided()); err != nil {
		return err
	}
	return store.SyncFolder(s.dataDir)
}

// Recover finishes a restore that was cut short and removes what unfinished imports and
// exports left in the data folder. An export may go on beside it, in another process. It must run
// before the database is opened, by whoever holds the folder's [store.Lock].
func Recover(dataDir string) error {
	const op = "finish a restore that was cut short"
	entries, err := os.ReadDir(dataDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	for _, e := range entries {
		name := e.Name()
		if stamp, decided := strings.CutPrefix(name, decidedPrefix); decided {
			err = swap{dataDir, stamp}.finish()
		} else if strings.HasPrefix(name, scratchPrefix) || strings.HasPrefix(name, exportPrefix) && !inUse(filepath.Join(dataDir, name)) {
			err = os.RemoveAll(filepath.Join(dataDir, name))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", op, err)
		}
	}
	return nil
}

// inUse reports whether a process works in a scratch folder.
func inUse(dir string) bool {
	state, err := store.PeekLock(dir)
	return err == nil && state.Held
}

func missing(file string) (bool, error) {
	_, err := os.Lstat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	return false, err
}
