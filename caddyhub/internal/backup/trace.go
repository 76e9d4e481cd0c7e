package backup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/progresshub/progresshub/caddyhub/internal/replicate"
	"github.com/progresshub/progresshub/store"
)

// HadDatabase reports whether a data folder has held a database before, which must then not
// begin again as an empty one. Everybody who used the folder has left its lock file there;
// where that is missing or says nothing of it (fresh), what else a hub leaves in its folder
// tells: credentials, the records of backups and of the replica, data that was replaced, a log
// without its database.
func HadDatabase(dataDir string, fresh bool) (bool, error) {
	if !fresh {
		return true, nil
	}
	entries, err := os.ReadDir(dataDir)
	if err != nil {
		return false, fmt.Errorf("look into the data folder: %w", err)
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
		if strings.HasPrefix(names[i], keptPrefix) {
			return true, nil
		}
	}
	left := append([]string{RecordName, replicate.RecordName}, credentialEntries...)
	if !slices.Contains(names, store.DatabaseName) { // beside one, it belongs to a first start
		left = append(left, store.DatabaseName+"-wal", store.DatabaseName+"-journal")
	}
	for _, name := range left {
		info, err := os.Stat(filepath.Join(dataDir, name))
		if err == nil && info.Mode().IsRegular() && info.Size() > 0 {
			return true, nil
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return false, fmt.Errorf("look into the data folder: %w", err)
		}
	}
	return false, nil
}

// SetAside moves what is left of a database into a folder beside it, as a restore does, and
// returns that folder; empty when nothing was left. So it does with the record of the replica: what
// begins now is not to go on in that of the old database, and bury it.
func SetAside(dataDir string) (kept string, err error) {
	s := newSwap(dataDir)
	for _, name := range append([]string{replicate.RecordName}, databaseFiles...) {
		if err := s.setAside(name); err != nil {
			return "", fmt.Errorf("move what is left of the database away: %w", err)
		}
	}
	if gone, err := missing(s.kept()); gone || err != nil {
		return "", err
	}
	return s.kept(), nil
}
