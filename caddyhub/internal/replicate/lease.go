package replicate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"sync/atomic"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/replicate/blob"
	"github.com/progresshub/progresshub/store/phrase"
)

// leaseName is the file in a target that says which hub writes to it.
const leaseName = "hub.lease"

const (
	maxLease = 4 << 10
	// leaseEvery is how often the holder writes its lease anew, and leaseOver after how long
	// without that another hub takes it over. The time is that of whoever waits: clocks of
	// two machines are not compared.
	leaseEvery = time.Minute
	leaseOver  = 3 * time.Minute
	// leaseSure is for how long after it was renewed a hub writes.
	leaseSure = 2 * time.Minute
)

// claim is what the lease says.
type claim struct {
	Folder string `json:"folder"` // a number of the data folder
	Run    string `json:"run"`    // another one of each time that replication was begun
	Host   string `json:"host"`   // for people
	Place  string `json:"place"`  // what a copy of the folder does not share; empty: an older hub's
	Beat   int64  `json:"beat"`   // grows with each time it was written
}

// heldError says that another hub writes to a target.
type heldError struct{ host string }

func (e *heldError) Error() string {
	return e.Unwrap().Error()
}

// Unwrap is the sentence.
func (e *heldError) Unwrap() error { return phrase.ReplicaHeld(e.host, int(leaseOver.Minutes())) }

// errMoved says that a target is not what it was: its disk was taken away, or it was emptied.
var errMoved error = phrase.ReplicaMoved

// lease is the right of this hub to a target.
type lease struct {
	store blob.Store
	mine  claim

	mu   sync.Mutex             // one beat at a time
	held atomic.Pointer[moment] // when it was last renewed
	gone atomic.Pointer[error]  // why it was lost
}

// moment is a time by two clocks: the one that Go measures with stands still while the machine is
// suspended, and the one on the wall is set now and then.
type moment struct{ measured, wall time.Time }

func momentOf(t time.Time) *moment { return &moment{t, t.Round(0)} }

// within reports whether both clocks say that so much time has not passed since a moment.
func (m *moment) within(d time.Duration) bool {
	now := momentOf(time.Now())
	wall := now.wall.Sub(m.wall)
	return now.measured.Sub(m.measured) <= d && wall >= 0 && wall <= d
}

// recent is nil while what was read of a lease at a moment may be acted upon: later it may be another hub's.
func (m *moment) recent() error {
	if !m.within(reachTime) {
		return errors.New("it was looked at too long ago")
	}
	return nil
}

// holds is nil while the lease is sure to be this hub's. What can't renew it writes nothing more, long
// before another hub may take the target over.
func (l *lease) holds() error {
	if err := l.lost(); err != nil {
		return err
	}
	if !l.held.Load().within(leaseSure) {
		return errors.New("the lease of the replica could not be renewed for two minutes: nothing is written until it is")
	}
	return nil
}

// lasting is a context that ends once may has an error. Who asks it for its error hears of that at once:
// after the machine was suspended, any timer is late.
type lasting struct {
	context.Context
	may func() error
	end context.CancelCauseFunc
}

func (l lasting) Err() error {
	if err := l.may(); err != nil {
		l.end(err)
	}
	return l.Context.Err()
}

// asLongAs does something for as long as may has no error, and returns that one then. What waits, and does
// not ask its context, is told within [lookEvery].
func asLongAs(ctx context.Context, may func() error, do func(context.Context) error) error {
	within, end := context.WithCancelCause(ctx)
	defer end(nil)
	l := lasting{within, may, end}
	go func() {
		look := time.NewTicker(lookEvery)
		defer look.Stop()
		for l.Err() == nil {
			select {
			case <-look.C:
			case <-within.Done():
			}
		}
	}()
	err := do(l)
	if err != nil && ctx.Err() == nil && l.Err() != nil {
		return context.Cause(within)
	}
	return err
}

// lost says that the target is another hub's or not what it was, also when it was so for a moment
// only: a lease that is lost stays lost.
func (l *lease) lost() error {
	if gone := l.gone.Load(); gone != nil {
		return *gone
	}
	return nil
}

// rival is what a hub that waits has seen of the lease of another one.
type rival struct {
	claim claim
	since time.Time // when it was first seen so
}

// take takes a target for this hub. While another one has it, it is a [*heldError]; what was seen
// of that one is kept in seen, for the next try.
func take(ctx context.Context, store blob.Store, mine claim, seen *rival, now time.Time) (*lease, error) {
	looked := momentOf(time.Now())
	there, err := readClaim(ctx, store)
	if err != nil {
		return nil, err
	}
	// A copy of the folder has the same number, on another machine or on this one.
	if there.Folder != "" && (there.Folder != mine.Folder || there.Host != mine.Host || there.Place != mine.Place) {
		if seen.claim != there {
			*seen = rival{there, now}
		}
		if now.Sub(seen.since) < leaseOver {
			return nil, &heldError{there.Host}
		}
	}
	l := &lease{store: store, mine: mine}
	l.mine.Beat = there.Beat
	if err := l.write(ctx, looked); err != nil {
		return nil, err
	}
	// Another one may have taken it in the same moment.
	if there, err = readClaim(ctx, store); err == nil && there.Run != mine.Run {
		err = &heldError{there.Host}
	}
	return l, err
}

// beat writes the lease anew; another hub that has taken it is a [*heldError].
func (l *lease) beat(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	looked := momentOf(time.Now())
	there, err := readClaim(ctx, l.store)
	if err != nil {
		return err
	}
	if there.Run != l.mine.Run {
		err = &heldError{there.Host}
		if there.Run == "" {
			err = errMoved
		}
		l.gone.Store(&err)
		return err
	}
	return l.write(ctx, looked)
}

// write writes the lease, after a look at the one that is there.
func (l *lease) write(ctx context.Context, looked *moment) error {
	l.mine.Beat++
	text, err := json.Marshal(l.mine)
	if err != nil {
		return err
	}
	began := momentOf(time.Now()) // who waits may see it from then on
	if err := asLongAs(ctx, looked.recent, func(ctx context.Context) error {
		return l.store.Put(ctx, leaseName, bytes.NewReader(append(text, '\n')))
	}); err != nil {
		return fmt.Errorf("write the lease of the replica: %w", err)
	}
	l.held.Store(began)
	return nil
}

// release gives the target free for any hub, if it is still this one's.
func (l *lease) release(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	looked := momentOf(time.Now())
	there, err := readClaim(ctx, l.store)
	if err != nil || there.Run != l.mine.Run {
		return err
	}
	return asLongAs(ctx, looked.recent, func(ctx context.Context) error { return l.store.Delete(ctx, []string{leaseName}) })
}

// readClaim reads the lease; a target without one is free, and so is one whose lease says nothing.
func readClaim(ctx context.Context, store blob.Store) (c claim, err error) {
	text, err := readSmall(ctx, store, leaseName, maxLease)
	if errors.Is(err, fs.ErrNotExist) {
		return claim{}, nil
	}
	if err != nil {
		return claim{}, fmt.Errorf("read the lease of the replica: %w", err)
	}
	if json.Unmarshal(text, &c) != nil {
		return claim{}, nil
	}
	return c, nil
}
