package replicate

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

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
	// Replicas are the ids of those that this folder has begun, or was restored from, by
	// their targets: it goes on with those alone, under whatever address.
	Replicas map[Address]string `json:"replicas,omitempty"`
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

// knows notes that a target has this folder's replica of an id.
func (r *record) knows(to Address, id string) {
	if r.Replicas == nil {
		r.Replicas = map[Address]string{}
	}
	r.Replicas[to] = id
}

// has reports whether a replica, wherever it is, is this folder's.
func (r record) has(id string) bool {
	return id != "" && slices.Contains(slices.Collect(maps.Values(r.Replicas)), id)
}

// Adopt lets a data folder, which no hub uses, go on with the replica that it was restored from.
func Adopt(dataDir string, to Address, id string) error {
	r, err := readRecord(dataDir)
	r.knows(to, id)
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
