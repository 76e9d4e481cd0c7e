package backup

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/progresshub/progresshub/store"
)

// RecordName is the file in the data folder that says how the scheduled backups went. It
// speaks of this machine, so it is no part of a backup.
const RecordName = "backups.json"

// Run is one scheduled backup.
type Run struct {
	At        store.Time   `json:"at"`   // when it began
	File      string       `json:"file"` // where it is, or was to be
	Seconds   float64      `json:"seconds"`
	Bytes     int64        `json:"bytes"`
	Encrypted bool         `json:"encrypted"`
	Counts    store.Counts `json:"counts"` // of what was read back from it
	// Error says why there is no backup, in words for the owner. Without one the file is
	// there and has been restored once, as [Verify] does.
	Error string `json:"error,omitempty"`
}

// record is what is remembered.
type record struct {
	Last        *Run   `json:"last"`
	LastSuccess *Run   `json:"last_success"`
	Files       []kept `json:"files"`   // the oldest first
	Partial     string `json:"partial"` // a file that is being written
	// FailedSince is when the first of the runs began that have failed in a row; nil: the last
	// one succeeded, or an older hub wrote this.
	FailedSince *store.Time `json:"failed_since,omitempty"`
}

// kept is a file that the hub has written and may therefore remove.
type kept struct {
	File  string `json:"file"`
	Bytes int64  `json:"bytes"`
}

// maxElsewhere bounds how many files in other folders are remembered, the newest ones.
const maxElsewhere = 1000

// Keeper is what outlives the configurations: the record of a data folder's scheduled
// backups, and the one place for a backup that is being downloaded.
type Keeper struct {
	path     string
	download chan struct{}

	mu     sync.RWMutex
	record record
	said   string // the last failure in the log

	unreadySince time.Time // when the folder was first seen to be unfit; zero: it is not
	mended       bool      // it is fit again, and was not at the last run
	overdueSlot  time.Time // the backup that was last seen to be due and not made
	overdueSince time.Time // when it was first seen
}

// OpenKeeper opens the record of a data folder. One that can't be used is an error, and
// the keeper then begins a new one: files of before are left alone.
func OpenKeeper(dataDir string) (*Keeper, error) {
	k := &Keeper{path: filepath.Join(dataDir, RecordName), download: make(chan struct{}, 1)}
	text, err := os.ReadFile(k.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return k, nil
	case err == nil:
		err = json.Unmarshal(text, &k.record)
	}
	if err != nil {
		k.record = record{}
		err = fmt.Errorf("the record of scheduled backups begins anew: read %s: %w", RecordName, err)
	}
	return k, err
}

// Last is the last run and the last that succeeded; nil: there was none.
func (k *Keeper) Last() (last, success *Run) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.record.Last, k.record.LastSuccess
}

// change alters the record and writes it. What can't be written counts all the same, until
// the hub ends.
func (k *Keeper) change(alter func(*record)) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	alter(&k.record)
	text, err := json.MarshalIndent(k.record, "", "  ")
	if err == nil {
		err = store.ReplaceFile(k.path, append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", RecordName, err)
	}
	return nil
}

// isNews reports whether a failure is another than the last one, and remembers it.
func (k *Keeper) isNews(failure string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	was := k.said
	k.said = failure
	return was != failure
}

// Tidy removes a file that a process which was killed left half written. Whoever holds the
// data folder's [store.Lock] calls it, while no backup is being written.
func (k *Keeper) Tidy() error {
	k.mu.RLock()
	half := k.record.Partial
	k.mu.RUnlock()
	if half == "" {
		return nil
	}
	if isPartial(filepath.Base(half)) {
		if err := os.Remove(half); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove a backup that was cut short: %w", err)
		}
	}
	return k.change(func(r *record) { r.Partial = "" })
}

// rotate removes the oldest backups of a folder until only so many are left, which take no more
// bytes than they may (0: any), but not the newest. It removes what the record names and is still
// as it was written, and nothing else. What it names in other folders waits for the day when
// backups are made there again.
func (k *Keeper) rotate(dir string, keep int, most int64) error {
	var files, elsewhere []kept
	k.mu.RLock()
	for _, f := range k.record.Files {
		if filepath.Dir(f.File) == dir {
			files = append(files, f)
		} else {
			elsewhere = append(elsewhere, f)
		}
	}
	k.mu.RUnlock()
	files = slices.DeleteFunc(files, func(f kept) bool {
		info, err := os.Lstat(f.File)
		gone := errors.Is(err, fs.ErrNotExist)
		changed := err == nil && (!info.Mode().IsRegular() || info.Size() != f.Bytes)
		return !isOwn(filepath.Base(f.File)) || gone || changed
	})
	var size int64
	for _, f := range files {
		size += f.Bytes
	}
	var err error
	for err == nil && len(files) > 1 && (len(files) > keep || most > 0 && size > most) {
		if err = os.Remove(files[0].File); err == nil {
			size -= files[0].Bytes
			files = files[1:]
		}
	}
	if err != nil {
		err = fmt.Errorf("remove an old backup: %w", err)
	}
	elsewhere = elsewhere[max(0, len(elsewhere)-maxElsewhere):]
	return errors.Join(err, k.change(func(r *record) { r.Files = append(elsewhere, files...) }))
}
