package backup

import (
	"context"
	"path/filepath"
	"time"

	"github.com/progresshub/progresshub/store"
	"github.com/progresshub/progresshub/store/phrase"
)

// SetUp reports whether there are scheduled backups.
func (s *Service) SetUp(context.Context) (bool, error) { return s.Dir != "", nil }

// late is for how long a backup may be due before the owner is told that there is none: it
// may be under way.
const late = time.Hour

// notMade is said of a backup that is late.
var notMade = phrase.BackupOverdue.String()

// Problem tells why there is no fresh backup, in words for the owner, and since when. The
// folder counts at once, also before the first backup is due.
func (s *Service) Problem(ctx context.Context) (text string, since time.Time, failing bool, err error) {
	if s.Dir == "" {
		return "", time.Time{}, false, nil
	}
	now := s.Store.Now()
	if err := s.Ready(); err != nil {
		return err.Error(), s.Keeper.unready(s.Dir, now), true, nil
	}
	s.Keeper.ready()
	if last, since := s.Keeper.failing(s.Dir); last != "" {
		return last, since, true, nil
	}
	due, ok, err := s.due(ctx)
	if err == nil && ok && s.Keeper.overdue(due, now) >= late {
		return notMade, due, true, nil
	}
	return "", time.Time{}, false, err
}

// Recorded is a [Service] for who looks from outside, and has not seen since when a backup is due:
// the record of those that were made tells.
type Recorded struct{ *Service }

// Problem is that of the service.
func (r Recorded) Problem(context.Context) (text string, since time.Time, failing bool, err error) {
	if r.Dir == "" {
		return "", time.Time{}, false, nil
	}
	now := r.Store.Now()
	if err := r.Ready(); err != nil {
		return err.Error(), now, true, nil
	}
	if last, since := r.Keeper.failing(r.Dir); last != "" {
		return last, since, true, nil
	}
	if _, success := r.Keeper.Last(); success != nil {
		if due := r.Cron.Next(success.At.Time, r.zone()); !due.IsZero() && now.Sub(due) >= late {
			return notMade, due, true, nil
		}
	}
	return "", time.Time{}, false, nil
}

// unready notes that no backup can be written to a folder, and tells since when none can.
func (k *Keeper) unready(dir string, now time.Time) time.Time {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.unreadySince.IsZero() {
		k.unreadySince = now
	}
	since := k.unreadySince
	if failed := k.record.failedSince(dir); failed != nil && failed.Before(since) {
		since = failed.Time
	}
	return since
}

// ready notes that backups can be written. If they could not be, the next one need not wait.
func (k *Keeper) ready() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.mended = k.mended || !k.unreadySince.IsZero()
	k.unreadySince = time.Time{}
}

// isMended reports whether what stood in the way of the last run is gone.
func (k *Keeper) isMended() bool {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.mended
}

// failing is why the last run into a folder failed, and since when they do; empty: it did not.
func (k *Keeper) failing(dir string) (why string, since time.Time) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	failed := k.record.failedSince(dir)
	if failed == nil {
		return "", time.Time{}
	}
	return k.record.Last.Error, failed.Time
}

// failedSince is when the first of the runs began that have failed in a row; nil: the last
// one did not, or it was into another folder.
func (r *record) failedSince(dir string) *store.Time {
	switch {
	case r.Last == nil || r.Last.Error == "" || filepath.Dir(r.Last.File) != dir:
		return nil
	case r.FailedSince == nil: // of an older hub
		return &r.Last.At
	}
	return r.FailedSince
}

// fail keeps a run that failed. What kept it from running may have been noticed before.
func (k *Keeper) fail(run *Run) error {
	return k.change(func(r *record) {
		since := r.failedSince(filepath.Dir(run.File))
		if since == nil {
			since = &run.At
			if early := k.unreadySince; !early.IsZero() && early.Before(since.Time) {
				since = new(store.At(early))
			}
		}
		r.Last, r.FailedSince, k.mended = run, since, false
	})
}

// overdue is for how long a backup has been seen to be due and not made. A machine that wakes
// from sleep finds one that is due for long and about to be made.
func (k *Keeper) overdue(due, now time.Time) time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case due.After(now):
		k.overdueSlot, k.overdueSince = time.Time{}, time.Time{}
		return 0
	case !due.Equal(k.overdueSlot):
		k.overdueSlot, k.overdueSince = due, now
	}
	return now.Sub(k.overdueSince)
}
