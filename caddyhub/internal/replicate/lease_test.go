package replicate

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

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
