package replicate

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/progresshub/progresshub/store"
)

// RecordName is the file in the data folder that says how replication went. It speaks of this
// folder, so it is no part of a backup.
const RecordName = "replica.json"

// record is what outlives the process.
type record struct {
	// Folder is a number of this data folder, by which a target knows it again.
	Folder string `json:"folder"`
	// To is the target that the rest is about.
	To Address `json:"to"`
	// Lines are the numbers of the replicas that this folder has begun, or was restored from, by
	// their places: it goes on with those alone.
	Lines map[Address]string `json:"lines,omitempty"`
	// SyncedAt is when something was written to the target last, as far as it was noted.
	SyncedAt *store.Time `json:"synced_at,omitempty"`
	Drill    *Drill      `json:"drill,omitempty"` // the last one
	// FailedSince is when the first of the drills was that have failed in a row.
	FailedSince *store.Time `json:"drill_failed_since,omitempty"`
}

// Drill is a restore that was made to see that it works.
type Drill struct {
	At      store.Time `json:"at"`
	OK      bool       `json:"ok"`
	Rows    int64      `json:"rows"`    // that were compared
	Bytes   int64      `json:"bytes"`   // of the database that was restored
	Seconds float64    `json:"seconds"` // that it took
	Error   string     `json:"error,omitempty"`
}

// readRecord reads the record of a data folder. One that can't be used is an error beside a new one.
func readRecord(dataDir string) (r record, err error) {
	text, err := os.ReadFile(filepath.Join(dataDir, RecordName))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	case err == nil:
		err = json.Unmarshal(text, &r)
	}
	if err != nil {
		r = record{}
		err = fmt.Errorf("read %s: %w", RecordName, err)
	}
	if r.Folder == "" {
		r.Folder = rand.Text()
	}
	return r, err
}

// knows notes that a place has this folder's replica of a number.
func (r *record) knows(to Address, line string) {
	if r.Lines == nil {
		r.Lines = map[Address]string{}
	}
	r.Lines[to] = line
}

// Adopt lets a data folder, which no hub uses, go on with the replica that it was restored from.
func Adopt(dataDir string, to Address, line string) error {
	r, err := readRecord(dataDir)
	r.knows(to, line)
	return errors.Join(err, r.write(dataDir))
}

func (r record) write(dataDir string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err == nil {
		err = store.ReplaceFile(filepath.Join(dataDir, RecordName), append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", RecordName, err)
	}
	return nil
}
