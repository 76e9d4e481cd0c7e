package indexer

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/indexer/transcript"
	"github.com/progresshub/progresshub/store"
)

// stateName is the file of what was sent to one hub.
const stateName = "transcripts.json"

// stateVersion is raised when the readers understand more than before: all is read anew.
const stateVersion = 2

// restAfter is how long after its last change a transcript is taken for ended. One that
// goes on after all is read from the start.
const restAfter = 30 * 24 * time.Hour

// known is what one run tells the next of a transcript.
type known struct {
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
	// Offset is where to read on, Mark what stood before it, Session what was read.
	Offset  int64               `json:"offset,omitempty"`
	Mark    string              `json:"mark,omitempty"`
	Session *transcript.Session `json:"session,omitempty"`
	// Sent is the digest of the record that the hub has; empty: it has none.
	Sent string `json:"sent,omitempty"`
	// Refused says that the hub did not take the last record: it is sent again.
	Refused bool `json:"refused,omitempty"`
}

// state is what was sent to one hub.
type state struct {
	Version     int              `json:"version"`
	HubURL      string           `json:"hub_url"`
	Transcripts map[string]known `json:"transcripts"`

	file string
}

// StateDir is the folder for what this machine keeps of one hub, such as what was sent to it. It
// need not be there.
func StateDir(env transcript.Environment, hub *url.URL) string {
	sum := sha256.Sum256([]byte(hub.String()))
	name := strings.Map(func(r rune) rune {
		if r == '.' || r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' {
			return r
		}
		return '-'
	}, strings.ToLower(hub.Hostname()))
	return filepath.Join(StateFolder(env), name[:min(len(name), 64)]+"-"+hex.EncodeToString(sum[:4]))
}

// StateFolder is the folder for what the hub's programs keep on this machine for its owner.
func StateFolder(env transcript.Environment) string {
	return filepath.Join(folder(env, "XDG_STATE_HOME", "LocalAppData", ".local/state"), "progress-hub")
}

// errDamaged says that a state can't be used. Sending all again does no harm.
var errDamaged = errors.New("what was sent before can't be read, so all is sent again")

// loadState reads the state in a folder; without one, or with [errDamaged], nothing was sent.
func loadState(dir string, hub *url.URL) (*state, error) {
	s := &state{Version: stateVersion, HubURL: hub.String(), Transcripts: map[string]known{}, file: filepath.Join(dir, stateName)}
	f, err := os.Open(s.file)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, errDamaged
	}
	defer f.Close()
	var kept state
	if json.NewDecoder(f).Decode(&kept) != nil {
		return s, errDamaged
	}
	if kept.Version == stateVersion && kept.HubURL == s.HubURL && kept.Transcripts != nil {
		s.Transcripts = kept.Transcripts
	}
	return s, nil
}

func (s *state) save() error {
	text, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("encode what was sent: %w", err)
	}
	if err := store.ReplaceFile(s.file, text); err != nil {
		return fmt.Errorf("note what was sent: %w", err)
	}
	return nil
}

// keep notes a transcript. Of one that has come to rest, or is always read whole, there is
// nothing to read on.
func (s *state) keep(key string, k known, now time.Time) {
	if k.Mark == "" || now.Sub(k.Modified) > restAfter {
		k.Session, k.Mark, k.Offset = nil, "", 0
	}
	s.Transcripts[key] = k
}

// LastRun is when a run last noted what it sent to a hub; zero: none did.
func LastRun(env transcript.Environment, hub *url.URL) time.Time {
	info, err := os.Stat(filepath.Join(StateDir(env, hub), stateName))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}
