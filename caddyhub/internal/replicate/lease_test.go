package replicate

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/superfly/ltx"

	"github.com/progresshub/progresshub/caddyhub/internal/replicate/blob"
)

// A target is one hub's for as long as it renews its lease, by the clock of who waits for it.
func TestLease(t *testing.T) {
	t.Parallel()
	ctx, s := t.Context(), blob.NewFolder(t.TempDir())
	now := time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)
	var seen, none rival
	held := new(heldError)

	first, err := take(ctx, s, claim{Folder: "a", Run: "1", Host: "attic", Place: "x"}, &none, now)
	if err != nil {
		t.Fatal(err)
	}
	other := claim{Folder: "b", Run: "2", Host: "cellar"}
	if _, err := take(ctx, s, other, &seen, now); !errors.As(err, &held) || held.host != "attic" {
		t.Errorf("a second hub: %v", err)
	}
	now = now.Add(leaseOver - time.Second)
	if err := first.beat(ctx); err != nil || first.holds() != nil || first.lost() != nil {
		t.Error(err)
	}
	for name, copied := range map[string]claim{
		"a copy of the folder on another machine":   {Folder: "a", Run: "5", Host: "barn", Place: "x"},
		"a copy on a machine of the same name":      {Folder: "a", Run: "5", Host: "attic", Place: "y"},
		"a hub of before, which said nothing of it": {Folder: "a", Run: "5", Host: "attic"},
	} {
		if _, err := take(ctx, s, copied, new(rival), now); !errors.As(err, &held) {
			t.Errorf("%s: %v", name, err)
		}
	}
	woken := time.Now()
	for name, long := range map[string]*moment{
		"not renewed for long":                 momentOf(woken.Add(-leaseSure - time.Second)),
		"the machine was suspended in between": {woken, woken.Round(0).Add(-leaseOver)},
		"the clock on the wall was set back":   {woken, woken.Round(0).Add(time.Hour)},
	} {
		first.held.Store(long)
		if err := first.holds(); err == nil || first.lost() != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := first.beat(ctx); err != nil || first.holds() != nil {
			t.Errorf("%s, renewed again: %v", name, err)
		}
	}
	if _, err := take(ctx, s, other, &seen, now); !errors.As(err, &held) {
		t.Errorf("it was renewed meanwhile: %v", err)
	}
	now = now.Add(leaseOver - time.Second)
	if _, err := take(ctx, s, other, &seen, now); !errors.As(err, &held) {
		t.Errorf("it was renewed not long ago: %v", err)
	}
	again, err := take(ctx, s, claim{Folder: "a", Run: "3", Host: "attic", Place: "x"}, &none, now)
	if err != nil {
		t.Errorf("the same folder, started again: %v", err)
	}
	if err := first.beat(ctx); !errors.As(err, &held) || !errors.As(first.lost(), &held) || !errors.As(first.holds(), &held) {
		t.Errorf("the run of before goes on: %v", err)
	}
	if _, err := take(ctx, s, other, &seen, now); !errors.As(err, &held) {
		t.Errorf("it is another run: %v", err)
	}
	now = now.Add(leaseOver)
	second, err := take(ctx, s, other, &seen, now)
	if err != nil {
		t.Errorf("it was not renewed: %v", err)
	}
	if err := again.beat(ctx); !errors.As(err, &held) || held.host != "cellar" {
		t.Errorf("who has lost it goes on: %v", err)
	}
	if err := again.release(ctx); err != nil {
		t.Error(err)
	}
	if err := second.beat(ctx); err != nil {
		t.Errorf("who has lost it has freed it: %v", err)
	}
	if err := second.release(ctx); err != nil {
		t.Error(err)
	}
	if _, err := take(ctx, s, claim{Folder: "c", Run: "4"}, &none, now); err != nil {
		t.Errorf("a target that is free: %v", err)
	}
}

// A target that was away is there again, such as a disk that was taken out and put back: the run that
// missed it is over all the same, and says why.
func TestALeaseThatWasLostStaysLost(t *testing.T) {
	t.Parallel()
	ctx, dir := t.Context(), t.TempDir()
	l, err := take(ctx, blob.NewFolder(dir), claim{Folder: "a", Run: "1", Host: "attic"}, new(rival), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, leaseName)
	if err := os.Rename(file, file+".away"); err != nil {
		t.Fatal(err)
	}
	if err := l.beat(ctx); !errors.Is(err, errMoved) {
		t.Errorf("away: %v", err)
	}
	if err := os.Rename(file+".away", file); err != nil {
		t.Fatal(err)
	}
	if err := l.beat(ctx); err != nil {
		t.Errorf("there again: %v", err)
	}
	if !errors.Is(l.lost(), errMoved) || !errors.Is(l.holds(), errMoved) {
		t.Errorf("the lease is not lost: %v, %v", l.lost(), l.holds())
	}
}

// telling is a store that tells when a file is written to it.
type telling struct {
	blob.Store
	put func()
}

func (s telling) Put(ctx context.Context, name string, content io.Reader) error {
	s.put()
	return s.Store.Put(ctx, name, content)
}

// A machine that is suspended while it renews its lease may find that another hub has taken it over.
func TestALeaseThatIsWrittenLate(t *testing.T) {
	t.Parallel()
	ctx, s := t.Context(), blob.NewFolder(t.TempDir())
	var asked time.Time
	l, err := take(ctx, telling{s, func() { asked = time.Now() }}, claim{Folder: "a", Run: "1", Host: "attic"}, new(rival), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if held := l.held.Load().measured; held.After(asked) {
		t.Errorf("it counts as renewed %s after it was begun to be written", held.Sub(asked))
	}
	theirs := claim{Folder: "b", Run: "2", Host: "cellar"}
	if err := (&lease{store: s, mine: theirs}).write(ctx, momentOf(time.Now())); err != nil {
		t.Fatal(err)
	}
	if err := l.write(ctx, momentOf(time.Now().Add(-reachTime-time.Second))); err == nil || !strings.Contains(err.Error(), "too long ago") {
		t.Errorf("written upon an old look: %v", err)
	}
	if there, err := readClaim(ctx, s); err != nil || there.Run != theirs.Run {
		t.Errorf("the lease is %+v, %v", there, err)
	}
}

// A write that is under way when the lease ends is not finished, as after a suspension: the files could
// be another hub's by then.
func TestAWriteEndsWithTheLease(t *testing.T) {
	t.Parallel()
	header, err := (&ltx.Header{Version: ltx.Version, PageSize: 4096, MinTXID: 1, MaxTXID: 1}).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	over := errors.New("the lease is over")
	const sent, read, never = "while it is sent", "before its last step", "not before it is there"
	for name, make := range outages(t) {
		for _, ends := range []string{sent, read, never} {
			t.Run(name+", "+ends, func(t *testing.T) {
				t.Parallel()
				v := make(t).values
				if place := v.To.Folder(); place != "" { // of a disk, which is to be there
					if err := os.MkdirAll(place, 0o700); err != nil {
						t.Fatal(err)
					}
				}
				s, err := open(v, nobody)
				if err != nil {
					t.Fatal(err)
				}
				defer s.Close()
				var ended atomic.Bool
				f := &files{store: s, may: func() error {
					if ended.Load() {
						return over
					}
					return nil
				}}
				content := io.MultiReader(bytes.NewReader(header), reading(func() {
					ended.Store(ends == sent)
				}), strings.NewReader("the rest"), reading(func() {
					ended.Store(ends != never)
				}))
				_, err = f.WriteLTXFile(t.Context(), 0, 1, 1, content)
				list, listing := f.list(t.Context(), 0)
				if listing != nil {
					t.Fatal(listing)
				}
				if lands := ends == never; lands != (err == nil) || lands != (len(list) == 1) || !lands && !strings.Contains(err.Error(), over.Error()) {
					t.Errorf("%v, and %d files are there", err, len(list))
				}
			})
		}
	}
}

// bounded looks that what is written to a target ends with the lease, or with the look at it.
type bounded struct {
	blob.Store
	t   testing.TB
	put map[string]bool
}

func (s bounded) Put(ctx context.Context, name string, content io.Reader) error {
	if _, ends := ctx.(lasting); !ends {
		s.t.Errorf("%s is written without end", name)
	}
	s.put[name] = true
	return s.Store.Put(ctx, name, content)
}

// The key and the id of a replica that begins are written under the lease as its files are: a key that
// came late would take the place of another hub's, and what that one has sent could not be read.
func TestAReplicaBeginsUnderItsLease(t *testing.T) {
	t.Parallel()
	h, v := start(t, t.TempDir()), folder(t)
	v.Passphrase = "correct horse battery staple"
	put := map[string]bool{}
	h.keeper.open = func(v Values) (blob.Store, error) {
		s, err := open(v, nobody)
		return bounded{s, t, put}, err
	}
	if _, err := h.keeper.reach(t.Context(), v, new(rival)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{leaseName, keyName, idName} {
		if !put[name] {
			t.Errorf("%s was not written", name)
		}
	}
}

// reading is a reader of nothing that tells when it is read.
type reading func()

func (r reading) Read([]byte) (int, error) {
	r()
	return 0, io.EOF
}
