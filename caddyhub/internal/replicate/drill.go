package replicate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/superfly/ltx"
	"go.uber.org/zap"

	"github.com/progresshub/progresshub/caddyhub/internal/schedule"
	"github.com/progresshub/progresshub/store"
)

// drillPrefix begins the name of the folder in the data folder that a drill restores into.
const drillPrefix = ".drill-"

const (
	// firstDrill is how long after its start a replica is tried that never was.
	firstDrill = time.Minute
	// drillAgain is when one that failed is tried again: the line may have been down.
	drillAgain = 10 * time.Minute
)

// holdTime is how long changes may wait while a drill notes what is to be restored. Tests have more.
var holdTime = 2 * time.Second

// Jobs are the drills.
func (k *Keeper) Jobs() []schedule.Job {
	return []schedule.Job{{Name: "replica drill", Due: k.drillDue, Run: k.drill}}
}

func (k *Keeper) drillDue(context.Context) (time.Time, bool, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	r := k.asWished()
	if r == nil || r.values.Drill.Duration == 0 || !r.complete() {
		return time.Time{}, false, nil
	}
	if d := k.record.Drill; d != nil && !d.At.After(k.now()) {
		wait := r.values.Drill.Duration
		if !d.OK {
			wait = min(wait, drillAgain)
		}
		return d.At.Add(wait), true, nil
	}
	return r.began.Add(firstDrill), true, nil
}

// drill restores the replica and compares the two. What it finds is noted, and no error: it would
// be tried again at once.
func (k *Keeper) drill(ctx context.Context) error {
	k.Alone.Lock() // what copies the whole database, too
	defer k.Alone.Unlock()
	r := k.current()
	if r == nil {
		return nil
	}
	began := k.now()
	d := Drill{At: store.At(began)}
	wrong, err := k.try(ctx, r, &d)
	if ctx.Err() != nil || k.current() != r {
		return ctx.Err() // cut short
	}
	d.OK, d.Seconds = err == nil, k.now().Sub(began).Seconds()
	if err != nil {
		d.Error = err.Error()
		k.Logger.Error("the replica could not be restored as a test", zap.Error(err))
	}
	if wrong {
		if err := r.use(ctx, func(ctx context.Context) error {
			_, err := r.db.Snapshot(ctx)
			return err
		}); err != nil {
			k.Logger.Warn("the whole database could not be sent anew", zap.Error(err))
		}
	}
	k.keepDrill(r, d)
	return nil
}

// try makes one drill. wrong: it failed by the replica itself, and not for want of room or of an answer.
func (k *Keeper) try(ctx context.Context, r *run, d *Drill) (wrong bool, err error) {
	size, err := k.Store.Size(ctx)
	if err != nil {
		return false, err
	}
	if free := k.Free(k.Store.Dir()); free < size {
		return false, fmt.Errorf("it takes %d bytes beside the database, and the disk has only %d left", size, free)
	}
	dir, err := os.MkdirTemp(k.Store.Dir(), drillPrefix)
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	want, last, err := k.present(ctx, r)
	if err != nil {
		return false, fmt.Errorf("note what is to be restored: %w", err)
	}
	if err := r.use(ctx, r.db.Replica.Sync); err != nil {
		return false, fmt.Errorf("send what was committed last: %w", err)
	}
	file := filepath.Join(dir, store.DatabaseName)
	s := &Source{r.store, r.seal, k.Logger}
	if err := s.restoreTo(ctx, last, file); err != nil {
		return true, err
	}
	if _, _, err := store.CheckDatabase(ctx, file); err != nil {
		return true, err
	}
	got, err := store.SumDatabase(ctx, file)
	if err != nil {
		return true, err
	}
	if info, err := os.Stat(file); err == nil {
		d.Bytes = info.Size()
	}
	for _, table := range want {
		d.Rows += table.Rows
	}
	err = differ(want, got)
	return err != nil, err
}

// present is what the database holds between two commits, and the transaction with which a replica
// holds the same.
func (k *Keeper) present(ctx context.Context, r *run) (sums store.Sums, last ltx.TXID, err error) {
	var view *store.View
	err = k.Store.Between(ctx, "note what a drill is to restore", func() error {
		ctx, cancel := context.WithTimeout(ctx, holdTime)
		defer cancel()
		if err := r.use(ctx, r.db.Sync); err != nil {
			return err
		}
		at, err := r.db.Pos()
		if err != nil {
			return err
		}
		last = at.TXID
		view, err = k.Store.View(ctx)
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	defer view.Close()
	sums, err = view.Sums(ctx)
	return sums, last, err
}

// differ says in which tables two databases differ.
func differ(want, got store.Sums) error {
	var names []string
	for name, w := range want {
		if g, there := got[name]; !there {
			names = append(names, name+" is missing")
		} else if g != w {
			names = append(names, fmt.Sprintf("%s has %d rows instead of %d, or other ones", name, g.Rows, w.Rows))
		}
	}
	if len(names) == 0 {
		return nil
	}
	return errors.New("what was restored is not what the hub has: " + strings.Join(names, ", "))
}

// Tidy removes what a drill left in a data folder whose process was killed.
func Tidy(dataDir string) error {
	left, err := filepath.Glob(filepath.Join(dataDir, drillPrefix+"*"))
	for _, dir := range left {
		err = errors.Join(err, os.RemoveAll(dir))
	}
	return err
}
