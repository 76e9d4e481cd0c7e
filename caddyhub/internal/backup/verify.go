package backup

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/progresshub/progresshub/store"
)

// Verified says what a backup holds that could be restored.
type Verified struct {
	Manifest  Manifest
	Encrypted bool
	Counts    store.Counts
	Ignored   []string           // credentials in the file, which a restore leaves out
	Damaged   []store.DamagedRow // which a restore keeps as they are
}

// Verify restores a backup file into a scratch folder inside scratchDir (default: that of
// the system) and throws it away: decrypted, every hash compared, the database opened,
// checked and counted, and the counts compared. Nothing else is touched.
func Verify(ctx context.Context, file string, ask Passphrase, scratchDir string) (Verified, error) {
	const op = "verify the backup"
	f, err := os.Open(file)
	if err != nil {
		return Verified{}, fmt.Errorf("%s: %w", op, err)
	}
	defer f.Close()
	scratch, err := os.MkdirTemp(scratchDir, exportPrefix)
	if err != nil {
		return Verified{}, fmt.Errorf("%s: %w", op, err)
	}
	defer os.RemoveAll(scratch)
	c, err := check(ctx, f, ask, scratch)
	if err != nil {
		return Verified{}, fmt.Errorf("%s: %s: %w", op, filepath.Base(file), err)
	}
	return Verified{Manifest: c.manifest, Encrypted: c.sealed, Counts: c.counts, Ignored: c.ignored, Damaged: c.damaged}, nil
}
