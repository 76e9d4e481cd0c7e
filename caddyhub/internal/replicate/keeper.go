package replicate

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/replicate/blob"
	"github.com/progresshub/progresshub/store"
)

// idName is the file that says which replica this is, in the target and in the folder of what
// Litestream keeps beside the database. In the latter it also says that the log has not been moved
// since by anybody else, so that Litestream finds it as it left it.
const idName = "hub.replica"

// maxID bounds what is read of it, in bytes.
const maxID = 200

// WasUsed reports whether the database of a data folder was replicated when it was used last.
func WasUsed(dataDir string) bool {
	_, err := os.Stat(filepath.Join(dataDir, store.ReplicationFolder))
	return err == nil
}

// Config is what a keeper needs.
type Config struct {
	Store  *store.Store
	Logger *zap.Logger
	// Own reports whether this process listens at an address of this machine.
	Own func(netip.AddrPort) bool
	// Free is how many bytes the disk of a folder has left.
	Free func(folder string) int64
	// Steady is how long the clock has not been set.
	Steady func() time.Duration
	// Alone keeps others from copying the whole database at the same time.
	Alone sync.Locker
}

// Keeper replicates a data folder as the configuration of the moment wants it. It outlives
// configurations: one that changes nothing of it leaves it alone.
type Keeper struct {
	Config
	wishes   chan Values // the newest, until it is taken up
	end      context.CancelFunc
	ended    chan struct{}
	shared   *store.SharedLock
	kept     bool // whether the log has been left alone since Litestream read it; of the loop alone
	attached bool // whether Litestream had the database open at the end; of the loop alone

	now      func() time.Time
	logSize  func() int64                     // of the write-ahead log, in bytes
	mostKept int64                            // of it, and of what was read of it
	open     func(Values) (blob.Store, error) // of a target

	mu        sync.Mutex
	wanted    []*Values // by configurations, the newest on top
	values    Values    // the last wish
	record    record
	run       *run      // nil: not replicating at the moment
	failure   error     // why it is not, or what failed last
	failed    time.Time // when that was
	deadline  time.Time // of the end; zero: it is not near
	since     time.Time // when replicating to this target was wished for, or last worked
	longSince time.Time // when the log was first seen to be too long; zero: it is not
}

// OpenKeeper makes the keeper of a store. It replicates nothing until [Keeper.Take].
func OpenKeeper(cfg Config) (*Keeper, error) {
	k := &Keeper{Config: cfg, now: cfg.Store.Now, logSize: logSizeOf(cfg.Store.Dir()), mostKept: keptLog, wishes: make(chan Values, 1), ended: make(chan struct{})}
	k.open = func(v Values) (blob.Store, error) { return open(v, k.Own) }
	var err error
	if k.record, err = readRecord(cfg.Store.Dir()); err != nil {
		k.Logger.Warn("what is known of the replica is lost", zap.Error(err))
	}
	if k.shared, err = cfg.Store.OpenSharedLock(); err != nil {
		return nil, fmt.Errorf("prepare to replicate: %w", err)
	}
	k.kept = WasUsed(cfg.Store.Dir()) // so the store was opened, too
	ctx, end := context.WithCancel(context.Background())
	k.end = end
	go k.loop(ctx)
	return k, nil
}

// Take puts on top what a configuration wants, and returns what takes it off again: what then lies
// on top counts. A configuration that is refused after it was begun thus leaves what was before.
// The last one taken off still counts: the keeper is about to be closed. Neither waits for anything.
func (k *Keeper) Take(v Values) (leave func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.wanted = append(k.wanted, &v)
	k.use(v)
	return func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		k.wanted = slices.DeleteFunc(k.wanted, func(w *Values) bool { return w == &v })
		if n := len(k.wanted); n > 0 {
			k.use(*k.wanted[n-1])
		}
	}
}

// use replicates so from now on, if that is not so already.
func (k *Keeper) use(v Values) {
	if v == k.values {
		return
	}
	if v.To != "" && v.To != k.record.To {
		k.record.To, k.record.SyncedAt, k.record.Drill, k.record.FailedSince = v.To, nil, nil, nil
		k.note()
	}
	k.values, k.failure, k.since = v, nil, k.now()
	select {
	case <-k.wishes: // one that nobody has taken up
	default:
	}
	k.wishes <- v
}

// note writes the record down. Losing it costs the age of the last drill.
func (k *Keeper) note() {
	if err := k.record.write(k.Store.Dir()); err != nil {
		k.Logger.Warn("what is known of the replica is not kept", zap.Error(err))
	}
}

// Close ends replication, after what was committed last has been sent, if that can be done in this
// time. The store is closed already: closing a handle of the database frees the store's locks on it.
func (k *Keeper) Close(within time.Duration) error {
	k.mu.Lock()
	k.deadline = time.Now().Add(within)
	k.mu.Unlock()
	k.end()
	select {
	case <-k.ended:
	case <-time.After(within + leaveTime):
		// Such as a folder of another machine that does not answer any more. What it holds up ends
		// with the process, and so do the locks.
		return errors.New("the replica's target does not answer: the end does not wait for it")
	}
	return k.shared.Close()
}

// leaving is the time that the end of replicating may take.
func (k *Keeper) leaving() (context.Context, context.CancelFunc) {
	k.mu.Lock()
	defer k.mu.Unlock()
	by := k.deadline
	if by.IsZero() {
		by = time.Now().Add(moveTime)
	}
	return context.WithDeadline(context.Background(), by)
}

// loop replicates as it was wished for last.
func (k *Keeper) loop(ctx context.Context) {
	defer close(k.ended)
	defer func() {
		// Without Litestream SQLite has moved the log when the store closed its last connection.
		if k.kept && !k.attached {
			_ = k.forget()
		}
	}()
	var v Values
	wished := false // what a hub that begins wants is not known yet
	for {
		running, stop := context.WithCancel(ctx)
		ended := make(chan struct{})
		go func(v Values, wished bool) {
			defer close(ended)
			if v.To != "" {
				k.replicate(running, v)
			} else if wished {
				k.letGo(running)
			}
		}(v, wished)
		select {
		case v = <-k.wishes:
			wished = true
		case <-ctx.Done():
		}
		stop()
		<-ended
		if ctx.Err() != nil {
			return
		}
	}
}

// hold has the store leave the log to Litestream, and makes sure that what Litestream knows of it
// is still so, and is of this replica; else it begins with the whole database.
func (k *Keeper) hold(ctx context.Context, id string) error {
	folder := filepath.Join(k.Store.Dir(), store.ReplicationFolder)
	known, err := store.ReadPlainFile(filepath.Join(folder, idName), maxID)
	goesOn := k.kept && err == nil && string(known) == id
	if !goesOn {
		if err := os.RemoveAll(folder); err != nil {
			return err
		}
	}
	if err := k.keepLog(ctx, true); err != nil {
		return err
	}
	k.kept = true
	if !goesOn {
		// In a log that has begun anew some frames of before still stand behind the new ones, by
		// which Litestream would take it for the one that it has read.
		if err := k.Store.EmptyLog(ctx); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	return store.ReplaceFile(filepath.Join(folder, idName), []byte(id))
}

const (
	firstPause = time.Second
	maxPause   = time.Minute
	// moveTime is how long the end of one replica may take when another configuration comes.
	moveTime = 10 * time.Second
)

// replicate replicates until ctx ends, and begins anew when it fails.
func (k *Keeper) replicate(ctx context.Context, v Values) {
	pause := firstPause
	var seen rival
	for {
		began := time.Now()
		err := k.tryOnce(ctx, v, &seen)
		if ctx.Err() != nil {
			return
		}
		k.fail(err)
		if time.Since(began) > maxPause {
			pause = firstPause
		}
		if !k.rest(ctx, pause) {
			return
		}
		pause = min(2*pause, maxPause)
	}
}

// tryOnce keeps a panic of once from ending the process.
func (k *Keeper) tryOnce(ctx context.Context, v Values, seen *rival) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			k.Logger.Error("replicating panicked", zap.String("type", fmt.Sprintf("%T", reason)), zap.ByteString("stack", debug.Stack()))
			err = errors.New("replicate the database: internal error")
		}
	}()
	return k.once(ctx, v, seen)
}

// fail notes why nothing is replicated, and says it once.
func (k *Keeper) fail(err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.failure == nil || k.failure.Error() != err.Error() {
		k.Logger.Warn("the database is not replicated; it is tried again", zap.String("to", string(k.values.To)), zap.Error(err))
	}
	k.failure, k.failed = err, time.Now()
}

// failing reports whether something has failed since it last worked.
func (k *Keeper) failing() bool { return k.failedSince(time.Time{}) != nil }

// failedSince is what has failed since it last worked, and not before a time.
func (k *Keeper) failedSince(at time.Time) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.failed.Before(at) {
		return nil
	}
	return k.failure
}

// works notes that the target takes what it is sent.
func (k *Keeper) works(now time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.failure != nil {
		k.Logger.Info("the database is replicated again", zap.String("to", string(k.values.To)))
	}
	k.failure, k.since = nil, now
}

// current is what runs; nil: nothing does.
func (k *Keeper) current() *run {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.asWished()
}

// asWished is current, with the keeper locked: what runs for the last wish. While one replica ends
// and the next is to begin, that of the former still runs.
func (k *Keeper) asWished() *run {
	if k.run != nil && k.run.values != k.values {
		return nil
	}
	return k.run
}

func (k *Keeper) set(r *run) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.run = r
}

// keepLog has the store leave the log to Litestream, or not. A store that is closed does neither.
func (k *Keeper) keepLog(ctx context.Context, keep bool) error {
	if err := k.Store.KeepLog(ctx, keep); err != nil && !errors.Is(err, store.ErrClosed) {
		return err
	}
	return nil
}
