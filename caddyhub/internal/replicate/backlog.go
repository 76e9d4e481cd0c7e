package replicate

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/store"
)

// keptLog is how much is kept for a target that does not come, in bytes: of the log while it can't be
// reached, and of what Litestream has read of it and not sent, beyond the size of the database. Then
// the whole database is less to send.
const keptLog = 64 << 20

// logSizeOf tells how large the log of a data folder's database is.
func logSizeOf(dataDir string) func() int64 {
	return func() int64 { return fileSize(filepath.Join(dataDir, store.DatabaseName+"-wal")) }
}

func fileSize(file string) int64 {
	info, err := os.Stat(file)
	if err != nil {
		return 0
	}
	return info.Size()
}

// unsent is how much Litestream keeps beside the database beyond the size of that: it sends the whole
// of it first, and that may take its time.
func (k *Keeper) unsent() (bytes int64) {
	_ = filepath.WalkDir(filepath.Join(k.Store.Dir(), store.ReplicationFolder), func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return nil // what is removed meanwhile does not count
		}
		if info, err := e.Info(); err == nil {
			bytes += info.Size()
		}
		return nil
	})
	return bytes - fileSize(filepath.Join(k.Store.Dir(), store.DatabaseName))
}

// keepsTooMuch reports whether the log, and what was read of it and not sent, are more than is kept.
func (k *Keeper) keepsTooMuch(unsent int64) bool {
	return k.logSize()+max(0, unsent) > k.mostKept
}

// rest waits before the next try, and lets the log go when it has grown too long meanwhile, with what
// was read of it: it can't be kept for a target that does not come. It reports whether there is a next
// try.
func (k *Keeper) rest(ctx context.Context, pause time.Duration) bool {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	over := time.NewTimer(pause)
	defer over.Stop()
	for unsent := k.unsent(); ; {
		if k.keepsTooMuch(unsent) {
			k.letGo(ctx)
			unsent = 0
		}
		select {
		case <-look.C:
		case <-over.C:
			return true
		case <-ctx.Done():
			return false
		}
	}
}

// letGo has the store move the log itself again. What Litestream knows of it is of no use any more;
// that of a program of its own stays.
func (k *Keeper) letGo(ctx context.Context) {
	if !k.kept {
		return
	}
	k.kept = false
	if err := errors.Join(k.forget(), k.keepLog(context.WithoutCancel(ctx), false)); err != nil {
		k.Logger.Warn("the log of the database is not moved", zap.Error(err))
	}
}

// forget removes what Litestream knows of the log.
func (k *Keeper) forget() error {
	folder := filepath.Join(k.Store.Dir(), store.ReplicationFolder)
	if _, err := os.Stat(filepath.Join(folder, idName)); err != nil {
		return nil
	}
	return os.RemoveAll(folder)
}
