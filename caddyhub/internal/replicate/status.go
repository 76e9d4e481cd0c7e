package replicate

import (
	"context"
	"errors"
	"time"

	"github.com/progresshub/progresshub/store/phrase"
)

// State is how a replica stands.
type State string

// The states.
const (
	Off     State = "off"     // none is wanted of the hub
	OK      State = "ok"      // it has all commits but those of the last seconds
	Behind  State = "behind"  // it is on its way to that, as at the start
	Failing State = "failing" // commits are missing for longer than they may
)

const (
	// behind is for how long a commit may be missing before the replica is called behind, and late
	// before it is called failing.
	behind = 10 * time.Second
	late   = time.Minute
	// longLog is how large the log may grow before it is told of: whoever replicates moves it into
	// the database long before, if nothing keeps it from that.
	longLog = 128 << 20
)

// Status is what there is to say of a replica.
type Status struct {
	To        Address
	State     State
	SyncedAt  time.Time     // when something was written to it last; zero: not known
	Lag       time.Duration // for how long the oldest commit waits that is missing
	Since     time.Time     // since when it fails; zero: it does not
	Error     string        // why
	Keep      time.Duration
	WALBytes  int64 // of the database's write-ahead log
	Encrypted bool
	Drill     *Drill // the last one; nil: there was none
}

// Status tells how the replica stands.
func (k *Keeper) Status() Status {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := Status{WALBytes: k.logSize(), To: k.values.To, State: Off, Keep: k.values.Keep.Duration, Encrypted: k.values.Passphrase != "", Drill: k.record.Drill}
	if s.To == "" || s.To == External {
		return s
	}
	now := k.now()
	if at := k.record.SyncedAt; at != nil {
		s.SyncedAt = at.Time
	}
	if k.failure != nil {
		s.Error = said(k.failure)
	}
	missing := k.since // as long as nothing was sent
	s.State = Behind
	if r := k.asWished(); r != nil {
		if at := r.covered.synced(); !at.IsZero() {
			s.SyncedAt = at
		}
		if r.covered.known() {
			missing, s.State = r.covered.look(k.Store.LastCommit(), now), OK
		}
	}
	if !missing.IsZero() {
		s.Lag = max(0, now.Sub(missing))
	}
	switch {
	case s.Lag > late:
		s.State, s.Since = Failing, missing
		if s.Error == "" {
			s.Error = phrase.ReplicaSilent.String()
		}
	case s.Lag > behind:
		s.State = Behind
	}
	return s
}

// said is what an error says to the owner: the sentence in it, if there is one. What was under way
// then, the log tells.
func said(err error) string {
	if p, ok := errors.AsType[phrase.Phrase](err); ok {
		return p.String()
	}
	return err.Error()
}

// SetUp reports whether there is a replica.
func (k *Keeper) SetUp(context.Context) (bool, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.values.To != "", nil
}

// Problem tells why commits are missing from the replica, in words for the owner, and since when;
// or that it could not be restored.
func (k *Keeper) Problem(context.Context) (text string, since time.Time, failing bool, err error) {
	s := k.Status()
	if s.State == Failing {
		return s.Error, s.Since, true, nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if s.To == "" || s.WALBytes < longLog {
		k.longSince = time.Time{}
	} else if k.longSince.IsZero() {
		k.longSince = k.now()
	}
	if !k.longSince.IsZero() {
		return phrase.ReplicaLog(int(s.WALBytes >> 20)).String(), k.longSince, true, nil
	}
	if s.To == "" {
		return "", time.Time{}, false, nil
	}
	return k.record.problem()
}

// Recorded tells of the replica of a data folder that others may use, as far as it was written down.
type Recorded struct {
	Values
	record record
}

// ReadRecorded reads what is known of a data folder's replica.
func ReadRecorded(dataDir string, v Values) (Recorded, error) {
	r, err := readRecord(dataDir)
	if r.To != v.To {
		r = record{}
	}
	return Recorded{v, r}, err
}

// SetUp reports whether there is a replica.
func (r Recorded) SetUp(context.Context) (bool, error) { return r.To != "", nil }

// Problem tells that the replica could not be restored when that was tried last.
func (r Recorded) Problem(context.Context) (text string, since time.Time, failing bool, err error) {
	return r.record.problem()
}

// LastDrill is the last drill; nil: there was none.
func (r Recorded) LastDrill() *Drill { return r.record.Drill }

// problem tells that the last drill failed, and since when they do.
func (r record) problem() (text string, since time.Time, failing bool, err error) {
	d := r.Drill
	if r.To == "" || d == nil || d.OK {
		return "", time.Time{}, false, nil
	}
	since = d.At.Time
	if r.FailedSince != nil {
		since = r.FailedSince.Time
	}
	return phrase.ReplicaDrill(d.Error).String(), since, true, nil
}

// keepDrill notes a drill of what runs, unless another replica is wished for by now.
func (k *Keeper) keepDrill(r *run, d Drill) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.asWished() != r {
		return
	}
	k.record.Drill = &d
	switch {
	case d.OK:
		k.record.FailedSince = nil
	case k.record.FailedSince == nil:
		k.record.FailedSince = new(d.At)
	}
	k.note()
}
