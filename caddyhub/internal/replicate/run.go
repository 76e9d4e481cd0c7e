package replicate

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"
	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/replicate/blob"
	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

const (
	// reachTime is how long a target may take to be reached.
	reachTime = 30 * time.Second
	// againEvery is how often a target that fails is tried again.
	againEvery = 5 * time.Second
	// firstBeat is when the lease is looked at first.
	firstBeat = 5 * time.Second
	// lookEvery is how often it is looked what has reached the target.
	lookEvery = time.Second
)

// leaveTime is how long the end waits for what was committed last to be sent. Tests have more.
var leaveTime = 1500 * time.Millisecond

// What Litestream does, and when: a file of each second with commits, kept for five minutes; then
// one for each 10 seconds, from which any moment can be restored; larger ones of them, so that a
// restore reads few; and the whole database once a day.
const (
	keepSyncs     = 5 * time.Minute
	snapshotEvery = 24 * time.Hour
	// checkpointPages is how many pages of log are moved at once; fewer write more.
	checkpointPages = 4_000
)

var compactions = litestream.CompactionLevels{{Level: 0}, {Level: 1, Interval: 10 * time.Second}, {Level: 2, Interval: time.Minute}, {Level: 3, Interval: time.Hour}}

// run is replicating to one target, from when it was reached.
type run struct {
	values   Values
	store    blob.Store
	seal     *seal
	files    *files
	lease    *lease
	id       string // of this replica
	db       *litestream.DB
	covered  coverage
	began    time.Time                   // when it was reached
	complete func() bool                 // whether it has all that Litestream has read
	retain   func(context.Context) error // removes what is too old

	using sync.RWMutex    // held by who uses the database of Litestream, and by its end
	life  context.Context // until Litestream closes it
	end   context.CancelFunc
}

// use runs what needs the database of Litestream while that is open. Once closed it would be opened
// again by it, and nobody would close that.
func (r *run) use(ctx context.Context, do func(context.Context) error) error {
	r.using.RLock()
	defer r.using.RUnlock()
	if r.life.Err() != nil {
		return errors.New("it is not replicated any more")
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(r.life, cancel)()
	return do(ctx)
}

// once replicates until ctx ends or the target is lost. It returns why it ended.
func (k *Keeper) once(ctx context.Context, v Values, seen *rival) (err error) {
	k.attached = false
	if v.To == External {
		return k.standAside(ctx)
	}
	r, err := k.reach(ctx, v, seen)
	if err != nil {
		return err
	}
	defer k.leave(r)
	if err := k.hold(ctx, r.id); err != nil {
		return err
	}
	defer func() {
		// Litestream has just closed its handle of the database, and with it the store's locks.
		err = errors.Join(err, k.shared.Take())
	}()
	stop, err := r.start(k)
	if err != nil {
		return err
	}
	k.attached = true
	defer func() {
		stop()
		k.attached = ctx.Err() != nil // the end, or the next target: nobody has moved the log meanwhile
	}()
	k.set(r)
	defer k.set(nil)
	k.Logger.Info("the database is replicated", zap.String("to", string(v.To)))
	return k.watch(ctx, r)
}

// standAside leaves the log to another process until ctx ends.
func (k *Keeper) standAside(ctx context.Context) error {
	if err := k.keepLog(ctx, true); err != nil {
		return err
	}
	k.kept, k.attached = true, true
	<-ctx.Done()
	return nil
}

// reach opens a target: it can be written to, with this passphrase, by nobody else.
func (k *Keeper) reach(ctx context.Context, v Values, seen *rival) (r *run, err error) {
	s, err := k.open(v)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = s.Close()
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, reachTime)
	defer cancel()
	if err := s.Check(ctx); err != nil {
		return nil, err
	}
	k.mu.Lock()
	mine := claim{Folder: k.record.Folder, Run: rand.Text(), Place: placeOf(k.Store.Dir())}
	k.note() // its number, by which the target will know this folder
	k.mu.Unlock()
	mine.Host, _ = os.Hostname()
	// The lease before the key: two hubs that begin at once must not make two.
	held, err := take(ctx, s, mine, seen, k.now())
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			ctx, cancel := k.leaving()
			defer cancel()
			_ = held.release(ctx)
		}
	}()
	r = &run{values: v, store: s, lease: held, began: k.now()}
	err = asLongAs(ctx, held.holds, func(ctx context.Context) error { // the key and the id, too, may be another hub's by then
		old, err := holdsReplica(ctx, s)
		if err != nil {
			return err
		}
		if r.seal, err = openSeal(ctx, s, v.Passphrase, !old); err != nil {
			return err
		}
		r.id, err = k.join(ctx, s, v.To, old, r.seal != nil)
		return err
	})
	if err != nil {
		return nil, err
	}
	r.files = &files{store: s, seal: r.seal, only: true, steady: k.Steady, may: held.holds, wrote: func(h ltx.Header) {
		now := k.now()
		r.covered.wrote(h, now)
		k.works(now)
	}, failed: k.fail}
	// Litestream looks at this level when it opens the database, and closes it again when that
	// fails. So it is known by then.
	_, err = r.files.list(ctx, 0)
	return r, err
}

// join begins a replica in an empty target, or goes on with that of this folder. Another one is left
// alone, since it may be all that is left of a hub; and so is a target that has had this one and is
// without it, since that may be where its disk should be.
func (k *Keeper) join(ctx context.Context, s blob.Store, to Address, old, sealed bool) (id string, err error) {
	there, err := readID(ctx, s)
	if err != nil {
		return "", err
	}
	k.mu.Lock()
	known, own := k.record.Replicas[to], k.record.has(there)
	k.mu.Unlock()
	switch {
	case there == known && known != "":
		return known, nil
	case own: // the address is spelled in another way, or the replica was moved
		return there, k.knows(to, there)
	case known != "" && there == "":
		return "", phrase.ReplicaGone(RecordName)
	case old || there != "":
		return "", phrase.ReplicaForeign
	}
	id = rand.Text()
	if sealed {
		id += sealedID
	}
	if err := s.Put(ctx, idName, strings.NewReader(id)); err != nil { // which may take its time: nobody waits for it
		return "", err
	}
	return id, k.knows(to, id)
}

// knows notes on the disk that a target has this folder's replica of an id.
func (k *Keeper) knows(to Address, id string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.record.knows(to, id)
	return k.record.write(k.Store.Dir())
}

// leave gives the target free.
func (k *Keeper) leave(r *run) {
	ctx, cancel := k.leaving()
	defer cancel()
	_ = r.lease.release(ctx) // or it is taken over in some minutes
	_ = r.store.Close()
}

// start lets Litestream begin, and returns what ends it.
func (r *run) start(k *Keeper) (stop func(), err error) {
	log := newLog(k.Logger.Named("litestream"))
	db := litestream.NewDB(filepath.Join(k.Store.Dir(), store.DatabaseName))
	db.MinCheckpointPageN = checkpointPages
	db.Replica = litestream.NewReplicaWithClient(db, r.files)
	all := litestream.NewStore([]*litestream.DB{db}, compactions)
	all.Logger = log
	db.SetLogger(log)
	all.SnapshotInterval = snapshotEvery
	// The oldest moment needs a snapshot from before it.
	all.SnapshotRetention = r.values.Keep.Duration + snapshotEvery
	all.SetL0Retention(keepSyncs)
	all.SetShutdownSyncTimeout(leaveTime)
	r.db = db
	r.life, r.end = context.WithCancel(context.Background())
	r.complete = func() bool {
		here, err := db.Pos()
		return err == nil && here.TXID > 0 && db.Replica.Pos().TXID >= here.TXID
	}
	r.retain = func(ctx context.Context) error { return all.EnforceSnapshotRetention(ctx, db) }
	if err := all.Open(context.Background()); err != nil {
		return nil, fmt.Errorf("begin to replicate: %w", err)
	}
	return func() {
		r.end()
		r.using.Lock()
		defer r.using.Unlock()
		ctx, cancel := k.leaving()
		defer cancel()
		if err := all.Close(ctx); err != nil {
			k.Logger.Warn("what was committed last is not all in the replica; it follows with the next start", zap.Error(err))
		}
	}, nil
}

// watch holds on to what replication needs, until ctx ends or another hub has the target.
func (k *Keeper) watch(ctx context.Context, r *run) error {
	ctx, stop := context.WithCancel(ctx)
	var beside sync.WaitGroup
	defer beside.Wait() // Litestream would open the database again
	defer stop()
	beside.Go(func() { r.compare(ctx) })
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	beat := time.NewTimer(firstBeat) // two that began at once find out
	defer beat.Stop()
	again := time.NewTicker(againEvery)
	defer again.Stop()
	began := time.Now()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-look.C:
			// Litestream closes and reopens its handle of the database when it fails to begin.
			if err := k.shared.Take(); err != nil {
				k.Logger.Warn("the lock of the database could not be taken again", zap.Error(err))
			}
			r.covered.look(k.Store.LastCommit(), k.now())
		case <-again.C:
			// Litestream itself waits for up to five minutes after failures.
			if k.failing() {
				k.again(ctx, r)
			}
			// Litestream itself looks at the start, and then once a day.
			if r.files.owed.Load() && k.Steady() >= steadyWait {
				r.files.owed.Store(false)
				beside.Go(func() {
					if err := r.retain(ctx); err != nil && ctx.Err() == nil {
						k.Logger.Warn("old files of the replica stay for now", zap.Error(err))
					}
				})
			}
			// A failure of before may stand while the whole database is on its way. Under many writes
			// Litestream falls behind with the log, and only that grows.
			if err := k.failedSince(began); err != nil && k.keepsTooMuch(k.unsent()) {
				return err
			}
		case <-beat.C:
			beat.Reset(leaseEvery)
			if err := k.beat(ctx, r); err != nil && ctx.Err() == nil {
				k.fail(err)
			}
		}
		if err := r.lease.lost(); err != nil {
			return err
		}
	}
}

// compare waits until the replica has all that was committed when it was reached, as far as that is
// known: Litestream has read the log since, and has nothing left to send.
func (r *run) compare(ctx context.Context) {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for read := false; ; {
		if !read {
			read = r.db.Sync(ctx) == nil
		}
		if read && r.complete() {
			r.covered.begun(r.began)
			return
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return
		}
	}
}

// again tries to send what is missing. Whether that worked, the files tell.
func (k *Keeper) again(ctx context.Context, r *run) {
	ctx, cancel := context.WithTimeout(ctx, reachTime)
	defer cancel()
	if r.lease.beat(ctx) == nil { // nothing is written without it
		_ = r.db.Replica.Sync(ctx)
	}
}

// beat renews the lease, and what was written down of the replica.
func (k *Keeper) beat(ctx context.Context, r *run) error {
	ctx, cancel := context.WithTimeout(ctx, reachTime)
	defer cancel()
	err := r.lease.beat(ctx)
	if at := r.covered.synced(); err == nil && !at.IsZero() {
		k.mu.Lock()
		defer k.mu.Unlock()
		if k.asWished() != r {
			return nil
		}
		k.record.SyncedAt = new(store.At(at))
		k.note()
	}
	return err
}
