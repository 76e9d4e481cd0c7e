package backup

import (
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/progresshub/progresshub/store"
)

// What a backup calls itself. The version rises only when an older hub could no longer
// read the file.
const (
	formatName    = "progress-hub-backup"
	formatVersion = 1
)

// Manifest is the entry manifest.json: what the backup is and what else lies in it.
type Manifest struct {
	Format        string           `json:"format"`
	Version       int              `json:"version"`
	HubVersion    string           `json:"hub_version"`
	SchemaVersion int              `json:"schema_version"`
	CreatedAt     store.Time       `json:"created_at"`
	Counts        *store.Counts    `json:"counts,omitempty"` // of what the database holds; the first hubs did not say
	Entries       map[string]Entry `json:"entries"`          // by name; all but the manifest itself
	// Damaged are the rows that could not be read when the backup was made: they are in the
	// database as they were. Any other is damage of the file. DamagedMore is how many there are
	// beside those, by table.
	Damaged     []store.DamagedRow `json:"damaged,omitempty"`
	DamagedMore map[string]int     `json:"damaged_more,omitempty"`
	// LeftOut are the settings that could not be read. They are not in the database.
	LeftOut []store.DamagedRow `json:"left_out,omitempty"`
}

// Entry is what one entry must turn out to be once it is unpacked.
type Entry struct {
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"` // lower-case hex
}

func (m Manifest) text() ([]byte, error) {
	b, err := json.MarshalIndent(m, "", "  ")
	if len(b) >= maxManifest {
		return nil, fmt.Errorf("the manifest has %d bytes, at most %d can be restored", len(b)+1, maxManifest)
	}
	return append(b, '\n'), err
}

// parseManifest reads a manifest and refuses one that this hub can't follow. Fields it
// does not know say nothing about the data and are passed over.
func parseManifest(text []byte) (Manifest, error) {
	var m Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return m, fmt.Errorf("the manifest can't be read: %w", err)
	}
	switch {
	case m.Format != formatName:
		return m, fmt.Errorf("the manifest is not of a hub's backup")
	case m.Version != formatVersion:
		return m, fmt.Errorf("the backup has format version %d, this hub knows version %d", m.Version, formatVersion)
	case m.SchemaVersion > store.SchemaVersion():
		return m, &store.NewerSchemaError{File: m.SchemaVersion, Hub: store.SchemaVersion()}
	case m.SchemaVersion < 1:
		return m, fmt.Errorf("the manifest names no schema version")
	}
	if _, there := m.Entries[databaseEntry]; !there {
		return m, fmt.Errorf("the manifest does not list %s", databaseEntry)
	}
	for name, e := range m.Entries {
		if _, known := limitOf(name); !known || name == manifestEntry {
			return m, fmt.Errorf("the manifest lists %q, which is no part of a backup", name)
		}
		if sum, err := hex.DecodeString(e.SHA256); err != nil || len(sum) != 32 || e.Size < 0 {
			return m, fmt.Errorf("the manifest's description of %s can't be read", name)
		}
	}
	return m, nil
}
