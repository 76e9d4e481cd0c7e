package replicate

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/progresshub/progresshub/store"
)

// What was committed is in the target, and a database that is restored from it is a hub's with the
// same rows.
func TestWhatIsReplicatedCanBeRestored(t *testing.T) {
	t.Parallel()
	for name, passphrase := range map[string]string{"plain": "", "encrypted": "correct horse battery staple"} {
		t.Run(name, func(t *testing.T) {
			v := folder(t)
			v.Passphrase = passphrase
			h := start(t, t.TempDir())
			h.keeper.Use(v)
			h.add(20)
			h.arrives()
			if s := h.keeper.Status(); s.State != OK || s.Error != "" || s.SyncedAt.IsZero() {
				t.Errorf("%+v", s)
			}
			h.add(5)
			h.stop()
			file, _ := restored(t, v, time.Time{})
			if err := differ(sums(t, filepath.Join(h.dir, store.DatabaseName)), sums(t, file)); err != nil {
				t.Error(err)
			}
		})
	}
}
