package replicate

import (
	"context"
	"errors"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"go.uber.org/zap"

	"github.com/progresshub/progresshub/store"
)

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
	// Alone keeps others from copying the whole database at the same time.
	Alone sync.Locker
}

// Keeper replicates a data folder as the configuration of the moment wants it. It outlives
// configurations: one that changes nothing of it leaves it alone.
type Keeper struct {
	Config
	wishes chan Values // the newest, until it is taken up
	end    context.CancelFunc
	ended  chan struct{}
	shared *store.SharedLock

	now     func() time.Time
	logSize func() int64 // of the write-ahead log, in bytes

	mu        sync.Mutex
	wanted    []*Values // by configurations, the newest on top
	values    Values    // the last wish
	record    record
	run       *run      // nil: not replicating at the moment
	failure   error     // why it is not, or what failed last
	deadline  time.Time // of the end; zero: it is not near
	since     time.Time // when replicating to this target was wished for, or last worked
	longSince time.Time // when the log was first seen to be too long; zero: it is not
}

// OpenKeeper makes the keeper of a store. It replicates nothing until [Keeper.Take].
func OpenKeeper(cfg Config) (*Keeper, error) {
	k := &Keeper{Config: cfg, now: cfg.Store.Now, logSize: logSizeOf(cfg.Store.Dir()), wishes: make(chan Values, 1), ended: make(chan struct{})}
	var unread error
	k.record, unread = readRecord(cfg.Store.Dir())
	shared, err := cfg.Store.OpenSharedLock()
	if err != nil {
		return nil, err
	}
	k.shared = shared
	ctx, end := context.WithCancel(context.Background())
	k.end = end
	go k.loop(ctx)
	return k, unread
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
	if v.To != k.record.To {
		k.record.To, k.record.SyncedAt, k.record.Drill, k.record.FailedSince = v.To, nil, nil, nil
		if v.To != "" {
			k.note()
		}
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
	<-k.ended
	return k.shared.Close()
}

// leaving is the time that the end of replicating may take.
func (k *Keeper) leaving() (context.Context, context.CancelFunc) {
	k.mu.Lock()
	defer k.mu.Unlock()
	by := time.Now().Add(leaveTime)
	if !k.deadline.IsZero() && k.deadline.Before(by) {
		by = k.deadline
	}
	return context.WithDeadline(context.Background(), by)
}

// loop replicates as it was wished for last.
func (k *Keeper) loop(ctx context.Context) {
	defer close(k.ended)
	var v Values
	for {
		running, stop := context.WithCancel(ctx)
		ended := make(chan struct{})
		go func(v Values) {
			defer close(ended)
			if v.To != "" {
				k.replicate(running, v)
			}
		}(v)
		select {
		case v = <-k.wishes:
		case <-ctx.Done():
		}
		stop()
		<-ended
		if ctx.Err() != nil {
			return
		}
	}
}

const (
	firstPause = time.Second
	maxPause   = time.Minute
)

// replicate replicates until ctx ends, and begins anew when it fails.
func (k *Keeper) replicate(ctx context.Context, v Values) {
	pause := firstPause
	var seen rival
	for {
		began := time.Now()
		err := k.once(ctx, v, &seen)
		if ctx.Err() != nil {
			return
		}
		k.fail(err)
		if time.Since(began) > maxPause {
			pause = firstPause
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
		pause = min(2*pause, maxPause)
	}
}

// fail notes why nothing is replicated, and says it once.
func (k *Keeper) fail(err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.failure == nil || k.failure.Error() != err.Error() {
		k.Logger.Warn("the database is not replicated; it is tried again", zap.String("to", string(k.values.To)), zap.Error(err))
	}
	k.failure = err
}

// failing reports whether something has failed since it last worked.
func (k *Keeper) failing() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.failure != nil
}

// works notes that the target takes what it is sent.
func (k *Keeper) works(now time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.failure, k.since = nil, now
}

// current is what runs; nil: nothing does.
func (k *Keeper) current() *run {
	k.mu.Lock()
	defer k.mu.Unlock()
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
