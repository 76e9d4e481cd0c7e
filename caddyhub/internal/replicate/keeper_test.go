package replicate

import (
	"context"
	"io"
	"path/filepath"
	"testing"
	"time"

	"github.com/progresshub/progresshub/caddyhub/internal/replicate/blob"
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
			h.keeper.Take(v)
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

// A configuration that is taken off again, as one that was refused, leaves what was before; the last
// one counts until the end.
func TestTheLastConfigurationCounts(t *testing.T) {
	t.Parallel()
	h := start(t, t.TempDir())
	first, second := folder(t), folder(t)
	to := func() Address { return h.keeper.Status().To }
	leaveFirst := h.keeper.Take(first)
	leaveSecond := h.keeper.Take(second)
	if to() != second.To {
		t.Errorf("to %s", to())
	}
	leaveSecond()
	if to() != first.To {
		t.Errorf("after a refusal: to %s", to())
	}
	leaveOff := h.keeper.Take(Values{})
	leaveFirst()
	if to() != "" {
		t.Errorf("after a reload without: to %s", to())
	}
	leaveAgain := h.keeper.Take(first)
	leaveOff()
	leaveAgain()
	if to() != first.To {
		t.Errorf("at the end: to %s", to())
	}
}

// slow is a target that takes no file before it is let.
type slow struct {
	blob.Store
	asked, may chan struct{}
}

func (s slow) Put(ctx context.Context, name string, content io.Reader) error {
	close(s.asked)
	<-s.may
	return s.Store.Put(ctx, name, content)
}

// Nobody waits for a target that a replica is begun in.
func TestASlowTargetHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	h, v := start(t, t.TempDir()), folder(t)
	s := slow{blob.NewFolder(v.To.Folder()), make(chan struct{}), make(chan struct{})}
	joined := make(chan error)
	go func() {
		_, err := h.keeper.join(t.Context(), s, v.To, false, false)
		joined <- err
	}()
	<-s.asked
	asked := make(chan struct{})
	go func() {
		defer close(asked)
		h.keeper.Status()
		h.keeper.Take(Values{})()
	}()
	select {
	case <-asked:
	case <-time.After(10 * time.Second):
		t.Error("they wait for the target")
	}
	close(s.may)
	if err := <-joined; err != nil {
		t.Error(err)
	}
	if r, err := readRecord(h.dir); err != nil || r.Replicas[v.To] == "" {
		t.Errorf("the replica is not known: %+v, %v", r, err)
	}
	<-asked
}

// panicking is a target that panics when it is reached for the first time.
type panicking struct {
	blob.Store
	reached *int
	failing func() bool
	seen    *bool // whether it was failing, the second time
}

func (p panicking) Check(ctx context.Context) error {
	if *p.reached++; *p.reached == 1 {
		panic("a secret")
	}
	*p.seen = p.failing()
	return p.Store.Check(ctx)
}

// A panic ends no more than one try.
func TestAPanicIsAFailureLikeAnyOther(t *testing.T) {
	t.Parallel()
	h, v := start(t, t.TempDir()), folder(t)
	reached, seen := 0, false
	h.keeper.open = func(Values) (blob.Store, error) {
		return panicking{blob.NewFolder(v.To.Folder()), &reached, h.keeper.failing, &seen}, nil
	}
	h.keeper.Take(v)
	h.add(1)
	h.arrives()
	h.stop()
	if reached != 2 || !seen {
		t.Errorf("it was tried %d times, and was failing meanwhile: %t", reached, seen)
	}
}

// A run whose target was away for a moment, and is there again, is over; the next one goes on.
func TestALostTargetIsTakenAnew(t *testing.T) {
	t.Parallel()
	h := start(t, t.TempDir())
	h.keeper.Take(folder(t))
	h.add(1)
	h.arrives()
	first := h.keeper.current()
	first.lease.gone.Store(&errMoved) // as a try between two beats may find out
	h.until("another run", func() bool {
		r := h.keeper.current()
		return r != nil && r != first
	})
	h.add(1)
	h.arrives()
}
